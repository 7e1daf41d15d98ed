// Builds data/lexicons/name-cultures.txt: names under the writing convention of the countries where they are borne, so that two
// names that are both well known match one another only where they are one name there ("Khaled" and "Khalid", not "Allan"
// and "Ellen"). Run after the build, when data/equivalents/name-forms.json or the sources changed: node tools/build-name-cultures.mjs SOURCES_DIR
// Sources: names/given_names, names/surnames (licences by row, see NOTICE), data/authored/person-names.tsv. A name is kept where another one of
// its convention has a reading in common with it, and both are well known (data/frequencies/person.txt.gz, built first). The line "given" holds given names of women that end like a family name in the feminine.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import anyAscii from 'any-ascii'
import { Respelling } from '../dist/text/respelling.js'
import { authoredRows } from './facts.mjs'

const sources = process.argv[2]
if (!sources) {
  console.error('usage: node tools/build-name-cultures.mjs SOURCES_DIR')
  process.exit(2)
}
const data = fileURLToPath(new URL('../data/', import.meta.url))
const rules = JSON.parse(readFileSync(join(data, 'equivalents', 'name-forms.json'), 'utf8'))
const rows = (path) =>
  gunzipSync(readFileSync(join(sources, path)))
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .slice(1)
    .map((line) => line.split('\t'))
const tokensOf = (text) =>
  anyAscii(text)
    .toLowerCase()
    .replace(/['’`]/g, '')
    .match(/[a-z]+/g) ?? []

/** Least information of a well-known name, in bits: as in src/engines/compare/persons/name-similarity.ts. */
const KNOWN = 16
const known = new Set(
  gunzipSync(readFileSync(join(data, 'frequencies', 'person.txt.gz')))
    .toString('utf8')
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
    .filter(([step]) => Number(step) / 4 <= KNOWN)
    .flatMap(([, words]) => words?.split(' ') ?? []),
)

/** Country -> names borne there, and how often a name is a given name of women and a family name anywhere. */
const byCountry = new Map()
const women = new Map()
const families = new Map()
const add = (map, key) => map.set(key, (map.get(key) ?? 0) + 1)
const bear = (country, text) => {
  if (!byCountry.has(country)) byCountry.set(country, new Set())
  const tokens = tokensOf(text)
  // A name of several words is a compound: its parts are in the lists as single names.
  if (tokens.length === 1 && tokens[0].length > 2 && known.has(tokens[0])) byCountry.get(country).add(tokens[0])
  return tokens
}
for (const [country, , name, gender] of rows('names/given_names.tsv.gz'))
  for (const token of bear(country, name)) if (gender !== 'M' && known.has(token)) add(women, token)
for (const [country, , name] of rows('names/surnames.tsv.gz'))
  for (const token of bear(country, name)) add(families, token)
for (const [country, , , , name] of authoredRows('person-names.tsv')) bear(country, name)

const lines = []
for (const { name, countries, readings, passes } of rules.conventions) {
  const [first, ...rest] = passes
  const after = rest.map((pass) => new Respelling(pass))
  const ways = readings.map((reading) => [new Respelling(`${reading} ${first}`), ...after])
  const borne = new Set(countries.split(' ').flatMap((country) => [...(byCountry.get(country) ?? [])]))
  const byReading = new Map()
  for (const word of [...borne].sort())
    for (const reading of new Set(ways.map((way) => way.reduce((spelled, pass) => pass.of(spelled), word)))) {
      if (!byReading.has(reading)) byReading.set(reading, [])
      byReading.get(reading).push(word)
    }
  const kept = new Set([...byReading.values()].filter((words) => words.length > 1).flat())
  lines.push(`${name}: ${[...kept].sort().join(' ')}`)
  console.log(name, borne.size, 'names borne,', kept.size, 'kept')
}
const endings = rules.feminine.flatMap(({ endings }) => endings.split(' ').map((ending) => ending.split('=')[0]))
const given = [...women]
  .filter(([name, count]) => count > 2 * (families.get(name) ?? 0) && endings.some((ending) => name.endsWith(ending)))
  .map(([name]) => name)
  .sort()
lines.push(`given: ${given.join(' ')}`)
console.log('given', given.length)
writeFileSync(
  join(data, 'lexicons', 'name-cultures.txt'),
  `# Names by the convention of data/equivalents/name-forms.json whose countries bear them. From the sources of names in NOTICE\n${lines.join('\n')}\n`,
)
