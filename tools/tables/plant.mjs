// Planted tables: rows of invented people with values of one country under headings in its languages. Same seed, same bytes.
// Used by bench/masked-tables.mjs; as a program it writes one: node tools/tables/plant.mjs OUT.csv [--rows N] [--jurisdiction DE] [--seed S].
import { closeSync, openSync, readFileSync, realpathSync, writeSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { countrySpecs, isValidIBAN, toBBANStructure } from './iban.mjs'

const root = new URL('../../', import.meta.url)
const json = (path) => JSON.parse(readFileSync(new URL(path, root), 'utf8'))
const load = (path) => import(new URL(`dist/${path}`, root).href)

/** A small generator of numbers (Marsaglia 2003, xorshift), so that a seed decides every value. */
export function randomOf(seed) {
  let state = (Math.imul(seed + 1, 0x9e3779b1) ^ 0x5bd1e995) >>> 0 || 1
  const next = () => {
    state ^= state << 13
    state >>>= 0
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state
  }
  for (let i = 0; i < 8; i++) next()
  const below = (most) => next() % most
  return { below, of: (list) => list[below(list.length)] }
}

const people = new Map(
  readFileSync(new URL('bench/sample/tables/people.tsv', root), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [code, language, given, family, streets, towns, dates, note] = line.split('\t')
      const list = (text) => text.split(',')
      return [
        code,
        { language, given: list(given), family: list(family), streets: list(streets), towns: list(towns), dates, note },
      ]
    }),
)
export const JURISDICTIONS = [...people.keys()]

const vectors = json('test/vectors/identifiers.json').rules
const examples = json('node_modules/libphonenumber-js/examples.mobile.json')
const { checks } = await load('values/identifier/checks.js')
const { loadPacks } = await load('packs/load.js')
const packs = loadPacks()
const slots = new Map([...packs.categories().values()].map(({ code, slot }) => [code, slot]))

/** An official number that its own check accepts: one of the published vectors with other digits. */
function officialNumber(code, kind, random) {
  const rules = packs
    .countries()
    .get(code)
    .identifiers.filter(({ category }) => slots.get(category) === kind)
  for (const rule of rules) {
    const valid = vectors[code]?.[rule.name]?.valid ?? []
    if (valid.length === 0) continue
    const pattern = new RegExp(`^(?:${rule.pattern})$`, 'iu')
    const compact = (value) => [...value].filter((sign) => !(rule.separators ?? '').includes(sign)).join('')
    const check = rule.check === null ? () => true : checks[rule.check]
    const seed = random.of(valid)
    for (let tries = 0; tries < 3000; tries++) {
      const made = seed.replace(/\d/g, (digit, at) =>
        at > 0 && random.below(3) === 0 ? String(random.below(10)) : digit,
      )
      if (pattern.test(compact(made)) && check(compact(made))) return made
    }
    return seed
  }
  return null
}

function phone(code, random) {
  const example = examples[code] ?? examples.DE
  const national = example.slice(0, -5) + String(10_000 + random.below(90_000))
  const lead = packs.countries().get(code)?.calling_code ?? '49'
  return random.below(2) === 0 ? `+${lead} ${national}` : `+${lead}${national}`
}

function iban(code, random) {
  const spec = countrySpecs[code]
  if (spec?.bban_regexp === undefined) return null
  for (let tries = 0; tries < 3000; tries++) {
    const made = toBBANStructure(code, random)
    if (made !== null && isValidIBAN(made)) return made
  }
  return null
}

const pad = (value, width = 2) => String(value).padStart(width, '0')
const writtenDate = (form, [y, m, d]) => form.replace('Y', y).replace('M', pad(m)).replace('D', pad(d))
const dateIn = (from, years, random) => [from + random.below(years), 1 + random.below(12), 1 + random.below(28)]

/** Sex as tables of the language have it. */
const SEXES = {
  de: ['m', 'w'],
  fr: ['H', 'F'],
  es: ['H', 'M'],
  it: ['M', 'F'],
  pl: ['K', 'M'],
  nl: ['M', 'V'],
  cs: ['muž', 'žena'],
  el: ['Α', 'Θ'],
  bg: ['м', 'ж'],
  fi: ['mies', 'nainen'],
  hu: ['férfi', 'nő'],
  lt: ['vyras', 'moteris'],
  sv: ['man', 'kvinna'],
}
const AMOUNTS = ['active', 'closed', 'open', 'pending']

/** One row of one country: a value by kind; null for a kind that the country has none of, and for those that `wanted` leaves out. */
export function person(code, random, wanted = null) {
  const wants = (kind) => wanted === null || wanted.has(kind)
  const facts = people.get(code)
  const [given, family] = [random.of(facts.given), random.of(facts.family)]
  const town = random.of(facts.towns)
  const cut = /^(.*?\d[\dA-Z-]*(?: [\dA-Z]{2,4})?(?: \d{2})?) (\D+)$/.exec(town)
  const [postcode, city] = cut === null ? [town, town] : [cut[1], cut[2]]
  const street = `${random.of(facts.streets)} ${1 + random.below(180)}`
  const login =
    `${given}.${family}`
      .normalize('NFKD')
      .replace(/[^A-Za-z.]/g, '')
      .toLowerCase() || `user${random.below(9999)}`
  const dob = dateIn(1935, 70, random)
  const values = {
    name: `${given} ${family}`,
    given_name: given,
    family_name: family,
    name_part: random.of(['van', 'de', 'van der', '']),
    dob: writtenDate(facts.dates, dob),
    birth_year: String(dob[0]),
    age: String(2026 - dob[0]),
    birth_place: city,
    gender: random.of(SEXES[facts.language] ?? ['M', 'F']),
    nationality: packs.countries().get(code).name,
    occupation: random.of(['engineer', 'teacher', 'nurse', 'clerk', 'driver']),
    phone: phone(code, random),
    email: `${login}${random.below(999)}@example.org`,
    street,
    house_number: String(1 + random.below(180)),
    address: `${street}, ${postcode} ${city}`,
    postcode,
    city,
    region: city,
    country: packs.countries().get(code).name,
    iban: wants('iban') ? iban(code, random) : null,
    bank_account:
      (wants('bank_account') ? officialNumber(code, 'bank_account', random) : null) ??
      String(10_000_000 + random.below(89_999_999)),
    website: `https://${login}.example.org`,
    organisation_name: `${family} & Partner`,
    lei: null,
    notes: facts.note.replace('{S}', `${given} ${family}`),
    date: writtenDate(facts.dates, dateIn(2023, 3, random)),
    none: random.below(3) === 0 ? random.of(AMOUNTS) : `${random.below(90_000) / 100}`,
  }
  for (const kind of ['national_id', 'health_id', 'tax_id', 'passport', 'drivers_licence', 'vat_id', 'registration_id'])
    values[kind] = wants(kind) ? officialNumber(code, kind, random) : null
  return values
}

/** `columns`: {heading, kind}; kinds the country has no values of are left out. Rows are arrays in the order of the columns kept. */
export function plantedTable(code, columns, count, seed) {
  const random = randomOf(seed)
  const rows = Array.from({ length: count }, () => person(code, random))
  const kept = columns.filter(({ kind }) => rows.some((row) => row[kind] != null))
  return { columns: kept, rows: rows.map((row) => kept.map(({ kind }) => row[kind] ?? '')) }
}

/** Columns of the tables that speed and memory are measured on: twelve, one of them of notes. */
export const TWELVE = [
  ['Kundennummer', 'none'],
  ['Vorname', 'given_name'],
  ['Nachname', 'family_name'],
  ['Geburtsdatum', 'dob'],
  ['Geschlecht', 'gender'],
  ['Straße', 'street'],
  ['PLZ', 'postcode'],
  ['Ort', 'city'],
  ['Telefon', 'phone'],
  ['E-Mail', 'email'],
  ['Status', 'none'],
  ['Bemerkung', 'notes'],
]

const quoted = (cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** Writes a table of `count` rows without holding it. */
export function writeTable(path, code, columns, count, seed) {
  const random = randomOf(seed)
  const file = openSync(path, 'w')
  const wanted = new Set(columns.map(([, kind]) => kind))
  writeSync(file, `${columns.map(([heading]) => quoted(heading)).join(',')}\n`)
  let part = ''
  for (let row = 0; row < count; row++) {
    const values = person(code, random, wanted)
    part += `${columns.map(([heading, kind]) => quoted(heading === 'Kundennummer' ? String(100_000 + row) : (values[kind] ?? ''))).join(',')}\n`
    if (part.length > 1_000_000 || row === count - 1) {
      writeSync(file, part)
      part = ''
    }
  }
  closeSync(file)
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { values: options, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      rows: { type: 'string', default: '1000' },
      jurisdiction: { type: 'string', default: 'DE' },
      seed: { type: 'string', default: '1' },
    },
  })
  writeTable(positionals[0], options.jurisdiction, TWELVE, Number(options.rows), Number(options.seed))
}
