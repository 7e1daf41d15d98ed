// What single words mean around a name: the lists of data/cues/names-context.json and titles.json as bits by folded word.
import type { Packs } from '../../../packs/load.ts'
import { fold } from '../../../text/fold.ts'
import type { PhraseBook, PhraseHit } from '../../../text/phrases.ts'

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

/** Roles by folded word. */
export type RoleTable = ReadonlyMap<string, number>

/** What a phrase of a text says to names; bits. */
export const Cue = {
  /** Heads a field. */
  label: 1,
  /** Announces a person in running text. */
  cue: 2,
  title: 4,
  greeting: 8,
  closing: 16,
  /** Contains a name and names no person: a disease, a chess opening, a dish. */
  thing: 32,
  /** A word for a telephone number or for calling. */
  number: 64,
  /** By which somebody says who they are. */
  introduction: 128,
  /** Announces a value of another detector. */
  foreign: 256,
  /** Labels a field that holds a name and nothing else. */
  field: 512,
  /** Labels what is called something, most often a person. */
  naming: 1024,
} as const

type CueName = Exclude<keyof typeof Cue, 'foreign'>

/** The phrases that names listen to: their groups in the phrase book and what each says. */
export class NameCues {
  readonly groups: Readonly<Record<CueName, number>>
  readonly #bits: Uint16Array

  constructor(groups: Readonly<Record<CueName, number>>) {
    this.groups = groups
    this.#bits = new Uint16Array(Math.max(...Object.values(groups)) + 1).fill(Cue.foreign)
    for (const [name, group] of Object.entries(groups)) this.#bits[group] = Cue[name as CueName]
  }

  /** What a phrase says: bits of Cue. */
  of({ groups }: PhraseHit): number {
    let found = 0
    for (let i = 0; i < groups.length; i++) {
      const group = groups[i]!
      found |= group < this.#bits.length ? this.#bits[group]! : Cue.foreign
    }
    return found
  }
}

type ContextLists = Readonly<
  Record<
    | 'labels'
    | 'nameFields'
    | 'namings'
    | 'cues'
    | 'greetings'
    | 'closings'
    | 'particles'
    | 'notNames'
    | 'organisationWords'
    | 'streetWords'
    | 'streetsLower'
    | 'streetsBefore'
    | 'placeLeads'
    | 'verbs'
    | 'brands'
    | 'goods'
    | 'occupations'
    | 'plants'
    | 'plantTalk'
    | 'saints'
    | 'things'
    | 'numbers'
    | 'introductions'
    | 'ownerLinks'
    | 'organisationEndings'
    | 'departmentEndings',
    readonly string[]
  >
>

type Titles = Readonly<Record<'before' | 'after' | 'afterLower', readonly string[]>> & {
  /** By language. */
  readonly letters: Readonly<Record<string, readonly string[]>>
}

/** Reads the lists: one-word entries become roles, cues of any length join the phrase book. */
export function nameRoles(
  packs: Packs,
  book: PhraseBook,
): {
  roles: RoleTable
  cues: NameCues
  byEnding: RolesByEnding
  links: ReadonlySet<string>
  letters: Readonly<Record<string, readonly string[]>>
} {
  const lists = JSON.parse(packs.cues('names-context.json')) as ContextLists
  const titles = JSON.parse(packs.cues('titles.json')) as Titles
  const roles = new Map<string, number>()
  const mark = (role: number, ...phrases: readonly string[]): void => {
    for (const word of singleWords(phrases)) roles.set(word, (roles.get(word) ?? 0) | role)
  }
  mark(Role.title, ...titles.before)
  mark(Role.after, ...titles.after)
  mark(Role.afterLower, ...titles.afterLower)
  mark(Role.particle, ...lists.particles)
  mark(Role.notName, ...lists.notNames)
  mark(Role.organisation, ...lists.organisationWords)
  mark(Role.street, ...lists.streetWords)
  mark(Role.label, ...lists.labels, ...lists.cues)
  mark(Role.lowerStreet, ...lists.streetsLower)
  mark(Role.leadStreet, ...lists.streetsBefore)
  mark(Role.placeLead, ...lists.placeLeads)
  mark(Role.verb, ...lists.verbs)
  mark(Role.brand, ...lists.brands)
  mark(Role.goods, ...lists.goods)
  mark(Role.occupation, ...lists.occupations)
  mark(Role.plant, ...lists.plants)
  mark(Role.plantTalk, ...lists.plantTalk)
  mark(Role.saint, ...lists.saints)
  mark(Role.opening, ...lists.greetings, ...lists.closings)
  return {
    roles,
    cues: new NameCues({
      label: book.add(lists.labels),
      cue: book.add(lists.cues),
      title: book.add(titles.before),
      greeting: book.add(lists.greetings),
      closing: book.add(lists.closings),
      thing: book.add(lists.things, 'aside'),
      number: book.add(lists.numbers, 'aside'),
      introduction: book.add(lists.introductions, 'aside'),
      field: book.add(lists.nameFields),
      naming: book.add(lists.namings),
    }),
    links: new Set(lists.ownerLinks.map(fold)),
    letters: titles.letters,
    byEnding: rolesByEnding(lists.organisationEndings, lists.departmentEndings),
  }
}

/** Roles that the last part of a compound gives a word: Bezirksgericht is a court, Kundtjänst a department. */
export type RolesByEnding = (folded: string) => number

/** Letters before the ending at least: "Gericht" itself is in the lists. */
const LEAST_STEM = 3

function rolesByEnding(organisations: readonly string[], departments: readonly string[]): RolesByEnding {
  const table = new Map<string, number>()
  for (const ending of organisations) table.set(fold(ending), Role.organisation)
  for (const ending of departments) table.set(fold(ending), Role.notName)
  const lengths = [...new Set([...table.keys()].map((ending) => ending.length))].sort((a, b) => b - a)
  return (folded) => {
    for (const length of lengths) {
      if (folded.length < length + LEAST_STEM) continue
      const role = table.get(folded.slice(folded.length - length))
      if (role !== undefined) return role
    }
    return 0
  }
}

/** Folded words of the phrases that are one word long; longer ones are matched by the phrase book alone. */
function singleWords(phrases: readonly string[]): string[] {
  return phrases.map((phrase) => fold(phrase.replace(/[.'\u2019-]/gu, ''))).filter((word) => !/\s/u.test(word))
}
