// Documents for the fit of mentions: decoys, in which a person is called as words of the text are, and texts with other persons.
import { readFileSync } from 'node:fs'
import { randomOf } from '../names/crf.mjs'
import { quietTexts } from '../names/sources.mjs'

const NAME = 'PII-1-NAME'
/** Labels before a person that a text says nothing about. */
const LEADS = ['Name: ', 'name: ', 'Patient: ', 'Name/Nom: ', 'Contact: ', 'Client: ', 'Kontakt: ']
const LEAST_LETTERS = 3
const plain = (word) => word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
const capitalised = (word) => word[0].toUpperCase() + word.slice(1).toLowerCase()

/** Lines of language and text of a file beside this one. */
function linesOf(file) {
  return readFileSync(new URL(file, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'))
}

function byLanguage(list, languageOf) {
  const groups = new Map()
  for (const one of list) groups.set(languageOf(one), [...(groups.get(languageOf(one)) ?? []), one])
  return groups
}

/** A text with its [mentions] and {decoys} as spans. */
function marked(lang, id, text) {
  const spans = []
  const negatives = []
  let plainText = ''
  for (const part of text.split(/(\[[^\]]*\]|\{[^}]*\})/)) {
    const isMention = part.startsWith('[')
    const isDecoy = part.startsWith('{')
    const value = isMention || isDecoy ? part.slice(1, -1) : part
    const start = [...plainText].length
    plainText += value
    const range = { start, end: start + [...value].length }
    const isFirst = value.includes(' ') && spans.every(({ mention }) => mention !== 'first')
    if (isMention) spans.push({ ...range, category: NAME, mention: isFirst ? 'first' : 'repeat' })
    if (isDecoy) negatives.push(range)
  }
  return { lang, id, text: plainText, spans, negatives }
}

/** Texts of our own writing (examples.tsv). */
export function exampleTexts() {
  return linesOf('examples.tsv').map(([lang, text], n) => marked(lang, `example-${n}`, text.replaceAll('\\n', '\n')))
}

/** Lines that frame a person's name (frames.tsv), some after each other behind a line that names the person: `most` texts. */
export function framedTexts(rows, nouns, most) {
  const random = randomOf(31)
  const pick = (list) => list[Math.floor(random() * list.length)]
  const frames = byLanguage(linesOf('frames.tsv'), ([lang]) => lang)
  const languages = [...frames.keys()].filter((lang) => lang !== ANY_LANGUAGE)
  const persons = byLanguage(personsOf(rows), ({ lang }) => lang)
  return Array.from({ length: most }, (_, n) => {
    const lang = pick(languages)
    const known = persons.get(lang) ?? persons.get('en')
    const words = (nouns[lang] ?? []).filter((word) => /^\p{L}{3,9}$/u.test(word))
    const { given } = pick(known)
    const family = words.length > 0 && random() < SHARE_NOUNS ? capitalised(pick(words)) : pick(known).family
    const lines = Array.from({ length: 3 + Math.floor(random() * 4) }, () => {
      const line = pick(random() < SHARE_PLANS ? frames.get(ANY_LANGUAGE) : frames.get(lang))[1]
      return random() < SHARE_SMALL_LINES ? small(line) : line
    })
    const joint = random() < 0.5 ? '\n' : ' '
    const title = random() < 0.5 ? pick(LEADS) : ''
    const text = [`${title}[${given} ${family}]`, ...lines]
      .join(joint)
      .replaceAll(/([[{])N([\]}])/g, `$1${family}$2`)
      .replaceAll('[n]', `[${plain(family)}]`)
      .replaceAll('[s]', `[${family.toLowerCase()}]`)
      .replaceAll('[g]', `[${given.toLowerCase()}]`)
      .replaceAll('[G]', `[${given}]`)
      .replaceAll('[K]', `[${nickname(given, pick(known), pick, random)}]`)
      .replaceAll('{K}', `{${words.length > 0 && random() < 0.5 ? capitalised(pick(words)) : unrelated(pick(known))}}`)
    const style = random()
    return marked(
      lang,
      `framed-${n}`,
      style < SHARE_SMALL ? text.toLowerCase() : style > 1 - SHARE_CAPITALS ? text.toUpperCase() : text,
    )
  })
}

/** Lines of plans and lists that are alike in all languages, their share, and that of lines in small letters among others. */
const ANY_LANGUAGE = '*'
const SHARE_PLANS = 0.1
const SHARE_SMALL_LINES = 0.15

/** A line in small letters, its marks as they are. */
function small(line) {
  return line
    .split(/(\[\w\]|\{\w\})/)
    .map((part) => (part === '[N]' ? '[s]' : part === '[G]' ? '[g]' : /^[[{]/.test(part) ? part : part.toLowerCase()))
    .join('')
}

/** Ends of short forms. */
const SHORT_ENDS = [
  '',
  'i',
  'y',
  'a',
  'o',
  'ek',
  'inha',
  'ka',
  'ko',
  'ie',
  'chen',
  'li',
  'su',
  'e',
  'is',
  'ita',
  'etta',
  'jka',
]
/** Shares of nicknames that begin as the given name does, and that have its inner letters; the others have nothing of it. */
const SHARE_BEGINNING = 0.4
const SHARE_INSIDE = 0.55

function nickname(given, other, pick, random) {
  const share = random()
  if (share > SHARE_INSIDE) return unrelated(other)
  const from = share < SHARE_BEGINNING ? 0 : 1
  return capitalised(given.slice(from, from + 2 + Math.floor(random() * 3)) + pick(SHORT_ENDS))
}

function unrelated({ given, family }) {
  return capitalised(family.slice(0, 3) + given.slice(-3))
}

/** Shares of framed texts with a person who is called as an ordinary word is, in small letters, and in capitals. */
const SHARE_NOUNS = 0.4
const SHARE_SMALL = 0.15
const SHARE_CAPITALS = 0.05

/** Words of the first mentions of persons, first and last: [given, family]. */
function personsOf(rows) {
  return rows.flatMap(({ text, spans, lang }) => {
    const points = [...text]
    return spans
      .filter(({ mention, category }) => mention === 'first' && category === NAME)
      .map(({ start, end }) => points.slice(start, end).join('').split(/\s+/))
      .filter((words) => words.length === 2)
      .map(([given, family]) => ({ lang, given, family }))
  })
}

/** Texts that name nobody, each after a line with a person whose family name, or given name, is a word of the text. */
export function decoyTexts(folders, repeats, most, isOrdinary) {
  const random = randomOf(23)
  const pick = (list) => list[Math.floor(random() * list.length)]
  const persons = personsOf(repeats)
  const quiet = folders.flatMap((folder) => quietTexts(folder)).filter(({ text }) => /\p{L}{4}/u.test(text))
  const found = []
  for (let n = 0; n < most && quiet.length > 0; n++) {
    const { text } = pick(quiet)
    const words = text.match(/\p{L}{3,}/gu) ?? []
    if (words.length < 8) continue
    const { given, family } = pick(persons)
    const ordinary = words.filter(isOrdinary)
    if (ordinary.length === 0) continue
    const word = capitalised(pick(ordinary))
    const name = random() < 0.75 ? `${given} ${word}` : `${word} ${family}`
    const lead = `${pick(LEADS)}${name}\n`
    const end = [...lead].length - 1
    const start = end - [...name].length
    found.push({ id: `decoy-${n}`, text: lead + text.slice(0, 1500), spans: [{ start, end, category: NAME }] })
  }
  return found
}

/** Things called after people: NAME is the family name. */
const CALLED_AFTER = [
  ...['Road', 'Street', 'Close', 'Avenue', 'Lane', 'Square', 'Park', 'Drive', 'Court'].map((word) => `NAME ${word}`),
  ...[
    'rue',
    'avenue',
    'place',
    'via',
    'piazza',
    'calle',
    'rua',
    'praça',
    'ulica',
    'ul.',
    'ulice',
    'strada',
    'Str.',
    'Triq',
    'ulica',
    'trg',
    'bulevard',
  ].map((word) => `${word} NAME`),
  ...['GmbH', 'Ltd', 'Oy', 'AB', 'd.o.o.', 'S.A.', 'BV', 'AG', 'Kft.', 's.r.o.', 'SIA', 'UAB'].map(
    (word) => `NAME ${word}`,
  ),
  ...['Hotel', 'Café', 'Apotheke', 'hotel', 'restaurant', 'kavárna', 'Bäckerei', 'pharmacie', 'supermarket'].map(
    (word) => `${word} NAME`,
  ),
  ...['supermarket', 'market', 'Hotel', 'kirkko', 'school', 'Stadium'].map((word) => `NAME ${word}`),
]

/** Kinds of shops, companies and public places, and how a name stands beside them. */
const { bearersOfNames: BEARERS } = JSON.parse(
  readFileSync(new URL('../../data/cues/named-things.json', import.meta.url), 'utf8'),
)
const BESIDE_BEARERS = [
  ...['KIND NAME', 'KIND NAME', 'KIND „NAME“', 'KIND «NAME»', 'NAME KIND', 'NAME Kind', 'NAME Kind'],
  ...['KIND LINK NAME', 'KIND LINK NAME', 'NAME Kind FORM', 'NAME & Co FORM', 'Kind NAME', 'KIND San NAME'],
]
const LINKS = ['Pri', 'Pie', 'Au', 'Pod', 'U', 'Zum', 'Chez', 'Da', 'O', 'Til', 'At', 'La', 'De', 'Pas']
const LEGAL_FORMS = [
  'GmbH',
  'AG',
  'Ltd',
  'Srl',
  'Sagl',
  'SA',
  'BV',
  'Oy',
  'AB',
  'ApS',
  'd.o.o.',
  's.r.o.',
  'Kft.',
  'OÜ',
  'UAB',
]
const SHARE_BEARERS = 0.7

function calledAfter(name, pick, random) {
  if (random() > SHARE_BEARERS) return pick(CALLED_AFTER).replace('NAME', name)
  const kind = pick(BEARERS)
  return pick(BESIDE_BEARERS)
    .replace('KIND', kind)
    .replace('Kind', capitalised(kind))
    .replace('LINK', pick(LINKS))
    .replace('FORM', pick(LEGAL_FORMS))
    .replace('NAME', name)
}

/** Names of files and addresses of pages that are built from a family name. */
const WRITTEN = [
  ' https://praxis.example/suche?name=NAME&id=3',
  ' https://x.example/s?q=NAME',
  ' /files/NAME/scan-2.png',
  ' http://x.example/NAME-report',
  ' (scan_NAME_2.pdf)',
  ' NAME-letter.docx',
  ' C:\\docs\\NAME\\cv.doc',
  '\npatient=NAME;ward=4',
  ' /home/NAME/export.csv',
]
const SHARE_WRITTEN = 0.35

function withAddress(copy, family, form, random) {
  const name = random() < 0.5 ? plain(family) : family
  const [before, after] = form.split('NAME')
  const start = [...copy.text].length + [...before].length
  const span = { start, end: start + [...name].length, category: NAME, mention: 'repeat' }
  return { ...copy, text: copy.text + before + name + after, spans: [...copy.spans, span] }
}

/** Share of texts to which a thing that is called after the person is added. */
const SHARE_CALLED_AFTER = 0.4
/** The text between a text and its addition. */
const JOINTS = ['\n', ' - ', ' / ', ', ', ' (', ': ']

/** The same texts with other persons of their language, or with one whose family name is a common noun of another text: `copies` of each. */
export function otherPersons(rows, copies, nouns) {
  const random = randomOf(29)
  const pick = (list) => list[Math.floor(random() * list.length)]
  const persons = personsOf(rows)
  return rows.flatMap((row) => {
    const points = [...row.text]
    const first = row.spans.find(({ mention, category }) => mention === 'first' && category === NAME)
    const own = first === undefined ? [] : points.slice(first.start, first.end).join('').split(/\s+/)
    if (own.length !== 2) return []
    const isDecoy = (part) =>
      (row.negatives ?? []).some(({ start, end }) =>
        plain(points.slice(start, end).join('')).includes(plain(part).slice(0, 4)),
      )
    const alike = (part, key) => {
      const words = (nouns[row.lang] ?? []).filter((word) => /^\p{L}{3,9}$/u.test(word))
      if (isDecoy(part) && words.length > 0) return capitalised(pick(words))
      const last = plain(part).at(-1)
      const close = persons.filter((one) => one.lang === row.lang && plain(one[key]).at(-1) === last)
      const any = persons.filter((one) => plain(one[key]).at(-1) === last)
      return pick(close.length > 2 ? close : any)?.[key] ?? part
    }
    return Array.from({ length: copies }, (_, n) => {
      const others = new Map([
        [own[0], alike(own[0], 'given')],
        [own[1], alike(own[1], 'family')],
      ])
      const copy = replaced({ ...row, id: `${row.id}-${n}` }, points, others)
      const chance = random()
      if (chance < SHARE_WRITTEN) return withAddress(copy, others.get(own[1]), pick(WRITTEN), random)
      if (chance > SHARE_WRITTEN + SHARE_CALLED_AFTER) return copy
      return { ...copy, text: `${copy.text}${pick(JOINTS)}${calledAfter(others.get(own[1]), pick, random)}.` }
    })
  })
}

function replaced(row, points, others) {
  const parts = []
  const spans = []
  let at = 0
  let length = 0
  const all = [...row.spans, ...(row.negatives ?? []).map((span) => ({ ...span, isDecoy: true }))]
  for (const span of all.toSorted((a, b) => a.start - b.start)) {
    if (span.start < at) continue
    const before = points.slice(at, span.start)
    const old = points.slice(span.start, span.end).join('')
    const value =
      span.category === null && !span.isDecoy
        ? old
        : [...others].reduce((text, [from, to]) => inPlace(text, from, to), old)
    parts.push(before.join(''), value)
    const start = length + before.length
    length = start + [...value].length
    if (!span.isDecoy) spans.push({ ...span, start, end: length })
    at = span.end
  }
  parts.push(points.slice(at).join(''))
  return { ...row, text: parts.join(''), spans, negatives: [] }
}

/** A name in the place of another, with the ending and the case of the first. */
function inPlace(text, from, to) {
  const words = text.split(/(\P{L}+)/u)
  return words
    .map((word) => {
      const folded = plain(word)
      const name = plain(from)
      if (name.length < LEAST_LETTERS || !folded.startsWith(name) || folded.length - name.length > 4) return word
      const isBare = folded === word.toLowerCase() && name !== from.toLowerCase()
      const other = (isBare ? plain(to) : to) + word.slice(name.length)
      if (word.length > 1 && word === word.toUpperCase()) return other.toUpperCase()
      return word === word.toLowerCase() ? other.toLowerCase() : other
    })
    .join('')
}
