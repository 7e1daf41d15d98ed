// Names of the files of one folder, masked by what was found in all of them.
import { type Known, KnownValues } from './known-values.ts'

/** Values found in the files of one folder: they mask the names of all its files once the last file is done. */
export class FolderNames {
  /** Value -> what represents it. */
  readonly #values = new Map<string, string>()
  /** Name of a file -> its name without the given values. */
  readonly #names = new Map<string, (values: KnownValues) => string>()

  add(name: string, values: readonly Known[], masked: (values: KnownValues) => string): void {
    for (const { value, text } of values) {
      const known = this.#values.get(value)
      // The first by code units, in whatever order the files are read.
      if (known === undefined || text < known) this.#values.set(value, text)
    }
    this.#names.set(name, masked)
  }

  /** Name of each file -> its name without the values of the whole folder. */
  masked(): ReadonlyMap<string, string> {
    const values = [...this.#values].sort(([a], [b]) => (a < b ? -1 : 1))
    const known = new KnownValues(
      values.map(([value, text]) => ({ value, text })),
      'names',
    )
    return new Map([...this.#names].map(([name, masked]) => [name, masked(known)]))
  }
}
