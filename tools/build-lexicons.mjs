// Builds data/lexicons/names.tsv.gz: how strongly a word supports a given name, a family name, an ordinary word (and in
// which languages), or another proper noun; and data/lexicons/words-common.json: the commonest words of each language. It exists because name lists alone cannot tell Mark from mark: the lists are set against running
// text. Usage: node tools/build-lexicons.mjs SOURCES_DIR [OUT_FOLDER]   (SOURCES_DIR as tools/SOURCES.md lists it; output is deterministic)
//
// Sources, all under licences that allow shipping a derived table (credits in NOTICE):
//   names/given_names, names/surnames        registers (US, GB, ES, FR, FI, SE, DE), openfootball, Faker family lists
//   names/nicknames_en, and data/authored (own writing)
//   words/cv_*, bible_*                      how often a word is in lower case / with a capital inside a sentence
//   words/omw_lemmas, hunspell_lt_stems, gbooks_*   ordinary words of languages with little running text
//   ner/*                                    how often a capitalised word is a person, a place or an organisation (counts only)
//   places/rigour_territory_names, organisations/org_token_freq_ror
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { fold } from '../dist/text/fold.js'
import { authoredRows } from './facts.mjs'

const sources = process.argv[2]
const out = process.argv[3] ?? fileURLToPath(new URL('../data/lexicons/', import.meta.url))
if (!sources) {
  console.error('usage: node tools/build-lexicons.mjs SOURCES_DIR [OUT_FOLDER]')
  process.exit(2)
}

const read = (file) => gunzipSync(readFileSync(join(sources, file))).toString('utf8')
const lines = (file) =>
  read(file)
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
const rows = (file) =>
  lines(file)
    .slice(1)
    .map((line) => line.split('\t'))

/** Letters of the three scripts that running text is matched in. */
const WORD = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]+$/u
/** Particles of names that are seldom given names themselves; "ben" is one of the commonest in many countries. */
const PARTICLES = new Set(
  'van von der den de het ten ter te la le du des da das do dos di del della dei e y i zu zum zur af av bin ibn el al bint abu ap st wa na'.split(
    ' ',
  ),
)

/** Words of a name as the scanner will see them: hyphens part, apostrophes join, marks go. German-style digraphs are kept as a second spelling. */
function parts(name, digraphs) {
  const found = new Set()
  for (const piece of name.split(/[\s\-‐–.,()/]+/u)) {
    const joined = piece.replace(/['’`ʼ]/gu, '')
    if (joined.length < 2 || !WORD.test(joined.normalize('NFC').replace(/\p{M}/gu, ''))) continue
    found.add(fold(joined))
    if (digraphs && /[äöüåøÄÖÜÅØ]/u.test(joined)) {
      const lower = joined.toLowerCase()
      found.add(fold(lower.replace(/ä/gu, 'ae').replace(/[öø]/gu, 'oe').replace(/ü/gu, 'ue').replace(/å/gu, 'aa')))
    }
  }
  return [...found].filter((word) => word.length > 1 && !PARTICLES.has(word))
}

/** Level of a frequency in parts per million, 0 (never) to 7. */
const level = (ppm) =>
  ppm <= 0 ? 0 : ppm < 0.6 ? 1 : ppm < 3 ? 2 : ppm < 12 ? 3 : ppm < 50 ? 4 : ppm < 200 ? 5 : ppm < 1000 ? 6 : 7

/** word -> best ppm and the countries that know it. */
const given = new Map()
const family = new Map()
function note(map, word, ppm, country) {
  const seen = map.get(word)
  if (seen) {
    if (ppm > seen.ppm) seen.ppm = ppm
    seen.countries.add(country)
  } else map.set(word, { ppm, countries: new Set([country]) })
}

const DIGRAPH_COUNTRIES = new Set(['DE', 'AT', 'CH', 'LI', 'LU', 'SE', 'FI', 'DK', 'NO', 'EE', 'HU', 'IS'])
/** The share of a name that a list without counts can claim: it says that a name exists, not how common it is. */
const LIST_SHARE = 0.25
for (const [file, map] of [
  ['names/given_names.tsv.gz', given],
  ['names/surnames.tsv.gz', family],
]) {
  const groups = new Map()
  for (const [country, , name, , count, , source] of rows(file)) {
    const key = `${country}\t${source}`
    if (!groups.has(key)) groups.set(key, { country, source, total: 0, names: new Map() })
    const group = groups.get(key)
    const weight = source === 'us-census1990:pct' ? Number(count) * 1e4 : count ? Number(count) : 0
    group.names.set(name, (group.names.get(name) ?? 0) + weight)
    group.total += weight
  }
  for (const { country, source, total, names } of groups.values()) {
    for (const [name, weight] of names) {
      let ppm =
        source === 'us-census1990:pct' ? weight : total > 0 ? (weight / total) * 1e6 : (LIST_SHARE * 1e6) / names.size
      if (total > 0 && total < 20000) ppm *= total / 20000
      if (total === 0) ppm = Math.min(ppm, 45)
      const words = parts(name, DIGRAPH_COUNTRIES.has(country))
      for (const word of words) note(map, word, words.length > 1 ? ppm / 4 : ppm, country)
    }
  }
}
for (const [country, , kind, , name] of authoredRows('person-names.tsv'))
  for (const word of parts(name, DIGRAPH_COUNTRIES.has(country)))
    note(kind === 'surname' ? family : given, word, 60, country)
for (const [, , , name] of authoredRows('name-equivalents.tsv'))
  for (const word of parts(name, true)) note(given, word, 60, 'EQ')
for (const [lang, name, short] of authoredRows('name-short-forms.tsv')) {
  for (const word of parts(short, true)) note(given, word, 20, lang)
  for (const word of parts(name, true)) note(given, word, 60, lang)
}
for (const [name, nick] of rows('names/nicknames_en.tsv.gz'))
  for (const value of [name, nick]) for (const word of parts(value, false)) note(given, word, 3, 'EN')

// Ordinary words: the best share a word has in lower case in any language, and with a capital inside a sentence.
const ordinary = new Map()
/** word -> language -> share in lower case, for the words that are names somewhere else. */
const byLanguage = new Map()
function speak(word, language, ppm) {
  if (!given.has(word) && !family.has(word)) return
  if (!byLanguage.has(word)) byLanguage.set(word, new Map())
  const shares = byLanguage.get(word)
  if (ppm > (shares.get(language) ?? 0)) shares.set(language, ppm)
}
/** Languages that write every noun with a capital, as only names are elsewhere. */
const CAPITAL_NOUNS = new Set(['de'])
const COMMON = 90
const common = {}
/** Words seen more than once in one corpus, or in a corpus and a word list: the others are left out of the table unless they matter to a name. */
const repeated = new Set()
const proper = new Map()
const raise = (map, word, ppm) => {
  if (ppm > (map.get(word) ?? 0)) map.set(word, ppm)
}
for (const file of readdirSync(join(sources, 'words')).sort()) {
  if (!/^(?:cv|bible)_/.test(file)) continue
  const language = file.replace(/^[a-z]+_|\.tsv\.gz$/g, '')
  const all = rows(`words/${file}`)
  let tokens = 0
  const counted = new Map()
  for (const [word, lower, middle, initial, upper] of all) {
    tokens += Number(lower) + Number(middle) + Number(initial) + Number(upper)
    const key = fold(word.replace(/['’`ʼ]/gu, ''))
    if (!WORD.test(key)) continue
    const seen = counted.get(key) ?? { lower: 0, middle: 0, initial: 0 }
    seen.lower += Number(lower)
    seen.middle += Number(middle)
    seen.initial += Number(initial)
    counted.set(key, seen)
  }
  const frequent = [...counted]
    .filter(([word, { lower }]) => word.length > 1 && lower > 2)
    .sort((a, b) => b[1].lower - a[1].lower || (a[0] < b[0] ? -1 : 1))
  if (frequent.length >= COMMON && (!common[language] || file.startsWith('cv_')))
    common[language] = frequent.slice(0, COMMON).map(([word]) => word)
  // A small corpus says little about rare words: pretend it has at least 50,000 words.
  const size = Math.max(tokens, 50000)
  for (const [word, { lower, middle, initial }] of counted) {
    if (lower + initial > 1 || (lower === 1 && ordinary.has(word))) repeated.add(word)
    else if (middle > 1 && CAPITAL_NOUNS.has(language)) repeated.add(word)
    const cased = lower + middle
    // One lower-case slip among many capitals is not an ordinary word.
    if (lower > 0 && lower / cased >= 0.08) {
      raise(ordinary, word, (lower / size) * 1e6)
      speak(word, language, (lower / size) * 1e6)
    } else if (lower === 0 && middle === 0 && initial > 1 && !given.has(word) && !family.has(word))
      raise(ordinary, word, 1)
    // Luther-style capitals: a German noun and a German name look alike, so only words unknown as names count as ordinary.
    if (middle > 0 && middle > lower) {
      if (CAPITAL_NOUNS.has(language) && !given.has(word) && !family.has(word))
        raise(ordinary, word, (middle / size) * 1e6)
      else raise(proper, word, (middle / size) * 1e6)
    }
  }
}
for (const [language, lemma, pos] of rows('words/omw_lemmas.tsv.gz')) {
  if (/[\s_-]/u.test(lemma)) continue
  const word = fold(lemma.replace(/['’`ʼ]/gu, ''))
  if (!WORD.test(word)) continue
  if (lemma === lemma.toLowerCase()) {
    raise(ordinary, word, 2)
    speak(word, language, 2)
  } else if (pos === 'n') raise(proper, word, 0.5)
}
for (const stem of lines('words/hunspell_lt_stems.txt.gz')) {
  if (stem !== stem.toLowerCase() || !WORD.test(fold(stem))) continue
  raise(ordinary, fold(stem), 1)
  speak(fold(stem), 'lt', 1)
}
for (const file of ['gbooks_en', 'gbooks_de', 'gbooks_fr', 'gbooks_es', 'gbooks_it', 'gbooks_fr_more']) {
  const all = rows(`words/${file}.tsv.gz`).slice(0, 12000)
  const total = all.reduce((sum, [, count]) => sum + Number(count), 0)
  for (const [value, count] of all) {
    const word = fold(value.replace(/['’`ʼ]/gu, ''))
    // The compiler folded case, so a word that is also a name proves nothing here.
    if (WORD.test(word) && !given.has(word) && !family.has(word) && !proper.has(word)) {
      if (ordinary.has(word)) repeated.add(word)
      raise(ordinary, word, (Number(count) / total) * 1e6)
    }
  }
}

// The label of a capitalised word inside a sentence in annotated text. Old OCR newspapers count a quarter.
const labelled = new Map()
/** Words with a capital inside a sentence that are labelled as nothing, where every noun has one; and all words of those texts. */
const nouns = new Map()
let nounTokens = 0
const CAPITAL = /^\p{Lu}/u
for (const file of readdirSync(join(sources, 'ner')).sort()) {
  const weight = /europeana|newseye|sonar/.test(file) ? 0.25 : 1
  const german = CAPITAL_NOUNS.has(file.slice(0, 2))
  for (const line of lines(`ner/${file}`)) {
    const { text, spans } = JSON.parse(line)
    const characters = Array.from(text)
    const type = new Map()
    for (const span of spans) for (let i = span.start; i < span.end; i++) type.set(i, span.type)
    let at = 0
    let initial = true
    while (at < characters.length) {
      if (!/\p{L}/u.test(characters[at])) {
        if (/[.!?:;"„“”»«•]/u.test(characters[at])) initial = true
        at++
        continue
      }
      const from = at
      while (at < characters.length && /[\p{L}\p{M}'’]/u.test(characters[at])) at++
      const value = characters.slice(from, at).join('')
      const label = type.get(from) ?? 'O'
      if (german) nounTokens++
      if (german && label === 'O' && !initial && CAPITAL.test(value))
        for (const word of parts(value, false)) nouns.set(word, (nouns.get(word) ?? 0) + weight)
      if (CAPITAL.test(value) && (label !== 'O' || (!initial && !german))) {
        for (const word of parts(value, false)) {
          const seen = labelled.get(word) ?? { PER: 0, LOC: 0, ORG: 0, O: 0 }
          seen[label] += weight
          labelled.set(word, seen)
        }
      }
      initial = false
    }
  }
}
for (const [word, count] of nouns) {
  if (count < 2 || given.has(word) || family.has(word) || proper.has(word) || labelled.has(word)) continue
  repeated.add(word)
  raise(ordinary, word, (count / nounTokens) * 1e6)
}
for (const [word, { PER, LOC, ORG, O }] of labelled) {
  const other = LOC + ORG
  // One mention is an accident; the scale is that of a corpus of two million words.
  if (other >= 1.5) raise(proper, word, (other * other) / (other + PER) / 2)
  if (O >= 2 && PER < O) raise(ordinary, word, ((O - PER) * O) / (O + other + PER) / 2)
}

// Names of countries, regions and states; words that organisations are named with.
for (const [, kind, name] of rows('places/rigour_territory_names.tsv.gz')) {
  const words = parts(name, false)
  if (words.length === 1 && name.length > 3) raise(proper, words[0], kind === 'main' ? 40 : kind === 'strong' ? 20 : 4)
}
for (const [country, token, count] of rows('organisations/org_token_freq_ror.tsv.gz')) {
  const word = fold(token)
  if (country === '*' && Number(count) >= 40 && WORD.test(word)) raise(proper, word, Number(count) / 20)
}

const words = new Set([...given.keys(), ...family.keys(), ...ordinary.keys(), ...proper.keys()])
const table = []
for (const word of words) {
  if (word.length < 2 || word.length > 30) continue
  const name = (map) => {
    const seen = map.get(word)
    if (!seen) return 0
    // A name known in many countries is more than its best share says.
    return Math.min(7, level(seen.ppm) + (seen.countries.size >= 6 ? 1 : 0))
  }
  const g = name(given)
  const s = name(family)
  const w = level(ordinary.get(word) ?? 0)
  let o = level(proper.get(word) ?? 0)
  const label = labelled.get(word)
  // Capitals inside a sentence are what a name looks like too: for a known name only places and organisations count.
  if ((g > 0 || s > 0) && o > 0) {
    const share = label
      ? (label.LOC + label.ORG + 0.5) / (label.LOC + label.ORG + label.PER + 1)
      : g >= 3 || s >= 3
        ? 0
        : 0.5
    o = share >= 0.7 ? o : share >= 0.4 ? Math.min(o, 3) : 0
  }
  // A single rare mention with no other evidence says nothing; leave it out.
  if (g <= 1 && s <= 1 && w <= 1 && o <= 1 && g + s + w + o < 2) continue
  if (g + s + o === 0 && !(w >= 3 && repeated.has(word))) continue
  if (g + s === 0 && w === 0 && o === 1) continue
  const spoken = [...(byLanguage.get(word) ?? [])].map(([language, ppm]) => [language, level(ppm)])
  const where = spoken.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, 8)
  table.push(
    `${word}\t${g}${s}${w}${o}${w >= 2 ? where.map(([language, spokenLevel]) => language + spokenLevel).join('') : ''}`,
  )
}
table.sort((a, b) => (a < b ? -1 : 1))
mkdirSync(out, { recursive: true })
const header =
  '# folded word, then levels 0-7: given name, family name, ordinary word, other proper noun (place, organisation); then the ordinary level by language'
writeFileSync(join(out, 'names.tsv.gz'), gzipSync(`${[header, ...table].join('\n')}\n`, { level: 9 }))
writeFileSync(
  join(out, 'words-common.json'),
  `${JSON.stringify(Object.fromEntries(Object.entries(common).sort(([a], [b]) => (a < b ? -1 : 1))), null, 1)}\n`,
)
console.log(
  `${table.length} words, given ${given.size}, family ${family.size}, ordinary ${ordinary.size}, proper ${proper.size}`,
)
