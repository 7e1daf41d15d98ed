// One exchange format made ready for its readers: its fields by the name that a reader meets first.
import type { ExchangeFormat } from '../../../packs/schemas/exchange-format.ts'

/** A field of a format and what it holds. */
export interface Field {
  readonly holds: string
  /** Names of what the field lies in, the innermost first; empty when any place will do. */
  readonly within: readonly string[]
  /** First and last component that count, from 1; null for the whole field. */
  readonly parts: readonly [number, number] | null
}

export interface Format {
  readonly name: string
  readonly marks: readonly string[]
  readonly ends: string | null
  /** The member that names the type of its object, as nameOf says. */
  readonly typeMember: string | null
  readonly namedBy: string | null
  /** Attributes of elements that hold values, folded as nameOf says. */
  readonly attributes: ReadonlySet<string>
  /** Fields by their own name, folded as nameOf says. */
  readonly fields: ReadonlyMap<string, readonly Field[]>
}

/** Hands over the value of a field: its place in the view, blanks around it included, and what it says where that is written otherwise. */
export type Take = (field: Field, start: number, end: number, said?: string) => void

/** Reads all of a text, once, for the fields of a format. Must be linear in the text. */
export type Reader = (text: string, format: Format, take: Take) => void

/** Deeper than this nobody nests a record of a person: what lies deeper has no names. */
export const DEEPEST = 64

/** Tags, properties and parameters are compared without regard to case: RFC 6350 3.3, RFC 4512 2.5; XML of one format knows no two that differ by it. */
export function nameOf(written: string): string {
  return written.toLowerCase()
}

export function formatOf(format: ExchangeFormat): Format {
  const { name, marks, ends, type_member, named_by, attributes, fields } = format
  const byName = new Map<string, Field[]>()
  for (const { holds, at, parts } of fields)
    for (const place of at) {
      const names = nameOf(place).split('.')
      const own = names.pop()!
      const known = byName.get(own) ?? []
      known.push({ holds, within: names.reverse(), parts: parts ?? null })
      byName.set(own, known)
    }
  return {
    name,
    marks,
    ends: ends ?? null,
    typeMember: type_member === undefined ? null : nameOf(type_member),
    namedBy: named_by ?? null,
    attributes: new Set(attributes?.map(nameOf)),
    fields: byName,
  }
}

/** Takes a value for every field of this name that lies where it must; `around` are the names it lies in, the outermost first. */
export function takeNested(
  format: Format,
  name: string,
  around: readonly string[],
  take: Take,
  start: number,
  end: number,
  said?: string,
): void {
  const fields = format.fields.get(name)
  if (fields === undefined) return
  for (const field of fields)
    if (field.within.every((one, i) => around[around.length - 1 - i] === one)) take(field, start, end, said)
}

/** Where `sign` stands first in [start, end); `end` when it does not. A search of the whole text for each field would be quadratic. */
export function signWithin(text: string, sign: string, start: number, end: number): number {
  for (let at = start; at < end; at++) if (text[at] === sign) return at
  return end
}

/** From the first to the last component of a field that counts, empty ones at both ends left out; null when all are empty. All of it where all count. */
export function componentsOf(
  text: string,
  start: number,
  end: number,
  sign: string,
  { parts }: Field,
): { start: number; end: number } | null {
  if (parts === null) return { start, end }
  const [first, last] = parts
  let [from, to] = [-1, -1]
  let at = start
  for (let part = 1; part <= last && at <= end; part++) {
    const close = signWithin(text, sign, at, end)
    if (part >= first && text.slice(at, close).trim() !== '') {
      if (from < 0) from = at
      to = close
    }
    at = close + 1
  }
  return from < 0 ? null : { start: from, end: to }
}

/** The lines of a text: where each begins, and where it ends before its line break. */
export function* linesIn(text: string): Generator<{ start: number; end: number }> {
  const { length } = text
  for (let start = 0; start < length; ) {
    let end = start
    while (end < length && text[end] !== '\n' && text[end] !== '\r') end++
    yield { start, end }
    start = end + 1
  }
}
