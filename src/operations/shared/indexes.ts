// The indexes of an installation by name, each opened on first use, and an index opened to be changed.
import { SelfsameError } from '../../errors.ts'
import { indexPack, recordsIn } from '../../tables/lookup/build.ts'
import { type LookupIndex, type NewRecord, openLookup } from '../../tables/lookup/store.ts'
import type { RecordRef } from '../../tables/records/table-run.ts'
import type { RunOptions } from '../../tables/run.ts'
import { named } from '../../text/mask.ts'
import type { Context } from './context.ts'

/** The index of a name, or the only one; opened once for reading and once for writing. Throws index_unknown, usage, index_unavailable. */
export async function requireIndex(name: string | null, context: Context, writes = false): Promise<LookupIndex> {
  const { folder, opened } = namedIndex(name, context)
  const key = writes ? `${folder} (writes)` : folder
  let opening = opened.get(key)
  if (opening === undefined) {
    opening = openLookup(folder, (entity) => indexPack(context.packs, entity), { writes })
    opened.set(key, opening)
    // An index that could not be opened may be there for the next request.
    opening.catch(() => opened.delete(key))
  }
  return opening
}

function namedIndex(name: string | null, { indexes }: Context) {
  const names = Object.keys(indexes?.folders ?? {})
  const wanted = name ?? (names.length === 1 ? names[0]! : null)
  if (indexes === undefined || wanted === null || !Object.hasOwn(indexes.folders, wanted)) throw unknown(name, names)
  return { ...indexes, folder: indexes.folders[wanted]! }
}

function unknown(name: string | null, names: readonly string[]): SelfsameError {
  if (names.length === 0)
    return new SelfsameError('index_unknown', 'no index is configured: start the service with --index NAME=FOLDER')
  const problem = name === null ? 'the request names no index' : `there is no index '${named(name)}'`
  return new SelfsameError('index_unknown', `${problem}; pass one of ${names.join(', ')}`)
}

/** Source of records that were resolved; their id there is the record id that they were first resolved under. */
export const LEDGER_SOURCE = 'ledger'

/** Throws usage for a record that follows the ledger. */
function refuseResolved({ source }: RecordRef): void {
  if (source !== LEDGER_SOURCE) return
  throw new SelfsameError(
    'usage',
    'records of the source "ledger" follow the ledger: add them with resolve, and erase them with "selfsame ledger erase"',
  )
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
    for (const record of records) refuseResolved(record)
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
    erase(ref) {
      refuseResolved(ref)
      return index.erase(ref)
    },
    state: () => index.state(),
    close: () => index.close(),
  }
}
