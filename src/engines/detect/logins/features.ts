// Features for deciding whether a run of lower-case letters is a user name: its parts, the person's name, and its context.

import type { Packs } from '../../../packs/load.ts'
import { Level, type WordLevels } from '../../../packs/word-levels.ts'
import { fold } from '../../../text/fold.ts'
import type { Range } from '../../../text/range.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import { TokenKind } from '../../../text/tokens.ts'
import type { Evidence } from '../evidence.ts'
import { LineKind } from '../kinds/kind.ts'
import { textKinds } from '../kinds/read.ts'
import { valueCues } from '../lexicons.ts'
import { signAt } from '../token-questions.ts'
import type { LoginCandidate } from './candidates.ts'
import { type NameSpelling, nameSpelling, type Spelling, spellingOf, withoutDigitsAtEnd } from './spelling.ts'

const MOST_NAMES = 40
/** UTF-16 units between a name and the value after it: "Dana Blahová (dblahova)", "Vegard Nygård / vnygaard". */
const BESIDE = 4
/** Maximum distance from a login cue to the value, in UTF-16 units. */
const NEAR = 12
const SHORTEST_FAMILY = 4
/** Maximum letters of a short user name: many unknown words of some language are a letter followed by a name. */
const SHORT = 6

export interface LoginSurroundings {
  readonly text: ScannedText
  readonly evidence: Evidence
  readonly people: readonly Range[]
  readonly spellings: readonly NameSpelling[]
  readonly times: ReadonlyMap<string, number>
  readonly announced: ReadonlySet<string>
}

export class LoginFeatures {
  readonly #names: () => WordLevels
  readonly #cues: number
  readonly #acts: ReadonlySet<string>

  /** `cues`: group of user-name cues. */
  constructor(packs: Packs, cues: number) {
    this.#names = () => packs.names()
    this.#cues = cues
    this.#acts = new Set(valueCues('done_by').map(fold))
  }

  surroundings(
    text: ScannedText,
    evidence: Evidence,
    candidates: readonly LoginCandidate[],
    announced: ReadonlySet<string>,
  ): LoginSurroundings {
    const times = new Map<string, number>()
    for (const { value } of candidates) times.set(value, (times.get(value) ?? 0) + 1)
    const spellings: NameSpelling[] = []
    for (const { start, end } of evidence.people.slice(0, MOST_NAMES)) {
      const spelling = nameSpelling(text.text.slice(start, end))
      if (spelling !== null) spellings.push(spelling)
    }
    return { text, evidence, people: evidence.people, spellings, times, announced }
  }

  /** Features as in data/weights/logins.tsv; null for an unknown plain word, which may be any word of any language. */
  of(candidate: LoginCandidate, around: LoginSurroundings): string[] | null {
    const { value } = candidate
    const make = this.#makeOf(value)
    const spelt = speltOf(value, around)
    const kind = spelt === 'none' ? make.kind : `spelt ${spelt}`
    if (ORDINARY_KINDS.has(kind) && !/\d/.test(value) && !around.announced.has(value)) return null
    const before = this.#before(candidate, around)
    const behind = behindOf(candidate, around.text)
    const slot = `${SLOTS[before] ?? before} ${SLOTS_BEHIND[behind] ?? 'on'}`
    const cue = this.#cue(candidate, around)
    const line = lineOf(candidate, around.text)
    const digits = Math.min(4, value.length - withoutDigitsAtEnd(value).length)
    return [
      'any',
      `made=${make.made}`,
      `kind=${kind}`,
      `digits=${digits}`,
      `digits=${digits} kind=${kind}`,
      `before=${before}`,
      `behind=${behind}`,
      `slot=${slot}`,
      `slot=${slot} kind=${kind}`,
      `cue=${cue}`,
      `line=${line}`,
      `length=${Math.min(4, value.length >> 2)}`,
      ...((around.times.get(value) ?? 0) > 1 ? ['again'] : []),
      ...(around.announced.has(value) ? ['announced'] : []),
      ...(/\d/.test(value.slice(0, -4)) ? ['digits inside'] : []),
    ]
  }

  /** The parts of a value by kind of name, with the frequency level of the family name. */
  #makeOf(value: string): Make {
    const plain = withoutDigitsAtEnd(value)
    const parts = plain.split(/[._-]/).filter((part) => part !== '')
    if (parts.length === 1) return this.#oneWord(parts[0]!)
    const kinds = parts.map((part) => this.#partOf(part))
    const isNamed = kinds.some((one) => one === 'given' || one === 'family' || one === 'initial')
    const isOther = kinds.some((one) => one === 'word' || one === 'n')
    const kind = isNamed ? (isOther ? 'name and word' : 'names') : isOther ? 'words' : 'unknown parts'
    return { kind, made: kinds.slice(0, 3).join(plain.includes('_') ? '_' : plain.includes('-') ? '-' : '.') }
  }

  #partOf(part: string): string {
    if (part.length === 1) return 'i'
    if (/\d/.test(part)) return 'n'
    const { given, family, word } = this.#names().of(part)
    if (Math.max(given, family) >= Level.uncommon && Math.max(given, family) >= word)
      return given > family ? 'given' : 'family'
    if (word >= Level.uncommon) return 'word'
    if (part.length < SHORTEST_FAMILY) return 'short'
    return this.#oneWord(part).kind.startsWith('initial') ? 'initial' : 'unknown'
  }

  #oneWord(word: string): Make {
    const names = this.#names()
    const whole = names.of(word)
    if (whole.word >= Level.uncommon) return WORD
    if (Math.max(whole.given, whole.family) >= Level.uncommon) return NAME
    let family = 0
    for (const initials of [1, 2])
      if (word.length - initials >= SHORTEST_FAMILY) family = Math.max(family, names.of(word.slice(initials)).family)
    const side = family > 0 ? 'initial family' : 'family initial'
    if (family === 0 && word.length > SHORTEST_FAMILY) family = names.of(word.slice(0, -1)).family
    if (family === 0) return whole.word > 0 ? RARE_WORD : UNKNOWN
    const level = family >= Level.frequent ? 'frequent' : family >= Level.known ? 'known' : 'rare'
    const length = word.length > SHORT ? 'long' : 'short'
    return { kind: `initial ${level} ${length}${whole.word > 0 ? ' word' : ''}`, made: `${side} ${level}` }
  }

  #before({ first }: LoginCandidate, { text, people }: LoginSurroundings): string {
    const { kind, start, end } = text.tokens
    const before = first - 1
    if (before < 0 || kind[before] === TokenKind.newline) return 'start'
    const beside = people.some((name) => name.end <= start[first]! && start[first]! - name.end <= BESIDE)
    const sign = signAt(text, before)
    if (sign !== '') {
      if (beside) return `name ${sign}`
      return `${sign}${end[before] === start[first] ? '' : ' '}`
    }
    if (beside) return 'name'
    if (this.#acts.has(text.folded(before))) return 'by'
    const word = WORDS[kind[before]!]
    if (word !== undefined) return word
    return signAt(text, before - 1) === ':' && end[before - 1] === start[before] ? 'time' : 'number'
  }

  /** The nearest user-name cue: directly before the value, separated by a sign, in its line, in the text, or none. */
  #cue({ first }: LoginCandidate, { text, evidence: { hits } }: LoginSurroundings): string {
    if (!hits.has(this.#cues)) return 'none'
    const { start, kind } = text.tokens
    const at = start[first]!
    for (const hit of hits.between(at - NEAR, at)) {
      if (!hit.says.has(this.#cues) || hit.end > at || hit.endToken > first) continue
      if (hit.endToken === first) return 'right'
      let isNear = true
      for (let token = hit.endToken; token < first; token++) isNear &&= kind[token] !== TokenKind.newline
      if (isNear) return first - hit.endToken > 2 ? 'near' : 'sign'
    }
    return 'text'
  }
}

const WORDS: Readonly<Record<number, string>> = {
  [TokenKind.lower]: 'small',
  [TokenKind.capital]: 'Capital',
  [TokenKind.upper]: 'UPPER',
}

interface Make {
  readonly kind: string
  readonly made: string
}

const WORD: Make = { kind: 'word', made: 'word' }
const RARE_WORD: Make = { kind: 'rare word', made: 'rare word' }
const NAME: Make = { kind: 'name', made: 'name' }
const UNKNOWN: Make = { kind: 'unknown', made: 'unknown' }

const ORDINARY_KINDS: ReadonlySet<string> = new Set([WORD.kind, RARE_WORD.kind, UNKNOWN.kind])

/** Typical positions of a user name in tickets and logs, by the text before and after it. */
const SLOTS: Readonly<Record<string, string>> = {
  '(': 'bracket',
  '[': 'bracket',
  'name (': 'name bracket',
  'name  (': 'name bracket',
  'name /': 'name sign',
  'name ,': 'name sign',
  'name -': 'name sign',
  '=': 'value',
  ': ': 'value',
  ':': 'value',
  '"': 'value',
  '] ': 'time',
  '** ': 'time',
}
const SLOTS_BEHIND: Readonly<Record<string, string>> = {
  end: 'end',
  '.': 'end',
  ',': 'end',
  ';': 'end',
  ' |': 'end',
  ' /': 'end',
  ')': 'close',
  ']': 'close',
  '"': 'end',
  ':': 'colon',
  ' :': 'colon',
  ' (': 'open',
  small: 'small',
  time: 'time',
}

function speltOf(value: string, { spellings }: LoginSurroundings): Spelling {
  const letters = fold(value).replace(/[^a-z]/g, '')
  let best: Spelling = 'none'
  for (const words of spellings) {
    const found = spellingOf(letters, words)
    if (found === 'whole') return found
    if (found === 'part') best = found
  }
  return best
}

function behindOf({ end }: LoginCandidate, text: ScannedText): string {
  const { kind, count, start, end: ends } = text.tokens
  if (end >= count || kind[end] === TokenKind.newline) return 'end'
  const sign = signAt(text, end)
  // "mkarlberg 07:11:"
  if (kind[end] === TokenKind.number && signAt(text, end + 1) === ':' && kind[end + 2] === TokenKind.number)
    return 'time'
  if (sign !== '') return `${ends[end - 1] === start[end] ? '' : ' '}${sign}`
  return WORDS[kind[end]!] ?? 'number'
}

function lineOf({ first }: LoginCandidate, text: ScannedText): string {
  const kind = textKinds(text).at(text.tokens.start[first]!)
  if (kind === LineKind.prose || kind === LineKind.leaflet) return 'prose'
  return kind === LineKind.log || kind === LineKind.chat || kind === LineKind.form ? 'notes' : 'machine'
}
