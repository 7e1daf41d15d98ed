// An exchange format prepared for its readers: fields by the name that a reader sees first.

import type { ExchangeFormat } from '../../../../packs/schemas/exchange-format.ts'
import type { Range } from '../../../../text/range.ts'

export interface Field {
  readonly holds: string
  /** Names of the enclosing levels, innermost first; empty if the position does not matter. */
  readonly within: readonly string[]
  /** First and last component of the value, from 1; null for the whole field. */
  readonly parts: readonly [number, number] | null
}

export interface Format {
  readonly name: string
  readonly marks: readonly string[]
  readonly ends: string | null
  /** The member that names the type of its object, normalised by nameOf. */
  readonly typeMember: string | null
  readonly namedBy: string | null
  readonly attributes: ReadonlySet<string>
  /** Fields by their own name, normalised by nameOf. */
  readonly fields: ReadonlyMap<string, readonly Field[]>
}

/** Reports the value of a field: its range in the view, including surrounding spaces, and `said`: its decoded text where that differs. */
export type Take = (field: Field, start: number, end: number, said?: string) => void

/** Reads a whole text once for the fields of a format. Must be linear in the text. */
export type Reader = (text: string, format: Format, take: Take) => void

/** Maximum nesting depth; records of people are less deep, and deeper levels are not read. */
export const DEEPEST = 64

/** Tags, properties and parameters are case-insensitive: RFC 6350 3.3, RFC 4512 2.5; no supported XML format has names that differ only by case. */
export const nameOf = (written: string): string => written.toLowerCase()

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

/** Reports a value for every field of this name whose enclosing names match; `around`: the enclosing names, outermost first. */
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

/** Position of the first `sign` in [start, end); `end` if there is none. Searching the whole text for each field would be quadratic. */
export function signWithin(text: string, sign: string, start: number, end: number): number {
  for (let at = start; at < end; at++) if (text[at] === sign) return at
  return end
}

/** Range from the first to the last required component of a field, without empty ones at both ends; null if all are empty. The whole field if all components count. */
export function componentsOf(text: string, start: number, end: number, sign: string, { parts }: Field): Range | null {
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

/** The lines of a text: start and end of each, without its line break. */
export function* linesIn(text: string): Generator<Range> {
  const { length } = text
  for (let start = 0; start < length; ) {
    let end = start
    while (end < length && text[end] !== '\n' && text[end] !== '\r') end++
    yield { start, end }
    start = end + 1
  }
}
