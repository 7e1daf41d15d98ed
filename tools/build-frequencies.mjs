// Builds data/frequencies/*.gz and the name and legal-form lexicons of comparison from open sources, so that how rare a
// name is comes from counted populations and not from the records of one call. Run: node tools/build-frequencies.mjs SOURCES_DIR
// Sources (form, licence): given_names and surnames tables (US SSA and Census, ONS, INE, INSEE, DVV, SCB, Berlin and city
// registers, openfootball, Faker lists; licence per row, see NOTICE), ROR names (CC0), football clubs (CC0), rigour org
// types and symbols (MIT), cleanco (MIT), ELF code list (GLEIF, free use), libpostal dictionaries (MIT), Google Books
// 1-grams (CC-BY-3.0), Common Voice sentences (CC0), rigour territories (MIT), nicknames (Apache-2.0, public domain),
// own writing (CC0: data/authored).
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import anyAscii from 'any-ascii'
import { authoredRows, countryCodes } from './facts.mjs'

const sources = process.argv[2]
if (!sources) {
  console.error('usage: node tools/build-frequencies.mjs SOURCES_DIR')
  process.exit(2)
}
const data = fileURLToPath(new URL('../data/', import.meta.url))
mkdirSync(join(data, 'frequencies'), { recursive: true })
mkdirSync(join(data, 'lexicons'), { recursive: true })

/** Rows of a gzipped tab-separated file with a header, as arrays of cells. */
function rows(path, skip = 1) {
  const text = gunzipSync(readFileSync(join(sources, path))).toString('utf8')
  return text
    .split('\n')
    .filter(Boolean)
    .slice(skip)
    .map((line) => line.split('\t'))
}
const plain = (text) => anyAscii(text).toLowerCase()
const tokensOf = (text) =>
  plain(text)
    .replace(/['’`]/g, '')
    .match(/[a-z0-9]+/g) ?? []

/** Adds `weight` spread over the tokens of names with counts: one distribution of mass 1 before weighting. */
class Mixture {
  constructor() {
    this.p = new Map()
    this.total = 0
  }
  add(counts, weight = 1) {
    let sum = 0
    for (const count of counts.values()) sum += count
    if (!sum) return
    for (const [token, count] of counts) this.p.set(token, (this.p.get(token) ?? 0) + (weight * count) / sum)
    this.total += weight
  }
}

/**
 * Information of a token that no source holds: Good and Turing's mass of the unseen (singletons over tokens) spread over
 * the number of unseen types that Chao's estimator expects (n1^2 / 2 n2).
 */
function unseenBits(counts) {
  let n = 0
  let n1 = 0
  let n2 = 0
  for (const count of counts.values()) {
    n += count
    if (count <= 1) n1++
    else if (count <= 2) n2++
  }
  const mass = Math.max(n1, 1) / n
  const types = Math.max((n1 * n1) / (2 * Math.max(n2, 1)), 1)
  return -Math.log2(mass / types)
}

/** One table: a header line, then one line per quarter bit of information with its tokens in order. */
function writeTable(name, bitsOf, header) {
  const lines = new Map()
  for (const [token, bits] of bitsOf) {
    const step = Math.max(0, Math.min(120, Math.round(bits * 4)))
    if (!lines.has(step)) lines.set(step, [])
    lines.get(step).push(token)
  }
  const body = [...lines].sort(([a], [b]) => a - b).map(([step, tokens]) => `${step}\t${tokens.sort().join(' ')}`)
  const text = `${JSON.stringify({ name, tokens: bitsOf.size, ...header })}\n${body.join('\n')}\n`
  const packed = gzipSync(text, { level: 9 })
  writeFileSync(join(data, 'frequencies', `${name}.txt.gz`), packed)
  console.log(name, bitsOf.size, 'tokens', (packed.length / 1024).toFixed(0), 'KB', JSON.stringify(header.unseen_bits))
}

/** Lower bits where our own list says a word is generic. */
function generic(bitsOf, tiers) {
  for (const [bits, words] of Object.entries(tiers)) {
    for (const word of words.split(' ').flatMap(tokensOf))
      bitsOf.set(word, Math.min(bitsOf.get(word) ?? Infinity, Number(bits)))
  }
}
const genericWords = JSON.parse(readFileSync(join(data, 'authored', 'generic-words.json'), 'utf8'))

// --- persons: given names and surnames, every country one vote, counted countries by their counts
const perCountry = { given: new Map(), surname: new Map() }
const pooled = new Map()
for (const kind of ['given', 'surname']) {
  const file = kind === 'given' ? 'names/given_names.tsv.gz' : 'names/surnames.tsv.gz'
  const bySource = new Map()
  for (const [country, , name, , count, , source] of rows(file)) {
    const key = `${country}\t${source}`
    if (!bySource.has(key)) bySource.set(key, new Map())
    const counts = bySource.get(key)
    const value = Number(count) || 1
    for (const token of new Set(tokensOf(name))) counts.set(token, (counts.get(token) ?? 0) + value)
  }
  for (const [country, , authoredKind, , name] of authoredRows('person-names.tsv')) {
    if ((authoredKind === 'surname') !== (kind === 'surname')) continue
    const key = `${country}\tauthored`
    if (!bySource.has(key)) bySource.set(key, new Map())
    for (const token of tokensOf(name)) bySource.get(key).set(token, 1)
  }
  const countries = perCountry[kind]
  for (const [key, counts] of [...bySource].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const country = key.split('\t')[0]
    if (!countries.has(country)) countries.set(country, new Mixture())
    // A register that counts people says more than a list of names without counts.
    const max = Math.max(...counts.values())
    countries.get(country).add(counts, max > 20 ? 4 : Math.min(1, counts.size / 300))
    for (const [token, count] of counts) pooled.set(token, (pooled.get(token) ?? 0) + (max > 20 ? count : 1))
  }
}
// Votes of a country by the rough size of its population (about the square root of its tens of millions; one by default).
const BIG = {
  US: 5,
  IN: 4,
  NG: 4,
  BR: 3,
  PK: 3,
  BD: 3,
  RU: 3,
  MX: 3,
  EG: 3,
  DE: 2.5,
  TR: 2.5,
  IR: 2.5,
  JP: 2.5,
  GB: 2,
  FR: 2,
  IT: 2,
  ES: 2,
  ZA: 2,
  KE: 2,
  GH: 1.5,
  PL: 1.5,
  UA: 1.5,
}
const person = new Map()
for (const kind of ['given', 'surname']) {
  let votes = 0
  const mixed = new Map()
  for (const [country, mixture] of perCountry[kind]) {
    const vote = Math.min(1, mixture.p.size / 400) * (BIG[country] ?? 1)
    votes += vote
    for (const [token, p] of mixture.p) mixed.set(token, (mixed.get(token) ?? 0) + (vote * p) / mixture.total)
  }
  for (const [token, p] of mixed) person.set(token, (person.get(token) ?? 0) + (0.5 * p) / votes)
}
const personBits = new Map()
const floorP = 2 ** -21
for (const [token, p] of person) if (p > floorP || (pooled.get(token) ?? 0) > 3) personBits.set(token, -Math.log2(p))
writeTable('person', personBits, {
  unseen_bits: 20,
  unit: 'bits',
  about: 'share of a token among given names and surnames, countries weighted',
})

// --- persons by jurisdiction: what is common there
const commonIn = new Map()
for (const code of countryCodes()) {
  const local = new Map()
  for (const kind of ['given', 'surname']) {
    const mixture = perCountry[kind].get(code)
    if (!mixture) continue
    for (const [token, p] of mixture.p) local.set(token, (local.get(token) ?? 0) + (0.5 * p) / mixture.total)
  }
  const common = [...local]
    .filter(([token]) => token.length > 1)
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, 400)
  commonIn.set(code, new Map(common.map(([token, p]) => [token, Math.round(-Math.log2(p) * 4)])))
}
for (const [code, bits, names] of authoredRows('common-names.tsv')) {
  const known = commonIn.get(code) ?? new Map()
  for (const name of names.split(' ')) known.set(name, Math.min(known.get(name) ?? Number.POSITIVE_INFINITY, 4 * bits))
  commonIn.set(code, known)
}
/** Country -> quarter bits -> the names of that many, blanks between. */
const jurisdictions = {}
for (const [code, names] of [...commonIn].sort(([a], [b]) => (a < b ? -1 : 1))) {
  const steps = {}
  for (const [name, step] of names) steps[step] = steps[step] ? `${steps[step]} ${name}` : name
  jurisdictions[code] = steps
}
writeFileSync(
  join(data, 'frequencies', 'person-jurisdictions.json.gz'),
  gzipSync(JSON.stringify(jurisdictions), { level: 9 }),
)

// --- ordinary words of many languages: what any name may contain without being told apart by it
const languages = ['en', 'de', 'fr', 'es', 'it']
const wordP = new Map()
const raise = (token, p) => {
  if (p > (wordP.get(token) ?? 0)) wordP.set(token, p)
}
for (const language of languages) {
  const counts = new Map()
  for (const [word, count] of rows(`words/gbooks_${language}.tsv.gz`))
    for (const t of tokensOf(word)) counts.set(t, (counts.get(t) ?? 0) + Number(count))
  let sum = 0
  for (const c of counts.values()) sum += c
  for (const [t, c] of counts) raise(t, c / sum)
}
for (const language of 'bg ca cs cy da de el en es et fi fr ga ha hr hu is it lt lv mt nb nl pl pt ro sk sl sv sw tr uk'.split(
  ' ',
)) {
  const counts = new Map()
  let sum = 0
  for (const [word, lower, mid, initial, upper] of rows(`words/cv_${language}.tsv.gz`, 2)) {
    const count = Number(lower) + Number(mid) + Number(initial) + Number(upper)
    sum += count
    if (Number(lower) > 1) for (const t of tokensOf(word)) counts.set(t, (counts.get(t) ?? 0) + count)
  }
  if (sum < 5000) continue
  for (const [t, c] of counts) raise(t, c / sum)
}
const wordBits = new Map(
  [...wordP].filter(([t, p]) => p > 2 ** -18 && t.length > 0).map(([t, p]) => [t, -Math.log2(p)]),
)
writeTable('words', wordBits, {
  unseen_bits: 18,
  unit: 'bits',
  about: 'share of a word in running text, the highest over 32 languages',
})

// --- organisations: in how many organisations of ROR and football a token stands, plus our generic words
const orgCounts = new Map()
let orgTotal = 0
for (const [country, token, count, total] of rows('organisations/org_token_freq_ror.tsv.gz')) {
  if (country !== '*') continue
  orgTotal = Number(total)
  for (const t of tokensOf(token)) orgCounts.set(t, Math.max(orgCounts.get(t) ?? 0, Number(count)))
}
const clubs = new Map()
let clubTotal = 0
for (const [, , name] of rows('organisations/football_clubs.tsv.gz')) {
  clubTotal++
  for (const t of new Set(tokensOf(name))) clubs.set(t, (clubs.get(t) ?? 0) + 1)
}
const organisation = new Map()
for (const [t, c] of orgCounts) organisation.set(t, -Math.log2(c / orgTotal))
for (const [t, c] of clubs)
  if (c > 3) organisation.set(t, Math.min(organisation.get(t) ?? Infinity, -Math.log2((c / clubTotal) * 0.3)))
const singles = new Map(orgCounts)
for (const line of rows('organisations/ror_names.tsv.gz'))
  for (const cell of line) for (const t of cell.length > 2 ? tokensOf(cell) : []) if (!singles.has(t)) singles.set(t, 1)
generic(organisation, genericWords.organisation)
writeTable('organisation', organisation, {
  unseen_bits: Math.min(18, Math.round(unseenBits(singles) * 4) / 4),
  unit: 'bits',
  about: 'share of organisations whose name holds a token',
})

// --- places: address and place vocabulary, territories, plus our generic words
const place = new Map()
for (const [, kind, term, variants] of rows('places/libpostal_address_vocab.tsv.gz')) {
  const bits = /street_types|unit_|level_|directionals|post_office|stopwords|building_types|concatenated/.test(kind)
    ? 7
    : /place_names|qualifiers/.test(kind)
      ? 9
      : /chains/.test(kind)
        ? 11
        : 0
  if (!bits) continue
  for (const form of [term, ...(variants ? variants.split('|') : [])])
    for (const t of tokensOf(form)) place.set(t, Math.min(place.get(t) ?? Infinity, t.length === 1 ? 6 : bits))
}
for (const [, kind, name] of rows('places/rigour_territory_names.tsv.gz'))
  if (kind === 'main') for (const t of tokensOf(name)) place.set(t, Math.min(place.get(t) ?? Infinity, 12))
generic(place, genericWords.place)
writeTable('place', place, {
  unseen_bits: 17,
  unit: 'bits',
  about: 'information of a token of a place name: address vocabulary and generic words',
})

const product = new Map()
generic(product, genericWords.product)
writeTable('product', product, {
  unseen_bits: 17,
  unit: 'bits',
  about: 'information of a word of a product title: generic words',
})

// --- lexicons
const links = new Map()
const link = (short, full) => {
  if (short === full || !short || !full) return
  if (!links.has(short)) links.set(short, new Set())
  links.get(short).add(full)
}
for (const [name, nickname] of rows('names/nicknames_en.tsv.gz'))
  link(tokensOf(nickname).join(''), tokensOf(name).join(''))
for (const [, name, short] of authoredRows('name-short-forms.tsv')) {
  const a = tokensOf(name)
  const b = tokensOf(short)
  if (a.length === 1 && b.length === 1) link(b[0], a[0])
}
for (const [group, symbol, form] of rows('organisations/rigour_symbols.tsv.gz')) {
  if (group !== 'person_nick') continue
  const a = tokensOf(symbol)
  const b = tokensOf(form)
  if (a.length === 1 && b.length === 1) link(b[0], a[0])
}
writeFileSync(
  join(data, 'lexicons', 'nicknames.txt'),
  `# short form: the full names it stands for. nicknames (Apache-2.0), common_nickname_csv (public domain), rigour (MIT), own writing (CC0)\n${[
    ...links,
  ]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([s, f]) => `${s}: ${[...f].sort().join(' ')}`)
    .join('\n')}\n`,
)
const classes = new Map()
for (const [name, , , form] of authoredRows('name-equivalents.tsv')) {
  const t = tokensOf(form)
  if (t.length !== 1 || t[0].length < 2) continue
  if (!classes.has(name)) classes.set(name, new Set())
  classes.get(name).add(t[0])
}
writeFileSync(
  join(data, 'lexicons', 'name-equivalents.txt'),
  `# one line = one name across languages and scripts. Own writing (CC0)\n${[...classes.values()]
    .filter((s) => s.size > 1)
    .map((s) => [...s].sort().join(' '))
    .sort()
    .join('\n')}\n`,
)

// Legal forms: phrase -> canonical form. The generic class of rigour where it has one, else its own comparison form.
const forms = new Map()
const put = (phrase, canonical) => {
  const key = tokensOf(phrase).join(' ')
  const value = tokensOf(canonical).join('')
  if (key && value && !forms.has(key)) forms.set(key, value)
}
const rigour = rows('organisations/rigour_org_types.tsv.gz')
const byForm = new Map()
for (const [alias, display, compare, genericForm] of rigour) {
  const canonical = genericForm || compare || display
  if (!canonical) continue
  put(alias, canonical)
  put(display, canonical)
  byForm.set(tokensOf(display).join(''), canonical)
}
for (const [, form, abbreviation, variants] of authoredRows('company-forms.tsv')) {
  const canonical = byForm.get(tokensOf(abbreviation).join('')) ?? abbreviation
  for (const phrase of [form, abbreviation, ...(variants ? variants.split('|') : [])]) put(phrase, canonical || form)
}
for (const [, , , , local, transliterated, shortLocal, shortTransliterated] of rows(
  'organisations/elf_legal_forms.tsv.gz',
)) {
  const abbreviations = [...(shortLocal ?? '').split(';'), ...(shortTransliterated ?? '').split(';')]
    .map((s) => s.trim())
    .filter(Boolean)
  const known = abbreviations.map((s) => byForm.get(tokensOf(s).join(''))).find(Boolean)
  const canonical = known ?? abbreviations[0] ?? null
  if (!canonical) continue
  for (const phrase of [local, transliterated, ...abbreviations])
    if (phrase && tokensOf(phrase).length <= 5) put(phrase, canonical)
}
for (const [kind, key, term] of rows('organisations/cleanco_terms.tsv.gz'))
  if (kind === 'type' && !forms.has(tokensOf(term).join(' ')))
    put(term, byForm.get(tokensOf(term).join('')) ?? (/limited/i.test(key) ? 'LLC' : term))
for (const [, term, variants] of rows('organisations/libpostal_company_types.tsv.gz')) {
  const all = [term, ...(variants ? variants.split('|') : [])]
  const known = all.map((s) => forms.get(tokensOf(s).join(' '))).find(Boolean)
  for (const phrase of all) put(phrase, known ?? all.at(-1))
}
for (const [canonical, phrase] of authoredRows('legal-forms.tsv')) forms.set(phrase, canonical)
const byCanonical = new Map()
for (const [phrase, canonical] of forms) {
  if (!byCanonical.has(canonical)) byCanonical.set(canonical, [])
  byCanonical.get(canonical).push(phrase)
}
writeFileSync(
  join(data, 'lexicons', 'legal-forms.json'),
  `${JSON.stringify({ about: 'Legal forms of organisations: canonical form -> spellings, folded to plain letters. GLEIF ELF code list, rigour (MIT), cleanco (MIT), libpostal (MIT), own writing (CC0).', forms: Object.fromEntries([...byCanonical].sort(([a], [b]) => (a < b ? -1 : 1)).map(([c, p]) => [c, p.sort()])) }, null, 0).replace(/\],"/g, '],\n"')}\n`,
)
// Words for the same thing in several languages, single words only.
const symbols = new Map()
for (const [group, symbol, form] of rows('organisations/rigour_symbols.tsv.gz')) {
  if (group !== 'org_symbols' && group !== 'org_domains') continue
  const t = tokensOf(form)
  if (t.length !== 1 || t[0].length < 3) continue
  const s = tokensOf(symbol).join('')
  if (!symbols.has(s)) symbols.set(s, new Set())
  symbols.get(s).add(t[0])
}
for (const [sort, spellings] of authoredRows('organisation-concepts.tsv')) {
  const words = spellings.split(' ')
  symbols.set(`${sort} ${words[0]}`, new Set(words))
}
writeFileSync(
  join(data, 'lexicons', 'organisation-concepts.json'),
  `${JSON.stringify({ about: 'Words that name one kind of organisation in many languages: concept -> spellings, folded. rigour (MIT), own writing (CC0).', words: Object.fromEntries([...symbols].sort(([a], [b]) => (a < b ? -1 : 1)).map(([c, p]) => [c, [...p].sort()])) }).replace(/\],"/g, '],\n"')}\n`,
)
