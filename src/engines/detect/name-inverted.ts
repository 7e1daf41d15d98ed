// "Okafor, Adaeze": a family name, a comma and given names.
import { TokenKind } from '../../text/tokens.ts'
import { type NameSearch, THRESHOLD } from './name-candidate.ts'
import { isGlued } from './name-glue.ts'
import { Role } from './name-roles.ts'
import { asFamily, asGiven, isBarrier, isUnknown } from './name-score.ts'
import type { NameWord } from './name-words.ts'

const MOST_WORDS = 3
/** The list of given names goes on. */
const AND = /^ (?:and|und|et|en|y|e|og|och|ja|i|a|in|un|ir|si|és|και|и) /u
/** What a listed word may cost at most. */
const FLOOR = -3

/** The run behind the comma when it makes one name with `run`; the name is added to what was found. Null otherwise. */
export function invertedName(search: NameSearch, run: readonly NameWord[]): readonly NameWord[] | null {
  const second = runBehindComma(search, run)
  if (second === null) return null
  if (capitalisedName(search, run, second)) return second
  const { label, sentenceInitial } = search.context.before(run[0]!.first)
  if (!label && (!sentenceInitial || isInList(search, second))) return null
  if ([...run, ...second].some((word) => (isBarrier(word) && !word.isInitial) || (word.roles & Role.opening) !== 0))
    return null
  const families = run.filter((word) => !word.isParticle)
  const first = families[0]!
  if (families.length > 1 && first.levels.given >= Math.max(4, first.levels.family + 1)) return null
  // "folio 12: Guðmundsdóttir, Íris, card 5200": unknown words, but what follows belongs to a person.
  const { attribute } = search.context.after(second[second.length - 1]!.next)
  const isPlain = [...families, ...second].every(({ levels }) => levels.word < 3 && levels.proper < 3)
  const least = attribute && isPlain && second.length === 1 && families.length === 1 ? -1 : 2
  if (second.some((word) => !word.isInitial && asGiven(word) < least)) return null
  const { end } = second[second.length - 1]!
  // In a list of given names the first is one too.
  const isGiven = (word: NameWord) => word.levels.given > word.levels.family + 1 && !word.shaped
  if (!label && families.some(isGiven)) return null
  // "Rosa, Iris und Heide Simonis", "Rosen, Iris und Heide gedeihen".
  if (!label && !first.isUpper && first.levels.given >= 4 && AND.test(search.text.text.slice(end, end + 5))) return null
  let score = (label ? 4 : 0) + (least < 0 ? 6 : 0)
  for (const word of families) score += Math.max(asFamily(word), label ? 0 : FLOOR)
  for (const word of second) score += Math.max(asGiven(word), label ? 0 : FLOOR)
  if (score < THRESHOLD + 1) return null
  search.found.push({ words: [...run, ...second], score, pattern: label })
  return second
}

/** "Pt DEWAELE, Hilde": the capitals say which word is the family name, wherever it stands. */
function capitalisedName(search: NameSearch, run: readonly NameWord[], second: readonly NameWord[]): boolean {
  let from = run.length
  while (from > 0 && (run[from - 1]!.isParticle || isCapitals(run[from - 1]!))) from--
  while (from < run.length && run[from]!.isParticle) from++
  const families = run.slice(from)
  if (families.length === 0 || second.some((word) => word.isUpper && !word.isInitial)) return false
  if ([...families, ...second].some((word) => isBarrier(word) && !word.isInitial)) return false
  const given = asGiven(second[0]!)
  const family = Math.min(...families.map((word) => (word.isParticle ? 9 : asFamily(word))))
  if (given < (family >= 3 ? 1 : 2) || family < -0.5) return false
  search.found.push({ words: [...families, ...second], score: THRESHOLD + given, pattern: true })
  return true
}

function isCapitals(word: NameWord): boolean {
  return word.isUpper && !word.isInitial && word.end - word.start > (isUnknown(word.levels) ? 4 : 2)
}

function runBehindComma({ text: scanned, words }: NameSearch, run: readonly NameWord[]): readonly NameWord[] | null {
  const { text, tokens } = scanned
  const last = run[run.length - 1]!
  const comma = last.next
  if (run.length > MOST_WORDS || comma + 1 >= tokens.count) return null
  if (text[tokens.start[comma]!] !== ',' || tokens.start[comma] !== last.end) return null
  const kind = tokens.kind[comma + 1]!
  if (kind !== TokenKind.capital && kind !== TokenKind.upper) return null
  const gap = tokens.start[comma + 1]! - tokens.end[comma]!
  if (gap < 1 || gap > 2 || isGlued(scanned, comma + 1)) return null
  const second = words.run(comma + 1)
  return second.length === 0 || second.length > MOST_WORDS ? null : second
}

/** Whether the words behind the comma are followed by another comma and a capital. */
function isInList({ text }: NameSearch, second: readonly NameWord[]): boolean {
  const end = second[second.length - 1]!.end
  return text.text[end] === ',' && !/^, ?(?:\p{Ll}|\d)/u.test(text.text.slice(end, end + 3))
}
