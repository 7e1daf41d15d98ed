// The scan that /detect and /deidentify are two views of: the law settled, what is personal found, and the rule for each of it.
import { SelfsameError } from '../../errors.ts'
import type { Finding } from '../../records/detection.ts'
import type { ScannedText } from '../../text/scanned.ts'
import type { Context } from './context.ts'
import { type GoverningLaw, governingLaw, type LawRequest } from './governing.ts'

export interface Scan {
  readonly law: GoverningLaw
  /** Disjoint, sorted by start; UTF-16 offsets of the text as sent. */
  readonly findings: readonly Finding[]
}

/** Settles the law, then finds what is personal under it. A model has read the text before (learned.ts), where one is to. */
export function scan(text: ScannedText, request: LawRequest, context: Context): Scan {
  const law = governingLaw(request, text, context)
  const { detect } = context.engines
  return { law, findings: detect.settle(detect.claims(text, { jurisdiction: law.reader })) }
}

/** The rule of the governing statute for a category. Every statute answers for every category, or its pack is broken. */
export function ruleFor(law: GoverningLaw, category: string): GoverningLaw['statute']['categories'][string] {
  const rule = law.statute.categories[category]
  if (rule === undefined)
    throw new SelfsameError('facts_invalid', `The pack of ${law.statute.name} has no rule for ${category}.`)
  return rule
}
