// The word lists that several detectors read from data/cues.
import { SelfsameError } from '../../errors.ts'
import { readData } from '../../packs/data-files.ts'
import { fold } from '../../text/fold.ts'
import type { LanguageFacts } from './language-traits.ts'

interface ValueCues {
  readonly cues: Readonly<Record<string, readonly string[]>>
}

interface NegativeCues {
  readonly fillers: readonly string[]
  readonly reference: readonly string[]
  readonly version: readonly string[]
  readonly amount: readonly string[]
  readonly units: readonly string[]
  readonly series: readonly string[]
  readonly not_after: Readonly<Record<string, readonly string[]>>
}

interface BirthCues {
  readonly edition: number
  readonly capitals: readonly string[]
  readonly headings: readonly string[]
  readonly died: readonly string[]
  readonly confirming: readonly string[]
  readonly cues: Readonly<Record<string, readonly string[]>>
  readonly after: Readonly<Record<string, readonly string[]>>
}

/** Files read before: a dozen detectors ask for their part of the same one. */
const files = new Map<string, unknown>()

function read<T>(name: string): T {
  const known = files.get(name) ?? JSON.parse(readData(`cues/${name}`).toString('utf8'))
  files.set(name, known)
  return known as T
}

/** A list of a file of data/cues; throws `facts_invalid` when it has none of that name. */
function listOf(lists: Readonly<Record<string, readonly string[]>>, name: string, file: string): readonly string[] {
  const list = lists[name]
  if (list === undefined)
    throw new SelfsameError('facts_invalid', `data/cues/${file} has no list "${name}": add it, or name another one.`)
  return list
}

/** Words that announce a value of some kind ("phone", "account"); throws `facts_invalid` when the kind has no list. */
export function valueCues(kind: string): readonly string[] {
  return listOf(read<ValueCues>('value-cues.json').cues, kind, 'value-cues.json')
}

/** Words right before a value that say it is something else, by the name of their list; throws `facts_invalid` when there is none. */
export function otherValueCues(list: string): readonly string[] {
  return listOf(negativeCues().not_after, list, 'negative-cues.json')
}

/** Words that say a number is none of ours, and the words that may stand between a cue and its value. */
export function negativeCues(): NegativeCues {
  return read('negative-cues.json')
}

/** Words of quantities (kg, pcs), folded. */
export function quantityWords(): ReadonlySet<string> {
  return new Set(negativeCues().units.map(fold))
}

/** The lists of a file of data/cues, by name; its `about` says what each means. Throws `facts_invalid` when the file has no such list. */
export function wordLists(file: string): (list: string) => readonly string[] {
  const lists = read<Readonly<Record<string, readonly string[]>>>(file)
  return (name) => listOf(lists, name, file)
}

/**
 * Words before (`cues`), behind (`after`) and right over a date that make it a date of birth, all languages together, and
 * abbreviations (`died`) that make it another; `edition` is the year that the facts are of.
 */
export function birthCues(): {
  edition: number
  before: readonly string[]
  after: readonly string[]
  capitals: readonly string[]
  headings: readonly string[]
  died: readonly string[]
  confirming: readonly string[]
} {
  const file = read<BirthCues>('birth-cues.json')
  const { edition, capitals, headings, died, confirming } = file
  return {
    edition,
    before: [...Object.values(file.cues).flat(), ...capitals],
    after: Object.values(file.after).flat(),
    capitals,
    headings,
    died,
    confirming,
  }
}

/** Words of each language that people are called by as well: what opens a sentence (`sentence`), or stands in one (`anywhere`). */
export function otherWords(): Readonly<Record<'sentence' | 'anywhere', Readonly<Record<string, readonly string[]>>>> {
  return read<{ otherWords: ReturnType<typeof otherWords> }>('not-names.json').otherWords
}

/** What languages do that rules for names and places ask about. */
export function languageFacts(): LanguageFacts {
  return read('languages.json')
}
