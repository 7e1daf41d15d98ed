// Widens a mention over the particles and the initials that belong to it.
import type { ScannedText } from '../../../text/scanned.ts'
import { COMMA, FULL_STOP, HYPHEN, SPACE, UNDERSCORE } from '../../../text/signs.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { isTiedBy } from '../names/titled.ts'
import { latinLetter, nameKey, particleKey } from './name-keys.ts'
import type { Person } from './people.ts'

/** Particles before a family name, and initials before a name, at most. */
const MOST_PARTICLES = 3
const MOST_INITIALS = 5
/** Letters of initials that are written as one word in the name of a file. */
const LONGEST_INITIALS = 3

/** Tokens of a mention. */
export interface Widened {
  first: number
  end: number
}

/** Widens a mention over particles and initials that belong to it: "LE" of LE GUELLEC, "A.M." of A.M. van den Broek, "c" of zammit_c. */
export function widen(text: ScannedText, taken: Int32Array, hit: Widened, person: Person): void {
  for (let n = 0; n < MOST_PARTICLES; n++) {
    const at = particleBefore(text, hit.first, person)
    if (at < 0 || taken[at] !== 0) break
    hit.first = at
  }
  overInitialsBefore(text, taken, hit, person.initials)
  overInitialsAfter(text, taken, hit, person)
}

/** Whether all particles of a person are before a word. */
export function hasParticles(text: ScannedText, token: number, person: Person): boolean {
  let at = token
  for (let n = 0; n < person.particles.length && at >= 0; n++) at = particleBefore(text, at, person)
  return at >= 0 && at < token
}

/** The token of a particle of a person before a word, also tied to it as in "al-Hashimi"; -1 where none is. */
function particleBefore(text: ScannedText, token: number, { particles }: Person): number {
  const at = token > 1 && isTiedBy(text, token - 1) ? token - 2 : token - 1
  return at >= 0 && particles.includes(particleKey(text.word(at))) ? at : -1
}

function overInitialsBefore(text: ScannedText, taken: Int32Array, hit: Widened, initials: string): void {
  const { kind, start, end, units } = text.tokens
  for (let n = 0; n < MOST_INITIALS; n++) {
    const at = hit.first - 1
    if (at < 0) return
    const isSign = kind[at] === TokenKind.sign
    const letter = isSign ? at - 1 : at
    if (letter < 0 || taken[letter] !== 0 || end[letter]! - start[letter]! !== 1) return
    if (kind[letter] === TokenKind.sign || kind[letter] === TokenKind.number) return
    const sign = isSign ? units[start[at]!]! : SPACE
    const isTied = isSign && end[letter] === start[at] && start[hit.first]! === end[at]
    const isStopped = sign === FULL_STOP && end[letter] === start[at]
    if (!isStopped && !(isTied && TIES.has(sign))) return
    // "A.M. van den Broek": initials that are tied to each other are of one person.
    const isInitial = kind[letter] === TokenKind.upper && sign === FULL_STOP && isTied
    if (!isInitial && !initials.includes(latinLetter(text.folded(letter)))) return
    hit.first = letter
  }
}

/** True for a full stop right after a letter; "j." of "j.wallraff@example.org" belongs to the address. */
function isStoppedAt({ tokens: { start, end, units, count } }: ScannedText, letter: number): boolean {
  const stop = letter + 1
  if (stop >= count || units[start[stop]!] !== FULL_STOP || start[stop] !== end[letter]) return false
  return !(stop + 1 < count && start[stop + 1] === end[stop] && end[stop + 1]! - start[stop + 1]! > 1)
}

/** True for a sign that ties an initial to the name before it without a space: "zammit_c". */
const TIES: ReadonlySet<number> = new Set([UNDERSCORE, HYPHEN, FULL_STOP])

/** Widens a mention over the initials after it, and the particles after those: "KIBWANA, J. S.", "Meulen, G. van der". */
function overInitialsAfter(text: ScannedText, taken: Int32Array, hit: Widened, person: Person): void {
  const { units, start, end: ends } = text.tokens
  const last = hit.end - 1
  // The names detector ends before the full stop.
  const isInitial = hit.first < last && ends[last]! - start[last]! === 1 && isStoppedAt(text, last)
  if (isInitial && taken[hit.end] === 0) hit.end++
  for (let n = isInitial ? 1 : 0; n < MOST_INITIALS; n++) {
    const end = endOfInitial(text, taken, hit.end, person, n === 0)
    if (end < 0) {
      if (n > 0 && units[start[hit.end - 1]!] === FULL_STOP) overParticlesAfter(text, taken, hit, person)
      return
    }
    hit.end = end
  }
}

/** The token after an initial of a person that follows a name, or another initial, from a token on; -1 where none does. */
function endOfInitial(text: ScannedText, taken: Int32Array, from: number, person: Person, isFirst: boolean): number {
  const { kind, start, end, units, count } = text.tokens
  const isSigned = from < count && kind[from] === TokenKind.sign
  const letter = isSigned ? from + 1 : from
  if (letter >= count || taken[letter] !== 0 || kind[letter]! > TokenKind.upper) return -1
  const sign = isSigned ? units[start[from]!]! : SPACE
  const isTied = TIES.has(sign) && start[letter] === end[letter - 1]
  if (end[letter]! - start[letter]! > 1) return isTied && isFirst && areInitials(text, letter, person) ? letter + 1 : -1
  if (!person.initials.includes(latinLetter(text.folded(letter)))) return -1
  const isApart = sign === SPACE || (sign === COMMA && isFirst)
  return isApart || isTied ? behindLetter(text, letter, sign, isApart, isFirst) : -1
}

/** The token after a letter that may be an initial, as the sign before it says; -1 for a word of one letter. */
function behindLetter(text: ScannedText, letter: number, sign: number, isApart: boolean, isFirst: boolean): number {
  const isStopped = isStoppedAt(text, letter)
  // The stop of "zammit_c." ends the sentence.
  if (!isApart && isFirst) return letter + 1
  if (isStopped) return letter + 2
  return sign === SPACE && text.tokens.kind[letter] === TokenKind.upper ? letter + 1 : -1
}

/** Whether a word in the name of a file is initials of a person, or how one of its names begins: "gb", "zs". */
function areInitials(text: ScannedText, token: number, { initials, parts }: Person): boolean {
  const key = nameKey(text.word(token))?.key
  if (key === undefined || key.length > LONGEST_INITIALS) return false
  return initials.includes(key) || parts.some((part) => part.key.startsWith(key))
}

function overParticlesAfter(text: ScannedText, taken: Int32Array, hit: Widened, { particles }: Person): void {
  const { kind, count } = text.tokens
  for (let n = 0; n < MOST_PARTICLES; n++) {
    const at = hit.end
    if (at >= count || taken[at] !== 0 || kind[at]! > TokenKind.upper) return
    if (!particles.includes(particleKey(text.word(at)))) return
    hit.end = at + 1
  }
}
