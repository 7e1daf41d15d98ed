// Places: finds locations, origins and destinations in a text.
import type { Packs } from '../../packs/load.ts'
import { PLACE_COMPONENTS, type PlaceMention } from '../../records/mentions.ts'
import type { ScannedText } from '../../text/scanned.ts'
import { addressBookOf } from '../../values/address/book.ts'
import { componentsOf } from '../../values/address/components.ts'
import { findCandidates } from './candidates.ts'
import { Binder, type Binding } from './cue-binding.ts'
import { CueBook } from './cue-book.ts'
import { LanguageGuess } from './language-guess.ts'
import { type Candidate, Scope, type Tier } from './reading.ts'

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
