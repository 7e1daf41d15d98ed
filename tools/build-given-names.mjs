// Builds data/lexicons/given-names.txt.gz: given names that are common in a country, so that two of them are two names there however
// alike they are ("Anna", "Hanna"), and which of them are men's alone: before those, a woman's title names the wife. Run: node tools/build-given-names.mjs SOURCES_DIR [--pairs DIR] [--bits N]
// Sources: names/given_names (licences by row, see NOTICE), data/authored/person-names.tsv. A name is common that at least one in 2^N people
// of the country has; countries with too few known names are left out. N is counted, not chosen: of labelled pairs
// (--pairs: <set>.jsonl.gz of {entity, a, b, same}) of one person with one birth and one house, as many may carry two names that look alike
// and are both common in one country as there are twins: more questions about one person would be asked than about two. The table that is printed says what each N would give, and the share of all twins it knows.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import anyAscii from 'any-ascii'
import { Respelling } from '../dist/text/respelling.js'
import { jaroWinkler } from '../dist/text/similarity.js'
import { authoredRows } from './facts.mjs'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { pairs: { type: 'string' }, bits: { type: 'string' } },
})
const sources = positionals[0]
if (!sources) {
  console.error('usage: node tools/build-given-names.mjs SOURCES_DIR [--pairs DIR] [--bits N]')
  process.exit(2)
}
const data = fileURLToPath(new URL('../data/', import.meta.url))
const linesOf = (path) => gunzipSync(readFileSync(path)).toString('utf8').split('\n').filter(Boolean)
const tokensOf = (text) =>
  anyAscii(text)
    .toLowerCase()
    .replace(/['’`]/g, '')
    .match(/[a-z]+/g) ?? []

/** Least names of a list without counts that shows which names are common in a country; fewer count in proportion. */
const WHOLE_LIST = 300
/** Least share of known names that identifies a country. */
const ENOUGH = 0.6
/** Share of one person's pairs of records that may look like twins: that of twins among births (Monden, Pison, Smits 2021). */
const MISTAKEN = 12 / 1000
const ALIKE = 0.7
const CANDIDATES = [7, 8, 9, 10, 11]

/** Country and source -> name -> count. */
const lists = new Map()
/** Share of women among the bearers of a man's name at most. */
const WOMEN = 0.02
/** Name -> counts of women and men, each list of one weight. */
const sexes = new Map()
const count = (key, name, value, sex) => {
  const [token, ...more] = tokensOf(name)
  if (token === undefined || more.length > 0 || token.length < 3) return
  const counted = sexes.get(token) ?? { F: 0, M: 0 }
  if (sex in counted) counted[sex] += value
  sexes.set(token, counted)
  if (!lists.has(key)) lists.set(key, new Map())
  const counts = lists.get(key)
  counts.set(token, (counts.get(token) ?? 0) + value)
}
for (const line of linesOf(join(sources, 'names/given_names.tsv.gz')).slice(1)) {
  const [country, , name, sex, times, , source] = line.split('\t')
  count(`${country}\t${source}`, name, Number(times) || 1, sex)
}
for (const [country, , kind, sex, name] of authoredRows('person-names.tsv'))
  if (kind !== 'surname') count(`${country}\tauthored`, name, 1, sex)

/** Country -> name -> share of its people. A register that counts people says four times as much as a whole list of names. */
const shares = new Map()
for (const [key, counts] of [...lists].sort(([a], [b]) => (a < b ? -1 : 1))) {
  const [country] = key.split('\t')
  if (!shares.has(country)) shares.set(country, { known: 0, names: new Map() })
  const mixed = shares.get(country)
  const counted = Math.max(...counts.values()) > 20
  const weight = counted ? 4 : Math.min(1, counts.size / WHOLE_LIST)
  let sum = 0
  for (const value of counts.values()) sum += value
  for (const [name, value] of counts) mixed.names.set(name, (mixed.names.get(name) ?? 0) + (weight * value) / sum)
  mixed.known += weight
}
for (const [country, { known, names }] of shares) {
  if (known < ENOUGH) shares.delete(country)
  for (const [name, share] of names) names.set(name, share / known)
}

/** Bits of the rarer of two names in the country where that is most common. */
function bitsOfBoth(p, q) {
  let most = 0
  for (const { names } of shares.values()) most = Math.max(most, Math.min(names.get(p) ?? 0, names.get(q) ?? 0))
  return -Math.log2(most)
}

/** Bits of the rarer of two like given names that pairs of one person, one birth and one house carry; Infinity where it is one name. */
function pairsOfOne(folder) {
  const rules = JSON.parse(readFileSync(join(data, 'equivalents', 'name-forms.json'), 'utf8'))
  const passes = rules.spelled.map((folds) => new Respelling(folds))
  const spelled = (name) => passes.reduce((text, pass) => pass.of(text), name)
  const found = []
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.jsonl.gz')))
    for (const line of linesOf(join(folder, file))) {
      const { entity, a, b, same } = JSON.parse(line)
      if (!same || entity !== 'person' || !a.birth_date || a.birth_date !== b.birth_date) continue
      if (!a.address || a.address !== b.address) continue
      const [p] = tokensOf(a.given_name ?? a.name ?? '')
      const [q] = tokensOf(b.given_name ?? b.name ?? '')
      if (p === undefined || q === undefined) continue
      // Unrelated names are distinguished however common they are.
      const alike = p !== q && spelled(p) !== spelled(q) && jaroWinkler(p, q) >= ALIKE
      found.push(alike ? bitsOfBoth(p, q) : Number.POSITIVE_INFINITY)
    }
  return found
}

let bits = Number(options.bits ?? 0)
const told = options.pairs ? pairsOfOne(options.pairs) : []
for (const candidate of CANDIDATES) {
  const common = (share) => share >= 2 ** -candidate
  let twins = 0
  let names = 0
  for (const country of shares.values()) {
    let mass = 0
    for (const share of country.names.values()) if (common(share)) mass += share
    for (const share of country.names.values()) if (common(share)) names++
    twins += mass ** 2 / shares.size
  }
  const mistaken = told.filter((both) => both <= candidate).length / Math.max(1, told.length)
  console.log(
    `1 in 2^${candidate}: ${names} names in ${shares.size} countries, ${(100 * twins).toFixed(1)} % of twins,`,
    `${(100 * mistaken).toFixed(2)} % of ${told.length} pairs of one person`,
  )
  if (options.pairs && !options.bits && mistaken <= MISTAKEN) bits = candidate
}
if (bits > 0) {
  const lines = [...shares]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([country, { names }]) => {
      const common = [...names].filter(([, share]) => share >= 2 ** -bits).map(([name]) => name)
      return `${country}: ${common.sort().join(' ')}`
    })
  const common = new Set(lines.flatMap((line) => line.slice(4).split(' ')))
  const men = [...common].filter((name) => sexes.get(name).F <= WOMEN * sexes.get(name).M).sort()
  lines.push(`men: ${men.join(' ')}`)
  const head = `# Given names that at least one in 2^${bits} people of a country bears, and after "men" those of men alone, by tools/build-given-names.mjs. From the sources of names in NOTICE`
  writeFileSync(join(data, 'lexicons', 'given-names.txt.gz'), gzipSync(`${head}\n${lines.join('\n')}\n`, { level: 9 }))
  console.log(`wrote the names of 2^${bits}`)
}
