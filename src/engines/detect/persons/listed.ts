// Words that lexicons have: in a text of such words, another word that is spelt as a name of the text is that name.
import type { ScannedText } from '../../../text/scanned.ts'
import { TokenKind } from '../../../text/tokens.ts'
import type { Word } from '../../../text/words.ts'
import { otherWordsOf } from '../names/other-words.ts'
import type { NameWords } from '../names/words.ts'

/** Different words of a text that are looked up at most. */
const MOST_WORDS = 200

/** Whether some lexicon has a word as anything but the name of a person. */
export function isOtherWord(words: NameWords, text: ScannedText, token: number): boolean {
  const { levels, commonIn, roles, folded } = words.at(text, token)
  return levels.word + levels.proper + commonIn + roles > 0 || otherWordsOf().has(folded, true, null)
}

/** Whether some lexicon has a word, as a name or as an ordinary one. */
export function isListed(words: NameWords, text: ScannedText, token: number): boolean {
  return words.at(text, token).levels.code > 0 || isOtherWord(words, text, token)
}

/** The share of the different words in small letters of a text that are listed, those that may mention a person left out. */
export function listedShare(words: NameWords, text: ScannedText, mayMention: (word: Word) => boolean): number {
  const { kind, count, word } = text.tokens
  const seen = new Set<number>()
  let listed = 0
  let all = 0
  for (let i = 0; i < count && seen.size < MOST_WORDS; i++) {
    if (kind[i] !== TokenKind.lower || seen.has(word[i]!)) continue
    seen.add(word[i]!)
    const isOne = isListed(words, text, i)
    if (!isOne && mayMention(text.word(i))) continue
    all++
    if (isOne) listed++
  }
  return listed / Math.max(1, all)
}
