// Masked copies of tables: node bench/tables.mjs [kinds|exports|cells|joins|speed] [--rows N] [--wrong N]. Build first.
// kinds: of planted columns in the languages of 36 jurisdictions, how many get the right kind. exports: the same over headings as
// exports of systems write them (bench/sample/tables/export-headers.tsv).
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { JURISDICTIONS, languageOf, plantedTable } from '../tools/tables/plant.mjs'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { rows: { type: 'string' }, wrong: { type: 'string', default: '0' } },
})
const root = fileURLToPath(new URL('..', import.meta.url))
const load = (path) => import(new URL(`../dist/${path}`, import.meta.url).href)
const { planTable } = await load('copies/tables/column-plan.js')
const { createEngines } = await load('verbs/shared/engines.js')
const { loadPacks } = await load('packs/load.js')
const { governingLaw } = await load('verbs/shared/governing.js')
const { ScannedText } = await load('text/scanned.js')
const packs = loadPacks()
const context = { packs, engines: createEngines(packs), ledger: null, warn: () => {} }
const json = (path) => JSON.parse(readFileSync(`${root}${path}`, 'utf8'))

function planOf(code, { columns, rows }) {
  const law = governingLaw({ jurisdiction: code, statute: null }, new ScannedText(''), context)
  const headings = columns.map(({ heading }) => heading)
  return planTable({ headings, rows, law, method: 'statute', asked: new Map(), shiftBy: null }, context).columns
}

const categoryOf = (kind) => packs.columnHeadings().kinds.get(kind)?.category ?? null

/** Columns right by kind, and right by what is done with them. What is nobody's must be left as it is, or read as a text. */
function score(code, table, counts, shown) {
  const plan = planOf(code, table)
  for (const [at, { heading, kind }] of table.columns.entries()) {
    const found = plan[at]
    const isRight = kind === 'none' ? found.category === null : found.kind === kind
    const isDoneRight =
      isRight ||
      (kind === 'notes' && found.action === 'text') ||
      (found.action !== 'text' && categoryOf(kind) !== null && found.category === categoryOf(kind))
    counts.columns++
    if (isRight) counts.kind++
    if (isDoneRight) counts.policy++
    if (!isDoneRight || (!isRight && shown.all))
      shown.wrong.push(`${code} ${heading}: ${kind}, found ${found.kind} (${found.by})`)
    counts.byKind[kind] ??= { columns: 0, kind: 0 }
    const by = counts.byKind[kind]
    by.columns++
    if (isRight) by.kind++
  }
}

const percent = (part, whole) => `${((100 * part) / whole).toFixed(2)} %`
const newCounts = () => ({ columns: 0, kind: 0, policy: 0, byKind: {} })

function print(title, counts, shown) {
  console.log(
    `${title}: ${counts.columns} columns, right kind ${percent(counts.kind, counts.columns)}, right policy ${percent(counts.policy, counts.columns)}`,
  )
  for (const line of shown.wrong.slice(0, Number(options.wrong))) console.log(`  ${line}`)
}

/** The same label as people and programs write it. */
const FORMS = [
  (label) => label,
  (label) => label.toUpperCase(),
  (label) =>
    label
      .replace(/[^\p{L}\p{N}]+/gu, '_')
      .replace(/^_|_$/g, '')
      .toLowerCase(),
  (label) =>
    label
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replace(/[^\p{L}\p{N}]+/gu, '_')
      .replace(/^_|_$/g, ''),
  (label) => label.replace(/(?:^|[\s_-]+)(\p{L})/gu, (_, letter) => letter.toUpperCase()),
]

/** Tables of every label of every field in the languages of a jurisdiction, whole names and their parts in tables of their own. */
function* labelTables(code) {
  const fields = { ...json('data/field-labels.json').fields }
  for (const [kind, { labels }] of Object.entries(json('data/column-headings.json').kinds))
    if (labels !== undefined && ['notes', 'date', 'age', 'birth_year', 'house_number'].includes(kind))
      fields[kind] = labels
  const languages = packs.countries().get(code).languages
  for (const language of languages.length > 0 ? languages : ['en'])
    for (const parts of [['name'], ['given_name', 'family_name']]) {
      const kinds = Object.keys(fields).filter(
        (kind) =>
          fields[kind][language] !== undefined &&
          (!/name$/.test(kind) || parts.includes(kind) || kind === 'organisation_name'),
      )
      const most = Math.max(0, ...kinds.map((kind) => fields[kind][language].length))
      for (let turn = 0; turn < most; turn++) {
        const columns = kinds
          .filter((kind) => turn < fields[kind][language].length || parts.includes(kind))
          .map((kind) => {
            const labels = fields[kind][language]
            return { kind, heading: FORMS[turn % FORMS.length](labels[turn % labels.length]) }
          })
        const seen = new Set()
        yield columns.filter(({ heading }) => !seen.has(heading) && seen.add(heading))
      }
    }
}

function kinds() {
  const counts = newCounts()
  const shown = { wrong: [], all: true }
  for (const [at, code] of JURISDICTIONS.entries())
    for (const columns of labelTables(code)) score(code, plantedTable(code, columns, 40, at), counts, shown)
  print('planted headings', counts, shown)
  for (const [kind, { columns, kind: right }] of Object.entries(counts.byKind).sort())
    console.log(`  ${kind.padEnd(20)}${String(columns).padStart(6)}  ${percent(right, columns)}`)
}

function exports() {
  for (const set of ['', '-2']) exportsOf(set)
}

function exportsOf(set) {
  const counts = newCounts()
  const shown = { wrong: [], all: true }
  const lines = readFileSync(`${root}bench/sample/tables/export-headers${set}.tsv`, 'utf8').split('\n')
  const columns = lines.filter((line) => line !== '' && !line.startsWith('#')).map((line) => line.split('\t'))
  for (const [at, code] of JURISDICTIONS.entries()) {
    const own = columns.filter(([of]) => of === code).map(([, heading, kind]) => ({ heading, kind }))
    score(code, plantedTable(code, own, 40, 500 + at), counts, shown)
  }
  print(`headings of exports${set}`, counts, shown)
}

const RUNS = { kinds, exports }
for (const [name, run] of Object.entries(RUNS)) if (positionals.length === 0 || positionals.includes(name)) await run()
void languageOf
