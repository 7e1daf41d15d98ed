// The value after a cue of a secret: the separators and words between them, and the rules for the value.
import type { Packs } from '../../../packs/load.ts'
import { Level } from '../../../packs/word-levels.ts'
import { fold } from '../../../text/fold.ts'
import type { Range } from '../../../text/range.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { withoutTrailing } from '../../../text/trim.ts'
import { WordFacts } from '../../../text/words.ts'
import { type ClaimRule, decide, type OrderedRule, RULES } from '../confidence.ts'
import { type Claim, claimBy } from '../detector.ts'
import { valueCues } from '../lexicons.ts'
import { isMixed, isProgramName, isRandom, looksMade, MADE_UP, MIXED } from '../made-up-values.ts'
import { isAlphanumeric, isWord, signAt } from '../token-questions.ts'
import { valueRun } from '../unbroken-values.ts'

/** Placeholders and calls in the position of a password. */
export const PLACEHOLDERS = /^(?:\*+|x{3,}|\.{3,}|\[.*|<.*|\{.*|\$\{.*|%.*%|-+|[a-z_$][\w$]*(?:\.[\w$]+)*\(.*)$/i
const LONGEST_KEY = 512
export const LONGEST_PASSWORD = 64

export interface SecretWords {
  /** Words that introduce the value: "is", "lautet". */
  readonly states: WordFacts<boolean>
  /** The same, including words that are too short to be skipped elsewhere: "é", "är". */
  readonly means: WordFacts<boolean>
  readonly links: WordFacts<boolean>
  /** Words before "code" that exclude a secret: "promo", "source". */
  readonly others: WordFacts<boolean>
  readonly placeholders: ReadonlySet<string>
  /** True for an ordinary word of a language, which can follow "password" and a verb: "wurde gelöscht", "is verlopen". */
  readonly isWord: (folded: string) => boolean
}

export function secretWords(packs: Packs): SecretWords {
  const among = (...kinds: readonly string[]) => {
    const words: ReadonlySet<string> = new Set(kinds.flatMap((kind) => valueCues(kind)).map(fold))
    return new WordFacts<boolean>(({ folded }) => words.has(folded))
  }
  return {
    states: among('states_value'),
    means: among('states_value', 'states_value_briefly'),
    links: among('states_value', 'leads_to_value'),
    others: among('open_code'),
    placeholders: new Set(valueCues('stands_for_secret')),
    isWord: (folded) => packs.names().of(folded).word >= Level.rare,
  }
}

/** Names of program members, and a member with its value: "_handle_read_error.790", "api_key=...". */
const MEMBER_NAME = /^_{0,2}[a-z]{2,}(?:_[a-z]{2,})*(?:_[a-z]{2,}(?:\.\d{1,5})?$|=)/
const SETTING = /^[\p{L}_-]{2,20}=/u

/** The kind that a cue names; a word can name several. */
export interface CueKinds {
  readonly isKey: boolean
  readonly isPassword: boolean
  readonly isPin: boolean
  readonly isCode: boolean
}

/** True for "promo code" and "source code", where the word before excludes a secret; false for "van code Velvet6924&". */
export const isOtherCode = (scanned: ScannedText, first: number, { others }: SecretWords): boolean =>
  first > 0 && isWord(scanned.tokens.kind[first - 1]) && others.of(scanned.word(first - 1))

/** Tokens between a cue and its value, and the largest gap between two of them. */
const MOST_BETWEEN = 6
const LARGEST_GAP = 3

/** The text between a cue and its value. */
interface Gap {
  /** First token of the value. */
  readonly index: number
  /** A colon, an equals sign or a verb introduces the value; `isSaid`: only a verb does. */
  readonly isStrong: boolean
  readonly isSaid: boolean
  readonly isQuoted: boolean
  /** The value begins a new line, without a colon. */
  readonly isWrapped: boolean
}

const SEPARATOR = /^[:=]$/
const QUOTE = /^["'`\u201c\u201e\u00ab\u2018]$/
/** An arrow, a bracket, and an emoji or another sign of the upper planes. */
const PASSED = /^[>([]$/
const FIRST_SYMBOL = '\u2100'

/** Reads the separators and words after a cue that ends at `at`; null if no value is near. */
function gapAfter(scanned: ScannedText, at: number, token: number, words: SecretWords): Gap | null {
  const { kind, start, end, count } = scanned.tokens
  let isStrong = false
  let isSaid = false
  let isQuoted = false
  let isWrapped = false
  for (let index = token; index < token + MOST_BETWEEN && index < count; index++) {
    if (start[index]! - (index > 0 ? end[index - 1]! : at) > LARGEST_GAP) return null
    const sign = signAt(scanned, index)
    if (SEPARATOR.test(sign)) {
      isStrong = true
      isSaid = false
    } else if (QUOTE.test(sign)) {
      isQuoted = true
      if (isStrong && index + 1 < count && start[index + 1]! > end[index]!) return null
    } else if (kind[index] === TokenKind.newline) isWrapped = !isStrong
    else if (leads(scanned, index, words)) {
      if (words.states.of(scanned.word(index))) {
        isSaid = !isStrong
        isStrong = true
      }
    } else if (!PASSED.test(sign) && sign <= FIRST_SYMBOL) return { index, isStrong, isSaid, isQuoted, isWrapped }
  }
  return null
}

/** True for a word that can introduce a value, before another token. */
const leads = (scanned: ScannedText, index: number, { links }: SecretWords): boolean =>
  index + 1 < scanned.tokens.count && isAlphanumeric(scanned.tokens.kind[index]) && links.of(scanned.word(index))

/** A value after a cue. */
interface SecretValue extends CueKinds, Gap {
  readonly value: string
  readonly text: string
  readonly end: number
  readonly cueEnd: number
  readonly words: SecretWords
}

/** Rules for the value directly after a cue; the first that applies decides. */
const AFTER_CUE: readonly OrderedRule<SecretValue, ClaimRule>[] = [
  { name: 'a placeholder', when: ({ value, words }) => isPlaceholder(value, words) },
  {
    name: 'the next key, with a quoted value',
    when: ({ value, text, end }) => value.endsWith('=') && /["']/.test(text[end] ?? ''),
  },
  { name: 'the next setting', when: ({ value, isStrong }) => !isStrong && SETTING.test(value) },
  { name: 'digits that go on', when: (seen) => isPinDigits(seen) && /^[.,]?\d/.test(rest(seen, 2)) },
  {
    name: 'digits of a PIN after a separator',
    when: (seen) => isPinDigits(seen) && seen.isStrong,
    gives: RULES.pin_after_separator,
  },
  {
    name: 'digits of a PIN after its cue',
    when: (seen) => isPinDigits(seen) && seen.value.length >= 4,
    gives: RULES.pin_after_cue,
  },
  { name: 'too few digits', when: isPinDigits },
  { name: 'a key', when: isKeyValue, gives: RULES.api_key_after_cue },
  { name: 'a secret too short for a key', when: isShortSecret, gives: RULES.password_by_form },
  { name: 'the name of a key', when: (seen) => seen.isKey && !seen.isWrapped && !seen.isPassword },
  {
    name: 'a made-up value after the cue of a PIN or code',
    when: ({ value, isPin, isCode, isWrapped }) => (isPin || isCode) && !isWrapped && MADE_UP.test(value),
    gives: RULES.password_by_form,
  },
  { name: 'no cue of a password', when: ({ value, isPassword }) => !isPassword || value.length < 4 },
  {
    name: 'an ordinary word in the next line',
    when: ({ value, isWrapped }) => isWrapped && !(value.length >= 8 && /\d/.test(value) && /\p{L}/u.test(value)),
  },
  { name: 'an option or variable of a manual', when: isProgramPart },
  {
    name: 'letters with digits or signs after a separator or quote',
    when: ({ value, isStrong, isQuoted }) => (isStrong || isQuoted) && looksMade(value),
    gives: RULES.password_after_separator,
  },
  { name: 'letters with digits or signs', when: ({ value }) => looksMade(value), gives: RULES.password_after_cue },
  {
    name: 'an ordinary word after a verb',
    when: ({ value, isSaid, isQuoted, words }) =>
      isSaid && !isQuoted && words.isWord(fold(withoutTrailing(value, '.,;!?'))),
  },
  {
    name: 'a quoted word, or a word that ends its line',
    when: ({ value, text, end, isStrong, isQuoted }) =>
      isStrong && (isQuoted || (value.length >= 6 && isLast(text, end))),
    gives: RULES.password_ordinary_word,
  },
]

const rest = ({ text, end }: SecretValue, length: number): string => text.slice(end, end + length)

function isPinDigits({ value, isPin, isWrapped }: SecretValue): boolean {
  return isPin && !isWrapped && /^\d{3,8}$/.test(value)
}

function isKeyValue({ value, isKey, isWrapped, isStrong, isQuoted }: SecretValue): boolean {
  if (!isKey || isWrapped || value.length < 12 || !(isStrong || isQuoted || value.length >= 20)) return false
  return /^[\w.+/=~-]+$/.test(value) && isRandom(value) && !MEMBER_NAME.test(value)
}

/** "secret: Velvet3187" */
function isShortSecret({ value, isKey, isWrapped, isStrong }: SecretValue): boolean {
  if (!isKey || isWrapped || !isStrong) return false
  return MADE_UP.test(value) || (value.length >= 8 && MIXED.test(value) && /^[\x21-\x7e]+$/.test(value))
}

/** "pass `--libdir=/usr/lib` to it", "--certificate-password=CERTIFICATE_PASSWORD" */
function isProgramPart({ value, text, cueEnd, isStrong }: SecretValue): boolean {
  if (!isProgramName(value)) return false
  return !isStrong || value.toLowerCase().endsWith(fold(text.slice(cueEnd - LEAST_NAMED, cueEnd)))
}

/** Number of last cue letters that end a placeholder: "--password=USER_PASSWORD". */
const LEAST_NAMED = 4

/** The secret after a cue that ends at `at`, with ":", "=", "is" or quotes between. */
export function secretAfter(
  scanned: ScannedText,
  at: number,
  token: number,
  cue: CueKinds,
  words: SecretWords,
): Claim | null {
  const { isKey, isPassword, isPin, isCode } = cue
  if (!isKey && !isPassword && !isPin && !isCode) return null
  const { text } = scanned
  const gap = gapAfter(scanned, at, token, words)
  if (gap === null) return null
  const far = gap.isStrong || gap.isQuoted ? null : secretOverWords(scanned, gap.index, isPin, words)
  // "Reset secret sent: Velvet6924&", "the code of the gate is Velvet6924&"
  if (far !== null && (isPassword || isPin || MADE_UP.test(text.slice(far.start, far.end)))) return far
  const range = valueAt(scanned, at, gap, isKey ? LONGEST_KEY : LONGEST_PASSWORD)
  if (range === null) return null
  const { start, end } = range
  const seen: SecretValue = { ...gap, ...cue, value: text.slice(start, end), text, end, cueEnd: at, words }
  const rule = decide(AFTER_CUE, seen)
  return rule === null ? null : claimBy(rule, start, end)
}

/** The range of the value after a gap; null if a sign begins there that is not part of a value. */
function valueAt(scanned: ScannedText, cueEnd: number, gap: Gap, longest: number): Range | null {
  const { text, tokens } = scanned
  let start = tokens.start[gap.index]!
  // "$pfs5yjGCv", "#Secret1": a password may begin with a sign. "PSK-4958": a hyphen connects the number to its cue.
  const isTied = tokens.end[gap.index] !== tokens.start[gap.index + 1] || (start === cueEnd && text[cueEnd] === '-')
  if (tokens.kind[gap.index] === TokenKind.sign && isTied) return null
  const closing = gap.isQuoted ? closingQuote(text, start) : -1
  const end = closing > start ? closing : valueRun(text, start, longest)
  // Emoji and list markers before the value are not part of it.
  while (start < end && /[\u2022\u2013\u2014>]/.test(text[start]!)) start++
  // "mdp_temp=Winter5300*": the cue begins a longer key.
  start += /^_[a-z_]{1,24}=["']?/i.exec(text.slice(start, Math.min(end, start + LONGEST_PASSWORD)))?.[0].length ?? 0
  return { start, end }
}

/** Maximum number of words between a cue and the word that introduces the value: "the password for the wifi is ...". */
const MOST_WORDS = 5
/** Signs inside a phrase between a cue and its value, the comma not as the first: "my current password, Marathon2343&, no longer works". */
const INNER = /^['\u2019-]$/

/** The first token after "for the wifi is", "na netflix:", and whether a separator or verb introduces it; null if the sentence ends before. */
function overWords(
  scanned: ScannedText,
  from: number,
  words: SecretWords,
): { index: number; isStated: boolean } | null {
  const { text, tokens } = scanned
  const { kind, start, end, count } = tokens
  let passed = 0
  for (let index = from; index < count; index++) {
    if (start[index]! - end[index - 1]! > 2) return null
    const sign = signAt(scanned, index)
    if (SEPARATOR.test(sign)) return { index: index + 1, isStated: true }
    if (INNER.test(sign) || (sign === ',' && index > from)) continue
    if (!isWord(kind[index])) return { index, isStated: false }
    const isPartOfValue =
      index > from && /\d/.test(text.slice(end[index], valueRun(text, start[index]!, LONGEST_PASSWORD)))
    if (isPartOfValue) return { index, isStated: false }
    if (words.means.of(scanned.word(index))) return { index: index + 1, isStated: true }
    if (++passed > MOST_WORDS) return null
  }
  return null
}

/** A value after the words of a phrase. */
interface FarValue {
  readonly value: string
  readonly text: string
  readonly end: number
  readonly isPin: boolean
  readonly isStated: boolean
  /** A comma precedes the value, and nothing introduces it. */
  readonly isAside: boolean
  readonly words: SecretWords
}

const AFTER_WORDS: readonly OrderedRule<FarValue, ClaimRule>[] = [
  { name: 'a placeholder', when: ({ value, words }) => isPlaceholder(value, words) },
  {
    // "code of practice: 2004" has a year.
    name: 'a PIN that is not a year',
    when: ({ value, isPin, isStated }) => isPin && isStated && /^\d{4,8}#?$/.test(value) && !/^20[0-3]\d$/.test(value),
    gives: RULES.pin_after_cue,
  },
  { name: 'an ordinary value after a PIN', when: ({ value, isPin }) => isPin && !MADE_UP.test(value) },
  { name: 'an ordinary word', when: ({ value }) => !isMixed(value) },
  { name: 'after a separator or verb', when: ({ isStated }) => isStated, gives: RULES.password_after_words },
  {
    // Without an introducing word, only a value that cannot be a product or place name.
    name: 'between commas',
    when: ({ value, text, end, isAside }) =>
      isAside && value.length >= 8 && /\p{Ll}/u.test(value) && /^[,;.]/.test(text.slice(end, end + 1)),
    gives: RULES.password_after_words,
  },
  {
    name: 'a value with signs that ends its line',
    when: ({ value, text, end, isAside }) => !isAside && /[_!#$%&*?@]/.test(value) && isLast(text, end),
    gives: RULES.password_after_words,
  },
]

/** The secret after "for the wifi is", "na netflix:": words of one sentence, then a colon, "=" or a verb. */
function secretOverWords(scanned: ScannedText, from: number, isPin: boolean, words: SecretWords): Claim | null {
  const { text, tokens } = scanned
  const reached = overWords(scanned, from, words)
  if (reached === null) return null
  const { index, isStated } = reached
  if (index === from || index >= tokens.count || !isAlphanumeric(tokens.kind[index])) return null
  const start = tokens.start[index]!
  const before = tokens.end[index - 1]!
  if (start - before > 2 || !/^[ \t"'`]*$/.test(text.slice(before, start))) return null
  const end = valueRun(text, start, LONGEST_PASSWORD)
  const isAside = !isStated && signAt(scanned, index - 1) === ','
  const seen: FarValue = { value: text.slice(start, end), text, end, isPin, isStated, isAside, words }
  const rule = decide(AFTER_WORDS, seen)
  return rule === null ? null : claimBy(rule, start, end)
}

const isPlaceholder = (value: string, { placeholders }: SecretWords): boolean =>
  value === '' || placeholders.has(value.toLowerCase()) || PLACEHOLDERS.test(value)

/** Position of the closing quote for the quote directly before `start`, on the same line; -1 if it is not within a password's length. */
function closingQuote(text: string, start: number): number {
  const closers = CLOSING[text[start - 1]!]
  if (closers === undefined) return -1
  for (let i = start; i < text.length && i - start <= LONGEST_PASSWORD && text[i] !== '\n'; i++)
    if (closers.includes(text[i]!)) return i
  return -1
}

const CLOSING: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '\u201c': '\u201d',
  '\u201e': '\u201c\u201d',
  '\u00ab': '\u00bb',
  '\u2018': '\u2019',
}

/** True if the line ends here, so that nothing follows the word. */
export const isLast = (text: string, end: number): boolean =>
  /^[.,;"')\]]*\s*(?:\n|\r|$)/.test(text.slice(end, end + 8))
