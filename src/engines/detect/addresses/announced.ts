// Addresses and places that no grammar reads, known by what stands before them: "Address:", "lives in", the name of a field.

import { Level } from '../../../packs/word-levels.ts'
import { COLON } from '../../../text/signs.ts'
import type { AddressReader } from '../../../values/address/reader.ts'
import { type Claim, claimOf } from '../detector.ts'
import type { PlaceJudge } from './place-judge.ts'

const LONGEST_VALUE = 90
/** Letters of a short form at most. */
const LONGEST_SHORT = 4

/** A claim of the place that the tokens from `first` up to `endToken` name. */
export function location(reader: AddressReader, first: number, endToken: number, confidence: number): Claim {
  const [start, end] = [reader.start(first), reader.end(endToken - 1)]
  return claimOf('PII-4-LOCATION', start, end, confidence, 'rule:locations_gazetteer', 'lexicon')
}

/** Whether the value that begins at view index `start` fills a field or a cell: "Gemeinde Schaan" does not. */
export function isField(text: string, start: number): boolean {
  return /(?:^|[:=>;,|"\t\n])[ "]?$/.test(text.slice(Math.max(0, start - 2), start))
}

/**
 * The rest of the line behind "Address:" where no address was read: people write what no grammar knows. Only a value with a
 * letter and a number, ended by the line, a semicolon or a sentence.
 */
export function labelled(text: string, at: number): Claim | null {
  const ahead = text.slice(at, at + LONGEST_VALUE + 8)
  // `"street": "Kwiatowa 7A"`: the quotes say where the value ends.
  const line =
    /^[ \t]*:[ \t]*([^\n\r;|\t]{4,90})/u.exec(ahead) ??
    /^":[ \t]?"(\p{Lu}[^\n\r;|\t"]{1,80} [^\n\r;|\t"]{1,8})(?=")/u.exec(ahead)
  if (line === null) return null
  const value = line[1]!.replace(/(?<=[^\s.]{2})\.(?:\s.*)?$/u, '').replace(/[\s.,]+$/u, '')
  if (!/\p{L}{2}/u.test(value) || !/\d/.test(value) || /[@=]|https?:/.test(value)) return null
  const start = at + line[0].length - line[1]!.length
  const end = start + value.length
  return claimOf('PII-4-ADDRESS', start, end, 0.65, 'rule:addr_label', 'pattern')
}

/** A name right behind "lives in" or "born in" is a place, known or not. */
export function dwelling(reader: AddressReader, from: number, judge: PlaceJudge): Claim | null {
  // "miejsce ur. Płock", "született: Pécs": the full stop of a short form and a colon may stand between.
  const isShort = reader.isDot(from) && reader.isTight(from) && reader.length(from - 1) <= LONGEST_SHORT
  const behind = isShort ? from + 1 : from
  const at = reader.signCode(behind) === COLON ? behind + 1 : behind
  const end = reader.capitals(at, 3)
  if (end === 0 || reader.isNewline(at) || reader.isCell(at) || reader.length(at) < 3) return null
  if (judge.levels(reader, at).word >= Level.uncommon && reader.place(at) === null) return null
  return location(reader, at, end, 0.6)
}
