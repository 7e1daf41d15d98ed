// Speakers of a chat: words that repeatedly begin lines, with a colon or a time: "Giuly: ciao", "[18:02] mihai b: salut".
import type { ScannedText } from '../../../text/scanned.ts'
import { COLON, FULL_STOP } from '../../../text/signs.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { kindsOf, LineKind } from '../kinds/kind.ts'
import { textKinds } from '../kinds/read.ts'

/** How a token heads lines: not; alone of its kind; again and again; the same where others of the text do so too. */
export const Speaks = { not: 0, once: 1, often: 2, inTurn: 3 } as const
/** Stands with those but the first where another head of a line is called as people are. */
const AMONG_NAMES = 3
export const SPEAKS = 7

/** Tokens of a time or a mark before who speaks, words of who speaks, and tokens of a line that are looked at, at most. */
const MOST_LEAD = 14
const MOST_WORDS = 3

/** Input of programs has keys with colons at the start of its lines. */
const PROGRAMS = kindsOf(LineKind.code, LineKind.config, LineKind.markup)

interface Head {
  readonly first: number
  readonly end: number
}

/** Words that begin lines of a text, folded. */
interface Known {
  times: number
  readonly isName: boolean
  /** The first of its words as it is written where it stands first, and how many they are. */
  readonly word: string
  readonly words: number
}

export class Speakers {
  readonly #isName: (text: ScannedText, token: number) => boolean
  #text: ScannedText | null = null
  #heads: ReadonlyMap<string, Known> = new Map()
  #often = 0
  #names = 0

  /** `isName`: people are called so more often than anything else. */
  constructor(isName: (text: ScannedText, token: number) => boolean) {
    this.#isName = isName
  }

  /** How the word at a token heads lines of its text. */
  of(text: ScannedText, token: number): number {
    if (!text.mayHold(COLON)) return Speaks.not
    const line = lineBegin(text, token)
    const head = line < 0 ? null : headOf(text, line)
    if (head === null || token < head.first || token >= head.end) return Speaks.not
    if (this.#text !== text) this.#read(text)
    const { times = 0, isName = false } = this.#heads.get(spelt(text, head)) ?? {}
    const among = this.#names - Number(isName) > 0 ? AMONG_NAMES : 0
    if (times < 2) return Speaks.once + among
    return (this.#often > 1 ? Speaks.inTurn : Speaks.often) + among
  }

  /** True if a word begins lines repeatedly, in a text that is not input of a program. */
  areRepeated(text: ScannedText): boolean {
    if (this.#text !== text) this.#read(text)
    return this.#often > 0 && (textKinds(text).any & PROGRAMS) === 0
  }

  /** Words other than `people` that repeatedly begin lines next to one of them, as written. */
  besides(text: ScannedText, people: ReadonlySet<string>): string[] {
    if (!this.areRepeated(text)) return []
    const heads = [...this.#heads.values()]
    if (!heads.some(({ word }) => people.has(word))) return []
    return heads
      .filter(({ times, words, word }) => times > 1 && words === 1 && !people.has(word))
      .map(({ word }) => word)
  }

  #read(text: ScannedText): void {
    const heads = new Map<string, Known>()
    const { kind, count } = text.tokens
    for (let i = 0; i < count; i++) {
      const head = headOf(text, i)
      if (head !== null) {
        const key = spelt(text, head)
        const known = heads.get(key)
        if (known !== undefined) known.times++
        else {
          const { raw: word } = text.word(head.first)
          heads.set(key, { times: 1, isName: this.#isName(text, head.first), word, words: head.end - head.first })
        }
      }
      while (i < count && kind[i] !== TokenKind.newline) i++
    }
    this.#text = text
    this.#heads = heads
    this.#often = 0
    this.#names = 0
    for (const { times, isName } of heads.values()) {
      if (times > 1) this.#often++
      if (isName) this.#names++
    }
  }
}

function spelt(text: ScannedText, { first, end }: Head): string {
  if (end === first + 1) return text.folded(first)
  return Array.from({ length: end - first }, (_, i) => text.folded(first + i)).join(' ')
}

/** First token of the line, if only text that may precede a speaker is before `token`; -1 otherwise. */
function lineBegin({ tokens: { kind } }: ScannedText, token: number): number {
  let words = 0
  for (let i = token - 1; i >= -1; i--) {
    if (i < 0 || kind[i] === TokenKind.newline) return i + 1
    if (kind[i]! <= TokenKind.upper && ++words >= MOST_WORDS) return -1
    if (token - i > MOST_LEAD + MOST_WORDS) return -1
  }
  return -1
}

/** The words that begin the line at token `line`, before a colon or a time ("10:04"). */
function headOf({ tokens: { kind, start, count, units } }: ScannedText, line: number): Head | null {
  const isWord = (i: number) => i < count && kind[i]! <= TokenKind.upper
  const isSign = (i: number, unit: number) => i < count && kind[i] === TokenKind.sign && units[start[i]!] === unit
  let first = line
  while (
    first < count &&
    first - line < MOST_LEAD &&
    (kind[first] === TokenKind.number || kind[first] === TokenKind.sign)
  )
    first++
  let end = first
  while (isWord(end) && end - first < MOST_WORDS) end++
  if (end === first) return null
  // "Anna K.: ja"
  const behind = isSign(end, FULL_STOP) && end > first + 1 ? end + 1 : end
  if (isSign(behind, COLON)) return { first, end }
  const isTime = kind[behind] === TokenKind.number && isSign(behind + 1, COLON) && kind[behind + 2] === TokenKind.number
  return behind < count && isTime ? { first, end } : null
}
