// A record of an index, and the row that it is read from.
import { entityOfBytes } from '../clusters/cluster-ids.ts'
import type { RecordRef } from '../records/table-run.ts'
import type { Fields } from './keys.ts'

/** A record of an index. */
export interface IndexedRecord extends RecordRef {
  readonly number: number
  readonly entity_id: string
  readonly fields: Fields
}

export const A_RECORD =
  'SELECT records.number, name AS source, id, entity, fields FROM records JOIN sources ON sources.number = source'

export interface Row {
  readonly number: number
  readonly source: string
  readonly id: string
  readonly entity: Uint8Array
  readonly fields: string
}

/** A record from its row. */
export const indexedOf = ({ number, source, id, entity, fields }: Row): IndexedRecord => ({
  number,
  source,
  id,
  entity_id: entityOfBytes(entity),
  fields: JSON.parse(fields) as Fields,
})
