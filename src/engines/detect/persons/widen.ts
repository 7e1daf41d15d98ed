// Widens a mention over the particles and the initials that belong to it.
import type { ScannedText } from '../../../text/scanned.ts'
import { COMMA, FULL_STOP, HYPHEN, SPACE, UNDERSCORE } from '../../../text/signs.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { isTiedBy } from '../names/titled.ts'
import { latinLetter, nameKey } from './name-keys.ts'
import type { Person } from './people.ts'

/** Particles before a family name, and initials before a name, at most. */
const MOST_PARTICLES = 3
const MOST_INITIALS = 5

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
  overInitialAfter(text, taken, hit, person.initials)
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
  return at >= 0 && particles.includes(nameKey(text.word(at))?.key ?? '') ? at : -1
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

function overInitialAfter(text: ScannedText, taken: Int32Array, hit: Widened, initials: string): void {
  const { kind, start, end, units, count } = text.tokens
  let letter = hit.end
  if (letter >= count) return
  let sign = SPACE
  if (kind[letter] === TokenKind.sign) {
    sign = units[start[letter]!]!
    letter++
  }
  if (letter >= count || taken[letter] !== 0 || end[letter]! - start[letter]! !== 1) return
  if (kind[letter] !== TokenKind.upper && kind[letter] !== TokenKind.lower) return
  if (!initials.includes(latinLetter(text.folded(letter)))) return
  const isStopped = isStoppedAt(text, letter)
  const isGlued = TIES.has(sign) && start[letter] === end[letter - 1]
  const isSpaced =
    (sign === SPACE || sign === COMMA) && (isStopped || (sign === SPACE && kind[letter] === TokenKind.upper))
  if (!isGlued && !isSpaced) return
  hit.end = isSpaced && isStopped ? letter + 2 : letter + 1
}
