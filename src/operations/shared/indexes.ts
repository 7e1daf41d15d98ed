// The indexes of an installation by name, each opened on first use, and an index opened to be changed.
import type { KnownPeople } from '../../engines/detect/persons/known-people.ts'
import { SelfsameError } from '../../errors.ts'
import { type Known, KnownValues } from '../../formats/shared/known-values.ts'
import { indexPack, recordsIn } from '../../tables/lookup/build.ts'
import { type LookupIndex, type NewRecord, openLookup } from '../../tables/lookup/store.ts'
import type { RecordRef } from '../../tables/records/table-run.ts'
import type { RunOptions } from '../../tables/run.ts'
import { named } from '../../text/named.ts'
import type { Context } from './context.ts'
import { peopleOf } from './known-people.ts'

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
    const known = new KnownValues(
      values.map(([value, text]) => ({ value, text })),
      'names',
    )
    const people = this.people(this.#context)
    return new Map([...this.#names].map(([name, masked]) => [name, masked(known, people)]))
  }
}

/** The index of a name, or the only one. Throws index_unknown, usage, index_unavailable. */
export async function requireIndex(name: string | null, { indexes, packs }: Context): Promise<LookupIndex> {
  const names = Object.keys(indexes?.folders ?? {})
  const wanted = name ?? (names.length === 1 ? names[0]! : null)
  if (indexes === undefined || wanted === null || !Object.hasOwn(indexes.folders, wanted)) throw unknown(name, names)
  let opened = indexes.opened.get(wanted)
  if (opened === undefined) {
    opened = openLookup(indexes.folders[wanted]!, (entity) => indexPack(packs, entity), { writes: false })
    indexes.opened.set(wanted, opened)
    // An index that could not be opened may be there for the next request.
    opened.catch(() => indexes.opened.delete(wanted))
  }
  return opened
}

function unknown(name: string | null, names: readonly string[]): SelfsameError {
  if (names.length === 0)
    return new SelfsameError('index_unknown', 'no index is configured: start the service with --index NAME=FOLDER')
  const problem = name === null ? 'the request names no index' : `there is no index '${named(name)}'`
  return new SelfsameError('index_unknown', `${problem}; pass one of ${names.join(', ')}`)
}

/** An index that is changed while services look in it. What a method has added or erased is on the disk when it returns. */
export interface IndexWriter {
  /** Adds records; one with the table and id of a record of the index replaces it. */
  add(records: readonly NewRecord[]): number
  /** Adds the rows of tables. Throws usage. */
  addTables(options: Pick<RunOptions, 'files' | 'idColumn' | 'mapping'>): Promise<number>
  /** Removes a record with all that was derived from it; false if there is none. */
  erase(ref: RecordRef): boolean
  state: LookupIndex['state']
  close(): void
}

/** Records in one transaction: enough to share a flush of the disk, and few enough for others to have their turn. */
const A_BATCH = 1_000

/** Throws usage, index_unavailable. */
export async function openWriter(folder: string, { packs, engines: { compare } }: Context): Promise<IndexWriter> {
  const index = await openLookup(folder, (entity) => indexPack(packs, entity), { writes: true })
  const { entity } = index
  const add = (records: readonly NewRecord[]): number => {
    for (let from = 0; from < records.length; from += A_BATCH)
      index.add(
        records.slice(from, from + A_BATCH).map(({ source, id, fields }) => {
          return { source, id, fields: compare.fieldsAsRead(entity, fields) }
        }),
      )
    return records.length
  }
  return {
    add,
    async addTables(options) {
      let added = 0
      let batch: NewRecord[] = []
      for (const record of await recordsIn({ ...options, entity }, packs, compare)) {
        batch.push(record)
        if (batch.length < A_BATCH) continue
        added += add(batch)
        batch = []
        await new Promise(setImmediate)
      }
      return added + add(batch)
    },
    erase: (ref) => index.erase(ref),
    state: () => index.state(),
    close: () => index.close(),
  }
}
