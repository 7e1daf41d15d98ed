// Statements: how one thing that both records carry compares, in the words a person would use and without any value.

export interface Label {
  readonly one: string
  readonly many: string
}

/** "The same" and "differ" of several fields are joined in one clause; a statement with own words is a separate clause. */
export interface Statement {
  readonly how: 'same' | 'alike' | 'differ'
  /** A clause with {one} and {many} in place of the label. */
  readonly text: string | null
  /** The name of the compared fact, where it is not the field. */
  readonly label: Label | null
}

/** A level of a similarity: the least value it begins at, and what is said from there on. */
export type Wording = readonly [least: number, how: Statement['how'], text?: string]

/** The statement of the first level, in falling order, that the similarity reaches; none for NaN. */
export function graded(
  similarity: number,
  wordings: readonly Wording[],
  label: Label | null = null,
): readonly Statement[] {
  for (const [least, how, text] of wordings) if (similarity >= least) return [{ how, text: text ?? null, label }]
  return []
}

/** One statement with own words. */
export function stated(how: Statement['how'], text: string | null = null, label: Label | null = null): Statement {
  return { how, text, label }
}

/** A statement's clause under a label: "the {many} differ by a digit" -> "the dates of birth differ by a digit". */
export function clauseOf(text: string, { one, many }: Label): string {
  return text.replaceAll('{one}', one).replaceAll('{many}', many)
}

/** "a", "a and b", "a, b and c"; beyond `most` the rest are counted. */
export function listed(items: readonly string[], most = 6): string {
  if (items.length < 2) return items[0] ?? ''
  if (items.length === 2) return `${items[0]} and ${items[1]}`
  const rest = items.length - most
  const shown = rest > 1 ? [...items.slice(0, most), `${rest} more`] : items
  const last = shown.at(-1) ?? ''
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(', ')} and ${last}`
}
