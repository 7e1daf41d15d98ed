// Places of birth: the name between a birth word and the date ("nata a Torre del Greco il 22/11/1950"), or
// directly after the date ("ur. 11.03.1985 w Ełku", "s. 8.6.1981 Porvoossa"), in the gazetteer or not.
import { firstAt } from '../../../lists.ts'
import type { Packs } from '../../../packs/load.ts'
import { Level, type WordLevels } from '../../../packs/word-levels.ts'
import { fold } from '../../../text/fold.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import { COLON, FULL_STOP } from '../../../text/signs.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { lookupForm } from '../../../values/address/place-script.ts'
import { RULES } from '../confidence.ts'
import { type Claim, claimBy, type DetectorFactory } from '../detector.ts'
import type { Evidence } from '../evidence.ts'
import { birthCues } from '../lexicons.ts'
import { isWord, signAt, signCodeAt } from '../token-questions.ts'

/** Maximum distance of a birth word before its date, in UTF-16 units. */
const REACH = 60
/** Maximum number of capitalised words of a place name: "Santa Cruz de Tenerife". */
const MOST_CAPITALS = 3
/** Maximum number of lower-case words inside it: "Bruck an der Mur". */
const MOST_SMALL = 2
/** Kinds of cue that label no value. */
const MUTE: ReadonlySet<string> = new Set(['', 'aside'])

interface Span {
  readonly first: number
  readonly last: number
  /** The sentence continues after it, so that only the gazetteer can confirm it. */
  readonly isOpen?: boolean
  /** A preposition or the birth word precedes it. */
  readonly isLed?: boolean
}

/** data/cues/place-prepositions.json. */
interface PlaceLeads {
  readonly before: readonly string[]
  readonly settlements: readonly string[]
  readonly closeDates: readonly string[]
}

interface Leads {
  readonly prepositions: ReadonlySet<string>
  readonly settlements: ReadonlySet<string>
  /** Words that end a date and belong to it: "11.03.1985 r.", "11 d." */
  readonly closeDates: ReadonlySet<string>
}

export const birthplaceDetector: DetectorFactory = (packs, cues) => {
  const cue = cues.add(birthCues().before, 'birth')
  const { before, settlements, closeDates } = JSON.parse(packs.cues('place-prepositions.json')) as PlaceLeads
  const leads: Leads = {
    prepositions: new Set(before.map(fold)),
    settlements: new Set(settlements.map(fold)),
    closeDates: new Set(closeDates),
  }
  return {
    name: 'birthplaces',
    find: () => [],
    refine(scanned, claims, evidence) {
      const found: Claim[] = []
      const names = packs.names()
      for (const claim of claims) {
        if (claim.category !== 'PII-1-DOB') continue
        for (const span of [behind(scanned, claim, leads, evidence), between(scanned, claim, evidence, cue, leads)])
          if (span !== null && isPlaceLike(scanned, span, names, packs)) found.push(placeOf(scanned, span))
      }
      return found
    },
  }
}

const placeOf = ({ tokens }: ScannedText, { first, last }: Span): Claim =>
  claimBy(RULES.birthplace, tokens.start[first]!, tokens.end[last]!)

function behind(scanned: ScannedText, date: Claim, leads: Leads, evidence: Evidence): Span | null {
  const { kind } = scanned.tokens
  let at = tokenAt(scanned, date.end)
  if (isWord(kind[at]) && leads.closeDates.has(scanned.folded(at))) at++
  if (signAt(scanned, at) === '.') at++
  // "Born: 03/12/1948, Faro": only a town in the gazetteer.
  const isParted = signAt(scanned, at) === ','
  if (isParted) at++
  const isLed = !isParted && kind[at] === TokenKind.lower && leads.prepositions.has(scanned.folded(at))
  if (isLed) at = behindSettlement(scanned, at + 1, leads)
  const span = nameFrom(scanned, at)
  if (span === null) return null
  // A label of the next value ("Telefon", "Diagnose:") is not a place.
  for (const hit of evidence.hits.between(scanned.tokens.start[at]!, scanned.tokens.end[span.last]! + 1))
    if (hit.firstToken >= span.first && hit.groups.some((one) => !MUTE.has(evidence.kindOf(one)))) return null
  // "geb.: 01.02.1980 Staatsang.: AT": the label of the next value.
  const isLabel = signAt(scanned, span.last + 2) === ':'
  const isClosed = /^[,.;)]$/.test(signAt(scanned, span.last + 1)) && !isLabel
  if (isParted) return scanned.tokens.kind[span.last + 1] === TokenKind.newline ? { ...span, isOpen: true } : null
  if (isLed) return { ...span, isLed, isOpen: !isClosed }
  return isClosed && isOne(scanned, span) ? span : null
}

/** The token after a settlement word and its full stop, if one is at token `at`: "mun. Roman". */
function behindSettlement(scanned: ScannedText, at: number, { settlements }: Leads): number {
  if (scanned.tokens.kind[at] !== TokenKind.lower || !settlements.has(scanned.folded(at))) return at
  return signAt(scanned, at + 1) === '.' ? at + 2 : at + 1
}

const isOne = ({ text, tokens }: ScannedText, { first, last }: Span): boolean =>
  !text.slice(tokens.start[first], tokens.end[last]).includes(' ')

function between(scanned: ScannedText, date: Claim, evidence: Evidence, cue: number, leads: Leads): Span | null {
  const hit = evidence.nearest(cue, date.start, REACH)
  if (hit === null) return null
  const { kind, start } = scanned.tokens
  let at = hit.endToken
  while (signCodeAt(scanned, at) === FULL_STOP || signCodeAt(scanned, at) === COLON) at++
  const isLed = kind[at] === TokenKind.lower && leads.prepositions.has(scanned.folded(at))
  if (isLed) at = behindSettlement(scanned, at + 1, leads)
  const span = nameFrom(scanned, at)
  if (span === null) return null
  let next = span.last + 1
  if (signAt(scanned, next) === ',') next++
  for (let small = 0; small < 2 && kind[next] === TokenKind.lower; small++) next++
  return start[next] === date.start ? { ...span, isLed: true } : null
}

/** Capitalised words from token `at` on, with lower-case words between them. */
function nameFrom(scanned: ScannedText, at: number): Span | null {
  const { kind, start, end, count } = scanned.tokens
  if (kind[at] !== TokenKind.capital || end[at]! - start[at]! < 2) return null
  let last = at
  let capitals = 1
  let small = 0
  for (let i = at + 1; i < count && capitals < MOST_CAPITALS; i++) {
    const gap = scanned.text.slice(end[i - 1], start[i])
    const isTied = signAt(scanned, i) === '-' && gap === ''
    if (!isTied && gap !== ' ' && !(gap === '' && signAt(scanned, i - 1) === '-')) break
    if (kind[i] === TokenKind.capital) {
      last = i
      capitals++
      small = 0
    } else if (!isTied && (kind[i] !== TokenKind.lower || ++small > MOST_SMALL)) break
  }
  return { first: at, last }
}

const tokenAt = ({ tokens }: ScannedText, at: number): number => firstAt(tokens.start, (start) => start >= at)

/** True for a name in the gazetteer (an ordinary word needs a cue before it), else for a name that is neither a person's nor an ordinary word. */
function isPlaceLike(
  scanned: ScannedText,
  { first, last, isOpen, isLed }: Span,
  names: WordLevels,
  packs: Packs,
): boolean {
  const { start, end } = scanned.tokens
  const levels = names.of(scanned.folded(first))
  const isWord = levels.word >= Level.uncommon && first === last
  if (packs.gazetteer().get(lookupForm(fold(scanned.text.slice(start[first], end[last])))) !== null)
    return isLed === true || !isWord
  if (isOpen === true) return false
  // After its preposition, an ordinary word of another language may be the name of a town: "w Ełku".
  const isPerson =
    levels.given >= Level.uncommon && (first === last || names.of(scanned.folded(last)).family >= Level.uncommon)
  return !isPerson && (levels.word < Level.uncommon || isLed === true)
}
