// The treatment of each column of a table: its kind, the rule of the governing statute for it, and the caller's request, "name=mask,dob=year" or JSON.
import { SelfsameError } from '../errors.ts'
import { METHODS } from '../operations/deidentify.ts'
import type { Context } from '../operations/shared/context.ts'
import type { GoverningLaw } from '../operations/shared/governing.ts'
import { ruleFor } from '../operations/shared/scan.ts'
import type { Category } from '../packs/schemas/category.ts'
import type { Quasi } from '../packs/schemas/field-labels.ts'
import { ACTIONS, type Action } from '../records/detection.ts'
import { fold } from '../text/fold.ts'
import { type DayOrder, orderOf } from './cell-shapes.ts'
import { columnKinds, type FoundKind, type KnownBy } from './column-kinds.ts'

/** The treatment of the cells of a column: an action of the law, a text read cell by cell, or dates moved by their person's offset. */
export type ColumnAction = Action | 'text' | 'shift'

/** Either part may be left to what is found: `kind` by heading and cells, `action` by the statute. */
export interface AskedColumn {
  readonly kind: string | null
  readonly action: ColumnAction | null
}

const ACTION_WORDS: Readonly<Record<string, ColumnAction>> = {
  ...Object.fromEntries(ACTIONS.map((action) => [action, action])),
  token: 'tokenize',
  year: 'generalize',
  keep: 'retain',
  text: 'text',
  shift: 'shift',
}

/** By column header as requested. Throws usage if it is not a list of columns, or names a column that does not exist. */
export function askedColumns(text: string | undefined, kinds: Iterable<string>): ReadonlyMap<string, AskedColumn> {
  if (text === undefined) return new Map()
  const known = new Set(kinds)
  const asked = new Map<string, AskedColumn>()
  for (const [heading, wanted] of pairsOf(text)) {
    if (asked.has(heading)) throw new SelfsameError('usage', `--columns names ${heading} twice: decide for it once`)
    asked.set(heading, askedOf(wanted, known))
  }
  return asked
}

function pairsOf(text: string): [string, string][] {
  if (text.trimStart().startsWith('{')) {
    try {
      const object = JSON.parse(text) as Record<string, unknown>
      return Object.entries(object).map(([heading, wanted]) => [heading, String(wanted)])
    } catch (cause) {
      throw new SelfsameError('usage', '--columns begins with { and is no well-formed JSON object', { cause })
    }
  }
  return text.split(',').map((pair) => {
    const at = pair.lastIndexOf('=')
    if (at <= 0) throw new SelfsameError('usage', '--columns is a list like name=mask,dob=year,notes=text')
    return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
  })
}

function askedOf(wanted: string, kinds: ReadonlySet<string>): AskedColumn {
  const words = wanted.split(':')
  const action = ACTION_WORDS[words.at(-1)!] ?? null
  const kind = action === null ? wanted : (words.slice(0, -1)[0] ?? null)
  if ((kind !== null && !kinds.has(kind)) || words.length > 2)
    throw new SelfsameError(
      'usage',
      `--columns asks for what there is not. What may stand behind =: ${Object.keys(ACTION_WORDS).join(', ')}, a kind, or kind:action; kinds are ${[...kinds].join(', ')}`,
    )
  return { kind, action: wanted === 'year' && kind === null ? 'generalize' : action }
}

/** The column that a name given by a caller means: its heading as written, else the only one that differs in case and marks, or #3. */
export function columnNamed(name: string, headings: readonly string[]): number {
  const exact = headings.indexOf(name)
  if (exact >= 0) return exact
  const number = /^#(\d{1,4})$/.exec(name)
  if (number !== null && Number(number[1]) >= 1 && Number(number[1]) <= headings.length) return Number(number[1]) - 1
  const alike = headings.flatMap((heading, index) => (fold(heading.trim()) === fold(name) ? [index] : []))
  if (alike.length === 1) return alike[0]!
  throw new SelfsameError(
    'usage',
    alike.length > 1
      ? 'a column that was named is there more than once; name it by its place, as #3'
      : `there is no column of that name in the table; it has ${headings.length} columns, and #1 names the first`,
  )
}

/** One column of a table and its policy: plain data, sent to the processes that mask and bound by the decision. */
export interface ColumnPlan {
  readonly index: number
  /** As the table has it; "column 3" where the table has no headings. */
  readonly heading: string
  readonly kind: string
  /** Null for columns without personal data, and for texts, whose findings have separate categories. */
  readonly category: string | null
  readonly action: ColumnAction
  /** The provision for the action; null where the caller requested it or no rule is about the kind. */
  readonly citation: string | null
  readonly by: KnownBy
  readonly quasi: Quasi | null
  readonly order: DayOrder
}

export interface PlanRequest {
  readonly headings: readonly string[]
  /** A sample of the table. */
  readonly rows: readonly (readonly string[])[]
  readonly law: GoverningLaw
  /** `statute`, `mask`, `token` or `drop`, as for a text. */
  readonly method: string
  /** By the name that the caller gave. */
  readonly asked: ReadonlyMap<string, AskedColumn>
  /** The column that says whose row it is, where dates are to be shifted. */
  readonly shiftBy: string | null
}

/** Kind of a column that the caller masks without naming its kind. */
export const UNNAMED: Category = {
  code: 'PII-0-VALUE',
  title: 'Value',
  slot: 'value',
  normalize: 'verbatim',
} as Category

export interface TablePlan {
  readonly columns: readonly ColumnPlan[]
  /** Index of the column that says whose row it is; null where no dates are shifted. */
  readonly person: number | null
}

/** The input of masking: plain data, including the salt. */
export interface MaskSetting {
  readonly plan: TablePlan
  /** The law that governs the table: given, or inferred from the whole of it. */
  readonly jurisdiction: string | null
  readonly statute: string
  /** The jurisdiction whose rules read the texts. */
  readonly reader: string | null
  readonly method: string
  readonly salt: string
  /** Hexadecimal digits of a token: eight, as in the copy of a text, or more. */
  readonly tokenDigits: number
  /** Whether tokens are reported with their values: each once, where it first occurs. */
  readonly keepsTokens: boolean
  /** Names of persons of other files, who are looked for in all texts. */
  readonly people: readonly string[]
}

/** Throws method_unknown, and usage for a column that there is not. */
export function planTable(request: PlanRequest, context: Context): TablePlan {
  const { headings, rows, law, asked, shiftBy } = request
  if (!METHODS.has(request.method))
    throw new SelfsameError('method_unknown', `There is no such method. Pass one of ${[...METHODS.keys()].join(', ')}.`)
  const wanted = new Map([...asked].map(([name, column]) => [columnNamed(name, headings), column]))
  const person = shiftBy === null ? null : columnNamed(shiftBy, headings)
  const found = columnKinds(headings, rows, law.reader, context)
  const columns = headings.map((heading, index) => {
    const cells = rows.map((row) => row[index] ?? '')
    const policy = policyOf(found[index]!, wanted.get(index), request, context)
    const shifts = person !== null && policy.kind === 'date' && policy.action === 'retain'
    return {
      index,
      heading,
      ...policy,
      action: shifts ? ('shift' as const) : policy.action,
      order: orderOf(cells),
    }
  })
  if (person === null && columns.some(({ action }) => action === 'shift'))
    throw new SelfsameError(
      'usage',
      'a column of dates is to be shifted: name the column of the person with --shift-dates',
    )
  return { columns, person }
}

/** A column that is kept although its values are those of a column that is hidden: who has both reads the one in the other. */
export interface ShownAgain {
  readonly column: string
  readonly hidden: string
  /** The value of --columns that hides it. */
  readonly ask: string
}

/** Fewest values that two columns share, and letters of each: states and counts are alike by chance. */
const [FEWEST_SHARED, SHORTEST_SHARED] = [2, 3]
/** Least share of a column's values that are those of the other. */
const MOSTLY = 0.5

/** The columns that repeat, in a sample of the table, values that others hide, including columns kept on request. In a text, hidden values of its own row are hidden. */
export function shownAgain({ columns }: TablePlan, rows: readonly (readonly string[])[]): ShownAgain[] {
  const cellOf = (row: readonly string[], { index }: ColumnPlan) => (row[index] ?? '').trim()
  const valuesOf = (column: ColumnPlan, of = rows) =>
    new Set(of.map((row) => cellOf(row, column)).filter(({ length }) => length >= SHORTEST_SHARED))
  const hidden = columns.filter(({ action }) => action === 'tokenize' || action === 'mask' || action === 'drop')
  const values = hidden.map((column) => valuesOf(column))
  const isOwn = (row: readonly string[], open: ColumnPlan) =>
    open.action === 'text' && hidden.some((column) => cellOf(row, column) === cellOf(row, open))
  return columns
    .filter(({ action }) => action === 'retain' || action === 'text')
    .flatMap((open) => {
      const foreign = rows.filter((row) => !isOwn(row, open))
      const shown = [...valuesOf(open, foreign)]
      const same = hidden.find((_, at) => {
        const shared = shown.filter((value) => values[at]!.has(value)).length
        return shared >= FEWEST_SHARED && shared >= MOSTLY * shown.length
      })
      if (same === undefined) return []
      const ask = `${open.heading}=${same.action === 'tokenize' ? 'token' : same.action}`
      return [{ column: open.heading, hidden: same.heading, ask }]
    })
}

type Policy = Pick<ColumnPlan, 'kind' | 'category' | 'action' | 'citation' | 'by' | 'quasi'>

function policyOf(found: FoundKind, asked: AskedColumn | undefined, request: PlanRequest, context: Context): Policy {
  const kind = asked?.kind ?? (asked?.action === 'text' ? 'notes' : found.kind)
  const facet = context.packs.labels().kinds.get(kind)
  const seen = asked?.kind == null ? found.seen : null
  const category =
    seen ?? governedCategory(kind, request.law, context) ?? facet?.category ?? categoryOfSlot(kind, context)
  const by = asked === undefined ? found.by : 'asked'
  const rule = asked?.action == null ? ruleOf(kind, facet, category, request) : askedRule(asked.action, category)
  return { kind, ...rule, by, quasi: facet?.quasi ?? null }
}

type ColumnRule = Pick<Policy, 'category' | 'action' | 'citation'>

function askedRule(action: Policy['action'], category: string | null): ColumnRule {
  if (action === 'text') return { category: null, action, citation: null }
  return { category: action === 'retain' ? category : (category ?? UNNAMED.code), action, citation: null }
}

/** The action for a column of a kind: text is read, and other values follow the method or the rule of their category. */
function ruleOf(
  kind: string,
  facet: { readonly reads?: string | undefined } | undefined,
  category: string | null,
  { law, method }: PlanRequest,
): ColumnRule {
  if (kind === 'text' || facet?.reads === 'text') return { category: null, action: 'text', citation: null }
  const forced = METHODS.get(method)
  // The keys of a registry identify a person to its keepers, and join its tables: one token a key under one salt.
  if (facet?.reads === 'key') return { category: UNNAMED.code, action: forced ?? 'tokenize', citation: null }
  if (category === null) return { category, action: 'retain', citation: null }
  const { action, citation } = ruleFor(law, category)
  return { category, action: forced ?? action, citation }
}

/** The first category, in order of the taxonomy, that goes by the name of a slot and is no matter of single statutes. */
function categoryOfSlot(kind: string, { packs }: Context): string | null {
  for (const { code, slot, only_where_governed: isSpecial } of packs.categories().values())
    if (slot === kind && !isSpecial) return code
  return null
}

/** The category of a slot that only some statutes govern, if this one does not retain it. */
function governedCategory(kind: string, law: GoverningLaw, { packs }: Context): string | null {
  for (const { code, slot, only_where_governed: isSpecial } of packs.categories().values())
    if (isSpecial && slot === kind && ruleFor(law, code).action !== 'retain') return code
  return null
}
