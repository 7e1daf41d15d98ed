// Reads the texts for the fit of names: labelled open text, texts without names, and the weight of each source.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { randomOf } from './crf.mjs'

/** Rows of a source at most, and how much each counts: prints of the nineteenth century are read with errors, and are many. */
const MOST_ROWS = 4000
const OLD_PRINT = /europeana|newseye|sonar/
const OLD_ROWS = 900
const OLD_WEIGHT = 0.5
/** Characters of a text that are read. */
const MOST_CHARACTERS = 3000

export function rowsOf(path) {
  const bytes = readFileSync(path)
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes)
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

/** Spans in UTF-16 units. */
function inUnits(text, spans) {
  const units = [0]
  for (const character of text) units.push(units[units.length - 1] + character.length)
  return spans.map((span) => ({ ...span, start: units[span.start], end: units[span.end] }))
}

/** The list in a fixed pseudo-random order, the same for every list of its length. */
export function shuffled(list, seed) {
  const random = randomOf(seed)
  const copy = [...list]
  for (let i = copy.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    const held = copy[i]
    copy[i] = copy[j]
    copy[j] = held
  }
  return copy
}

const files = (folder, pattern) =>
  readdirSync(folder)
    .filter((name) => pattern.test(name))
    .sort()

/** Texts with persons, places and organisations, as far as their source labels them. */
export function nerTexts(folder) {
  return files(folder, /\.jsonl\.gz$/).flatMap((name) => {
    const rows = rowsOf(join(folder, name))
    const types = new Set(rows.flatMap(({ spans }) => spans.map(({ type }) => type)))
    const isOld = OLD_PRINT.test(name)
    return shuffled(rows, 5)
      .slice(0, isOld ? OLD_ROWS : MOST_ROWS)
      .filter(({ text }) => text.length <= MOST_CHARACTERS)
      .map(({ text, spans }) => ({
        text,
        spans: inUnits(text, spans),
        types,
        weight: isOld ? OLD_WEIGHT : 1,
        source: name,
      }))
  })
}

const ONLY_PERSONS = new Set(['PER'])
/** An ambiguous span: nothing is learned from it. */
export const DISPUTED = 'disputed'
/** How much a text counts that an office might have written: they are few, and nothing else is written so. */
const OFFICE = /^(?:office|repeats)/
const OFFICE_WEIGHT = 5

/** Texts whose personal data is labelled by category; other spans may be a place or an organisation. */
export function labelledTexts(folder, except) {
  return files(folder, /\.jsonl(?:\.gz)?$/)
    .filter((name) => !/_test\.jsonl/.test(name) && !except.includes(name.replace(/\.jsonl.*/, '')))
    .flatMap((name) =>
      rowsOf(join(folder, name))
        .filter(({ spans }) => spans !== undefined)
        .map(({ text, spans, lang }) => ({
          text,
          lang,
          spans: inUnits(text, spans)
            .filter(({ category }) => category === 'PII-1-NAME' || category === null)
            .map(({ start, end, category }) => ({ start, end, type: category === null ? DISPUTED : 'PER' })),
          types: ONLY_PERSONS,
          weight: OFFICE.test(name) ? OFFICE_WEIGHT : 1,
          source: name,
        })),
    )
}

/** How much a text of examples.jsonl counts: they are few, and each shows what no corpus has. */
const EXAMPLE_WEIGHT = 5

/** Texts of our own writing with their names (examples.jsonl, spans in UTF-16 units): forms, letters, chats, and what only looks like names. */
export function exampleTexts() {
  return readFileSync(new URL('examples.jsonl', import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const { text, spans } = JSON.parse(line)
      const persons = spans.map(([start, end]) => ({ start, end, type: 'PER' }))
      return { text, spans: persons, types: ONLY_PERSONS, weight: EXAMPLE_WEIGHT, source: 'examples' }
    })
}

/** Lines of a text file that are read as one text. */
const LINES = 3
const MOST_QUIET = 1500

/** Texts without names, or only with people that no reader would call personal data. */
export function quietTexts(folder) {
  if (statSync(folder).isFile()) return linesOf(folder)
  return files(folder, /./)
    .filter((name) => !/^(?:mails|manifest|LICENSE)/.test(name))
    .flatMap((name) => (name.endsWith('.jsonl.gz') ? quietRows(join(folder, name)) : linesOf(join(folder, name))))
}

function quietRows(path) {
  return shuffled(rowsOf(path), 9)
    .slice(0, MOST_QUIET)
    .map(({ text }) => ({
      text: text.slice(0, MOST_CHARACTERS),
      spans: [],
      types: ONLY_PERSONS,
      weight: 1,
      source: basename(path),
    }))
}

function linesOf(path) {
  if (!statSync(path).isFile()) return []
  const bytes = readFileSync(path)
  const lines = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').split('\n')
  const found = []
  for (let at = 0; at < lines.length && found.length < MOST_QUIET; at += LINES)
    found.push({
      text: lines
        .slice(at, at + LINES)
        .join('\n')
        .slice(0, MOST_CHARACTERS),
      spans: [],
      types: ONLY_PERSONS,
      weight: 1,
      source: basename(path),
    })
  return found
}
