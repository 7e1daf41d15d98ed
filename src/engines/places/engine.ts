// Places: finds locations, origins and destinations in a text.
import type { Packs } from '../../packs/load.ts'
import { PLACE_COMPONENTS, type PlaceMention } from '../../records/mentions.ts'
import { fold } from '../../text/fold.ts'
import type { ScannedText } from '../../text/scanned.ts'
import { TokenKind } from '../../text/tokens.ts'
import { WordFacts } from '../../text/words.ts'
import { addressBookOf } from '../../values/address/book.ts'
import { componentsOf } from '../../values/address/components.ts'
import { findCandidates } from './candidates.ts'
import { Binder, type Binding } from './cue-binding.ts'
import { CueBook } from './cue-book.ts'
import { type Candidate, Scope, type Tier } from './reading.ts'

// Guesses the language of a text, as far as cues need it: "do" means "to" in Polish and "of" in Portuguese.
const DEFAULT = 'en'
const MOST_WORDS = 400
const LETTER_WEIGHT = 0.4
const OWN_WORDS = 0.55

class LanguageGuess {
  readonly #words = new Map<string, string[]>()
  /** The languages that have a word, as written, among their frequent words; null if there are none. */
  readonly #frequent = new WordFacts<readonly string[] | null>(({ raw }) => this.#words.get(raw.toLowerCase()) ?? null)
  readonly #letters = new Map<string, string[]>()
  readonly #siblings = new Map<string, readonly string[]>()
  readonly #extends = new Map<string, string>()

  constructor(book: CueBook) {
    for (const [language, entry] of book.languages) {
      if (entry.siblings) this.#siblings.set(language, entry.siblings)
      if (entry.extends) this.#extends.set(language, entry.extends)
      for (const word of entry.function_words) push(this.#words, word.toLowerCase(), language)
      // The same words without marks; a folded form counts only if no form with marks equals it.
      for (const word of entry.function_words) {
        const plain = fold(word)
        if (plain !== word.toLowerCase() && plain.length > 2) push(this.#words, plain, language)
      }
      for (const letter of entry.letters) push(this.#letters, letter, language)
    }
  }

  /** The languages whose cues count in this text: the most likely one and the one it extends. */
  of(text: ScannedText): Set<string> {
    const scores = new Map<string, number>()
    const { tokens } = text
    let seen = 0
    for (let i = 0; i < tokens.count && seen < MOST_WORDS; i++) {
      const kind = tokens.kind[i]!
      if (kind === TokenKind.number || kind === TokenKind.newline) continue
      const languages = this.#frequent.of(text.word(i))
      if (languages === null) continue
      seen++
      // A word that many languages share is weak evidence.
      const weight = 1 / Math.sqrt(languages.length)
      for (const language of languages) scores.set(language, (scores.get(language) ?? 0) + weight)
    }
    const sample = text.text.slice(0, 2000).toLowerCase()
    for (const [letter, languages] of this.#letters) {
      let count = 0
      for (let at = sample.indexOf(letter); at >= 0 && count < 3; at = sample.indexOf(letter, at + 1)) count++
      if (count === 0) continue
      for (const language of languages)
        scores.set(language, (scores.get(language) ?? 0) + (LETTER_WEIGHT * count) / languages.length)
    }
    // A variety that extends a language (Pidgin) has that language's words and its own; the latter decide.
    for (const [variety, base] of this.#extends) {
      const own = scores.get(variety) ?? 0
      if (own >= OWN_WORDS) scores.set(variety, own + (scores.get(base) ?? 0))
    }
    let best = DEFAULT
    let most = scores.get(DEFAULT) ?? 0
    for (const [language, score] of [...scores].sort(([a], [b]) => (a < b ? -1 : 1)))
      if (score > most + 1e-9) {
        best = language
        most = score
      }
    const active = new Set([best])
    const base = this.#extends.get(best)
    if (base) active.add(base)
    for (const sibling of this.#siblings.get(best) ?? []) active.add(sibling)
    return active
  }
}

function push(lists: Map<string, string[]>, key: string, language: string): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [language])
  else if (!list.includes(language)) list.push(language)
}

export interface PlacesEngine {
  /** Mentions in text order, disjoint; offsets are UTF-16 indexes of the original text. */
  find(text: ScannedText): PlaceMention[]
}

const SPAN_EVIDENCE: Readonly<Record<Tier, string>> = {
  2: 'span:parsed',
  1: 'span:gazetteer',
  0: 'span:cue_licensed_unverified',
}
/** Labels, not probabilities: trust in the place, reduced with the distance of its cue. */
const ADJACENT: Readonly<Record<Tier, number>> = { 2: 0.95, 1: 0.8, 0: 0.6 }
const WINDOWED: Readonly<Record<Tier, number>> = { 2: 0.7, 1: 0.55, 0: 0.4 }
const UNKNOWN_ROLE = 0.25
const UNKNOWN_COUNTRY = 'XX'

export function createPlacesEngine(packs: Packs): PlacesEngine {
  // Built on first use, because other requests do not need it.
  let knowledge: { readonly cues: CueBook; readonly languages: LanguageGuess } | null = null
  const known = () => {
    const cues = new CueBook(packs)
    return { cues, languages: new LanguageGuess(cues) }
  }
  return {
    find(text) {
      knowledge ??= known()
      const { cues, languages } = knowledge
      const active = languages.of(text)
      const hits = cues.scan(text, active)
      const scope = new Scope(text, addressBookOf(packs), cues, packs.names(), active)
      const candidates = findCandidates(scope, hits)
      const bindings = new Binder(text, cues, active, hits, candidates).bind(candidates)
      const mentions: PlaceMention[] = []
      candidates.forEach((candidate, index) => {
        const binding = bindings[index]!
        if (candidate.needsCue && binding.cue === null) return
        mentions.push(mentionOf(text, candidate, binding, scope))
      })
      return mentions
    },
  }
}

function mentionOf(text: ScannedText, candidate: Candidate, binding: Binding, scope: Scope): PlaceMention {
  const { start, end } = text.sourceRange(candidate.start, candidate.end)
  const cue = binding.cue === null ? null : text.sourceRange(binding.cue.start, binding.cue.end)
  const split = componentsOf({ ...candidate, level: 'place', isWeak: false }, scope.reader, scope.book)
  const components: PlaceMention['components'] = {}
  for (const key of PLACE_COMPONENTS) {
    const value = split.components[key]
    if (value) components[key] = value
  }
  const isKnown = binding.role !== 'unknown'
  return {
    role: binding.role,
    start,
    end,
    cue: cue === null ? null : text.source.slice(cue.start, cue.end),
    cue_start: cue?.start ?? null,
    cue_end: cue?.end ?? null,
    cue_rule: binding.cue?.rule ?? null,
    confidence: !isKnown ? UNKNOWN_ROLE : binding.isAdjacent ? ADJACENT[candidate.tier] : WINDOWED[candidate.tier],
    evidence: [SPAN_EVIDENCE[candidate.tier], binding.evidence],
    jurisdiction: split.country ?? UNKNOWN_COUNTRY,
    jurisdiction_confidence: split.countryConfidence,
    has_address: Object.keys(components).length > 0,
    text: text.source.slice(start, end),
    components,
  }
}
