// Documents for the fit of mentions: decoys, in which a person is called as words of the text are, and texts with other persons.
import { randomOf } from '../names/crf.mjs'
import { quietTexts } from '../names/sources.mjs'

const NAME = 'PII-1-NAME'
/** Labels before a person that a text says nothing about. */
const LEADS = ['Name: ', 'name: ', 'Patient: ', 'Name/Nom: ', 'Contact: ', 'Client: ', 'Kontakt: ']
const LEAST_LETTERS = 3
const plain = (word) => word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
const capitalised = (word) => word[0].toUpperCase() + word.slice(1).toLowerCase()

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

/** What is called after people and is nobody: NAME is the family name. */
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
const SHARE_CALLED_AFTER = 0.25
/** What is between a text and what is added to it. */
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
      return { ...copy, text: `${copy.text}${pick(JOINTS)}${pick(CALLED_AFTER).replace('NAME', others.get(own[1]))}.` }
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
