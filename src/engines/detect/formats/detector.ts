// Values by their place in a format that programs exchange: HL7, FHIR, address cards, directories, family trees, forms in
// web addresses. No word announces them there, and names in capitals between bars look like none.
import type { Packs } from '../../../packs/load.ts'
import type { FormatLayout } from '../../../packs/schemas/exchange-format.ts'
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

/** A format says what stands in its field; people put other things there now and then. */
const CONFIDENCE = 0.93
/** A longer value is a document of its own, which the other detectors read. */
const LONGEST = 300

const readers: Readonly<Record<FormatLayout, Reader>> = {
  segments: readSegments,
  tags: readTags,
  properties: readProperties,
  levels: readLevels,
  elements: readElements,
  members: readMembers,
  queries: readQueries,
  log_lines: readLogLines,
}

export function formatDetector(packs: Packs): Detector {
  const { values, formats } = packs.exchangeFormats()
  const looks = new Map(Object.entries(values).map(([category, look]) => [category, new RegExp(look, 'isu')]))
  const known = formats.map((format) => ({
    format: formatOf(format),
    read: format.layouts.map((name) => readers[name]),
  }))
  return {
    name: 'formats',
    find({ text }) {
      const claims: Claim[] = []
      for (const { format, read } of known) {
        if (!format.marks.some((mark) => text.includes(mark))) continue
        const take = (field: Field, start: number, end: number) => {
          const claim = claimAt(text, field, start, end, format, looks)
          if (claim !== null) claims.push(claim)
        }
        for (const reader of read) reader(text, format, take)
      }
      return claims
    },
  }
}

/** The value of a field without what only frames it; null when it does not look like what the field is for. */
function claimAt(
  text: string,
  { holds }: Field,
  start: number,
  end: number,
  { name }: Format,
  looks: ReadonlyMap<string, RegExp>,
): Claim | null {
  let [from, to] = [start, end]
  while (from < to && isFrame(text[from]!)) from++
  while (to > from && isFrame(text[to - 1]!)) to--
  if (to <= from || to - from > LONGEST || !looks.get(holds)!.test(text.slice(from, to))) return null
  return claimOf(holds, from, to, CONFIDENCE, `rule:${name}`, 'pattern')
}

/** Blanks and the slashes and hats that part the components of names are no part of a value at its ends. */
function isFrame(sign: string): boolean {
  return sign <= ' ' || sign === '/' || sign === '^' || sign === '"'
}
