// The redacted text: every ruled span is replaced according to its action, and the record of tokens can still be compared.
// Pure functions: findings must be disjoint and sorted by start; offsets are UTF-16 indexes of the original text.
import type { Category } from '../../packs/schemas/category.ts'
import type { Action, Finding } from '../../records/detection.ts'
import { CopyWriter } from './copy-writer.ts'
import { generalize } from './generalize.ts'
import { onceEach } from './once-each.ts'
import { labelOf, tokenizer } from './token.ts'

/** A finding with the action of the statute or of the caller's method. */
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
  /** Governing country, for values without their own; null if only a statute is known. */
  readonly jurisdiction: string | null
  /** Key of the tokens. */
  readonly salt: string
}

/** The replacement of a span: `text` is null if the value is dropped and its gap is closed. */
export interface StandIn {
  /** UTF-16 indexes of the text, end exclusive. */
  readonly start: number
  readonly end: number
  readonly text: string | null
  /** The value itself is kept. */
  readonly retained: boolean
}

export interface StandIns {
  /** One for each span, in the same order. */
  readonly standIns: readonly StandIn[]
  readonly record: MaskedCopy['record']
}

/**
 * The replacements of all ruled spans, for writers that work on pieces of a file. Linear in the text. Throws RangeError if spans
 * overlap, are unsorted or have an unknown category.
 */
export function standInsOf(source: string, spans: readonly RuledFinding[], options: CopyOptions): StandIns {
  const tokenOf = onceEach(tokenizer(options.salt))
  const coarserOf = onceEach((category, value, country) => generalize(category.generalize, value, country))
  const slots = new Map<string, Set<string>>()
  const standIns: StandIn[] = []
  let at = 0
  for (const { start, end, action, of, person, ...span } of spans) {
    if (start < at || end < start) throw new RangeError('spans must be disjoint and sorted by start')
    at = end
    const category = options.categories.get(span.category)
    if (category === undefined) throw new RangeError(`${span.category} is not a category of the taxonomy`)
    const value = source.slice(start, end)
    const country = span.country ?? options.jurisdiction
    let text: string | null
    if (action === 'drop') text = null
    else if (action === 'retain') text = value
    else if (action === 'mask') text = `[${labelOf(category)}]`
    else if (action === 'generalize') text = coarserOf(category, value, country) ?? `[${labelOf(category)}]`
    else {
      // A further mention of a person has the token of their full name, so that the copy still says who is meant.
      text = tokenOf(category, person ?? (of === undefined ? value : source.slice(of.start, of.end)), country)
      const tokens = slots.get(category.slot) ?? new Set()
      slots.set(category.slot, tokens.add(text))
    }
    standIns.push({ start, end, text, retained: action === 'retain' })
  }
  return {
    standIns,
    record: Object.fromEntries([...slots].map(([slot, tokens]) => [slot, [...tokens].join(' ')])),
  }
}

/** Writes the redacted text. Linear in the text. Throws RangeError if spans overlap, are unsorted or have an unknown category. */
export function maskedCopy(source: string, spans: readonly RuledFinding[], options: CopyOptions): MaskedCopy {
  const { standIns, record } = standInsOf(source, spans, options)
  const writer = new CopyWriter()
  let at = 0
  for (const { start, end, text } of standIns) {
    writer.keep(source.slice(at, start))
    if (text === null) writer.drop()
    else writer.replace(text)
    at = end
  }
  writer.keep(source.slice(at))
  return { text: writer.finish(), record }
}
