// Names without capitals: chats write them small after a greeting, as the speaker of a line or as a signature, and some texts
// know no capitals at all.
import { TokenKind } from '../../text/tokens.ts'
import { CERTAIN, LONE_THRESHOLD, type NameSearch, THRESHOLD } from './name-candidate.ts'
import { isGlued } from './name-glue.ts'
import { asFamily, asGiven, scoreName } from './name-score.ts'
import type { NameWord } from './name-words.ts'

/** A lower-case word needs this much more than a capitalised one. */
const LOWER_EXTRA = 1
const MOST_WORDS = 3
/** Tokens between a word for a number and the name of whose it is. */
const NUMBER_TOKENS = 4
/** A telephone number, looked for so far behind. */
const NUMBER = /\d[\d ]{6,}/
/** The same right here, with its country or trunk prefix. */
const NUMBER_AHEAD = /^(?:\+\d|0\d)[\d ]{6,}/
const NUMBER_WITHIN = 40

/** Adds the lower-case names that their place in a chat gives away. */
export function findInformal(search: NameSearch): void {
  const { text, tokens } = search.text
  for (const hit of search.evidence.hits.all) {
    if (!hit.groups.includes(search.groups.greetings)) continue
    const next = hit.endToken
    if (next < tokens.count && /^,? $/.test(text.slice(hit.end, tokens.start[next]))) take(search, next, 1)
  }
  findNumbered(search)
  for (let index = 1; index < tokens.count; index++) {
    if (tokens.kind[index] !== TokenKind.sign) continue
    const sign = text[tokens.start[index]!]!
    const isWordBefore = tokens.kind[index - 1] === TokenKind.lower && tokens.start[index] === tokens.end[index - 1]
    const opensLine = index === 1 || tokens.kind[index - 2] === TokenKind.newline
    // "javi, la Roomba": somebody is called at the start of a line.
    if (sign === ',' && isWordBefore && opensLine) take(search, index - 1, 0.5)
    else if (sign === ':' && isWordBefore) {
      // "[18:02] jolie: hello"
      const bracket = index >= 2 ? text[tokens.start[index - 2]!]! : ''
      if (opensLine || bracket === ']' || bracket === ')') take(search, index - 1, 1.5)
    } else if (/[-~\u2013\u2014]/.test(sign) && signs(search, index)) take(search, index + 1, 1)
  }
}

/** Whether the dash at token `index` stands before a signature: "ok then - wanjiru". */
function signs({ text: { text, tokens } }: NameSearch, index: number): boolean {
  if (index + 1 >= tokens.count) return false
  const after = tokens.end[index + 1]!
  return (
    text[tokens.start[index]! - 1] === ' ' &&
    text[tokens.end[index]!] === ' ' &&
    /^\s*(?:[.!\n]|$)/.test(text.slice(after, after + 3))
  )
}

function take(search: NameSearch, index: number, bonus: number): void {
  const { text, words, mail, found } = search
  if (text.tokens.kind[index] !== TokenKind.lower) return
  const folded = text.folded(index)
  if (folded.length < 3 || words.roles(folded) !== 0) return
  const word = words.lower(index)
  const score = asGiven(word) + bonus + (mail.has(folded) ? 3 : 0)
  // What stands around it last: few words come so far, and the look is the dearest question.
  if (score >= LONE_THRESHOLD + LOWER_EXTRA && !isGlued(text, index))
    found.push({ words: [word], score, pattern: true })
}

/** Adds the lower-case names beside a word for a number in a line with one: "nummer vom noah? 660...". */
function findNumbered(search: NameSearch): void {
  const { text, tokens } = search.text
  const { numbers, introductions } = search.groups
  const near = new Set<number>()
  for (const hit of search.evidence.hits.all) {
    const next = hit.endToken
    if (hit.groups.includes(introductions) && next < tokens.count && text[hit.end] === ' ') take(search, next, 1)
    if (!hit.groups.includes(numbers)) continue
    const { from, to } = lineAround(search, hit.firstToken, hit.endToken)
    if (!NUMBER.test(text.slice(tokens.start[hit.firstToken]!, tokens.end[to - 1]! + NUMBER_WITHIN))) continue
    for (let index = from; index < to; index++) if (index < hit.firstToken || index >= next) near.add(index)
  }
  // "uschi ist +49 1512 3434580", "jaz on 07400123014"
  for (let index = 2; index < tokens.count; index++) {
    if (tokens.kind[index] !== TokenKind.number || tokens.kind[index - 1] === TokenKind.number) continue
    const from = text[tokens.start[index]! - 1] === '+' ? index - 1 : index
    if (!NUMBER_AHEAD.test(text.slice(tokens.start[from]!, tokens.start[from]! + NUMBER_WITHIN))) continue
    for (let back = from - 1; back >= 0 && from - back <= 2 && tokens.kind[back] === TokenKind.lower; back--)
      near.add(back)
  }
  for (const { words } of near.size > 0 ? search.found : []) near.delete(words[0]!.first)
  for (const index of near) if (!search.common.has(search.text.folded(index))) take(search, index, 1.2)
}

/** Tokens of the same line, none capitalised, so near that they belong to the words first..end. */
function lineAround({ text: { tokens } }: NameSearch, first: number, end: number): { from: number; to: number } {
  const isPlain = (index: number) => tokens.kind[index] === TokenKind.lower || tokens.kind[index] === TokenKind.sign
  let from = first
  while (from > 0 && first - from < NUMBER_TOKENS && isPlain(from - 1)) from--
  let to = end
  while (to < tokens.count && to - end < NUMBER_TOKENS && isPlain(to)) to++
  return { from, to }
}

/** Adds the names of a text without any capital: only words that are names and nothing else count. */
export function findUncased(search: NameSearch): void {
  const { text, tokens } = search.text
  for (let index = 0; index < tokens.count; index++) {
    if (tokens.kind[index] === TokenKind.capital || tokens.kind[index] === TokenKind.upper) return
  }
  for (let index = 0; index < tokens.count; index++) {
    const first = plainName(search, index)
    if (first === null || asGiven(first) < THRESHOLD) continue
    const words = [first]
    while (words.length < MOST_WORDS && index + words.length < tokens.count) {
      const at = index + words.length
      if (!/^ {1,2}$/.test(text.slice(tokens.end[at - 1], tokens.start[at]))) break
      const next = plainName(search, at)
      if (next === null || Math.max(asFamily(next), asGiven(next)) < 2) break
      words.push(next)
    }
    const score = words.length > 1 ? scoreName(words, 0, words.length) : asGiven(first)
    if (score < (words.length > 1 ? THRESHOLD : CERTAIN)) continue
    search.found.push({ words, score: THRESHOLD, pattern: false })
    index += words.length - 1
  }
}

/** A lower-case token as a name word, or null when it is anything else as well. */
function plainName({ text, words }: NameSearch, index: number): NameWord | null {
  if (text.tokens.kind[index] !== TokenKind.lower) return null
  const folded = text.folded(index)
  if (folded.length < 3 || words.roles(folded) !== 0) return null
  const word = words.lower(index)
  const { given, family, word: ordinary, proper } = word.levels
  if (ordinary + proper > 1 || given + family === 0) return null
  return isGlued(text, index) ? null : word
}
