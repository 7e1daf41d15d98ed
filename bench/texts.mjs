// The labelled texts of this repository, scored: npm run bench:texts [-- DIR] [--errors N] [--dist FOLDER] [--wrap WIDTH]
// DIR holds *.jsonl (rows {id, lang, kind, jurisdiction, text, spans: [{start, end, category}]}, offsets in code points); the default
// is bench/texts. Prints recall and false positives per 100 texts of each file, and of each kind and language in it. --wrap takes the texts with
// prose of longer lines and breaks these at that width, each at a space, so that the labels stay where they are; --wrap 0 takes the same texts unbroken.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { Tally } from './score-detect.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    errors: { type: 'string', default: '0' },
    wrap: { type: 'string' },
    dist: { type: 'string', default: join(here, '..', 'dist') },
  },
})
const folder = resolve(positionals[0] ?? join(here, 'texts'))
const keep = Number(options.errors)
const load = (path) => import(pathToFileURL(join(resolve(options.dist), path)).href)
const { loadPacks } = await load('packs/load.js')
const { createDetectEngine } = await load('engines/detect/engine.js')
const { ScannedText } = await load('text/scanned.js')
const { CodePoints } = await load('text/offsets.js')
const packs = loadPacks()
const engine = createDetectEngine(packs)

/** Findings of one text in code points. */
function detect({ text, jurisdiction }) {
  const scanned = new ScannedText(text)
  const points = new CodePoints(text)
  const known = jurisdiction !== null && packs.countries().has(jurisdiction) ? jurisdiction : null
  return engine
    .settle(engine.claims(scanned, { jurisdiction: known }))
    .map((finding) => ({ ...finding, start: points.of(finding.start), end: points.of(finding.end) }))
}

/** Lines from this width on are wrapped if they are prose: no signs of tables or programs, and four words in small letters. */
const LONG_LINE = 72
const isLongProse = (line) =>
  line.length > LONG_LINE && !/[|;\t{}<>]/.test(line) && (line.match(/(?:^|\s)\p{Ll}/gu)?.length ?? 0) >= 4

/** A line with breaks in the place of spaces. */
function wrapped(line, width) {
  const lines = []
  for (const word of line.split(' '))
    if (lines.length > 0 && lines.at(-1).length + 1 + word.length <= width) lines.push(`${lines.pop()} ${word}`)
    else lines.push(word)
  return lines.join('\n')
}

/** The texts that are asked for: all, or those with long lines of prose, wrapped. */
function chosen(rows) {
  if (options.wrap === undefined) return rows
  const width = Number(options.wrap)
  const long = rows.filter(({ text }) => text.split('\n').some(isLongProse))
  if (width === 0) return long
  return long.map((row) => ({
    ...row,
    text: row.text
      .split('\n')
      .map((one) => (isLongProse(one) ? wrapped(one, width) : one))
      .join('\n'),
  }))
}

const percent = (share) => (share === null || share === undefined ? '-' : (100 * share).toFixed(2))

function line(name, group, tally) {
  const { texts, gold, recall, precision, fpPer100 } = tally.report().overall
  const fp = fpPer100 === null || fpPer100 === undefined ? '-' : fpPer100.toFixed(2)
  console.log(`| ${name} | ${group} | ${texts} | ${gold} | ${percent(recall)} | ${percent(precision)} | ${fp} |`)
}

console.log('| file | texts of | texts | gold | recall | precision | false positives per 100 texts |')
console.log('|---|---|---|---|---|---|---|')
const errors = []
const whole = new Tally()
for (const file of readdirSync(folder)
  .filter((name) => name.endsWith('.jsonl'))
  .sort()) {
  const rows = chosen(
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter((one) => one.trim() !== '')
      .map((one) => JSON.parse(one)),
  )
  const all = new Tally()
  const groups = new Map()
  for (const row of rows) {
    const found = detect(row)
    all.add(row, found, null, keep)
    whole.add(row, found, null)
    for (const group of [row.kind, row.lang]) {
      if (!groups.has(group)) groups.set(group, new Tally())
      groups.get(group).add(row, found, null)
    }
  }
  line(file, 'all', all)
  for (const [group, tally] of [...groups].sort(([a], [b]) => (a < b ? -1 : 1))) line(file, group, tally)
  for (const [kind, list] of Object.entries(all.errors)) for (const error of list) errors.push([file, kind, ...error])
}
line('all files', 'all', whole)
for (const error of errors) console.log(JSON.stringify(error))
