// Words that lexicons have: in a text of such words, another word that is spelt as a name of the text is that name.
import type { ScannedText } from '../../../text/scanned.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { otherWordsOf } from '../names/other-words.ts'
import type { NameWords } from '../names/words.ts'

/** Different words of a text that are looked up at most. */
const MOST_WORDS = 200
const HALF = 0.5

/** Whether some lexicon has a word, as a name or as an ordinary one. */
export function isListed(words: NameWords, text: ScannedText, token: number): boolean {
  const { levels, commonIn, roles, folded } = words.at(text, token)
  return levels.code > 0 || commonIn > 0 || roles !== 0 || otherWordsOf().has(folded, true, null)
}

/** The share of the different words in small letters of a text that are listed; the judged word, which is not, counts as half a listed one. */
export function listedShare(words: NameWords, text: ScannedText): number {
  const known = text.note(listedShare) as number | undefined
  if (known !== undefined) return known
  const { kind, count, word } = text.tokens
  const seen = new Set<number>()
  let listed = 0
  for (let i = 0; i < count && seen.size < MOST_WORDS; i++) {
    if (kind[i] !== TokenKind.lower || seen.has(word[i]!)) continue
    seen.add(word[i]!)
    if (isListed(words, text, i)) listed++
  }
  const share = (listed + HALF) / Math.max(1, seen.size)
  text.keepNote(listedShare, share)
  return share
}
