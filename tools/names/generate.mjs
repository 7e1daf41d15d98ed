// Texts with names of every country for the fit of names: sentences and forms of our own (sentences.tsv, forms.tsv), runs of the
// ordinary words of a language with a name among them, and labelled sentences with other people's names in them.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { copies } from './copies.mjs'
import { randomOf } from './crf.mjs'
import { shuffled } from './sources.mjs'

/** The countries whose names the sentences of a language take most often. */
const COUNTRIES = {
  en: 'GB IE NG GH KE ZA US',
  de: 'DE AT CH LI',
  fr: 'FR BE LU CH',
  es: 'ES',
  it: 'IT',
  pt: 'PT BR',
  nl: 'NL BE',
  sv: 'SE FI',
  da: 'DK',
  nb: 'NO',
  nn: 'NO',
  fi: 'FI',
  et: 'EE',
  lv: 'LV',
  lt: 'LT',
  pl: 'PL',
  cs: 'CZ',
  sk: 'SK',
  hu: 'HU',
  ro: 'RO',
  hr: 'HR',
  sl: 'SI',
  sr: 'RS HR',
  bg: 'BG',
  el: 'GR CY',
  mt: 'MT',
  is: 'IS',
  ga: 'IE',
  tr: 'TR',
  sq: 'AL',
  af: 'ZA',
  zu: 'ZA',
  xh: 'ZA',
  st: 'ZA',
  tn: 'ZA',
  sn: 'ZA NG',
  sw: 'KE',
  rw: 'KE UG',
  lg: 'UG KE',
  ny: 'ZA KE',
  ha: 'NG',
  yo: 'NG',
  ig: 'NG',
  tw: 'GH',
  ee: 'GH',
  pcm: 'NG',
  wo: 'SN CI',
  luo: 'KE',
  ca: 'ES',
  cy: 'GB',
  uk: 'UA',
}
const FORM_COUNTRIES =
  'AT BE BG CY CZ DE DK EE ES FI FR GB GH GR HR HU IE IS IT KE LI LT LU LV MT NG NL NO PL PT RO SE SI SK ZA US IN TR'.split(
    ' ',
  )

/** Endings of names in the cases of a language: [ending, replacement]. Written from grammars. */
const CASES = {
  fi: [
    ['nen', 'sen'],
    ['', 'n'],
    ['', 'lle'],
    ['', 'lla'],
    ['', 'sta'],
    ['nen', 'selle'],
    ['', 'in'],
    ['', 'ista'],
  ],
  et: [
    ['', 'i'],
    ['', 'le'],
    ['', 'ga'],
    ['', 'lt'],
    ['', 't'],
    ['', 'st'],
    ['', "'i"],
  ],
  lv: [
    ['s', 'a'],
    ['is', 'a'],
    ['a', 'as'],
    ['e', 'es'],
    ['s', 'am'],
    ['a', 'ai'],
  ],
  lt: [
    ['as', 'o'],
    ['is', 'io'],
    ['us', 'aus'],
    ['a', 'os'],
    ['e', 'es'],
    ['as', 'ui'],
    ['a', 'ai'],
    ['as', 'u'],
  ],
  pl: [
    ['', 'a'],
    ['', 'owi'],
    ['', 'em'],
    ['a', 'y'],
    ['a', 'e'],
    ['ski', 'skiego'],
    ['ski', 'skim'],
    ['ska', 'skiej'],
    ['a', 'ie'],
  ],
  cs: [
    ['', 'a'],
    ['', 'ovi'],
    ['', 'em'],
    ['a', 'y'],
    ['a', 'u'],
    ['ova', 'ove'],
    ['a', 'ou'],
    ['ek', 'ka'],
  ],
  sk: [
    ['', 'a'],
    ['', 'ovi'],
    ['', 'om'],
    ['a', 'y'],
    ['a', 'u'],
    ['ova', 'ovej'],
    ['', 'ovho'],
    ['', 'ova'],
    ['a', 'ou'],
  ],
  hr: [
    ['', 'a'],
    ['', 'u'],
    ['', 'om'],
    ['a', 'e'],
    ['a', 'i'],
    ['', 'ov'],
    ['', 'eve'],
    ['a', 'u'],
  ],
  sl: [
    ['', 'a'],
    ['', 'u'],
    ['', 'om'],
    ['a', 'e'],
    ['a', 'i'],
    ['', 'em'],
  ],
  sr: [
    ['', 'a'],
    ['', 'u'],
    ['', 'om'],
    ['a', 'e'],
    ['a', 'i'],
  ],
  hu: [
    ['', 'nak'],
    ['', 'nek'],
    ['', 't'],
    ['', 'ot'],
    ['', 'val'],
    ['', 'tol'],
    ['', 'hoz'],
    ['', 'rol'],
    ['a', 'anak'],
    ['', 'ek'],
  ],
}
const THINGS =
  'Dacia Logan|Ford Focus|Bosch drill|Samsung Galaxy|Black & Decker drill|Philips kettle|Hitachi saw|Granny Smith apples|Cherry tomatoes|Earl Grey tea|Mercedes Vito|Kärcher washer|Adobe Reader|Google Chrome|Windows Server|Apache Tomcat|Jenkins|Grafana|Kerberos|Hadoop|Paracetamol|Ibuprofen|Amoxicillin|Nurofen|Dolo Extra|Vitamin D|Olive Oil|Basil plant|Rosemary bread|Violet dress|Amber lamp|Ruby ring|Iris bulbs|Jasmine rice|Basmati Rice|Heather honey|Sage tea|Daisy Duck mug|Teddy bear|Barbie doll|Lego Star Wars|Sony Bravia|Canon printer|Dell monitor|Lenovo laptop|Miele oven|Ikea Billy shelf|Victoria sponge|Caesar salad|Margherita pizza|Madeira cake|Charlotte potatoes|Maris Piper|Pink Lady|Lincoln biscuits|Wellington boots|Chesterfield sofa|Oxford shoes|Bermuda shorts|Stanley knife|Phillips screwdriver|Allen key|Yale lock|Hoover bags|Biro pens|Jacuzzi|Diesel jeans|Levi jeans|Hugo Boss shirt|Calvin Klein socks|Ralph Lauren polo|Michael Kors bag|Tom Tailor coat'.split(
    '|',
  )
const STREETS =
  'High Street|Hauptstraße|Rue de la Gare|Calle Mayor|Via Roma|Rua Nova|Kerkstraat|Storgatan|Mannerheimintie|ul. Polna|Hlavní|Fő utca|Ilica|Adeola Odeku Street|Moi Avenue|Ring Road|Main Road|Marktplatz|Avenue Louise|Brivibas iela'.split(
    '|',
  )
const HOSTS = 'example.com example.org mail.example.net post.example.de example.co.ke'.split(' ')
/** Words before some family names. */
const PARTICLES = [
  'van ',
  'van der ',
  'van den ',
  'Van ',
  'Van der ',
  'de ',
  'De ',
  'de la ',
  'De La ',
  'von ',
  'von der ',
  'di ',
  'Di ',
  'da ',
  'dos ',
  'del ',
  'El ',
  "O'",
  "D'",
  "d'",
  'Mac ',
  "van 't ",
  'ten ',
  'bin ',
  'Ben ',
  'af ',
  'Le ',
  'La ',
]
const GENERIC_ORGS =
  'Acme Ltd|Bank of Africa|Nordea|Deutsche Bank|Red Cross|First National Bank|Rotary Club|Housing Association|Skoda|Eesti Energia|Orange|Telia'.split(
    '|',
  )

const tsv = (path) =>
  gunzipSync(readFileSync(path))
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'))
const authored = (name) =>
  readFileSync(new URL(name, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))

const IS_NAME = /^\p{Lu}\p{Ll}[\p{L}' -]{0,18}$/u
const SCRIPT = { BG: /^\p{Script=Cyrillic}/u, GR: /^\p{Script=Greek}/u, CY: /./u }

/** Names by country, the commonest first: { given, family }. */
export function namesByCountry(sources) {
  const found = new Map()
  const add = (country, kind, name, count) => {
    if (!IS_NAME.test(name)) return
    let names = found.get(country)
    if (names === undefined) {
      names = { given: new Map(), family: new Map() }
      found.set(country, names)
    }
    names[kind].set(name, Math.max(names[kind].get(name) ?? 0, count))
  }
  for (const [file, kind] of [
    ['given_names', 'given'],
    ['surnames', 'family'],
  ])
    for (const [country, , name, , count] of tsv(join(sources, 'names', `${file}.tsv.gz`)).slice(1))
      add(country, kind, name, Number(count) || 0)
  for (const line of authored('../../data/authored/person-names.tsv')) {
    const [country, , kind, , name] = line.split('\t')
    add(country, kind === 'surname' ? 'family' : 'given', name, 1e9)
  }
  const lists = new Map()
  for (const [country, { given, family }] of [...found].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const list = (names) => [...names].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([name]) => name)
    if (given.size >= 20 && family.size >= 20) lists.set(country, { given: list(given), family: list(family) })
  }
  return lists
}

/** By language, the prefixes that are written together with names; the commonest stand first in a line of their own. */
const PREFIXES = Object.entries(
  JSON.parse(readFileSync(new URL('../../data/inflection.json', import.meta.url), 'utf8')).languages,
)
  .filter(([language]) => language === 'zu' || language === 'xh')
  .map(([language, { prefixes }]) => [language, ['u', 'u', 'u', 'no', 'ku', 'ka', ...prefixes.split(' ')]])
const PREFIXED = new Map(PREFIXES)

/** things.tsv: by language, places and other things that are called after people, and sentences with them. */
function readThings() {
  const things = new Map()
  const frames = new Map()
  const listsOf = (language) => {
    if (!things.has(language)) things.set(language, { places: [], others: [] })
    return things.get(language)
  }
  for (const [language, line, more] of authored('things.tsv').map((row) => row.split('\t')))
    if (language.startsWith('frames')) {
      const own = language.slice('frames:'.length)
      frames.set(own, [...(frames.get(own) ?? []), ...line.split('|')])
    } else {
      listsOf(language).places.push(...line.split('|'))
      listsOf(language).others.push(...more.split('|'))
    }
  return { things, frames }
}

/** The share of places among things. */
const PLACES = 0.3

/** Makes texts out of slots; every choice is by the one generator of chance. */
class Writer {
  constructor(sources, random) {
    this.random = random
    this.names = namesByCountry(sources)
    this.all = [...this.names.keys()]
    this.things = readThings()
    this.orgs = new Map()
    for (const [, country, , kind, , name] of tsv(join(sources, 'organisations', 'ror_names.tsv.gz')).slice(1))
      if (kind === 'disp' && name.length < 50)
        this.orgs.set(country, [...(this.orgs.get(country)?.slice(-400) ?? []), name])
    this.clubs = tsv(join(sources, 'organisations', 'football_clubs.tsv.gz'))
      .slice(1)
      .map(([, , name]) => name)
    this.places = new Map()
    /** Countries, and towns of a million. */
    this.known = []
    for (const [key, , entries] of readGazetteer())
      if (/^[A-Z]{2}[crk]/.test(entries) && key.length > 3 && Number(entries[3] ?? 0) >= 4) {
        const country = entries.slice(0, 2)
        const list = this.places.get(country) ?? []
        list.push(key.replace(/(^|[ -])(\p{L})/gu, (_, before, letter) => before + letter.toUpperCase()))
        this.places.set(country, list)
        if (entries[2] === 'k' || Number(entries[3]) >= 6) this.known.push(list[list.length - 1])
      }
  }
  number(most) {
    return Math.floor(this.random() * most)
  }
  pick(list) {
    return list[this.number(list.length)]
  }
  /** More often what stands near the head of a list. */
  common(list) {
    return list[Math.floor(list.length * this.random() ** 2.2)]
  }
  countryFor(language) {
    const own = COUNTRIES[language]
    if (own === undefined || this.random() < 0.22) return this.pick(FORM_COUNTRIES)
    return this.pick(own.split(' '))
  }
  namesOf(country, language) {
    const lists = this.names.get(country) ?? this.names.get('GB')
    const script = language === 'el' || language === 'bg' ? SCRIPT[country] : undefined
    if (script === undefined) return lists
    const given = lists.given.filter((name) => script.test(name))
    const family = lists.family.filter((name) => script.test(name))
    return given.length > 20 && family.length > 20 ? { given, family } : lists
  }
  given(names) {
    const one = this.common(names.given)
    return this.random() < 0.05 ? `${one}-${this.common(names.given)}` : one
  }
  family(names) {
    const plain = this.common(names.family)
    const one = this.random() < 0.05 ? this.pick(PARTICLES) + plain : plain
    return this.random() < 0.05 ? `${one}-${this.common(names.family)}` : one
  }
  full(names) {
    const chance = this.random()
    if (chance > 0.97) return `${this.given(names)[0]}. ${this.given(names)[0]}. ${this.family(names)}`
    if (chance > 0.95) return `${this.given(names)[0]}. ${this.family(names)}`
    const middle =
      chance < 0.1
        ? ` ${this.given(names)}`
        : chance < 0.16
          ? ` ${this.pick(['A', 'B', 'C', 'E', 'J', 'M', 'O', 'R', 'T'])}.`
          : ''
    const more = chance > 0.88 ? ` ${this.family(names)}` : ''
    return `${this.given(names)}${middle} ${this.family(names)}${more}`
  }
  bent(name, language) {
    const prefixes = PREFIXED.get(language)
    if (prefixes !== undefined) return this.pick(prefixes) + name
    const cases = CASES[language]
    if (cases === undefined) return this.random() < 0.3 && language !== 'el' && language !== 'bg' ? `${name}s` : name
    const fitting = cases.filter(([ending]) => name.endsWith(ending))
    if (fitting.length === 0) return name
    const [ending, instead] = this.pick(fitting)
    return name.slice(0, name.length - ending.length) + instead
  }
  /** A town of the country or one that news of every country mention; in a language with cases it often has the ending of one. */
  place(country, language) {
    const own = this.places.get(country) ?? this.places.get('GB')
    const name = this.pick(this.random() < 0.25 ? this.known : own)
    return CASES[language] !== undefined && this.random() < 0.5 ? this.bent(name, language) : name
  }
  organisation(country) {
    const chance = this.random()
    if (chance < 0.3) return this.pick(this.clubs)
    if (chance < 0.45) return this.pick(GENERIC_ORGS)
    return this.pick(this.orgs.get(country) ?? GENERIC_ORGS)
  }
  date() {
    const [d, m, y] = [1 + this.number(28), 1 + this.number(12), 1940 + this.number(86)]
    return this.pick([
      `${d}/${m}/${y}`,
      `${y}-${String(m).padStart(2, '0')}-${String(d).padStart(2, '0')}`,
      `${d}.${m}.${y}`,
    ])
  }
  digits(count) {
    let text = String(1 + this.number(9))
    while (text.length < count) text += this.number(10)
    return text
  }
  /** What is called after people, or after `after`: the name alone, the whole, and what it is. */
  thing(names, language, after = null, isPlace = this.random() < PLACES) {
    const { places, others } = this.things.things.get(language) ?? this.things.things.get('en')
    const chance = this.random()
    const plain = chance < 0.55 ? this.family(names) : chance < 0.8 ? this.given(names) : this.full(names)
    const pattern = this.pick(isPlace ? places : others)
    const name = after ?? plain
    const written = CASES[language] !== undefined && this.random() < 0.35 ? this.bent(name, language) : name
    const thing = pattern.replace('~', written)
    return {
      name,
      thing: this.random() < 0.3 ? thing[0].toUpperCase() + thing.slice(1) : thing,
      type: isPlace ? 'LOC' : 'THING',
    }
  }
  /** A slot's text and what it is, if it is anything. */
  slot(code, names, country, language, state) {
    const name = (text) => {
      state.last = text
      return [text, 'PER']
    }
    switch (code) {
      case 'N':
        state.full = this.full(names)
        return name(state.full)
      case 'H':
        return name((state.full ?? this.family(names)).split(' ').at(-1))
      case 'G':
        return name(this.given(names))
      case 'F':
        return name(this.family(names))
      case "N'":
        return name(this.bent(this.full(names), language))
      case "G'":
        return name(this.bent(this.given(names), language))
      case "F'":
        return name(this.bent(this.family(names), language))
      case 'n':
        return name(`${this.given(names)} ${this.family(names)}`.toLowerCase())
      case 'g':
        state.g ??= this.given(names).toLowerCase()
        return name(state.g)
      case 'I':
        return name(`${this.given(names)[0]}. ${this.family(names)}`)
      case 'X':
        return name(`${this.family(names)}, ${this.given(names)}`)
      case 'U':
        return name(`${this.family(names)} ${this.given(names)}`.toUpperCase())
      case 'Y':
        return name(`${this.family(names)}/${this.given(names)}`.toUpperCase())
      case 'V':
        return name(`${this.given(names)} ${this.family(names)}`.toUpperCase())
      // Names of people that are used otherwise: allowed to be a place, an organisation or neither.
      case 'T':
        return [this.given(names), 'ANY']
      case 'K':
        return [this.family(names), 'ANY']
      case 'Q':
        return [this.full(names), 'ANY']
      case 'C':
      case 'B': {
        const after = code === 'B' ? (state.full ?? this.family(names)).split(' ').at(-1) : null
        const made = this.thing(names, language, after)
        if (code === 'C') state.thing ??= made
        return [made.thing, made.type]
      }
      case 'c':
        state.thing ??= this.thing(names, language)
        return [state.thing.name, state.thing.type]
      case '=':
        state.thing = undefined
        return ['', null]
      case 'L':
        return [this.place(country, language), 'LOC']
      case 'l':
        return [this.place(country, language).toLowerCase(), 'LOC']
      case 'O':
        return [this.organisation(country), 'ORG']
      case 'S':
        return [this.pick(THINGS), null]
      case '#':
        return [this.digits(1 + this.number(7)), null]
      case 'D':
        return [this.date(), null]
      case 'P':
        return [`+${this.digits(2)} ${this.digits(3)} ${this.digits(6)}`, null]
      case 'A':
        return [`${this.pick(STREETS)} ${1 + this.number(140)}`, 'LOC']
      default:
        return [
          `${(state.last ?? 'info')
            .toLowerCase()
            .normalize('NFKD')
            .replace(
              /[^a-z]+/g,
              this.pick(['.', '_']),
            )}${this.random() < 0.3 ? this.number(99) : ''}@${this.pick(HOSTS)}`,
          null,
        ]
    }
  }
  write(template, language, country, source, weight = 1, state = {}) {
    const names = this.namesOf(country, language)
    const spans = []
    let text = ''
    for (const part of template.replaceAll('\\n', '\n').split(/(\{[A-Za-z#=]'?\})/)) {
      const code = /^\{([A-Za-z#=]'?)\}$/.exec(part)
      if (code === null) {
        text += part
        continue
      }
      const [written, type] = this.slot(code[1], names, country, language, state)
      if (type !== null) spans.push({ start: text.length, end: text.length + written.length, type })
      text += written
    }
    return { text, spans, types: ALL_TYPES, weight, source }
  }
}

const ALL_TYPES = new Set(['PER', 'LOC', 'ORG'])

function readGazetteer() {
  const path = new URL('../../data/gazetteer/places.tsv.gz', import.meta.url)
  return gunzipSync(readFileSync(path))
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('\t'))
}

/** Rows [word, times in small letters, times with a capital inside a sentence] of running text, a sentence a line. */
function countsOf(path) {
  const counts = new Map()
  for (const line of gunzipSync(readFileSync(path)).toString('utf8').split('\n'))
    for (const [i, word] of (line.match(/[\p{L}\p{M}]+/gu) ?? []).entries()) {
      const small = word.toLowerCase()
      const own = counts.get(small) ?? [small, 0, 0]
      counts.set(small, own)
      if (word === small) own[1]++
      else if (i > 0) own[2]++
    }
  return [...counts.values()]
}

/** Ordinary words of a language with how often they occur, sums first for choosing by chance. */
function wordsOf(rows, hasNouns, isName) {
  const words = []
  const sums = []
  let sum = 0
  for (const [word, lower, middle] of rows) {
    const small = Number(lower)
    const large = Number(middle)
    if (!Number.isFinite(small) || (isName(word) && small <= 2 * large) || !/^\p{L}+$/u.test(word)) continue
    const isNoun = small === 0 && large >= 3 && hasNouns
    if (small < 2 && !isNoun) continue
    words.push(isNoun ? word[0].toUpperCase() + word.slice(1) : word)
    sum += small + (isNoun ? large : 0)
    sums.push(sum)
  }
  return { words, sums, sum }
}

function wordAt({ words, sums, sum }, chance) {
  let low = 0
  let high = sums.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if (sums[middle] <= chance * sum) low = middle + 1
    else high = middle
  }
  return words[low]
}

const SALAD = 'af bg ca cs cy da de el en es et fi fr ga ha hr hu is it lv mt nb nl pl pt ro sk sl sv tr uk'.split(' ')
const SLOTS = ['{N}', '{F}', '{F}', '{G}', "{F'}", "{N'}", '{L}', '{L}', '{O}', '', '', '', '', '', '', '']

/** Runs of the ordinary words of a language with names among them: where no labelled text of it is to be had. */
function salads(sources, writer, count, isName) {
  const tables = SALAD.map((language) => [language, join(sources, 'words', `cv_${language}.tsv.gz`)])
  tables.push(
    ['zu', join(sources, 'words', 'bible_zu.tsv.gz')],
    ['sw', join(sources, 'words', 'bible_sw.tsv.gz')],
    ['ee', join(sources, 'words', 'bible_ee.tsv.gz')],
    ['lv', join(sources, 'words', 'bible_lv.tsv.gz')],
    ['lg', join(sources, 'text', 'cv_lg.txt.gz')],
    ['rw', join(sources, 'text', 'cv_rw.txt.gz')],
  )
  const found = []
  for (const [language, path] of tables) {
    const words = wordsOf(path.endsWith('.txt.gz') ? countsOf(path) : tsv(path), /cv_de/.test(path), isName)
    if (words.words.length < 300) continue
    for (let n = 0; n < count / tables.length; n++) {
      const parts = []
      const length = 6 + writer.number(10)
      for (let i = 0; i < length; i++) {
        // Every second run opens with any word of the language, also a rare one.
        const word = i === 0 && n % 2 === 0 ? writer.pick(words.words) : wordAt(words, writer.random())
        parts.push(i === 0 ? word[0].toUpperCase() + word.slice(1) : word)
        if (writer.random() < 0.12) parts[parts.length - 1] += ','
      }
      const slot = writer.pick(SLOTS)
      if (slot !== '') {
        const at = writer.number(length)
        if (at === 0) parts[0] = parts[0].toLowerCase()
        parts.splice(at, 0, slot)
      }
      found.push(writer.write(`${parts.join(' ')}.`, language, writer.countryFor(language), 'words with names', 0.5))
    }
  }
  return found
}

/** Sources whose sentences are written today and whose names may be anybody's. */
const REPLACEABLE =
  /germeval|mobie|wnut17|meddocan|lener|ronec|webnews|voa|yo\.gv|estner|litbank|sec-fin|presidio|contexts36|arche|^examples/

/** Sources that label places and organisations too; how often a text without a person is taken, and a place or an organisation is replaced. */
const WITH_ROLES = /^\w\w\..*(?:germeval|mobie|lener|ronec|webnews|voa|yo\.gv|estner|sec-fin|btc|wnut17|meddocan)/
const WITHOUT_PERSON = 0.3
const RENAMED = 0.4

/** Labelled sentences with names of other people in the place of theirs, and things called after people in the place of their places and organisations. */
function replaced(texts, writer) {
  const found = []
  for (const { text, spans, types, source } of [
    ...texts,
    ...texts.filter(({ source }) => /^(?:examples|contexts36)/.test(source)),
  ]) {
    const hasRoles = WITH_ROLES.test(source)
    if (!REPLACEABLE.test(source) && !hasRoles) continue
    const hasPerson = spans.some(({ type }) => type === 'PER')
    if (!hasPerson && !(hasRoles && spans.length > 0 && writer.random() < WITHOUT_PERSON)) continue
    const names = writer.names.get(writer.pick(FORM_COUNTRIES))
    const language = source.slice(0, 2)
    const made = []
    let written = ''
    let at = 0
    for (const span of [...spans].sort((a, b) => a.start - b.start)) {
      if (span.start < at) continue
      written += text.slice(at, span.start)
      const old = text.slice(span.start, span.end)
      const isOne = !/\s/.test(old)
      let name = old
      let { type } = span
      if (type === 'PER' && /^\p{Lu}/u.test(old)) {
        name = isOne ? (writer.random() < 0.5 ? writer.family(names) : writer.given(names)) : writer.full(names)
        if (old === old.toUpperCase() && old.length > 3) name = name.toUpperCase()
      } else if (hasRoles && (type === 'LOC' || type === 'ORG') && writer.random() < RENAMED)
        ({ thing: name, type } = writer.thing(names, language, null, type === 'LOC'))
      made.push({ ...span, type, start: written.length, end: written.length + name.length })
      written += name
      at = span.end
    }
    found.push({ text: written + text.slice(at), spans: made, types, weight: 0.7, source: `${source}, other names` })
  }
  return found
}

/** Sentences of running text in which nothing is written as names are, by language. */
function plainSentences(sources, isName, isWord) {
  const found = new Map()
  const folder = join(sources, 'text')
  for (const file of existsSync(folder) ? readdirSync(folder).sort() : []) {
    const lines = gunzipSync(readFileSync(join(folder, file)))
      .toString('utf8')
      .split('\n')
    const isPlain = (line) => {
      if (line.length < 25 || line.length > 160 || /["„“”«»{}\\]/.test(line)) return false
      const [first, ...rest] = line.match(/[\p{L}\p{M}'’-]+/gu) ?? []
      return (
        first !== undefined &&
        !isName(first) &&
        rest.every((word) => word === word.toLowerCase() || (file === 'cv_de.txt.gz' && isWord(word)))
      )
    }
    found.set(file.slice(3, -'.txt.gz'.length), shuffled(lines, 17).filter(isPlain).slice(0, PLAIN))
  }
  return found
}

/** Plain sentences of a language at most, and how many of them are a text of their own. */
const PLAIN = 1000
const QUIET = 300

/** Documents of a few sentences about things that are called after people, with persons in about every second: some have the name of the thing. */
function documents(writer, sentences, plain, count) {
  const { things, frames } = writer.things
  const languages = [...things.keys()]
  const any = frames.get('')
  const persons = new Map()
  for (const [language, template] of sentences)
    if (/\{[NGFIng]/.test(template)) persons.set(language, [...(persons.get(language) ?? []), template])
  const found = []
  for (let n = 0; n < count; n++) {
    const language = languages[n % languages.length]
    const own = frames.get(language)
    const parts = []
    const isAny = own === undefined || writer.random() < 0.25
    // Frames of no language hold persons as often: a line of a list or of a form says nothing by itself.
    const frame = writer.pick(isAny ? any : own)
    parts.push(isAny && n % 2 === 1 ? frame.replace(/\{C\}/g, '{N}').replace(/\{c\}/g, '{F}') : frame)
    const quiet = plain.get(language)
    if (quiet !== undefined && quiet.length > 20 && writer.random() < 0.4) parts.push(writer.pick(quiet))
    if (own !== undefined && writer.random() < 0.4) parts.push(`{=}${writer.pick(own)}`)
    if (persons.has(language) && writer.random() < 0.45) parts.push(writer.pick(persons.get(language)))
    const text = shuffledBy(parts, writer).join(writer.random() < 0.3 ? '\\n' : ' ')
    found.push(writer.write(text, language, writer.countryFor(language), 'things'))
  }
  return found
}

function shuffledBy(list, writer) {
  const copy = [...list]
  for (let i = copy.length - 1; i > 0; i--) {
    const j = writer.number(i + 1)
    const held = copy[i]
    copy[i] = copy[j]
    copy[j] = held
  }
  return copy
}

/** How much a text of an office counts that a sentence about things has been added to. */
const ADDED_WEIGHT = 2

/** Texts as offices write them with a sentence about things among their lines, half of them called as a person of the text is. */
function withThings(texts, writer) {
  const found = []
  for (const { text, spans, types, lang, source } of texts) {
    const own = writer.things.frames.get(lang)
    const persons = spans.filter(({ type }) => type === 'PER')
    if (own === undefined || !/^(?:office|repeats)/.test(source) || persons.length === 0 || writer.random() < 0.5)
      continue
    const { start, end } = writer.pick(persons)
    const frames = own.filter((frame) => !/\{N\}.*\{N\}/.test(frame))
    const frame = writer.pick(frames).replace(/\{N\}/g, '{H}')
    const added = writer.write(
      writer.random() < 0.5 ? frame.replace('{C}', '{B}') : frame,
      lang,
      writer.countryFor(lang),
      '',
      1,
      {
        full: text.slice(start, end),
      },
    )
    const at = text.length
    const moved = added.spans.map((span) => ({ ...span, start: span.start + at + 1, end: span.end + at + 1 }))
    found.push({
      text: `${text}\n${added.text}`,
      spans: [...spans, ...moved],
      types,
      weight: ADDED_WEIGHT,
      source: `${source}, with things`,
    })
  }
  return found
}

/**
 * `count` texts in all except copies, the replaced ones, those of things (half of `count`) and plain sentences; `isName` returns whether a folded word
 * is a name of people, `isWord` whether it is an ordinary word.
 */
export function generatedTexts(sources, texts, count, { isName, isWord }) {
  const writer = new Writer(sources, randomOf(11))
  const sentences = authored('sentences.tsv').map((line) => line.split('\t'))
  const forms = authored('forms.tsv')
  const plain = plainSentences(sources, isName, isWord)
  const found = []
  for (let n = 0; n < count / 3; n++) {
    const [language, template] = sentences[n % sentences.length]
    found.push(writer.write(template, language, writer.countryFor(language), 'sentences'))
  }
  for (let n = 0; n < count / 3; n++)
    found.push(writer.write(forms[n % forms.length], 'en', writer.pick(FORM_COUNTRIES), 'forms'))
  found.push(...documents(writer, sentences, plain, count / 2))
  for (const lines of plain.values())
    for (const line of lines.slice(0, QUIET))
      found.push({ text: line, spans: [], types: ALL_TYPES, weight: 0.7, source: 'plain sentences' })
  return [
    ...found,
    ...copies([...texts, ...found], randomOf(13)),
    ...salads(sources, writer, count / 3, isName),
    ...replaced(texts, writer),
    ...withThings(texts, writer),
  ]
}
