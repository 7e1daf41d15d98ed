// The scan that /detect and /deidentify are two views of: the law settled, what is personal found, and the rule for each of it.
import { SelfsameError } from '../../errors.ts'
import type { Finding } from '../../records/detection.ts'
import type { ScannedText } from '../../text/scanned.ts'
import type { Context } from './context.ts'
import { type GoverningLaw, governingLaw, type LawRequest } from './governing.ts'

/** What "auto" and "basic" come to: rules. A model is pinned here when one is installed. */
export interface BackendUsed {
  readonly backend: string
  readonly model: string | null
}

export const BACKENDS: readonly string[] = ['auto', 'basic']

/** The backend that runs for the one asked for. Throws backend_unknown. */
export function backendFor(asked: string): BackendUsed {
  if (!BACKENDS.includes(asked))
    throw new SelfsameError('backend_unknown', `There is no such backend. Pass one of ${BACKENDS.join(', ')}.`)
  return { backend: 'basic', model: null }
}

export interface Scan {
  readonly law: GoverningLaw
  /** Disjoint, sorted by start; UTF-16 offsets of the text as sent. */
  readonly findings: readonly Finding[]
}

/** Settles the law, then finds what is personal under it. */
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
