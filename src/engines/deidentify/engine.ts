// The redacted text: every ruled span is replaced according to its action, and the record of tokens can still be compared.
// Pure functions: findings must be disjoint and sorted by start; offsets are UTF-16 indexes of the original text.

import type { Category, Coarseness, Generalization } from '../../packs/schemas/category.ts'
import type { Action, Finding } from '../../records/detection.ts'
import { normalizeFor } from '../../values/normalizers.ts'
import { generalize } from './generalize.ts'
import { labelOf, tokenizer } from './token.ts'

// Writes the redacted text piece by piece and closes the gap of a dropped value: one space stays between words, none before
// closing punctuation, after an opening bracket or at the ends of a line. Tabs and line breaks are kept as structure.
const SPACE = /^\p{Zs}$/u
/** Characters that have no space before them after the value between is dropped. */
const CLOSING = new Set([...'.,;:!?)]}%»”’…、。，；：！？）】」'])
const OPENING = new Set([...'([{«“‘„¿¡（【「'])
const BREAKS = new Set(['\n', '\r', '\t', '\u0085', '\u2028', '\u2029'])

class CopyWriter {
  readonly #parts: string[] = []
  /** A value was dropped and no text has been written since. */
  #gap = false

  keep(text: string): void {
    if (!this.#gap) {
      if (text !== '') this.#parts.push(text)
      return
    }
    const lead = leadingSpaces(text)
    const rest = text.slice(lead)
    const next = rest[0]
    if (next !== undefined && lead === 0 && CLOSING.has(next)) this.#trimEnd()
    else if (next !== undefined && BREAKS.has(next)) this.#trimEnd()
    else if (lead > 0 && this.#joins()) this.#parts.push(text[lead - 1]!)
    if (rest !== '') {
      this.#parts.push(rest)
      this.#gap = false
    }
  }

  replace(text: string): void {
    this.#parts.push(text)
    this.#gap = false
  }

  drop(): void {
    this.#gap = true
  }

  finish(): string {
    if (this.#gap) this.#trimEnd()
    return this.#parts.join('')
  }

  /** Ensures one space; false if none belongs there (line start, opening bracket) or an indentation already exists. */
  #joins(): boolean {
    const last = this.#parts.at(-1)
    if (last === undefined) return false
    const kept = last.length - trailingSpaces(last)
    const before = kept === 0 ? (this.#parts.length === 1 ? undefined : this.#parts.at(-2)!.at(-1)) : last[kept - 1]
    if (before === undefined || BREAKS.has(before)) return false
    if (kept < last.length) this.#trimEnd()
    return !OPENING.has(before)
  }

  #trimEnd(): void {
    for (;;) {
      const last = this.#parts.pop()
      if (last === undefined) return
      const kept = last.slice(0, last.length - trailingSpaces(last))
      if (kept === '') continue
      this.#parts.push(kept)
      return
    }
  }
}

function leadingSpaces(text: string): number {
  let count = 0
  while (count < text.length && SPACE.test(text[count]!)) count++
  return count
}

function trailingSpaces(text: string): number {
  let count = 0
  while (count < text.length && SPACE.test(text[text.length - 1 - count]!)) count++
  return count
}

/** Creates the replacement of a value; `country` is null if unknown. */
type Maker<Made> = (category: Category, value: string, country: string | null) => Made

/** The same function with a cache that lives as long as the returned function. */
function onceEach<Made extends string | null>(make: Maker<Made>): Maker<Made> {
  const kinds = new Map<Category, Map<string | null, Map<string, Made>>>()
  return (category, value, country) => {
    const made = within(within(kinds, category), country)
    let known = made.get(value)
    if (known === undefined) {
      known = make(category, value, country)
      made.set(value, known)
    }
    return known
  }
}

function within<Key, Inner, Held>(maps: Map<Key, Map<Inner, Held>>, key: Key): Map<Inner, Held> {
  let inner = maps.get(key)
  if (inner === undefined) {
    inner = new Map()
    maps.set(key, inner)
  }
  return inner
}

export interface RuledFinding extends Finding {
  readonly action: Action
  readonly citation: string
  /** The part of the value that the statute keeps if it is generalised; if absent, that of its category. */
  readonly generalize?: Generalization | undefined
}

export interface MaskedCopy {
  readonly text: string
  /** Record slot -> distinct tokens of that slot, joined by one space, in text order. Tokenised spans only. */
  readonly record: Readonly<Record<string, string>>
}

/** A token with the value that it replaces. */
export interface KeptToken {
  readonly token: string
  readonly category: string
  readonly value: string
  /** The one form of all spellings that get the token. */
  readonly normal: string
}

/** Keeps tokens with their values; nothing is stored before `commit`. */
export interface TokenKeeper {
  keep(tokens: readonly KeptToken[]): void
  commit(): void
}

export interface CopyOptions {
  readonly categories: ReadonlyMap<string, Category>
  /** Governing country, for values without their own; null if only a statute is known. */
  readonly jurisdiction: string | null
  /** Key of the tokens. */
  readonly salt: string
  /** The limits of the governing statute. */
  readonly limits: Coarseness
  /** Is told each token that is written. */
  readonly keeper?: TokenKeeper | undefined
}

/** The replacement of a span: `text` is null if the value is dropped and its gap is closed. */
export interface StandIn {
  /** UTF-16 indexes of the text, end exclusive. */
  readonly start: number
  readonly end: number
  readonly text: string | null
  readonly retained: boolean
}

export interface StandIns {
  readonly standIns: readonly StandIn[]
  readonly record: MaskedCopy['record']
}

/**
 * The replacements of all ruled spans, for writers that work on pieces of a file. Linear in the text. Throws RangeError if spans
 * overlap, are unsorted or have an unknown category.
 */
export function standInsOf(source: string, spans: readonly RuledFinding[], options: CopyOptions): StandIns {
  const tokenOf = onceEach(tokenizer(options.salt))
  const kept = new Map(spans.map(({ category, generalize }) => [category, generalize]))
  const coarserOf = onceEach((category, value, country) =>
    generalize(kept.get(category.code) ?? category.generalize, value, country, options.limits),
  )
  const slots = new Map<string, Set<string>>()
  const standIns: StandIn[] = []
  let at = 0
  for (const { start, end, action, of, person, ...span } of spans) {
    if (start < at || end < start) throw new RangeError('spans must be disjoint and sorted by start')
    at = end
    const category = options.categories.get(span.category)
    if (category === undefined) throw new RangeError(`${span.category} is not a category of the taxonomy`)
    const value = source.slice(start, end)
    // A further mention of a value is replaced as the value itself, however it is written.
    const first = of === undefined ? value : source.slice(of.start, of.end)
    const country = span.country ?? options.jurisdiction
    let text: string | null
    if (action === 'drop') text = null
    else if (action === 'retain') text = value
    else if (action === 'mask') text = `[${labelOf(category)}]`
    else if (action === 'generalize') text = coarserOf(category, first, country) ?? `[${labelOf(category)}]`
    else {
      // A further mention of a person has the token of their full name, so that the copy still says who is meant.
      const whole = person ?? first
      text = tokenOf(category, whole, country)
      if (options.keeper !== undefined) {
        const normal = normalizeFor(category.normalize, whole, country) || whole
        options.keeper.keep([{ token: text, category: category.code, value: whole, normal }])
      }
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
