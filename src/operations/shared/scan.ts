// The scan that /detect and /deidentify share: determines the law, finds personal data, and gives the rule for each category.
import { SelfsameError } from '../../errors.ts'
import type { Finding } from '../../records/detection.ts'
import type { ScannedText } from '../../text/scanned.ts'
import type { Context } from './context.ts'
import { withGoverned } from './governed-values.ts'
import { type GoverningLaw, governingLaw, type LawRequest } from './governing.ts'
import { withRepeats } from './repeats.ts'

export interface Scan {
  readonly law: GoverningLaw
  /** Disjoint, sorted by start; UTF-16 offsets of the original text. */
  readonly findings: readonly Finding[]
}

/** Determines the law, then finds personal data under it. If a model is used, it must have read the text before (learned.ts). */
export function scan(text: ScannedText, request: LawRequest, context: Context): Scan {
  const law = governingLaw(request, text, context)
  return { law, findings: findingsUnder(law, text, context) }
}

/** The personal data of a text whose law is known, disjoint and sorted by start. */
export function findingsUnder(law: GoverningLaw, text: ScannedText, context: Context): readonly Finding[] {
  const { detect } = context.engines
  const own = detect.settle(detect.claims(text, { jurisdiction: law.reader }))
  const found = withGoverned(text, own, law.statute, context)
  return withRepeats(text, found, context.packs.categories())
}

/** The rule of the governing statute for a category. Throws facts_invalid if the statute lacks the category. */
export function ruleFor(law: GoverningLaw, category: string): GoverningLaw['statute']['categories'][string] {
  const rule = law.statute.categories[category]
  if (rule === undefined)
    throw new SelfsameError('facts_invalid', `The pack of ${law.statute.name} has no rule for ${category}.`)
  return rule
}
