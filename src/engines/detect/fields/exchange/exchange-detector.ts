// Values by their field in an exchange format (HL7, FHIR, address cards, directories, web forms), where they have no cue words.
import type { FormatLayout } from '../../../../packs/schemas/exchange-format.ts'
import type { ScannedText } from '../../../../text/scanned.ts'
import { AT, BAR, COLON, EQUALS, LESS_THAN, OPEN_BRACE, OPEN_PARENTHESIS, OPEN_SQUARE } from '../../../../text/signs.ts'
import { CONFIDENCE } from '../../confidence.ts'
import { type Claim, claimOf, type DetectorFactory } from '../../detector.ts'
import { readElements } from './elements.ts'
import {
  componentsOf,
  DEEPEST,
  type Format,
  formatOf,
  linesIn,
  nameOf,
  type Reader,
  signWithin,
  takeNested,
} from './format.ts'
import { readMembers } from './members.ts'
import { readProperties } from './properties.ts'

const ADDRESS = /[^\s"'<>#]{4,4000}/g
const FIELD = /(?<=[?&])([a-z][\w.[\]-]{0,39})=([^\s&"'<>#;,)\]}]{1,300})/gi

const readQueries: Reader = (text, { fields }, take) => {
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    const found = address.includes('=') ? [...address.matchAll(FIELD)] : []
    if (found.length === 0) continue
    const around = new Set(found.map(([, name]) => nameOf(name!)))
    for (const folder of address.slice(0, found[0]!.index).split(/[/?&]/)) around.add(nameOf(folder))
    for (const match of found) {
      const end = index + match.index + match[0].length
      for (const field of fields.get(nameOf(match[1]!)) ?? [])
        if (field.within.length === 0 || around.has(field.within[0]!)) take(field, end - match[2]!.length, end)
    }
  }
}

const LOG_LINE =
  /^(?<host>[^\s[\]]{2,100}) (?<identity>[^\s[\]]{1,60}) (?<user>[^\s[\]]{2,64}) (?=\[\d{2}\/[A-Z][a-z]{2}\/\d{4}:\d{2}:)/dgm

const readLogLines: Reader = (text, { fields }, take) => {
  for (const { indices } of text.matchAll(LOG_LINE))
    for (const [column, known] of fields) {
      const place = indices?.groups?.[column]
      if (place !== undefined) for (const field of known) take(field, place[0], place[1])
    }
}

// HL7 version 2: one segment per line, fields separated by bars, with repetitions and components (chapter 2.5).
const NAME_LENGTH = 3
const MOST_FIELDS = 200
const STANDARD = { component: '^', repetition: '~' }

const readSegments: Reader = (text, { fields }, take) => {
  let signs = STANDARD
  for (const { start, end } of linesIn(text)) {
    const bar = start + NAME_LENGTH
    if (text[bar] !== '|' || bar >= end) continue
    const name = nameOf(text.slice(start, bar))
    // MSH-2 defines the encoding characters of its message: component, repetition, escape, subcomponent.
    if (name === 'msh' && end > bar + 3) signs = { component: text[bar + 1]!, repetition: text[bar + 2]! }
    let from = bar + 1
    for (let number = 1; number <= MOST_FIELDS && from <= end; number++) {
      const close = signWithin(text, '|', from, end)
      const known = close > from ? fields.get(`${name}-${number}`) : undefined
      if (known !== undefined)
        for (let at = from; at <= close; ) {
          const behind = signWithin(text, signs.repetition, at, close)
          for (const field of known) {
            const place = componentsOf(text, at, behind, signs.component, field)
            if (place !== null) take(field, place.start, place.end)
          }
          at = behind + 1
        }
      from = close + 1
    }
  }
}

// Elements by number, as tools print the headers of DICOM images: "(0010,0010) PN [OKAFOR^ADA]".
const ELEMENT = /\(([\da-f]{4},[\da-f]{4})\)/gi
/** The description or type of the element, then its value: in brackets, or in quotes after a colon. */
const VALUE = /[A-Z][^\n[\]:()]{0,80}(?:\[([^[\]\n]{1,300})\]|: ?'([^'\n]{1,300})')/y

const readTags: Reader = (text, { fields }, take) => {
  for (const match of text.matchAll(ELEMENT)) {
    const known = fields.get(nameOf(match[1]!))
    if (known === undefined) continue
    let at = match.index + match[0].length
    while (text[at] === ' ') at++
    VALUE.lastIndex = at
    const value = VALUE.exec(text)
    if (value === null) continue
    const end = VALUE.lastIndex - 1
    for (const field of known) take(field, end - (value[1] ?? value[2])!.length, end)
  }
}

// Lines with level numbers, as in family trees: "1 BIRT", under it "2 DATE 12 MAR 1950" (GEDCOM 5.5.1, chapter 1).
const LINE = /[ \t]{0,8}(\d{1,2}) (?:@[^@\n\r]{1,40}@ )?([A-Z_][A-Z\d_]{2,30})(?= |$)/my

const readLevels: Reader = (text, format, take) => {
  const names: string[] = []
  for (const { start, end } of linesIn(text)) {
    LINE.lastIndex = start
    const line = LINE.exec(text)
    if (line === null || LINE.lastIndex > end) continue
    const level = Number(line[1])
    if (level > names.length || level > DEEPEST) continue
    names.length = level
    const name = nameOf(line[2]!)
    if (LINE.lastIndex < end) takeNested(format, name, names, take, LINE.lastIndex + 1, end)
    names.push(name)
  }
}

/** The field determines the category, but people sometimes enter other values. */
/** A longer value is a separate document, which the other detectors read. */
const LONGEST = 300

/** The reader of each layout, and a sign that all its texts contain, so that most texts are rejected by one test. */
const layouts: Readonly<Record<FormatLayout, { readonly read: Reader; readonly sign: number }>> = {
  segments: { read: readSegments, sign: BAR },
  tags: { read: readTags, sign: OPEN_PARENTHESIS },
  properties: { read: readProperties, sign: COLON },
  levels: { read: readLevels, sign: AT },
  elements: { read: readElements, sign: LESS_THAN },
  members: { read: readMembers, sign: OPEN_BRACE },
  queries: { read: readQueries, sign: EQUALS },
  log_lines: { read: readLogLines, sign: OPEN_SQUARE },
}

export const formatDetector: DetectorFactory = (packs) => {
  const { values, formats } = packs.exchangeFormats()
  const looks = new Map(Object.entries(values).map(([category, look]) => [category, new RegExp(look, 'isu')]))
  const known = formats.map((format) => ({
    format: formatOf(format),
    signs: format.layouts.map((name) => layouts[name].sign),
    readers: format.layouts.map((name) => layouts[name].read),
  }))
  return {
    name: 'formats',
    find(scanned) {
      const { text } = scanned
      const claims: Claim[] = []
      for (let i = 0; i < known.length; i++) {
        const { format, signs, readers } = known[i]!
        if (!mayBeOf(scanned, signs) || !isMarked(text, format)) continue
        for (const reader of readers)
          reader(text, format, ({ holds }, start, end, said) => {
            const { from, to } = withoutFrame(text, start, end)
            if (to <= from || to - from > LONGEST) return
            if (looks.get(holds)!.test(said?.trim() ?? text.slice(from, to)))
              claims.push(claimOf(holds, from, to, CONFIDENCE.exchange_field, `rule:${format.name}`, 'pattern'))
          })
      }
      return claims
    },
  }
}

function mayBeOf(scanned: ScannedText, signs: readonly number[]): boolean {
  for (let i = 0; i < signs.length; i++) if (scanned.mayHold(signs[i]!)) return true
  return false
}

function isMarked(text: string, { marks }: Format): boolean {
  for (let i = 0; i < marks.length; i++) if (text.includes(marks[i]!)) return true
  return false
}

/** The range of a value without spaces, quotation marks, and the slashes and carets that separate name components, at its ends. */
function withoutFrame(text: string, start: number, end: number): { from: number; to: number } {
  let [from, to] = [start, end]
  while (from < to && isFrame(text[from]!)) from++
  while (to > from && isFrame(text[to - 1]!)) to--
  return { from, to }
}

const isFrame = (sign: string): boolean => sign <= ' ' || sign === '/' || sign === '^' || sign === '"'
