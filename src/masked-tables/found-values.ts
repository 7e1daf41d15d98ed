// Numbers, addresses of mail and dates that were found in one cell of a record, searched in its other cells, where no word may announce them.
import { KnownValues } from '../formats/shared/known-values.ts'
import type { Finding } from '../records/detection.ts'
import type { ScannedText } from '../text/scanned.ts'
import { isTellingNumber } from './cell-shapes.ts'

/** A finding and its text as the cell has it. */
export interface FoundValue {
  readonly finding: Finding
  readonly value: string
}

export class FoundValues {
  /** By the record whose cells they are. */
  readonly #values = new Map<readonly string[], FoundValue[]>()
  readonly #known = new Map<readonly string[], KnownValues>()

  /** Findings of a cell that are hidden from its copy. */
  add(record: readonly string[], cell: string, findings: readonly Finding[]): void {
    for (const finding of findings) {
      const value = cell.slice(finding.start, finding.end)
      if (!isTellingNumber(value)) continue
      const values = this.#values.get(record)
      if (values === undefined) this.#values.set(record, [{ finding, value }])
      else values.push({ finding, value })
    }
  }

  /** In another cell of the record: sorted, disjoint, in any spelling. The ranges are of the text as sent. */
  in(record: readonly string[], text: ScannedText): FoundValue[] {
    const values = this.#values.get(record)
    if (values === undefined) return []
    const known =
      this.#known.get(record) ??
      new KnownValues(
        values.map(({ value }, at) => ({ value, text: String(at) })),
        'row',
      )
    this.#known.set(record, known)
    return known.in(text.source, text.view).map(({ start, end, text: at }) => {
      const { finding, value } = values[Number(at)]!
      return { finding: { ...finding, start, end }, value }
    })
  }

  has(record: readonly string[]): boolean {
    return this.#values.has(record)
  }
}
