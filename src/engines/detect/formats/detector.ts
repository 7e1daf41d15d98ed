// Values by their field in an exchange format: HL7, FHIR, address cards, directories, family trees, forms in
// web addresses. These values have no cue words, and names in capitals between bars do not look like names.
import type { Packs } from '../../../packs/load.ts'
import type { FormatLayout } from '../../../packs/schemas/exchange-format.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import { AT, BAR, COLON, EQUALS, LESS_THAN, OPEN_BRACE, OPEN_PARENTHESIS, OPEN_SQUARE } from '../../../text/signs.ts'
import { type Claim, claimOf, type Detector } from '../detector.ts'
import { readElements } from './elements.ts'
import { type Field, type Format, formatOf, type Reader } from './format.ts'
import { readLevels } from './levels.ts'
import { readLogLines } from './log-lines.ts'
import { readMembers } from './members.ts'
import { readProperties } from './properties.ts'
import { readQueries } from './queries.ts'
import { readSegments } from './segments.ts'
import { readTags } from './tags.ts'

/** The field determines the category, but people sometimes enter other values. */
const CONFIDENCE = 0.93
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

export function formatDetector(packs: Packs): Detector {
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
        if (mayBeOf(scanned, signs) && isMarked(text, format)) read(text, format, readers, looks, claims)
      }
      return claims
    },
  }
}

function read(
  text: string,
  format: Format,
  readers: readonly Reader[],
  looks: ReadonlyMap<string, RegExp>,
  claims: Claim[],
): void {
  const take = (field: Field, start: number, end: number, said?: string) => {
    const claim = claimAt(text, field, start, end, said, format, looks)
    if (claim !== null) claims.push(claim)
  }
  for (const reader of readers) reader(text, format, take)
}

function mayBeOf(scanned: ScannedText, signs: readonly number[]): boolean {
  for (let i = 0; i < signs.length; i++) if (scanned.mayHold(signs[i]!)) return true
  return false
}

function isMarked(text: string, { marks }: Format): boolean {
  for (let i = 0; i < marks.length; i++) if (text.includes(marks[i]!)) return true
  return false
}

/** The claim for a field value without its framing characters; null if it does not match the pattern of its category. */
function claimAt(
  text: string,
  { holds }: Field,
  start: number,
  end: number,
  said: string | undefined,
  { name }: Format,
  looks: ReadonlyMap<string, RegExp>,
): Claim | null {
  let [from, to] = [start, end]
  while (from < to && isFrame(text[from]!)) from++
  while (to > from && isFrame(text[to - 1]!)) to--
  if (to <= from || to - from > LONGEST || !looks.get(holds)!.test(said?.trim() ?? text.slice(from, to))) return null
  return claimOf(holds, from, to, CONFIDENCE, `rule:${name}`, 'pattern')
}

/** Spaces, and the slashes and carets that separate name components, are not part of a value at its ends. */
function isFrame(sign: string): boolean {
  return sign <= ' ' || sign === '/' || sign === '^' || sign === '"'
}
