// The masked copy: a text with every ruled span replaced as its action says, and the record of tokens that is left to compare on.
// Pure: findings must be disjoint and sorted by start; offsets are UTF-16 indexes of the text as sent.
import type { Category } from '../../packs/schemas/category.ts'
import type { Action, Finding } from '../../records/detection.ts'
import { CopyWriter } from './copy-writer.ts'
import { generalize } from './generalize.ts'
import { onceEach } from './once-each.ts'
import { labelOf, tokenizer } from './token.ts'

/** A finding on which the law, or the caller's method, has spoken. */
export interface RuledFinding extends Finding {
  readonly action: Action
  readonly citation: string
}

export interface MaskedCopy {
  readonly text: string
  /** Record slot -> distinct tokens of that slot, joined by one space, in text order. Tokenised spans only. */
  readonly record: Readonly<Record<string, string>>
}

export interface CopyOptions {
  readonly categories: ReadonlyMap<string, Category>
  /** Governing country, for values that do not say their own; null when only a statute is known. */
  readonly jurisdiction: string | null
  /** Key of the tokens. */
  readonly salt: string
}

/** Writes the masked copy. Linear in the text. Throws RangeError when spans overlap, are unsorted or of no known category. */
export function maskedCopy(source: string, spans: readonly RuledFinding[], options: CopyOptions): MaskedCopy {
  const writer = new CopyWriter()
  const tokenOf = onceEach(tokenizer(options.salt))
  const coarserOf = onceEach((category, value, country) => generalize(category.generalize, value, country))
  const slots = new Map<string, Set<string>>()
  let at = 0
  for (const span of spans) {
    if (span.start < at || span.end < span.start) throw new RangeError('spans must be disjoint and sorted by start')
    const category = options.categories.get(span.category)
    if (category === undefined) throw new RangeError(`${span.category} is no category of the taxonomy`)
    writer.keep(source.slice(at, span.start))
    const value = source.slice(span.start, span.end)
    const label = labelOf(category)
    switch (span.action) {
      case 'retain':
        writer.replace(value)
        break
      case 'drop':
        writer.drop()
        break
      case 'mask':
        writer.replace(`[${label}]`)
        break
      case 'generalize':
        writer.replace(coarserOf(category, value, span.country ?? options.jurisdiction) ?? `[${label}]`)
        break
      case 'tokenize': {
        const made = tokenOf(category, value, span.country ?? options.jurisdiction)
        writer.replace(made)
        const tokens = slots.get(category.slot) ?? new Set()
        slots.set(category.slot, tokens.add(made))
      }
    }
    at = span.end
  }
  writer.keep(source.slice(at))
  return {
    text: writer.finish(),
    record: Object.fromEntries([...slots].map(([slot, tokens]) => [slot, [...tokens].join(' ')])),
  }
}
