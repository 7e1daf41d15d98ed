// Words that bodies use for themselves: universities and other institutions, their parts, and the kinds of university.
import type { Tools } from '../tools/pack-tools.ts'

export interface HeadWords {
  /** Words that name a university. */
  readonly first: ReadonlySet<string>
  /** Words that name another kind of institution. */
  readonly second: ReadonlySet<string>
  /** Words that name a part of an institution. */
  readonly parts: ReadonlySet<string>
  /** Words next to "university" that distinguish it from the others of its town, each under one word for all languages. */
  readonly kinds: ReadonlyMap<string, string>
}

/** The words of a pack that name bodies and their parts. */
export function headWords(tools: Tools): HeadWords {
  return {
    first: tools.list('heads_first'),
    second: tools.list('heads_second'),
    parts: tools.list('heads_parts'),
    kinds: tools.pairs('university_kinds'),
  }
}
