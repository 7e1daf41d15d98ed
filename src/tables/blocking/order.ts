// The processing order of records: similar records are adjacent, so that prepared data stays cached. It does not affect the result.
import { type SharedColumn, sharedNumbers } from '../records/columns.ts'
import { orderOf } from './numbers.ts'

/** Values that more records share are ignored: the cache does not hold their data long enough. */
const LARGEST_RUN = 2000

/** All records, sorted by the two columns whose equal values hold the most pairs; otherwise in record order. Shared by threads. */
export function workOrder(columns: readonly SharedColumn[], count: number): Uint32Array {
  const order = sharedNumbers(count)
  for (let record = 0; record < count; record++) order[record] = record
  const [first, second] = columns
    .map((column) => ({ column, held: pairsHeld(column) }))
    .sort((a, b) => b.held - a.held)
    .map(({ column }) => column.codes)
  for (const codes of [second, first]) {
    if (codes === undefined) continue
    const places = orderOf(Uint32Array.from(order, (record) => codes[record]!))
    order.set(Uint32Array.from(places, (place) => order[place]!))
  }
  return order
}

/** Number of ordered pairs of records that agree in a value of the column; values that too many records share do not count. */
function pairsHeld({ codes, values }: SharedColumn): number {
  const counts = new Uint32Array(values.count)
  for (const code of codes) counts[code]!++
  let held = 0
  for (let code = 1; code < counts.length; code++)
    if (counts[code]! <= LARGEST_RUN) held += counts[code]! * (counts[code]! - 1)
  return held
}
