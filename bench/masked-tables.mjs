// Masked copies of tables: node bench/masked-tables.mjs [kinds|exports|cells|joins|speed] [--rows N] [--wrong N] [--processes N]. Build first.
// kinds: of planted columns in the languages of 36 jurisdictions, how many get the right kind. exports: the same over headings as
// exports of systems write them (bench/sample/tables/export-headers.tsv). cells: how many values of masked columns are left anywhere in
// their row. joins: pairs of rows that two tables join to, before and after both were masked. speed: cells a second and memory of a
// table of --rows rows and twelve columns, by processor time, so that what else the machine does counts little.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { JURISDICTIONS, person, plantedTable, randomOf, TWELVE, writeTable } from '../tools/tables/plant.mjs'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rows: { type: 'string', default: '200000' },
    wrong: { type: 'string', default: '0' },
    processes: { type: 'string' },
  },
})
const root = fileURLToPath(new URL('..', import.meta.url))
const load = (path) => import(new URL(`../dist/${path}`, import.meta.url).href)
const { planTable } = await load('masked-tables/column-plan.js')
const { createEngines } = await load('operations/shared/context.js')
const { loadPacks } = await load('packs/load.js')
const { governingLaw } = await load('operations/shared/governing.js')
const { ScannedText } = await load('text/scanned.js')
const packs = loadPacks()
const context = { packs, engines: createEngines(packs), ledger: null, warn: () => {} }
const json = (path) => JSON.parse(readFileSync(`${root}${path}`, 'utf8'))

function planOf(code, { columns, rows }) {
  const law = governingLaw({ jurisdiction: code, statute: null }, new ScannedText(''), context)
  const headings = columns.map(({ heading }) => heading)
  return planTable({ headings, rows, law, method: 'statute', asked: new Map(), shiftBy: null }, context).columns
}

const categoryOf = (kind) => packs.labels().kinds.get(kind)?.category ?? null

/** Columns with the right kind, and with the right treatment. Columns without persons must be left unchanged, or read as a text. */
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

/** Tables of every label of every field in the languages of a jurisdiction, whole names and their parts in separate tables. */
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

const folder = mkdtempSync(join(tmpdir(), 'tables-'))
const { createService } = await load('service.js')
const { rowsOf, written } = await load('masked-tables/text-rows.js')
const DIALECT = { delimiter: ',', newline: '\n', quoted: false }
const SALT = 'a salt of this bench'

/** Masks a table through the service, and reads the copy. */
async function copied(name, code, headings, rows, request = {}) {
  const [from, out] = [join(folder, `${name}.csv`), join(folder, `${name}.masked.csv`)]
  writeFileSync(from, written([headings, ...rows], DIALECT))
  const service = createService()
  try {
    const done = await service.copyTable(from, { jurisdiction: code, salt: SALT, ...request }, { out, report: false })
    return { done, rows: rowsOf(readFileSync(out, 'utf8'), DIALECT, 1).slice(1) }
  } finally {
    await service.close()
  }
}

/** Values of planted columns that are to be hidden, looked for in the whole row of the copy. */
const HIDDEN = [
  'given_name',
  'family_name',
  'dob',
  'phone',
  'email',
  'street',
  'iban',
  'bank_account',
  'national_id',
  'health_id',
  'tax_id',
  'passport',
  'drivers_licence',
  'vat_id',
]

async function cells() {
  const labels = json('data/field-labels.json').fields
  const headings = { ...labels, notes: json('data/column-headings.json').kinds.notes.labels }
  const counts = { cells: 0, left: 0, names: 0, namesLeft: 0 }
  const wrong = []
  for (const [at, code] of JURISDICTIONS.entries()) {
    const language = packs.countries().get(code).languages[0] ?? 'en'
    const columns = [...HIDDEN, 'gender', 'postcode', 'city', 'notes', 'none'].map((kind) => ({
      kind,
      heading: headings[kind]?.[language]?.[0] ?? headings[kind]?.en[0] ?? 'Status',
    }))
    const seen = new Set()
    const table = plantedTable(
      code,
      columns.filter(({ heading }) => !seen.has(heading) && seen.add(heading)),
      250,
      900 + at,
    )
    const masked = await copied(
      `cells-${code}`,
      code,
      table.columns.map(({ heading }) => heading),
      table.rows,
    )
    for (const [row, before] of table.rows.entries())
      for (const [index, { kind, heading }] of table.columns.entries()) {
        const value = before[index].trim()
        if (!HIDDEN.includes(kind) || value === '') continue
        counts.cells++
        if (masked.rows[row][index].trim() === value) {
          counts.left++
          wrong.push(`${code} ${heading}: cell left`)
        }
        if (kind !== 'given_name' && kind !== 'family_name') continue
        const notes = table.columns.findIndex((column) => column.kind === 'notes')
        counts.names++
        const word = new RegExp(
          `(?<![\\p{L}\\p{M}])${value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{M}])`,
          'iu',
        )
        if (word.test(masked.rows[row][notes])) {
          counts.namesLeft++
          wrong.push(`${code} ${heading}: name in notes`)
        }
      }
  }
  console.log(
    `cells of masked columns: ${counts.cells}, left ${counts.left}; names of the row in its notes: ${counts.names}, left ${counts.namesLeft}`,
  )
  for (const line of [...new Set(wrong)].slice(0, Number(options.wrong))) console.log(`  ${line}`)
}

/** Pairs of rows with one value in a column; '' joins nothing. */
function joined(a, b) {
  const places = new Map()
  for (const [row, key] of b.entries()) places.set(key, [...(places.get(key) ?? []), row])
  return a.flatMap((key, row) => (key === '' ? [] : (places.get(key) ?? []).map((other) => `${row} ${other}`)))
}

async function joins() {
  const random = randomOf(77)
  const count = 5000
  const people = Array.from({ length: count }, () => person('DE', random))
  const customers = people.map(({ given_name, family_name, email, phone, iban }) => [
    `${given_name} ${family_name}`,
    email,
    phone,
    iban,
  ])
  // The same people in another system: other case, other spaces, national numbers, half of them, some twice.
  const orders = Array.from({ length: count }, () => {
    const { given_name, family_name, email, phone, iban } = people[random.below(count / 2)]
    const local = phone.replace(/^\+49 ?/, '0')
    return [
      `${family_name.toUpperCase()}, ${given_name}`,
      email.toUpperCase(),
      `${local.slice(0, 4)} ${local.slice(4)}`,
      iban.replace(/(.{4})/g, '$1 ').trim(),
      '12.5',
    ]
  })
  const same = (value) => value.normalize('NFC').toLowerCase().replace(/[\s+]/g, '')
  const keys = { 1: same, 2: (value) => same(value).replace(/^(?:49|0)/, ''), 3: same }
  const a = await copied('customers', 'DE', ['Name', 'E-Mail', 'Telefon', 'IBAN'], customers, { columns: 'IBAN=token' })
  const b = await copied('orders', 'DE', ['Kunde', 'Mailadresse', 'Rufnummer', 'Bankverbindung', 'Betrag'], orders, {
    columns: 'Bankverbindung=token',
  })
  for (const [at, key] of Object.entries(keys)) {
    const before = joined(
      customers.map((row) => key(row[at])),
      orders.map((row) => key(row[at])),
    )
    const after = joined(
      a.rows.map((row) => row[at]),
      b.rows.map((row) => row[at]),
    )
    const known = new Set(after)
    const kept = before.filter((pair) => known.has(pair)).length
    console.log(
      `join by ${['', 'e-mail', 'phone', 'IBAN'][at]}: ${before.length} pairs before, ${after.length} after, ${kept} of them the same`,
    )
  }
}

/** Resident memory of this process and its children, in bytes, where /proc tells it. */
function memory(pid = process.pid) {
  try {
    const own = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
    const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
    )
    return own + children.reduce((sum, child) => sum + memory(Number(child)), 0)
  } catch {
    return 0
  }
}

/** Processor seconds of the children, read while they live. */
function childSeconds() {
  let ticks = 0
  for (const thread of readdirSync(`/proc/${process.pid}/task`))
    for (const child of readFileSync(`/proc/${process.pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean))
      try {
        const [, , , , , , , , , , , user, system] = readFileSync(`/proc/${child}/stat`, 'utf8')
          .replace(/^.*\) /, '')
          .split(' ')
        ticks += Number(user) + Number(system)
      } catch {}
  return ticks / 100
}

async function speed() {
  const count = Number(options.rows)
  for (const [name, columns] of [
    ['with notes', TWELVE],
    ['short cells alone', TWELVE.map(([heading, kind]) => (kind === 'notes' ? ['Land', 'country'] : [heading, kind]))],
  ]) {
    const [from, out] = [join(folder, 'speed.csv'), join(folder, 'speed.masked.csv')]
    writeTable(from, 'DE', columns, count, 3)
    const service = createService()
    let [most, children] = [0, 0]
    const look = setInterval(() => {
      most = Math.max(most, memory())
      children = Math.max(children, childSeconds())
    }, 50)
    const own = process.cpuUsage()
    const start = performance.now()
    const processes = options.processes === undefined ? {} : { processes: Number(options.processes) }
    const done = await service.copyTable(from, { jurisdiction: 'DE', salt: SALT }, { out, report: true, ...processes })
    const wall = (performance.now() - start) / 1000
    const { user, system } = process.cpuUsage(own)
    clearInterval(look)
    await service.close()
    const seconds = (user + system) / 1e6 + children
    const total = count * columns.length
    console.log(
      `${name}: ${count} rows x ${columns.length} columns, ${wall.toFixed(1)} s, ${seconds.toFixed(1)} s of processor time, ${Math.round(total / seconds)} cells a second a core, ${Math.round(most / 1e6)} MB at most in all processes`,
    )
    const alone = done.remains.find(({ says }) => says === 'as it stands')
    if (alone !== undefined) console.log(`  rows alone with what remains: ${alone.alone}`)
  }
}

const RUNS = { kinds, exports, cells, joins, speed }
try {
  for (const [name, run] of Object.entries(RUNS))
    if (positionals.length === 0 || positionals.includes(name)) await run()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
