// The fields that a label may name, as a column header or before a value in a form, in every language at once.
import { fold } from '../text/fold.ts'
import type { FieldLabelFacts } from './schemas/field-labels.ts'

const LONGEST = 80
const NONE: ReadonlySet<string> = new Set()

export class FieldLabels {
  readonly #fields = new Map<string, Set<string>>()

  constructor(facts: FieldLabelFacts) {
    for (const [field, languages] of Object.entries(facts.fields))
      for (const label of Object.values(languages).flat()) this.add(field, label)
  }

  /** Adds a label from another table of facts; a label in the field-labels file takes precedence. */
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

  /** The fields that a label names, none for other text. "Nachname / Surname" and "DOB (dd.mm.yyyy)" name the fields of their parts. */
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

/** Letters and digits of a label, folded, without a number at its end ("phone 2"). */
const keyOf = (label: string): string =>
  fold(label)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/ \d{1,2}$/, '')
