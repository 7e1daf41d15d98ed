// Made-up requests, numbered, and the decisions the verbs make of them: what a big ledger is filled with and asked for again.
// Every decision is one the service itself would record, so it explains and replays like any other.

/** Every so many entries one is a de-identification; the others compare two of the records. */
const TEXT_EVERY = 50
/** A record takes part in about this many comparisons on either side. */
const PAIRS_OF_A_RECORD = 10
/** Fields that the pack distinguishes. No pack knows `case_number`: it makes another record and the same decision. */
const KINDS = [
  ['Alma Bendor', 'DK', '1961-02-03'],
  ['Alma Bendorf', 'DK', '1961-03-02'],
  ['Chidi Falgar', 'NG', '1979-11-30'],
  ['Chidi F. Falgar', 'NG', ''],
  ['Emre Helkin', 'TR', '1990-07-07'],
  ['Freja Lanmor', 'SE', '1945-12-24'],
  ['Freia Lanmor', '', '1945-12-24'],
  ['Goran Nespor', 'HR', '1983-05-19'],
  ['Hana Rossel', 'CZ', '1955-09-01'],
  ['Ines Tanvik', 'PT', '1999-01-31'],
  ['Jonas Wes', 'NO', '1970-10-10'],
  ['Kofi Bendor', 'GH', '1988-04-04'],
  ['Lena Dorfal', 'FI', '1962-06-16'],
]

function recordOf(index) {
  const [name, nationality, birth_date] = KINDS[index % KINDS.length]
  return { name, nationality, birth_date, case_number: String(index) }
}

/** A de-identification that no other number gives. */
export function textRequest(index) {
  const [name] = KINDS[index % KINDS.length]
  const text = `Case ${index}: ${name} called from 0803 555 7890.`
  return { shape: null, sides: [], verb: 'deidentify', body: { text, jurisdiction: 'NG', salt: 'pepper' } }
}

/** A comparison of the records of two numbers. */
export function pairRequest(a, b) {
  const shape = `${a % KINDS.length} ${b % KINDS.length}`
  return { shape, sides: [a, b], verb: 'compare', body: { a: recordOf(a), b: recordOf(b), entity: 'artist' } }
}

/**
 * Request `index` of a ledger of `entries`: never the same one twice. Comparisons of one `shape` differ in nothing that
 * decides; a de-identification has none. `sides` are the numbers of the records that are compared.
 */
export function requestOf(index, entries) {
  if (index % TEXT_EVERY === TEXT_EVERY - 1) return textRequest(index)
  const records = Math.max(4, Math.ceil(entries / PAIRS_OF_A_RECORD))
  const a = index % records
  return pairRequest(a, (a + 1 + Math.floor(index / records)) % records)
}

/** Resolves to what turns a request into what the ledger is given. `dist`: a file URL that ends in a slash. */
export async function deciding(dist) {
  const load = (name) => import(new URL(name, dist).href)
  const [{ loadPacks }, { createEngines }, { decideCompare }, { decideDeidentification }, requests] = await Promise.all(
    [
      load('packs/load.js'),
      load('operations/shared/context.js'),
      load('operations/compare.js'),
      load('operations/deidentify.js'),
      load('records/requests.js'),
    ],
  )
  const packs = loadPacks()
  const context = { packs, engines: createEngines(packs), ledger: null, warn() {} }
  return async ({ verb, body }) =>
    verb === 'compare'
      ? (await decideCompare(requests.CompareRequest.parse(body), context)).append
      : decideDeidentification(requests.DeidentifyRequest.parse(body), context).append
}
