// The order in which records are worked on: those that agree in much stand together, so that what is prepared for one is still held when
// the other comes. It says nothing of the outcome.
import { type SharedColumn, sharedNumbers } from '../columns.ts'
import { orderOf } from './numbers.ts'

/** Records that agree in more than so many others' value are no neighbours: their values are not held so long. */
const LARGEST_RUN = 2000

/** All records, by the two columns whose equal values hold the most pairs; records that agree in both in their own order. Shared by threads. */
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

/** Pairs of records that agree in a value of the column, of values that not too many have. */
function pairsHeld({ codes, values }: SharedColumn): number {
  const counts = new Uint32Array(values.count)
  for (const code of codes) counts[code]!++
  let held = 0
  for (let code = 1; code < counts.length; code++)
    if (counts[code]! <= LARGEST_RUN) held += counts[code]! * (counts[code]! - 1)
  return held
}
