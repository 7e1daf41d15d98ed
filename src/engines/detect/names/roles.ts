// Roles of words in or next to names: each is a list of data/cues and a bit of a word.
import type { Packs } from '../../../packs/load.ts'
import { fold } from '../../../text/fold.ts'
import { wordLists } from '../lexicons.ts'

/** Roles as the file of weights calls them, and the lists that give them: file, names of its lists. */
const SOURCES = [
  ['title', 'titles.json', ['before']],
  ['title behind', 'titles.json', ['after', 'afterLower']],
  ['particle', 'name-particles.json', ['particles', 'elided']],
  ['organisation', 'organisation-words.json', ['kinds', 'any', 'groups']],
  ['legal form', 'organisation-forms.json', ['after', 'before']],
  ['street', 'not-names.json', ['streetWords', 'streetsLower']],
  ['no name', 'not-names.json', ['notNames', 'organisationWords']],
  ['occupation', 'not-names.json', ['occupations', 'trades']],
  ['label', 'name-cues.json', ['labels']],
  ['verb', 'name-cues.json', ['verbs']],
  ['relative', 'name-cues.json', ['relatives']],
  ['opening', 'name-cues.json', ['greetings', 'closings']],
  ['bearer', 'named-things.json', ['bearersOfNames', 'eponyms', 'laws', 'goods']],
  ['brand', 'named-things.json', ['brands', 'plants']],
  ['thing', 'named-things.json', ['namesOfThings']],
  ['conjunction', 'name-particles.json', ['conjunctions', 'listWords']],
] as const

export type RoleName = (typeof SOURCES)[number][0]

export const ROLE_NAMES: readonly RoleName[] = SOURCES.map(([name]) => name)

export const roleBit = (role: RoleName): number => 1 << ROLE_NAMES.indexOf(role)

/** Bits of roles by folded word; phrases of several words are left to the phrase book. */
export function rolesOf(): ReadonlyMap<string, number> {
  const roles = new Map<string, number>()
  for (const [index, [, file, lists]] of SOURCES.entries()) {
    const list = wordLists(file)
    for (const phrase of lists.flatMap((name) => list(name))) {
      const word = fold(phrase.replace(/[.'\u2019-]/gu, ''))
      if (!/\s/u.test(word)) roles.set(word, (roles.get(word) ?? 0) | (1 << index))
    }
  }
  return roles
}

/** data/cues/case-endings.json: ending -> possible nominative endings, for persons and places. */
export function caseEndings(packs: Packs): { readonly names: Endings; readonly places: Endings } {
  const { names, places } = JSON.parse(packs.cues('case-endings.json')) as Record<
    'names' | 'places',
    Readonly<Record<string, readonly string[]>>
  >
  return { names: new Map(Object.entries(names)), places: new Map(Object.entries(places)) }
}

export type Endings = ReadonlyMap<string, readonly string[]>
