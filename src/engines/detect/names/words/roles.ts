// What single words mean around a name: the lists of data/cues (name-cues, name-particles, named-things, not-names, titles) as bits by folded word.
import type { Packs } from '../../../../packs/load.ts'
import { fold } from '../../../../text/fold.ts'
import type { PhraseBook } from '../../../../text/phrases.ts'
import { type LanguageFacts, LanguageTraits } from '../../language-traits.ts'
import { languageFacts, shortVerbs, thingArticles, wordLists } from '../../lexicons.ts'
import { NameCues } from './cues.ts'
import { LanguageWords } from './language-words.ts'
import { type NameShapes, Spelling } from './spelling.ts'
import { VerbForms } from './verb-forms.ts'

/** Bits of a word's roles. */
export const Role = {
  /** Stands before a name and is not part of it: Dr, Frau, Alhaji. */
  title: 1,
  /** Stands behind one: Jr, PhD. */
  after: 2,
  organisation: 4,
  street: 8,
  /** Never a name: weekdays, Team, Sir. */
  notName: 16,
  particle: 32,
  /** Heads a field or announces a person: Patient, Kunde. */
  label: 64,
  /** A verb that people are the subject of. */
  verb: 128,
  /** Opens or closes a message. */
  opening: 256,
  brand: 512,
  /** What plants and makers are named before: rice, drill. */
  goods: 1024,
  /** A street word also in lower case: rue, utca. */
  lowerStreet: 2048,
  /** A street word that stands before the street's name, so that behind a name it is a name. */
  leadStreet: 4096,
  /** A preposition of place. */
  placeLead: 8192,
  /** A form of address behind the name, in lower case: Kovács úr. */
  afterLower: 16384,
  /** A trade, an office or a school role: alone it says what somebody is, not what they are called. */
  occupation: 32768,
  /** A plant or dish that is also a name. */
  plant: 65536,
  /** A word of gardens and kitchens, that says a text speaks of plants. */
  plantTalk: 131072,
  /** Stands before the name of a saint: a feast, a church, a gate. */
  saint: 262144,
} as const

/** Bits by folded word. */
export type BitTable = ReadonlyMap<string, number>

/** What a small word does beside a name; bits. */
export const Small = {
  /** Tied to a name by an apostrophe: d', dell'. */
  elided: 1,
  /** What stands behind the apostrophe of a possessive or a case ending: no part of the name. */
  possessive: 2,
  /** A legal form that is no ordinary word in lower case, as as, co and sa are. */
  lowerForm: 4,
  /** A particle of persons only; "Hospitalet de Llobregat" is a town. */
  kin: 8,
  /** A particle that opens names above all. */
  family: 16,
  /** Stands before a trade that is also a family name: the farmer, ein Meister. */
  article: 32,
  /** Stands before no name: English puts no article there. */
  thingArticle: 64,
  /** Joins the last two of several names. */
  and: 128,
  /** Stands between the names of a list. */
  listing: 256,
  /** Ties a thing to whose it is: of, vom, lui. */
  link: 512,
  /** A form of address on a ticket or a passenger list. */
  booked: 1024,
  /** A legal form may begin with the word: "GmbH", the "S" of "S.r.l.". */
  opensForm: 2048,
  /** Stands before an article inside a Dutch family name: in 't Veld, op den Kamp. */
  nameLink: 4096,
  /** Such an article. */
  linkedArticle: 8192,
  /** A particle that a family name follows, over an article at most: van der Berg, von Bank. */
  noble: 16384,
  /** Says who did what stands before it: "chased by". */
  agent: 32768,
  /** Behind it a letter or a name says which one: hall B, hurricane Anna, liceo Volta. */
  designated: 65536,
  /** Behind a name it is what is named after somebody: disease, equilibrium, gazelle. */
  eponym: 131072,
  /** The same, and before it over "of" as well: law, théorème de. */
  law: 262144,
  /** A unit in which goods are measured and people are not: l, W, pcs. */
  measure: 524288,
  /** An article, or one that melted into a preposition, that stands before no name of a person: das, beim, het, nel. */
  thingLead: 1048576,
  /** A trade that is a common family name: with an article before it, somebody who has it. */
  trade: 2097152,
  /** Stands between what somebody is and who it is: is, was, ist, est. */
  copula: 4194304,
  /** Stands before what somebody is: the, our, unser. */
  determiner: 8388608,
  /** What only people are to one another: husband, neighbour. */
  relative: 16777216,
  /** A currency: what stands beside it is an amount of money. */
  money: 33554432,
  /** A unit in which goods are sized, and people are too: kg, cm. */
  size: 67108864,
  /** Said of people by their family name behind an article: the Okafor family, the Kovács file. */
  household: 134217728,
  /** May follow a person without a verb: today, downstairs. */
  adverb: 268435456,
  /** Whom a question asks, behind its verb: will you, kan ni. */
  pronoun: 536870912,
  /** A particle inside a name where it has its capital: Dal Pozzo. */
  capitalParticle: 1073741824,
} as const

type Titles = Readonly<Record<'before' | 'after' | 'afterLower' | 'booked', readonly string[]>> & {
  readonly letters: Readonly<Record<string, readonly string[]>>
}

/** What only a sentence about a person goes on with. */
export interface Doings {
  /** Before what is somebody's to do: to. */
  readonly dutyLeads: ReadonlySet<string>
  /** What is: call, chase. */
  readonly duties: ReadonlySet<string>
  /** Before where somebody works: from, in. */
  readonly workLeads: ReadonlySet<string>
  /** Where that is: billing, reception. */
  readonly workplaces: ReadonlySet<string>
}

/** What the lists say of words and phrases. */
export interface NameLists {
  readonly roles: BitTable
  readonly small: BitTable
  readonly cues: NameCues
  readonly byEnding: RolesByEnding
  /** Saint-Michel, Sint-Jan: how a hyphened word begins that is a place or a day. */
  readonly saintPrefixes: readonly string[]
  /** Forms of address of one letter, by language: the M. of "M. Abgrall". */
  readonly letters: LanguageWords
  /** Forms of what persons do right behind their name. */
  readonly verbs: VerbForms
  /** Verbs of one or two letters, as they are written: in other languages they join or lead. */
  readonly shortVerbs: LanguageWords
  /** Articles that stand before no name of a person. */
  readonly articles: Readonly<Record<'definite' | 'indefinite' | 'given', LanguageWords>>
  readonly languages: LanguageFacts
  readonly traits: LanguageTraits
  readonly spelling: Spelling
  /** What only a sentence about a person goes on with. */
  readonly doings: Doings
}

/** The files of data/cues that speak of names. */
interface Lists {
  readonly cues: (list: string) => readonly string[]
  readonly particles: (list: string) => readonly string[]
  readonly things: (list: string) => readonly string[]
  readonly doubts: (list: string) => readonly string[]
  readonly organisations: (list: string) => readonly string[]
  readonly titles: Titles
}

/** Reads the lists: one-word entries become bits, cues of any length join the phrase book. */
export function nameLists(packs: Packs, book: PhraseBook): NameLists {
  const { definite, indefinite, given } = thingArticles()
  const languages = languageFacts()
  const words: Lists = {
    cues: wordLists('name-cues.json'),
    particles: wordLists('name-particles.json'),
    things: wordLists('named-things.json'),
    doubts: wordLists('not-names.json'),
    organisations: wordLists('organisation-words.json'),
    titles: JSON.parse(packs.cues('titles.json')) as Titles,
  }
  return {
    roles: rolesOf(words),
    small: smallWordsOf(words, packs),
    cues: new NameCues(phraseGroups(words, book)),
    letters: new LanguageWords(words.titles.letters),
    verbs: new VerbForms([...words.cues('verbs'), ...words.cues('actions')], languages),
    shortVerbs: LanguageWords.written(shortVerbs()),
    articles: {
      definite: new LanguageWords(definite),
      indefinite: new LanguageWords(indefinite),
      given: new LanguageWords(given),
    },
    languages,
    traits: new LanguageTraits(languages.traits),
    spelling: new Spelling(JSON.parse(packs.cues('name-shapes.json')) as NameShapes),
    doings: {
      dutyLeads: new Set(words.cues('dutyLeads')),
      duties: new Set(words.cues('duties')),
      workLeads: new Set(words.cues('workLeads').map(fold)),
      workplaces: new Set(words.cues('workplaces').map(fold)),
    },
    saintPrefixes: words.particles('saintPrefixes').map((prefix) => `${fold(prefix)}-`),
    byEnding: rolesByEnding(
      words.doubts('organisationEndings'),
      words.doubts('departmentEndings'),
      words.cues('labelEndings'),
    ),
  }
}

/** Bits of Role by folded word. */
function rolesOf(words: Lists): BitTable {
  const roles = new Map<string, number>()
  const mark = (role: number, ...phrases: readonly string[]): void => add(roles, role, phrases)
  mark(Role.title, ...words.titles.before)
  mark(Role.after, ...words.titles.after)
  mark(Role.afterLower, ...words.titles.afterLower)
  mark(Role.particle, ...words.particles('particles'))
  mark(Role.notName, ...words.doubts('notNames'))
  mark(Role.organisation, ...words.organisations('kinds'), ...words.doubts('organisationWords'))
  mark(Role.street, ...words.doubts('streetWords'))
  mark(Role.label, ...words.cues('labels'), ...words.cues('cues'))
  mark(Role.lowerStreet, ...words.doubts('streetsLower'))
  mark(Role.leadStreet, ...words.doubts('streetsBefore'))
  mark(Role.placeLead, ...words.doubts('placeLeads'))
  mark(Role.verb, ...words.cues('verbs'))
  mark(Role.brand, ...words.things('brands'))
  mark(Role.goods, ...words.things('goods'))
  mark(Role.occupation, ...words.doubts('occupations'))
  mark(Role.plant, ...words.things('plants'))
  mark(Role.plantTalk, ...words.things('plantTalk'))
  mark(Role.saint, ...words.things('saints'))
  mark(Role.opening, ...words.cues('greetings'), ...words.cues('closings'))
  return roles
}

/** Bits of Small by folded word. */
function smallWordsOf(words: Lists, packs: Packs): BitTable {
  const small = new Map<string, number>()
  add(small, Small.elided, words.particles('elided'))
  add(small, Small.possessive, words.particles('possessives'))
  add(small, Small.lowerForm, words.particles('lowerForms'))
  add(small, Small.kin, words.particles('kinParticles'))
  add(small, Small.family, words.particles('familyParticles'))
  add(small, Small.article, words.particles('articles'))
  add(small, Small.thingArticle, words.particles('thingArticles'))
  add(small, Small.and | Small.listing, words.particles('conjunctions'))
  add(small, Small.listing, words.particles('listWords'))
  add(small, Small.link, words.particles('ownerLinks'))
  add(small, Small.booked, words.titles.booked)
  add(small, Small.nameLink, words.particles('nameLinks'))
  add(small, Small.linkedArticle, words.particles('linkedArticles'))
  add(small, Small.noble, words.particles('nobleParticles'))
  add(small, Small.agent, words.cues('agents'))
  add(small, Small.copula, words.cues('copulas'))
  add(small, Small.relative, words.cues('relatives'))
  add(small, Small.determiner, words.particles('determiners'))
  add(small, Small.designated, words.things('bearersOfNames'))
  add(small, Small.eponym, words.things('eponyms'))
  add(small, Small.measure, words.things('measures'))
  add(small, Small.thingLead, words.particles('thingLeads'))
  add(small, Small.trade, words.doubts('trades'))
  add(small, Small.eponym | Small.law, words.things('laws'))
  add(small, Small.money, currencyWords(packs))
  add(small, Small.size, words.things('sizes'))
  add(small, Small.household, words.cues('households'))
  add(small, Small.adverb, words.cues('adverbs'))
  add(small, Small.pronoun, words.cues('pronouns'))
  add(small, Small.capitalParticle, words.particles('capitalParticles'))
  return small
}

/** Phrases of any length in the phrase book, by what they say of a name. */
function phraseGroups(words: Lists, book: PhraseBook): NameCues['groups'] {
  return {
    label: book.add(words.cues('labels')),
    cue: book.add([...words.cues('cues'), ...words.cues('selfNamings')]),
    title: book.add(words.titles.before),
    greeting: book.add(words.cues('greetings')),
    closing: book.add(words.cues('closings')),
    thing: book.add(words.things('things'), 'aside'),
    number: book.add(words.cues('numbers'), 'aside'),
    introduction: book.add(words.cues('introductions'), 'aside'),
    selfNaming: book.add(words.cues('selfNamings'), 'aside'),
    field: book.add(words.cues('nameFields')),
    naming: book.add(words.cues('namings')),
    key: book.add(words.cues('nameKeys'), 'aside'),
    question: book.add(words.cues('nameQuestions'), 'aside'),
    article: book.add(words.things('articleNumbers'), 'aside'),
    thingList: book.add(words.things('headingsOfNames'), 'aside'),
    tail: book.add(words.cues('labelTails'), 'aside'),
    thingHeading: book.add(words.things('headingsOfThings'), 'aside'),
    thingField: book.add(words.things('fieldsOfThings'), 'aside'),
  }
}

function add(table: Map<string, number>, bits: number, phrases: readonly string[]): void {
  for (const word of singleWords(phrases)) table.set(word, (table.get(word) ?? 0) | bits)
}

/** Currencies as they are written beside an amount, one word each. */
function currencyWords(packs: Packs): readonly string[] {
  const { signs, after } = JSON.parse(packs.cues('currencies.json')) as Readonly<Record<'signs' | 'after', string[]>>
  return [...signs, ...after].filter((word) => /^\p{L}{2,}$/u.test(word))
}

/** Roles that the last part of a compound gives a word: Bezirksgericht is a court, Kundtjänst a department, Zusteller who did it. */
export type RolesByEnding = (folded: string) => number

/** Letters before the ending at least: "Gericht" itself is in the lists. */
const LEAST_STEM = 3

function rolesByEnding(
  organisations: readonly string[],
  departments: readonly string[],
  labels: readonly string[],
): RolesByEnding {
  const table = new Map<string, number>()
  for (const ending of labels) table.set(fold(ending), Role.label)
  for (const ending of organisations) table.set(fold(ending), Role.organisation)
  for (const ending of departments) table.set(fold(ending), Role.notName)
  const lengths = [...new Set([...table.keys()].map((ending) => ending.length))].sort((a, b) => b - a)
  return (folded) => {
    for (const length of lengths) {
      if (folded.length < length) continue
      const role = table.get(folded.slice(folded.length - length))
      if (role !== undefined && (role === Role.label || folded.length >= length + LEAST_STEM)) return role
    }
    return 0
  }
}

/** Folded words of the phrases that are one word long; longer ones are matched by the phrase book alone. */
function singleWords(phrases: readonly string[]): string[] {
  return phrases.map((phrase) => fold(phrase.replace(/[.'\u2019-]/gu, ''))).filter((word) => !/\s/u.test(word))
}
