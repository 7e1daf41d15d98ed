// Cells that are texts: read by the detectors behind their heading, together with what their own row says, and copied as a text is.
import { maskedCopy, type RuledFinding } from '../../engines/deidentify/engine.ts'
import { labelOf } from '../../engines/deidentify/token.ts'
import type { Category } from '../../packs/schemas/category.ts'
import type { Action, Finding } from '../../records/detection.ts'
import { ScannedText } from '../../text/scanned.ts'
import { METHODS } from '../../verbs/deidentify.ts'
import type { Context } from '../../verbs/shared/context.ts'
import { type GoverningLaw, governingLaw } from '../../verbs/shared/governing.ts'
import { ruleFor } from '../../verbs/shared/scan.ts'
import { cellDate, DATES_IN_TEXT } from './cell-dates.ts'
import { type ColumnPlan, type MaskSetting, UNNAMED } from './column-plan.ts'
import { OwnValues } from './own-values.ts'

/** Which cell of the rows at hand. */
export interface TextCell {
  readonly row: number
  readonly column: number
  /** Days that the dates of its row are moved by; null where none are. */
  readonly offset: number | null
}

type Told = (cell: TextCell, text: string, found: readonly string[]) => void
type MakeToken = (category: Category, value: string, country: string | null) => string

/** Texts read side by side: see verbs/shared/together.ts. */
const TOGETHER = 128
/** Findings of cells met last: many columns say the same few things again and again. */
const MOST_KEPT = 20_000
const LONGEST_KEPT = 80
/** Amounts, counts and marks: what no detector would say anything of. */
const PLAIN = /^-?\d{1,6}(?:[.,]\d{1,4})?(?:\s?[%€$£])?$|^[^\p{L}\p{N}]*$|^\p{L}$/u

/** Something to be done at a place of a cell. */
interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly category: string
}

export class TextCells {
  readonly #setting: MaskSetting
  readonly #context: Context
  readonly #own: OwnValues
  readonly #token: MakeToken
  readonly #law: GoverningLaw
  /** By column and cell. */
  #known = new Map<string, readonly Finding[]>()

  constructor(setting: MaskSetting, context: Context, token: MakeToken) {
    this.#setting = setting
    this.#context = context
    this.#own = new OwnValues(setting.plan.columns, context)
    this.#token = token
    this.#law = governingLaw(setting, new ScannedText(''), context)
  }

  /** Masks cells of rows, in their order; `of` are the rows whose values they may hold. */
  mask(
    rows: readonly (readonly string[])[],
    of: readonly (readonly string[])[],
    cells: readonly TextCell[],
    told: Told,
  ): void {
    for (let from = 0; from < cells.length; from += TOGETHER) {
      const part = cells.slice(from, from + TOGETHER)
      const found = this.#findingsOf(part.map(({ row, column }) => ({ column, cell: rows[row]![column]! })))
      for (const [at, cell] of part.entries())
        this.#copy(rows[cell.row]![cell.column]!, of[cell.row]!, cell, found[at]!, told)
    }
  }

  /** What the detectors find in each cell; indexes of the cell. */
  #findingsOf(cells: readonly { readonly column: number; readonly cell: string }[]): (readonly Finding[])[] {
    const { detect } = this.#context.engines
    const { reader, plan } = this.#setting
    const keys = cells.map(({ column, cell }) => (cell.length > LONGEST_KEPT ? null : `${column}\n${cell}`))
    const known = cells.map(({ cell }, at) =>
      PLAIN.test(cell.trim()) ? [] : keys[at] === null ? undefined : this.#known.get(keys[at]!),
    )
    const fresh = cells.flatMap((_, at) => (known[at] === undefined ? [at] : []))
    const leads = fresh.map((at) => `${plan.columns[cells[at]!.column]!.heading}: `)
    const texts = fresh.map((at, i) => new ScannedText(leads[i]! + cells[at]!.cell))
    detect.readAll(
      texts,
      texts.map(() => ({ jurisdiction: reader })),
    )
    for (const [i, at] of fresh.entries()) {
      const lead = leads[i]!.length
      const found = detect
        .settle(detect.claims(texts[i]!, { jurisdiction: reader }))
        .filter(({ end }) => end > lead)
        .map((finding) => ({ ...finding, start: Math.max(0, finding.start - lead), end: finding.end - lead }))
      known[at] = found
      if (keys[at] === null) continue
      if (this.#known.size >= MOST_KEPT) this.#known = new Map()
      this.#known.set(keys[at]!, found)
    }
    return known as (readonly Finding[])[]
  }

  #copy(text: string, row: readonly string[], cell: TextCell, findings: readonly Finding[], told: Told): void {
    const isPlain = PLAIN.test(text.trim())
    const own = isPlain ? [] : this.#own.find(row, new ScannedText(text))
    const dates = cell.offset === null && this.#setting.plan.person === null ? [] : this.#dates(text, cell.offset)
    if (findings.length + own.length + dates.length === 0) {
      told(cell, text, [])
      return
    }
    const ofRow = own.map(({ start, end, column, value }) => this.#ownEdit(start, end, column, value))
    // A key has the token of its column, whatever else it looks like.
    const isKey = ({ category }: Edit) => category === UNNAMED.code
    const edits = [
      ...ofRow.filter(isKey),
      ...findings.map((finding) => this.#edit(text, finding)),
      ...ofRow.filter((edit) => !isKey(edit)),
      ...dates,
    ]
    const [copy, tokens] = apply(text, edits)
    told(cell, copy, tokens)
  }

  #edit(text: string, { category, start, end, country }: Finding): Edit {
    const rule = ruleFor(this.#law, category)
    const action: Action = METHODS.get(this.#setting.method) ?? rule.action
    const facet = this.#context.packs.categories().get(category)!
    const value = text.slice(start, end)
    if (action === 'tokenize')
      return { start, end, category, text: this.#token(facet, value, country ?? this.#setting.reader) }
    const one: RuledFinding = {
      ...{ category, start: 0, end: value.length, confidence: 1, detector: '', strength: 'pattern' },
      ...{ country, action, citation: rule.citation },
    }
    const copied = maskedCopy(value, [one], {
      categories: this.#context.packs.categories(),
      jurisdiction: this.#setting.reader,
      salt: '',
    })
    return { start, end, category, text: copied.text }
  }

  #ownEdit(start: number, end: number, { category, action }: ColumnPlan, value: string): Edit {
    const facet = this.#context.packs.categories().get(category!) ?? UNNAMED
    const text =
      action === 'tokenize'
        ? this.#token(facet, value, this.#setting.reader)
        : action === 'drop'
          ? ''
          : `[${labelOf(facet)}]`
    return { start, end, category: category!, text }
  }

  /** Dates of a text are moved as those of its row are: one left as it was would give away the offset. */
  #dates(text: string, offset: number | null): Edit[] {
    return [...text.matchAll(DATES_IN_TEXT)].flatMap((match) => {
      const date = cellDate(match[0], 'day first')
      if (date === null) return []
      const written = offset === null ? '[DATE]' : date.write(date.day + offset)
      return [{ start: match.index, end: match.index + match[0].length, category: '', text: written }]
    })
  }
}

/** Edits that overlap become one over both, with what stands for the longer of them. */
function apply(text: string, edits: readonly Edit[]): [text: string, found: readonly string[]] {
  const sorted = [...edits].sort((a, b) => a.start - b.start || b.end - a.end)
  const merged: Edit[] = []
  for (const edit of sorted) {
    const last = merged.at(-1)
    if (last === undefined || edit.start >= last.end) merged.push(edit)
    else {
      const longer = edit.end - edit.start > last.end - last.start ? edit : last
      // What is kept where it stands must not keep what is masked inside it.
      const kept = longer.text === text.slice(longer.start, longer.end) ? (longer === last ? edit : last) : longer
      merged[merged.length - 1] = { ...kept, start: last.start, end: Math.max(last.end, edit.end) }
    }
  }
  let copy = ''
  let at = 0
  for (const { start, end, text: instead } of merged) {
    copy += text.slice(at, start) + instead
    at = end
  }
  return [copy + text.slice(at), merged.flatMap(({ category }) => (category === '' ? [] : [category]))]
}
