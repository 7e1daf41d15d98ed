// Rows that share what remains of them: how many there are of each combination of kept attributes, and how generalising would change it.
// Source: L. Sweeney, k-anonymity (2002): a row is singled out where no other has its combination.
import type { Quasi } from '../packs/schemas/field-labels.ts'
import type { ColumnPlan } from './column-plan.ts'

/** A way to view the remaining attributes: each unchanged, coarser, or left out. */
export interface View {
  /** In words: "postcode to 3 characters, year of birth to decade". */
  readonly says: string
  readonly of: (quasi: Quasi, value: string) => string
}

const decade = (value: string) => value.replace(/(\d{3})\d/, '$10s')
const band = (value: string) => (/^\d+$/.test(value) ? `${Math.floor(Number(value) / 10)}0s` : value)
const three = (value: string) => value.replace(/[^\p{L}\p{N}]/gu, '').slice(0, 3)

const COARSER: Readonly<Record<Quasi, { readonly says: string; readonly of: (value: string) => string }>> = {
  birth_year: { says: 'year of birth to decade', of: decade },
  age: { says: 'age to ten years', of: band },
  postcode: { says: 'postcode to 3 characters', of: three },
  place: { says: 'without places', of: () => '' },
  sex: { says: 'without sex', of: () => '' },
  nationality: { says: 'without nationality', of: () => '' },
  occupation: { says: 'without occupation', of: () => '' },
}

/** Columns of the copy that tell something of a person and are not hidden. */
export function quasiColumns(columns: readonly ColumnPlan[]): readonly (ColumnPlan & { readonly quasi: Quasi })[] {
  return columns.filter(
    (column): column is ColumnPlan & { readonly quasi: Quasi } =>
      column.quasi !== null &&
      (column.action === 'retain' || column.action === 'generalize' || column.action === 'shift'),
  )
}

/** As it stands, each attribute coarser alone, and then step by step together: places and postcodes, years, the rest. */
export function viewsOf(quasis: ReadonlySet<Quasi>): readonly View[] {
  const there = (Object.keys(COARSER) as Quasi[]).filter((quasi) => quasis.has(quasi))
  const together = (some: readonly Quasi[]): View => ({
    says: some.map((quasi) => COARSER[quasi].says).join(', '),
    of: (quasi, value) => (some.includes(quasi) ? COARSER[quasi].of(value) : value),
  })
  const steps: readonly Quasi[] = (['postcode', 'place', 'birth_year', 'age'] as const).filter((quasi) =>
    quasis.has(quasi),
  )
  const combined = steps.flatMap((_, at) => (at === 0 ? [] : [together(steps.slice(0, at + 1))]))
  return [{ says: 'as it stands', of: (_, value) => value }, ...there.map((quasi) => together([quasi])), ...combined]
}

/** A number of 53 bits for what remains of a row under a view. */
export function groupOf(row: readonly string[], columns: ReturnType<typeof quasiColumns>, view: View): number {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (const { index, quasi } of columns) {
    const value = `${view.of(quasi, (row[index] ?? '').trim())}\u001f`
    for (let i = 0; i < value.length; i++) {
      const unit = value.charCodeAt(i)
      high = Math.imul(high ^ unit, 2654435761)
      low = Math.imul(low ^ unit, 1597334677)
    }
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return 4294967296 * (2097151 & low) + (high >>> 0)
}

/** Counts of groups in two typed arrays: sixteen bytes a group, where a map would take a hundred. */
export class GroupCounts {
  #keys = new Float64Array(1024).fill(-1)
  #counts = new Uint32Array(1024)
  #groups = 0

  add(keys: Float64Array): void {
    for (const key of keys) {
      if (this.#groups * 2 >= this.#keys.length) this.#grow()
      this.#put(key, 1)
    }
  }

  #put(key: number, count: number): void {
    const mask = this.#keys.length - 1
    let at = (key % 4294967296) & mask
    while (this.#keys[at] !== -1 && this.#keys[at] !== key) at = (at + 1) & mask
    if (this.#keys[at] === -1) {
      this.#keys[at] = key
      this.#groups++
    }
    this.#counts[at]! += count
  }

  #grow(): void {
    const [keys, counts] = [this.#keys, this.#counts]
    this.#keys = new Float64Array(keys.length * 2).fill(-1)
    this.#counts = new Uint32Array(keys.length * 2)
    this.#groups = 0
    for (let at = 0; at < keys.length; at++) if (keys[at] !== -1) this.#put(keys[at]!, counts[at]!)
  }

  /** Groups, rows that are alone in theirs, and rows in groups of fewer than `few`. */
  told(few: number): { readonly groups: number; readonly alone: number; readonly few: number } {
    let [alone, some] = [0, 0]
    for (const count of this.#counts) {
      if (count === 1) alone++
      if (count < few) some += count
    }
    return { groups: this.#groups, alone, few: some }
  }
}
