// Special categories of personal data (GDPR Articles 9 and 10), conservatively: a form field that asks for one, with its
// answer, or a statement about a person. Talk about illness, faith or unions in general is not personal data.
import type { Packs } from '../../packs/load.ts'
import { readData } from '../../packs/load.ts'
import { fold } from '../../text/fold.ts'
import type { PhraseBook } from '../../text/phrases.ts'
import type { ScannedText } from '../../text/scanned.ts'
import { TokenKind } from '../../text/tokens.ts'
import type { Claim, Detector } from './detector.ts'
import type { Evidence } from './evidence.ts'
import { isAlphanumeric, isNumeric, signAt } from './reading.ts'

interface Special {
  readonly labels: readonly string[]
  /** The answers a field can have; any short answer where none are listed. */
  readonly values?: readonly string[]
  readonly states?: readonly string[]
}

interface SpecialFile {
  readonly people: readonly string[]
  readonly categories: Readonly<Record<string, Special>>
}

interface Kind {
  readonly category: string
  readonly label: number
  readonly states: number
  readonly values: ReadonlySet<string> | null
}

/** Words of an answer at most: longer is prose. */
const MOST_WORDS = 6
/** How far before a statement the person it is about may stand, in UTF-16 units. */
const REACH = 40
/** Answers that say nothing. */
const EMPTY = new Set([
  'none',
  'no',
  'nein',
  'non',
  'n',
  'unknown',
  'na',
  'nil',
  'keine',
  'aucun',
  'ninguno',
  'nessuno',
  'geen',
  'nenhum',
  'inga',
  'ingen',
  'ei',
  'brak',
  'zadne',
  'nincs',
  'nu',
  'not',
  'see',
  'the',
  'a',
  'this',
  'siehe',
])

export function specialDetector(_packs: Packs, cues: PhraseBook): Detector {
  const file = JSON.parse(readData('lexicons/special-categories.json').toString('utf8')) as SpecialFile
  const people = cues.add(file.people, 'aside')
  const kinds: Kind[] = Object.entries(file.categories).map(([category, special]) => ({
    category,
    label: cues.add(special.labels, 'special'),
    states: cues.add(special.states ?? [], 'aside'),
    values: special.values === undefined ? null : new Set(special.values.map(words)),
  }))
  return {
    name: 'special',
    find(scanned, _scope, evidence) {
      const claims: Claim[] = []
      for (const kind of kinds) {
        if (!evidence.hits.has(kind.label) && !evidence.hits.has(kind.states)) continue
        for (const hit of evidence.hits.all) {
          const range = hit.groups.includes(kind.label)
            ? answer(scanned, hit.endToken, kind.values)
            : hit.groups.includes(kind.states) &&
                evidence.nearest(people, hit.end - 1, REACH + hit.end - hit.start) !== null
              ? statement(scanned, hit.firstToken, hit.endToken, evidence)
              : null
          if (range === null) continue
          claims.push({
            category: kind.category,
            ...range,
            confidence: 0.75,
            detector: `rule:${kind.category.slice(6).toLowerCase()}`,
            strength: 'lexicon',
          })
        }
      }
      return claims
    },
  }
}

/** Letters and digits, folded, single spaces between: how an answer is compared. */
function words(value: string): string {
  return fold(value)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** What stands behind "field:" up to the end of the clause, when it is a listed answer, or short where none are listed. */
function answer(
  scanned: ScannedText,
  token: number,
  values: ReadonlySet<string> | null,
): { start: number; end: number } | null {
  const { tokens, text } = scanned
  const sign = signAt(scanned, token)
  if (sign !== ':' && sign !== '=') return null
  const first = token + 1
  if (!isAlphanumeric(tokens.kind[first]) || tokens.start[first]! - tokens.end[token]! > 4) return null
  let last = first
  for (let i = first + 1, count = 1; i < tokens.count; i++) {
    if (tokens.kind[i] === TokenKind.newline || /^[.,;|()"]$/.test(signAt(scanned, i))) break
    if (isAlphanumeric(tokens.kind[i])) {
      if (++count > MOST_WORDS) return null
      last = i
    }
  }
  const range = { start: tokens.start[first]!, end: tokens.end[last]! }
  const value = words(text.slice(range.start, range.end))
  if (values !== null) return values.has(value) ? range : null
  return EMPTY.has(scanned.folded(first)) || isNumeric(tokens.kind[first]) ? null : range
}

/** The statement and the few words that complete it ("diagnosed with type 2 diabetes"). */
function statement(
  scanned: ScannedText,
  first: number,
  endToken: number,
  evidence: Evidence,
): { start: number; end: number } | null {
  const { tokens } = scanned
  let last = endToken - 1
  for (let i = endToken, count = 0; i < tokens.count && count < 3; i++) {
    if (!isAlphanumeric(tokens.kind[i]) || evidence.isFiller(i) || tokens.start[i]! - tokens.end[i - 1]! > 1) break
    last = i
    count++
  }
  return { start: tokens.start[first]!, end: tokens.end[last]! }
}
