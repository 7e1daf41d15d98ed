// The categories that a law governs: what is done with each, who finds it, and how much of it was found in labelled texts.
import { SelfsameError } from '../errors.ts'
import { round4 } from '../records/canonical.ts'
import type { Action } from '../records/detection.ts'
import type { Context } from './shared/context.ts'
import { type LawRequest, statedLaw, supportedCodes } from './shared/governing.ts'

export interface CategoryCoverage {
  readonly category: string
  readonly title: string
  readonly action: Action
  readonly citation: string
  /** Names as findings have them in `detector`; empty: nothing finds the category. */
  readonly detectors: readonly string[]
  /** Null where no labelled text has the category. */
  readonly measured: { readonly labelled: number; readonly found: number; readonly recall: number } | null
}

export interface Coverage {
  readonly statute: string
  readonly jurisdiction: string | null
  /** The engine and the number of texts of the measurement. */
  readonly engine: string
  readonly texts: number
  readonly categories: readonly CategoryCoverage[]
  /** Categories that nothing finds. */
  readonly unfound: readonly string[]
}

/** Throws jurisdiction_unsupported, statute_unknown, statute_mismatch, and usage without either. */
export function coverageOf(request: LawRequest, context: Pick<Context, 'packs'>): Coverage {
  const { packs } = context
  const law = statedLaw(request, context)
  if (law === null)
    throw new SelfsameError('usage', `pass a jurisdiction or a statute; supported: ${supportedCodes(context)}`)
  const { statute, jurisdiction } = law
  const { engine, texts, categories: figures } = packs.measuredRecall()
  const special = (JSON.parse(packs.cues('special-categories.json')) as { categories: Record<string, unknown> })
    .categories
  const governed = [...packs.categories().values()].filter(
    ({ code, only_where_governed: isSpecial }) => !isSpecial || statute.categories[code]!.action !== 'retain',
  )
  const categories = governed.map(({ code, title }): CategoryCoverage => {
    const { action, citation } = statute.categories[code]!
    const { labelled, found, detectors: seen } = figures[code] ?? { labelled: 0, found: 0, detectors: [] }
    const detectors = new Set(seen)
    for (const country of packs.countries().values())
      for (const { category, name } of country.identifiers)
        if (category === code) detectors.add(`rule:${country.code.toLowerCase()}_${name}`)
    if (code in special) detectors.add(`rule:${code.slice(6).toLowerCase()}`)
    for (const { category, name } of statute.finds) if (category === code) detectors.add(`statute:${name}`)
    return {
      category: code,
      title,
      action,
      citation,
      detectors: [...detectors].sort(),
      measured: labelled === 0 ? null : { labelled, found, recall: round4(found / labelled) },
    }
  })
  const unfound = categories.filter(({ detectors }) => detectors.length === 0).map(({ category }) => category)
  return { statute: statute.name, jurisdiction, engine, texts, categories, unfound }
}
