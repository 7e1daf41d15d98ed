// Comparison levels: how two values are related, how similar they are then, and what is said of them.
import { type Label, type Statement, stated } from './statement.ts'

export interface Level {
  /** Its name in the hypotheses of a pack. */
  readonly name: string
  /** In [0, 1]. */
  readonly similarity: number
  readonly says: Statement
}

export function level(
  name: string,
  similarity: number,
  how: Statement['how'],
  text: string | null = null,
  label: Label | null = null,
): Level {
  return { name, similarity, says: stated(how, text, label) }
}

/** The statement of a comparator that says no more than the level it found. */
export const saysLevel = (found: { readonly level: Level | null }): readonly Statement[] =>
  found.level === null ? [] : [found.level.says]
