// Names that go on as an e-mail address of the text spells them: beside "Ola" the address ola.strom@... makes a family name of
// "Strøm", the word for current, and of what somebody wrote in small letters.
import { SPACE } from '../../../../text/signs.ts'
import { TokenKind } from '../../../../text/tokens.ts'
import { isGlued } from '../around/glue.ts'
import type { NameSearch } from '../search.ts'
import type { NameWord } from '../words/name-word.ts'

/** Letters of a part of a name at least. */
const LEAST = 3

/** Adds the word on either side of a name that stands with it in an address of the text. */
export function finishByMail(search: NameSearch): void {
  const { mail, found } = search
  if (mail === null) return
  for (let i = 0; i < found.length; i++) {
    const one = found[i]!
    if (!one.words.some(({ folded }) => mail.has(folded))) continue
    const before = spelt(search, one.words[0]!.first - 1, one.words)
    const behind = spelt(search, one.words[one.words.length - 1]!.next, one.words)
    if (before !== null || behind !== null)
      found[i] = { ...one, words: [...(before ?? []), ...one.words, ...(behind ?? [])] }
  }
}

/** The token `index` as a part of the name, when a blank parts it from that and an address spells it. */
function spelt(search: NameSearch, index: number, name: readonly NameWord[]): NameWord[] | null {
  const { tokens, words, scanned, mail } = search
  const { kind, start, end, units, count } = tokens
  if (index < 0 || index >= count || kind[index]! > TokenKind.upper) return null
  const first = name[0]!
  const gap = index < first.first ? first.start - end[index]! : start[index]! - name[name.length - 1]!.end
  if (gap !== 1 || units[start[Math.max(index, first.first)]! - 1] !== SPACE) return null
  const { folded } = words.known(index)
  if (folded.length < LEAST || !mail!.has(folded) || name.some((word) => word.folded === folded)) return null
  return isGlued(scanned, index) ? null : [words.lower(index)]
}
