// The corpus of the oracle: the committed texts, records, files and tables, pairs made from a seed, and development sets of a folder.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

const root = fileURLToPath(new URL('../../', import.meta.url))
const at = (path) => join(root, path)

/** Rows of a .jsonl or .jsonl.gz file. */
function rowsOf(path) {
  const bytes = readFileSync(path)
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line))
}

/** Rows of all .jsonl and .jsonl.gz files of a folder, each with `item`: the name of its file and its line number. */
function itemsOf(folder) {
  if (!existsSync(folder)) return []
  const files = readdirSync(folder).filter((name) => /\.jsonl(?:\.gz)?$/.test(name) && !name.startsWith('manifest'))
  return files.sort().flatMap((file) => {
    const name = file.replace(/\.jsonl(?:\.gz)?$/, '')
    return rowsOf(join(folder, file)).map((row, index) => ({ ...row, item: `${name}:${index + 1}` }))
  })
}

/** Numbers in [0, 1) from a seed (Park and Miller 1988): the corpus is part of what is compared, so chance is written down. */
export function generator(seed) {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

const WORDS =
  'Ngozi Okonkwo Müller Smith Łukasz Ó Briain General Hospital Hall 2 3 12 500g 1.5 l GmbH Ltd Zaria Road JGS516 DCS-2130 Ärö the & Москва \u{1f600} 1990-04-12 12/04/1990 +2348035550111 0803 555 0111 RC123456 casey@example.com www.example.org 52.5200 13.4050 black 64GB'.split(
    ' ',
  )
const GENERATED_PER_PACK = 60

/** Pairs of records that share some words and not others, under every field of every pack. */
export function generatedPairs() {
  const next = generator(20_260_101)
  const pick = (list) => list[Math.floor(next() * list.length)]
  const value = () => Array.from({ length: 1 + Math.floor(next() * 5) }, () => pick(WORDS)).join(' ')
  const pairs = []
  for (const file of readdirSync(at('data/entities')).sort()) {
    const pack = JSON.parse(readFileSync(at(`data/entities/${file}`), 'utf8'))
    if (pack.same_as) continue
    for (let n = 0; n < GENERATED_PER_PACK; n++) {
      const a = {}
      const b = {}
      for (const { name } of pack.fields) {
        if (next() < 0.5) continue
        a[name] = value()
        b[name] = next() < 0.5 ? a[name].toUpperCase() : value()
      }
      pairs.push({ entity: pack.entity, a, b, item: `generated:${pack.entity}:${n + 1}` })
    }
  }
  return pairs
}

const PEOPLE_PER_COUNTRY = 12

/** Invented people of every country of bench/sample/tables/people.tsv: each record, and the same person written in another way. */
export function generatedPeople() {
  const next = generator(20_261_124)
  const pick = (list) => list[Math.floor(next() * list.length)]
  const lines = readFileSync(at('bench/sample/tables/people.tsv'), 'utf8').split('\n')
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .flatMap((line) => {
      const [country, , given, family, streets, towns] = line.split('\t').map((cell) => cell.split(','))
      return Array.from({ length: PEOPLE_PER_COUNTRY }, (_, n) => {
        const day = String(1 + Math.floor(next() * 28)).padStart(2, '0')
        const month = String(1 + Math.floor(next() * 12)).padStart(2, '0')
        const year = String(1930 + Math.floor(next() * 70))
        const person = {
          given_name: pick(given),
          family_name: pick(family),
          birth_date: `${year}-${month}-${day}`,
          street: `${pick(streets)} ${1 + Math.floor(next() * 90)}`,
          city: pick(towns),
          phone: `+49 30 ${Math.floor(1e6 + next() * 9e6)}`,
        }
        return { item: `people:${country}:${n + 1}`, a: person, b: rewritten(person, given, next) }
      })
    })
}

/** The changes that registries have most: a typing error, another order, a swapped day, a missing field, another first name. */
function rewritten(person, given, next) {
  const other = { ...person }
  const name = other.family_name
  const cut = Math.floor(next() * (name.length - 1))
  if (next() < 0.3) other.family_name = `${name.slice(0, cut)}${name.slice(cut + 1)}`
  if (next() < 0.2) {
    const [year, month, day] = other.birth_date.split('-')
    other.birth_date = `${year}-${month}-${String(1 + (Number(day) % 28)).padStart(2, '0')}`
  }
  if (next() < 0.2) other.given_name = given[Math.floor(next() * given.length)]
  if (next() < 0.1) [other.given_name, other.family_name] = [other.family_name, other.given_name]
  for (const field of ['street', 'city', 'phone', 'birth_date']) if (next() < 0.25) delete other[field]
  return other
}

function releasedReceipts() {
  const folder = at('test/golden/released')
  const releases = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'decisions.json')))
  return releases.sort().flatMap((release) => {
    const { documents, decisions } = JSON.parse(readFileSync(join(folder, release, 'decisions.json'), 'utf8'))
    const asked = decisions.map(({ verb, request }, index) => ({
      ...request,
      verb,
      item: `released:${release}:${index + 1}`,
    }))
    return [{ release, documents, asked }]
  })
}

/** Releases ask much the same questions; each is asked once. */
function once(rows, keyOf) {
  const known = new Set()
  return rows.filter((row) => {
    const key = JSON.stringify(keyOf(row))
    return !known.has(key) && known.add(key)
  })
}

/** Everything the repository holds, and the development sets of `folder` where one is given. */
export function corpusOf(folder = null) {
  const released = releasedReceipts()
  const asked = released.flatMap(({ asked }) => asked)
  const compared = asked.filter(({ verb }) => verb === 'compare')
  const golden = JSON.parse(readFileSync(at('test/golden/compare/receipts.json'), 'utf8'))
  const rooms = folder === null ? [at('bench/sample')] : [at('bench/sample'), folder]
  const of = (...names) => rooms.flatMap((room) => names.flatMap((name) => itemsOf(join(room, name))))
  const texts = [
    ...itemsOf(at('bench/texts')),
    ...of('detect', 'wild', 'places', 'extract'),
    ...of('values').map((row) => ({ ...row, text: row.text ?? row.value ?? row.address ?? row.number })),
    ...asked.filter(({ verb }) => verb === 'deidentify'),
  ].filter(({ text }) => typeof text === 'string')
  const sample = itemsOf(at('bench/sample')).filter(({ entity }) => entity !== undefined)
  const pairs = [
    ...golden.map(({ entity, a, b }, index) => ({ entity, a, b, item: `receipt:${index + 1}` })),
    ...compared.filter(({ a }) => typeof a === 'object'),
    ...sample,
    ...generatedPairs(),
    ...generatedPeople().map((pair) => ({ ...pair, entity: 'person' })),
    ...(folder === null ? [] : itemsOf(join(folder, 'pairs'))),
  ]
  return {
    texts: once(texts, ({ text, jurisdiction, statute, method }) => [text, jurisdiction, statute, method]),
    mentions: of('places', 'extract', 'detect'),
    pairs: once(pairs, ({ entity, a, b }) => [entity, a, b]),
    textPairs: once(
      compared.filter(({ a }) => typeof a === 'string'),
      ({ a, b, jurisdiction }) => [a, b, jurisdiction],
    ),
    uploads: once(
      released.flatMap(({ documents }) => documents.map(([name, text]) => ({ name, bytes: Buffer.from(text) }))),
      ({ name, bytes }) => [name, bytes],
    ),
    // Text in a picture is read by another program, and slowly.
    files: rowsOf(at('bench/sample/documents/manifest.jsonl'))
      .filter(({ file }) => !file.endsWith('.png'))
      .map(({ file, jurisdiction }) => ({
        name: file,
        jurisdiction,
        bytes: readFileSync(at(`bench/sample/documents/${file}`)),
      })),
    tables: [{ name: 'people', entity: 'person', rows: tableOfPeople() }, ...tablesOf(folder)],
  }
}

const HEADER = ['id', 'given_name', 'family_name', 'birth_date', 'street', 'city', 'phone']

function tableOfPeople() {
  const records = generatedPeople().flatMap(({ item, a, b }) => [
    { ...a, id: `${item}:a` },
    { ...b, id: `${item}:b` },
  ])
  return [HEADER, ...records.map((record) => HEADER.map((name) => record[name] ?? ''))]
}

/** Folders of a.csv, and b.csv where two tables are linked. */
function tablesOf(folder) {
  const room = folder === null ? null : join(folder, 'tables')
  if (room === null || !existsSync(room)) return []
  return readdirSync(room).flatMap((name) => {
    const files = readdirSync(join(room, name)).filter((file) => /^[ab]\.csv(?:\.gz)?$/.test(file))
    return files.length === 0 ? [] : [{ name, files: files.sort().map((file) => join(room, basename(name), file)) }]
  })
}
