// The kind of each column of a table: by its header in the languages of the jurisdiction, by its cells, and by the columns next to it.
import { largest } from '../lists.ts'
import type { Context } from '../operations/shared/context.ts'
import type { Labels, NamedKinds } from '../packs/labels.ts'
import { ScannedText } from '../text/scanned.ts'
import { shareOf, shareOfNames, yearsBetween } from './cell-shapes.ts'

/** Cells of a column that are looked at, and those that the detectors read. */
const LOOKED_AT = 400
const READ = 40
/** Least share of the cells that have to fit the header. */
const FITS = 0.5
/** The same where the heading is a short form, or says nothing: then the cells alone decide. */
const FITS_ALONE = 0.6
/** Dates of one column that lie so many years apart are births: what happens to people in an institution does not. */
const YEARS_OF_LIVES = 20
/** Letters of a cell that is prose, and words. */
const WORDS_OF_PROSE = 6

/** How a kind came to be known. */
export type KnownBy = 'asked' | 'heading' | 'cells' | 'nothing'

export interface FoundKind {
  /** A kind of data/column-headings.json or the slot of a category; `text` where no kind has support. */
  readonly kind: string
  readonly by: KnownBy
  /** The category that the detectors see in the cells, where they see one in most of them. */
  readonly seen: string | null
}

/** The facts known of a column before the others are read. */
interface Column {
  readonly heading: string
  readonly cells: readonly string[]
  readonly named: NamedKinds
  readonly votes: Votes
  /** Numbers in cells that are recognised without the column header, by check digits or form. */
  readonly alone: Votes
}

/** Category -> share of the cells read that a detector claims as a whole. */
type Votes = ReadonlyMap<string, number>

/** `rows`: a sample of the table. One kind a column, in their order; the same table gives the same kinds. */
export function columnKinds(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  reader: string | null,
  context: Context,
): FoundKind[] {
  const facts = context.packs.labels()
  const languages = languagesOf(reader, context)
  const columns = headings.map((heading, index): Column => {
    const cells = [...new Set(rows.map((row) => (row[index] ?? '').trim()))].filter((cell) => cell !== '')
    return {
      heading,
      cells: cells.slice(0, LOOKED_AT),
      named: facts.kindsOf(heading, languages),
      ...votesOf(heading, cells.slice(0, READ), reader, context),
    }
  })
  const others = new Set(columns.flatMap(({ named }) => (named.by === 'short' ? [] : [...named.kinds])))
  return columns.map((column) => kindOf(column, others, facts, context))
}

/** The languages of a jurisdiction and English; those of its members where it is a union, null where none is known. */
function languagesOf(reader: string | null, { packs }: Context): ReadonlySet<string> | null {
  const country = reader === null ? undefined : packs.countries().get(reader)
  if (country === undefined || country.members !== undefined) return null
  return new Set([...country.languages, 'en'])
}

/** The findings of the detectors in cells, each read after its header and alone. */
function votesOf(
  heading: string,
  cells: readonly string[],
  reader: string | null,
  context: Context,
): Pick<Column, 'votes' | 'alone'> {
  const { detect } = context.engines
  const votes = new Map<string, number>()
  let alone = new Map<string, number>()
  for (const lead of [`${heading}: `, '']) {
    const texts = cells.map((cell) => new ScannedText(lead + cell))
    const scopes = texts.map(() => ({ jurisdiction: reader }))
    detect.readAll(texts, scopes)
    const counted = new Map<string, number>()
    for (const text of texts) {
      const found = detect
        .settle(detect.claims(text, { jurisdiction: reader }))
        .find(({ start, end }) => covers(text.source, lead.length, start, end))
      if (found !== undefined) counted.set(found.category, (counted.get(found.category) ?? 0) + 1)
    }
    alone = new Map([...counted].map(([category, count]) => [category, count / cells.length]))
    for (const [category, share] of alone) votes.set(category, Math.max(votes.get(category) ?? 0, share))
  }
  return { votes, alone }
}

/** Is the text of a cell outside a finding only spaces and signs? */
function covers(text: string, from: number, start: number, end: number): boolean {
  return end > from && !/[\p{L}\p{N}]/u.test(text.slice(from, Math.max(from, start)) + text.slice(end))
}

function kindOf(column: Column, others: ReadonlySet<string>, facts: Labels, context: Context): FoundKind {
  const { cells, named, votes, alone } = column
  const key = [...named.kinds].find((kind) => facts.kinds.get(kind)?.reads === 'key')
  // "id" heads the keys of a registry, and official numbers where their check digits say so.
  if (key !== undefined && !isProse(cells) && largest(alone.values()) < FITS_ALONE)
    return { kind: key, by: 'heading', seen: null }
  const slotOf = (category: string) => context.packs.categories().get(category)?.slot ?? category
  const best = [...votes].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0] ?? null
  const seen = best !== null && best[1] >= FITS_ALONE ? best[0] : null
  const known = (kind: string, by: KnownBy): FoundKind => ({
    kind,
    by,
    seen: seen !== null && sameSlot(kind, seen, facts, context) ? seen : null,
  })
  if (named.kinds.size > 0) {
    const fitting = [...named.kinds].filter((kind) => cells.length === 0 || fits(kind, column, facts, context))
    if (fitting.length > 0) {
      const kind = chosen(fitting, column, others, facts, context)
      return known(kind === 'date' && mayBeBirths(column) ? 'dob' : kind, 'heading')
    }
    // A column whose cells mostly look like another kind is of that kind; a header that names a person is believed nevertheless, except
    // over numbers: those of customers are not names.
    if (seen === null && named.by !== 'short') {
      const isNumbered = cells.filter((cell) => /\p{L}/u.test(cell)).length * 2 < cells.length
      const personal = [...named.kinds].filter(
        (kind) => isPersonal(kind, facts) && !(isNumbered && facts.kinds.get(kind)?.category === 'PII-1-NAME'),
      )
      if (personal.length > 0 && !isProse(cells))
        return known(chosen(personal, column, others, facts, context), 'heading')
    }
  }
  return byCells(column, seen === null ? null : slotOf(seen), known, context)
}

/** A heading that says "date" and not of what stands over births where they are as far apart as lives. */
function mayBeBirths({ heading, cells, named }: Column): boolean {
  const isVague = named.by !== 'label' || !/[\p{L}\p{N}][^\p{L}\p{N}]+[\p{L}\p{N}]/u.test(heading.trim())
  return isVague && (yearsBetween(cells) ?? 0) >= YEARS_OF_LIVES
}

/** The kind that cells alone support: findings of the detectors, dates, names; else a text to be read. */
function byCells(
  { cells, named }: Column,
  slot: string | null,
  known: (kind: string, by: KnownBy) => FoundKind,
  context: Context,
): FoundKind {
  if (cells.length === 0) return known('text', 'nothing')
  // A name or place is seen by its words, and words are what texts are made of too.
  if (slot !== null && slot !== 'name' && slot !== 'location' && !isProse(cells)) return known(slot, 'cells')
  const years = yearsBetween(cells)
  if (years !== null && shareOf('date', cells) >= FITS_ALONE)
    return known(years >= YEARS_OF_LIVES && named.kinds.size === 0 ? 'dob' : 'date', 'cells')
  if (!isProse(cells) && shareOfNames(cells, context.packs.names()) >= FITS_ALONE) return known('name', 'cells')
  return known('text', 'nothing')
}

function isProse(cells: readonly string[]): boolean {
  return cells.filter((cell) => cell.split(/\s+/).length >= WORDS_OF_PROSE).length * 4 > cells.length
}

function fits(kind: string, { cells, named, votes }: Column, facts: Labels, context: Context): boolean {
  const least = named.by === 'short' ? FITS_ALONE : FITS
  if (shareOf(kind, cells) >= least) return true
  return [...votes].some(([category, share]) => share >= least && sameSlot(kind, category, facts, context))
}

/** Do the kind's own category and another one go by the same name? */
function sameSlot(kind: string, category: string, facts: Labels, { packs }: Context): boolean {
  const slot = packs.categories().get(category)?.slot
  const own = facts.kinds.get(kind)?.category
  return slot === kind || (own !== undefined && packs.categories().get(own)?.slot === slot)
}

function isPersonal(kind: string, facts: Labels): boolean {
  const facet = facts.kinds.get(kind)
  return facet === undefined || (facet.category !== undefined && facet.category !== 'PII-4-LOCATION')
}

/** One kind of several that a heading names and the cells allow. */
function chosen(
  kinds: readonly string[],
  column: Column,
  others: ReadonlySet<string>,
  facts: Labels,
  context: Context,
): string {
  const name = nameAmong(kinds, column, others)
  if (name !== null) return name
  if (kinds.length === 1) return kinds[0]!
  const order = [...facts.kinds.keys()]
  const weight = (kind: string) =>
    Math.max(
      0,
      largest([...column.votes].map(([category, share]) => (sameSlot(kind, category, facts, context) ? share : 0))),
    )
  const place = (kind: string) => (order.indexOf(kind) + order.length + 1) % (order.length + 1)
  return [...kinds].sort((a, b) => weight(b) - weight(a) || place(a) - place(b))[0]!
}

/** "Nome" is a first name next to a family name, and a whole one elsewhere, also where most of its cells are of several words. */
function nameAmong(kinds: readonly string[], { cells, named }: Column, others: ReadonlySet<string>): string | null {
  const has = (kind: string) => kinds.includes(kind)
  if (!has('name') && !has('given_name') && !has('family_name')) return null
  const beside = (kind: string) => others.has(kind) && !named.kinds.has(kind)
  if (has('given_name') && beside('family_name')) return 'given_name'
  if (has('family_name') && beside('given_name')) return 'family_name'
  const whole = cells.filter((cell) => /\S[\s,]+\S/.test(cell)).length * 2 > cells.length
  if (has('name') && !whole && cells.length > 0) {
    if (beside('given_name') && !beside('family_name')) return 'family_name'
    if (beside('family_name') && !beside('given_name')) return 'given_name'
  }
  if (has('name') && (whole || cells.length === 0)) return 'name'
  return kinds.find((kind) => kind === 'family_name' || kind === 'given_name') ?? 'name'
}
