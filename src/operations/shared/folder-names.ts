// The persons of the files of one folder, and the names of its files, which are masked by what was found in all of them.
import type { KnownPeople } from '../../engines/detect/persons/known-people.ts'
import { type Known, type KnownValues, valuesInNames } from '../../formats/shared/known-values.ts'
import type { Context } from './context.ts'
import { peopleOf } from './shared-people.ts'

type MaskedName = (values: KnownValues, people: KnownPeople) => string

/** The values found in the files of one folder: they are masked in the names of all its files once the last file is done. */
export class FolderNames {
  /** Whether a person of one file is hidden in all others; every file is then read before the first is copied. */
  readonly isTogether: boolean
  /** Value -> what represents it. */
  readonly #values = new Map<string, string>()
  readonly #persons = new Set<string>()
  #people: KnownPeople | null = null
  /** Name of a file -> its name without the given values and people. */
  readonly #names = new Map<string, MaskedName>()
  #context: Context | null = null

  constructor(isTogether = false) {
    this.isTogether = isTogether
  }

  /** The names of all persons so far, sorted. */
  get persons(): readonly string[] {
    return [...this.#persons].sort()
  }

  addPeople(names: Iterable<string>): void {
    for (const name of names) this.#persons.add(name)
  }

  /** All persons, once the files were read. */
  people(context: Context): KnownPeople {
    this.#people ??= peopleOf(this.persons, context)
    return this.#people
  }

  add(name: string, values: readonly Known[], context: Context, masked: MaskedName): void {
    for (const { value, text } of values) {
      const known = this.#values.get(value)
      // The first by code units, so that the order of reading does not matter.
      if (known === undefined || text < known) this.#values.set(value, text)
    }
    this.#names.set(name, masked)
    this.#context = context
  }

  /** Name of each file -> its name without the values and people of the whole folder. */
  masked(): ReadonlyMap<string, string> {
    if (this.#context === null) return new Map()
    const values = [...this.#values].sort(([a], [b]) => (a < b ? -1 : 1))
    const known = valuesInNames(values.map(([value, text]) => ({ value, text })))
    const people = this.people(this.#context)
    return new Map([...this.#names].map(([name, masked]) => [name, masked(known, people)]))
  }
}
