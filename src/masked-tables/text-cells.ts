// Cells that are texts. Detectors read each cell after its heading; persons of its row and of other rows of the same person, and values of its row as
// they are written, are searched in it. The copy is that of a text.
import { maskedCopy, type RuledFinding } from '../engines/deidentify/engine.ts'
import { labelOf } from '../engines/deidentify/token.ts'
import type { NamedElsewhere } from '../engines/detect/persons/known-people.ts'
import { KnownValues } from '../formats/shared/known-values.ts'
import { append } from '../lists.ts'
import { METHODS } from '../operations/deidentify.ts'
import type { Context } from '../operations/shared/context.ts'
import { withGoverned } from '../operations/shared/governed-values.ts'
import { type GoverningLaw, governingLaw } from '../operations/shared/governing.ts'
import { ruleFor } from '../operations/shared/scan.ts'
import type { Category } from '../packs/schemas/category.ts'
import type { Action, Finding } from '../records/detection.ts'
import { fold } from '../text/fold.ts'
import type { Range } from '../text/range.ts'
import { ScannedText } from '../text/scanned.ts'
import { writtenDays } from '../values/date.ts'
import { type ColumnPlan, type MaskSetting, UNNAMED } from './column-plan.ts'
import { FoundValues } from './found-values.ts'
import { RowPeople, type SearchedPeople } from './row-people.ts'
import { shiftedDates } from './shifted-dates.ts'

/** A place in a text with a value of the same row. Indexes of the text as sent. */
export interface OwnValue {
  readonly start: number
  readonly end: number
  readonly column: ColumnPlan
  /** As the column has it, so that it gets the same token. */
  readonly value: string
}

/** Shorter words are too often other words: initials, particles. */
const SHORTEST = 3
const BIRTH = 'PII-1-DOB'
export class OwnValues {
  readonly #columns: readonly ColumnPlan[]
  #row: readonly string[] | null = null
  #held: readonly Omit<OwnValue, keyof Range>[] = []
  #known = new KnownValues([])

  /** `columns`: all columns of the table; only those whose values are hidden are used. */
  constructor(columns: readonly ColumnPlan[]) {
    this.#columns = columns.filter(
      ({ category, action, kind }) =>
        category !== null && action !== 'retain' && action !== 'text' && kind !== 'house_number',
    )
  }

  /** Sorted by start, disjoint; longer values before shorter ones that begin at the same place. */
  find(row: readonly string[], text: ScannedText): OwnValue[] {
    if (row !== this.#row) {
      this.#row = row
      this.#held = this.#columns.flatMap((column) => partsOf(column, (row[column.index] ?? '').trim()))
      const written = this.#held.map(({ column, value }, at) => ({ value: searched(column, value), text: String(at) }))
      this.#known = new KnownValues(written, 'row')
    }
    return this.#known
      .in(text.source, text.view)
      .map(({ start, end, text: at }) => ({ start, end, ...this.#held[Number(at)]! }))
  }
}

/** Searched parts of a value: of a name of several words each word, of an address the street without the house. */
function partsOf(column: ColumnPlan, value: string): Omit<OwnValue, keyof Range>[] {
  const isName = column.category === 'PII-1-NAME' && /[\s,]/.test(value)
  const parts = isName ? value.split(/[\s,]+/).filter((word) => word.length >= SHORTEST) : []
  const [street = ''] = column.category === 'PII-4-ADDRESS' ? (/^\p{L}[^\d,]{6,}(?=[\s,]\d)/u.exec(value) ?? []) : []
  return [value, ...parts, street.trim()].filter((part) => part !== '').map((part) => ({ column, value: part }))
}

/** A day without the time that follows it. */
function searched({ category }: ColumnPlan, value: string): string {
  const [day] = category === BIRTH ? writtenDays(value) : []
  return day?.start === 0 ? value.slice(0, day.end) : value
}

/** The place of a cell in the current rows. */
export interface TextCell {
  readonly row: number
  readonly column: number
  /** Days that the dates of its row are moved by; null where none are. */
  readonly offset: number | null
}

type Told = (cell: TextCell, text: string, found: readonly string[]) => void
type MakeToken = (category: Category, value: string, country: string | null) => string

/** Texts read side by side: see operations/shared/together.ts. */
const TOGETHER = 128
/** Findings of cells met last: many columns say the same few things again and again. */
const MOST_KEPT = 20_000
const LONGEST_KEPT = 80
/** A range of a cell without the heading that it was read with. */
const behind = ({ start, end }: Range, lead: number): Range => ({ start: Math.max(0, start - lead), end: end - lead })

/** Amounts, counts and marks: what no detector would say anything of. */
const PLAIN = /^-?\d{1,6}(?:[.,]\d{1,4})?(?:\s?[%€$£])?$|^[^\p{L}\p{N}]*$|^\p{L}$/u

const LONGEST_WORD = 40
const NOT_IN_WORDS = /[^\p{L}\p{M}'’-]/u
/** How often a word is a given name, on the scale of WordLevels. */
const LEAST_GIVEN = 1

/** Something to be done at a place of a cell. */
interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly category: string
}

/** A mention of a person named in another cell. */
const MENTION = { category: 'PII-1-NAME', confidence: 1, detector: 'rule:names_repeat', strength: 'lexicon' } as const

/** A cell with what was found in it, its row, and the people of rows. */
interface Read {
  readonly text: string
  readonly row: readonly string[]
  readonly people: (row: number) => SearchedPeople | null
  readonly values: FoundValues
  readonly cell: TextCell
  readonly findings: readonly Finding[]
}

export class TextCells {
  readonly #setting: MaskSetting
  readonly #context: Context
  readonly #own: OwnValues
  readonly #people: RowPeople
  readonly #token: MakeToken
  readonly #law: GoverningLaw
  /** By column and cell. */
  #known = new Map<string, readonly Finding[]>()

  constructor(setting: MaskSetting, context: Context, token: MakeToken) {
    this.#setting = setting
    this.#context = context
    this.#own = new OwnValues(setting.plan.columns)
    this.#people = new RowPeople(setting, context)
    this.#token = token
    this.#law = governingLaw(setting, new ScannedText(''), context)
  }

  /** Masks cells of rows, in their order; `of` are the rows whose values they may hold. `kept`: cells that are reported only if they repeat a value found in another cell of their record. */
  mask(
    rows: readonly (readonly string[])[],
    of: readonly (readonly string[])[],
    cells: readonly TextCell[],
    kept: readonly TextCell[],
    told: Told,
  ): void {
    const found: (readonly Finding[])[] = []
    for (let from = 0; from < cells.length; from += TOGETHER) {
      const part = cells.slice(from, from + TOGETHER)
      append(found, this.#findingsOf(part.map(({ row, column }) => ({ column, cell: rows[row]![column]! }))))
    }
    const texts = new Map<number, { cell: string; found: readonly Finding[] }[]>()
    for (const [at, { row, column }] of cells.entries()) {
      const known = texts.get(row)
      const text = { cell: rows[row]![column]!, found: found[at]! }
      if (known === undefined) texts.set(row, [text])
      else known.push(text)
    }
    const people = this.#people.read(of, texts)
    const values = new FoundValues()
    for (const [at, { row, column }] of cells.entries())
      values.add(
        of[row]!,
        rows[row]![column]!,
        found[at]!.filter(({ category }) => this.#actionFor(category) !== 'retain'),
      )
    const read = (cell: TextCell) => ({ text: rows[cell.row]![cell.column]!, row: of[cell.row]!, people, values, cell })
    for (const [at, cell] of cells.entries()) this.#copy({ ...read(cell), findings: found[at]! }, told)
    for (const cell of kept) if (values.has(of[cell.row]!)) this.#kept(read(cell), told)
  }

  #actionFor(category: string): Action {
    return METHODS.get(this.#setting.method) ?? ruleFor(this.#law, category).action
  }

  #kept({ text, row, values, cell }: Omit<Read, 'findings'>, told: Told): void {
    const edits = values.in(row, new ScannedText(text)).map(({ finding, value }) => this.#edit(text, finding, value))
    if (edits.length === 0) return
    const [copy, found] = apply(text, edits)
    told(cell, copy, found)
  }

  /** The findings of the detectors in each cell; indexes of the cell. */
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
      const own = detect.settle(detect.claims(texts[i]!, { jurisdiction: reader }))
      const found = withGoverned(texts[i]!, own, this.#law.statute, this.#context)
        .filter(({ end }) => end > lead)
        .map((finding) => ({ ...finding, ...behind(finding, lead), of: finding.of && behind(finding.of, lead) }))
      known[at] = found
      if (keys[at] === null) continue
      if (this.#known.size >= MOST_KEPT) this.#known = new Map()
      this.#known.set(keys[at]!, found)
    }
    return known as (readonly Finding[])[]
  }

  #copy({ text, row, people, values, cell, findings }: Read, told: Told): void {
    const isPlain = PLAIN.test(text.trim()) && !values.has(row)
    const scanned = isPlain ? null : new ScannedText(text)
    const own = scanned === null ? [] : this.#own.find(row, scanned)
    // A part of a name is a mention of that person, and gets its token.
    const whole = own.filter(({ column, value }) => value === (row[column.index] ?? '').trim())
    const mentions = scanned === null ? [] : this.#mentions(scanned, people(cell.row), whole, findings)
    const dates = cell.offset === null && this.#setting.plan.person === null ? [] : shiftedDates(text, cell.offset)
    const again = scanned === null ? [] : values.in(row, scanned)
    if (findings.length + own.length + mentions.length + dates.length + again.length === 0) {
      told(cell, text, [])
      return
    }
    const ofRow = own.map(({ start, end, column, value }) => this.#ownEdit(start, end, column, value))
    // A key has the token of its column, even if it looks like another kind.
    const isKey = ({ category }: Edit) => category === UNNAMED.code
    // Of edits over one range the first stands: what the row itself calls a person comes before what the detectors say.
    const edits = [
      ...ofRow.filter(isKey),
      ...mentions.map((mention) => this.#mentionEdit(text, row, mention)),
      ...ofRow.filter((edit) => !isKey(edit)),
      ...findings.map((finding) => this.#edit(text, finding)),
      ...again.map(({ finding, value }) => this.#edit(text, finding, value)),
      ...dates.map((date) => ({ ...date, category: '' })),
    ]
    const [copy, tokens] = apply(
      text,
      edits.map((edit) => this.#overName(text, edit)),
    )
    told(cell, copy, tokens)
  }

  #mentions(
    text: ScannedText,
    ofRow: SearchedPeople | null,
    own: readonly OwnValue[],
    findings: readonly Finding[],
  ): NamedElsewhere[] {
    const found: NamedElsewhere[] = []
    for (const searched of [ofRow, this.#people.others]) {
      if (searched === null) continue
      // A value equal to that of the row or the text needs no further check.
      const named = findings.filter(({ start, end }) => ofRow?.people.has(text.source.slice(start, end)))
      const known = [...own, ...named].sort((a, b) => a.start - b.start)
      append(found, searched.people.mentions(text, 'about', known))
      for (const { start, end, value, text: person } of searched.parted.in(text.source, text.view))
        found.push({ start, end, probability: 1, person, part: fold(value) })
    }
    return found.map(overNames(findings))
  }

  #mentionEdit(text: string, row: readonly string[], { start, end, person, part }: NamedElsewhere): Edit {
    const named = this.#people.valueOf(row, person, part)
    if (named !== null) return this.#ownEdit(start, end, named.column, named.value)
    return this.#edit(text, { ...MENTION, start, end, person: person ?? undefined })
  }

  /** A given name directly before a hidden name is a part of it: "Jürgen" in "Jürgen Wallraffs Frau", which detectors alone may miss. */
  #overName(text: string, edit: Edit): Edit {
    if (edit.category !== MENTION.category) return edit
    const [before = '', behind] = text
      .slice(Math.max(0, edit.start - LONGEST_WORD), edit.start)
      .split(NOT_IN_WORDS)
      .slice(-2)
    if (behind !== '' || text[edit.start - 1] !== ' ' || !/^\p{Lu}../u.test(before)) return edit
    const { given, word, proper } = this.#context.packs.names().of(fold(before))
    return given > Math.max(LEAST_GIVEN, word, proper) ? { ...edit, start: edit.start - before.length - 1 } : edit
  }

  /** `known`: what is masked, where it is written in another way in another cell. */
  #edit(text: string, { category, start, end, country, person }: Finding, known?: string): Edit {
    const rule = ruleFor(this.#law, category)
    const action = this.#actionFor(category)
    const facet = this.#context.packs.categories().get(category)!
    const value = known ?? text.slice(start, end)
    if (action === 'tokenize')
      return { start, end, category, text: this.#token(facet, person ?? value, country ?? this.#setting.reader) }
    const one: RuledFinding = {
      ...{ category, start: 0, end: value.length, confidence: 1, detector: '', strength: 'pattern' },
      ...{ country, action, citation: rule.citation, generalize: rule.generalize },
    }
    const copied = maskedCopy(value, [one], {
      categories: this.#context.packs.categories(),
      jurisdiction: this.#setting.reader,
      salt: '',
      limits: this.#law.statute,
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
}

/** A mention goes as far as the names that the detectors find there, and is then one of the whole name. */
function overNames(findings: readonly Finding[]): (mention: NamedElsewhere) => NamedElsewhere {
  return (mention) => {
    const names = findings.filter(
      ({ category, start, end }) => category === MENTION.category && start < mention.end && mention.start < end,
    )
    const start = names.reduce((first, name) => Math.min(first, name.start), mention.start)
    const end = names.reduce((last, name) => Math.max(last, name.end), mention.end)
    const isLonger = start < mention.start || end > mention.end
    return { ...mention, start, end, part: isLonger ? null : mention.part }
  }
}

/** Edits that overlap become one over both, with the replacement of the longer one. */
function apply(text: string, edits: readonly Edit[]): [text: string, found: readonly string[]] {
  const sorted = [...edits].sort((a, b) => a.start - b.start || b.end - a.end)
  const merged: Edit[] = []
  for (const edit of sorted) {
    const last = merged.at(-1)
    if (last === undefined || edit.start >= last.end) merged.push(edit)
    else {
      const longer = edit.end - edit.start > last.end - last.start ? edit : last
      // A kept value must not keep a masked one inside it.
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
