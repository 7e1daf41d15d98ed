// Which fields a label may name: what heads a column of a table or stands before a value in a form, in every language at once.
import { fold } from '../text/fold.ts'
import type { FieldLabelFacts } from './schemas/field-labels.ts'

/** A label is short: what is longer is a sentence. UTF-16 units. */
const LONGEST = 80
const NONE: ReadonlySet<string> = new Set()

export class FieldLabels {
  readonly #fields = new Map<string, Set<string>>()

  constructor(facts: FieldLabelFacts) {
    for (const [field, languages] of Object.entries(facts.fields))
      for (const label of Object.values(languages).flat()) this.add(field, label)
  }

  /** A further label, from another table of facts; those of the field-labels file win where it knows the label. */
  add(field: string, label: string): void {
    const key = keyOf(label)
    if (key === '') return
    const known = this.#fields.get(key)
    if (known === undefined) this.#fields.set(key, new Set([field]))
    else known.add(field)
  }

  has(label: string): boolean {
    return this.fieldsOf(label).size > 0
  }

  /** The fields that a label names, none for any other text. "Nachname / Surname" and "DOB (dd.mm.yyyy)" name what their parts do. */
  fieldsOf(label: string): ReadonlySet<string> {
    if (label.length > LONGEST) return NONE
    const whole = this.#fields.get(keyOf(label))
    if (whole !== undefined) return whole
    const outside = label.replace(/\([^()]*\)|\[[^[\]]*\]/g, ' ')
    for (const part of [outside, ...outside.split(/[/|]| - /)]) {
      const found = this.#fields.get(keyOf(part))
      if (found !== undefined) return found
    }
    return NONE
  }
}

/** Letters and figures of a label, folded; numbers behind it ("phone 2") do not count. */
function keyOf(label: string): string {
  return fold(label)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/ \d{1,2}$/, '')
}
