// The names detector: what a field states is a name, what the fitted weights find, and what is found again of both.

import { append, firstAt } from '../../../lists.ts'
import { readData } from '../../../packs/data-files.ts'
import { nearest4 } from '../../../records/canonical.ts'
import { keptList } from '../../../text/kept-list.ts'
import type { Range } from '../../../text/range.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import { COLON } from '../../../text/signs.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { type Claim, claimOf, type DetectorFactory } from '../detector.ts'
import type { Evidence } from '../evidence.ts'
import { learnedOf } from '../learned.ts'
import { type FeatureList, LinearWeights } from '../linear-weights.ts'
import { inflection } from '../persons/inflection.ts'
import type { KnownPeople } from '../persons/known-people.ts'
import { Nicknames } from '../persons/nicknames.ts'
import type { KnownName } from '../persons/people.ts'
import { type MentionFacts, PersonSearch } from '../persons/search.ts'
import { likeliestBeside, type Named } from './beside.ts'
import type { NameCues } from './cues.ts'
import { doubleNames } from './double-names.ts'
import { nameCues, wordSources } from './facts.ts'
import { NameFields, type TokenRange, tokensOf } from './fields.ts'
import { type FoundName, NameFeatures, NameModel } from './model.ts'
import type { Reading } from './reading.ts'
import { TitledNames } from './titled.ts'
import { inTextNumbers, NameWeights } from './weights.ts'
import { whyNamed } from './why.ts'
import type { WordSources } from './words.ts'

// Speakers of a chat: a word that begins lines repeatedly, alternating with a name, needs little further evidence
// of its own to be one.

/** Least probability of such a word: `npm run bench:ablation` prints what this is worth. */
const LEAST_SPEAKING = 0.05

/** The tokens of such words that are part of no found name yet, with how likely each is one. */
function speakersBeside(model: NameModel, reading: Reading, known: readonly (readonly TokenRange[])[]): FoundName[] {
  const { text } = reading
  if (known.every(({ length }) => length === 0) || !text.mayHold(COLON)) return []
  if (!model.features.speakers.areRepeated(text)) return []
  const people = new Set<string>()
  const taken = tokensOf(text, known)
  for (let i = 0; i < taken.length; i++) if (taken[i] === 1) people.add(text.word(i).raw)
  const speakers = new Set(model.features.speakers.besides(text, people).filter((word) => word.length > 2))
  if (speakers.size === 0) return []
  const names: FoundName[] = []
  for (const chain of reading.chains) {
    let parts: Float64Array | null = null
    for (let token = chain.first; token < chain.end; token++) {
      if (taken[token] === 1 || text.tokens.kind[token] === TokenKind.sign || !speakers.has(text.word(token).raw))
        continue
      parts ??= model.parts(reading, chain)
      const probability = model.weights.calibrated(parts[token - chain.first]!)
      if (probability >= LEAST_SPEAKING)
        names.push({ chain, first: token, end: token + 1, probability: Math.max(probability, model.weights.threshold) })
    }
  }
  return names
}

/** The detectors that spoke, as claims name them. */
const BY_WEIGHTS = 'rule:names'
const BY_FIELD = 'rule:names_field'
const BY_TITLE = 'rule:names_title'
const WITH_MODEL = 'model:names'
const AGAIN = 'rule:names_repeat'
/** A field that states what it holds is as sure as a name can be. */
const STATED = 0.99
/** So sure is a name that a form of address announces. */
const TITLED = 0.9
/** Least probability of a word after a form of address. */
const LEAST_TITLED = 0.1
/** From this probability on a name is as sure as one that its surroundings announce. */
const SURE = 0.9

/** What is left by hand beside the weights; `npm run bench:ablation` measures without each. */
export interface HandRules {
  readonly fields: boolean
  readonly repeats: boolean
  readonly titles: boolean
}

export class NameFinder {
  readonly model: NameModel
  readonly #fields: NameFields
  readonly #titled: TitledNames
  readonly #rules: HandRules
  readonly #search: PersonSearch | null

  constructor(
    sources: WordSources,
    cues: NameCues,
    weights: NameWeights,
    mentions: MentionFacts | null,
    rules: HandRules = { fields: true, repeats: true, titles: true },
  ) {
    this.#rules = rules
    this.model = new NameModel(new NameFeatures(sources, cues, weights), weights)
    this.#fields = new NameFields(this.model.features.words, cues)
    this.#titled = new TitledNames(this.model.features.words, cues)
    this.#search = mentions === null ? null : new PersonSearch(this.model, mentions)
  }

  find(text: ScannedText, evidence: Evidence): Claim[] {
    const reading = this.model.features.read(text, evidence)
    evidence.languages = reading.languages
    const claims = this.#claims(reading)
    evidence.people = claims
    return claims
  }

  /**
   * Further names, or more of a name, by the weights together with a learned model: none where another detector has claimed a
   * part of them, so that whatever the rules find alone stays found.
   */
  findLearned(text: ScannedText, claims: readonly Claim[], evidence: Evidence): Claim[] {
    if (learnedOf(text) === null) return []
    const reading = this.model.features.read(text, evidence, true)
    if (reading.learned === null) return []
    return notClaimed(this.#claims(reading), claims).map(({ start, end, confidence }) =>
      claimOf('PII-1-NAME', start, end, confidence, WITH_MODEL, 'model'),
    )
  }

  /** Names behind forms of address that are not known yet, but for those that the weights are sure are none. */
  #titledBut(reading: Reading, known: readonly (readonly TokenRange[])[]): TokenRange[] {
    const { model } = this
    const { chains, text } = reading
    const titled = this.#titled.find(text, reading.evidence.hits)
    if (titled.length === 0) return titled
    const taken = tokensOf(text, known)
    return titled.filter(({ first, end }) => {
      for (let i = first; i < end; i++) if (taken[i] === 1) return false
      const chain = chains[firstAt(chains, (one) => one.end > first)]
      if (chain === undefined || chain.first >= end) return false
      const parts = model.parts(reading, chain)
      let most = 0
      for (let i = Math.max(first, chain.first); i < Math.min(end, chain.end); i++)
        most = Math.max(most, model.weights.calibrated(parts[i - chain.first]!))
      return most >= LEAST_TITLED
    })
  }

  /** The names that are likely enough with what else the text names. */
  #inText(reading: Reading, names: readonly FoundName[], stated: readonly TokenRange[]): FoundName[] {
    if (names.length === 0) return []
    const { weights, features } = this.model
    const { text } = reading
    const surroundings = features.surroundings(reading)
    const { start, end } = text.tokens
    const spans: Named[] = []
    for (const { first, end: last, probability } of names)
      spans.push({ start: start[first]!, end: end[last - 1]!, probability })
    for (const { first, end: last } of stated)
      spans.push({ start: start[first]!, end: end[last - 1]!, probability: STATED })
    const beside = likeliestBeside(text.text, spans)
    const likely: FoundName[] = []
    for (const [i, { chain, first, end: last, probability: own }] of names.entries()) {
      const numbers = inTextNumbers(own, beside[i]!, last - first, text.text.length, surroundings)
      const probability = weights.inText(numbers)
      if (probability >= weights.threshold) likely.push({ chain, first, end: last, probability })
    }
    return likely
  }

  #claims(reading: Reading): Claim[] {
    const { model } = this
    const { text, evidence } = reading
    const claims: Claim[] = keptList()
    const { start, end } = text.tokens
    const stated = this.#rules.fields ? this.#fields.find(text, evidence.hits) : []
    for (const range of stated)
      claims.push(claimOf('PII-1-NAME', start[range.first]!, end[range.end - 1]!, STATED, BY_FIELD, 'pattern'))
    const likely = reading.chains.flatMap((chain) => model.find(reading, chain))
    const found = this.#inText(reading, likely, stated)
    const titled = this.#rules.titles ? this.#titledBut(reading, [stated, found]) : []
    if (this.#rules.titles)
      append(titled, this.#titled.maidenNames(text, evidence.hits, [...stated, ...found, ...titled]))
    for (const range of titled) this.#addName(reading, claims, range, [TITLED, BY_TITLE, 'pattern'])
    if (this.#rules.repeats) append(found, speakersBeside(model, reading, [stated, found, titled]))
    const unsure = this.#rules.repeats ? (this.#search?.unsureNames(reading, [stated, found, titled]) ?? []) : []
    const statedEnds = new Map(stated.map((range) => [range.first, range.end]))
    for (const { first, end: until, probability } of [...found, ...unsure]) {
      // A field that states its value decides about what it covers.
      if (until <= (statedEnds.get(first) ?? first)) continue
      const behind = this.#rules.fields ? this.#fields.completed(text, evidence.hits, { first, end: until }) : until
      const strength = probability >= SURE ? 'pattern' : 'lexicon'
      this.#addName(reading, claims, { first, end: behind }, [nearest4(probability), BY_WEIGHTS, strength])
    }
    evidence.removeOwnTokens(claims)
    const search = this.#rules.repeats && claims.length > 0 ? this.#search : null
    if (search === null) return claims
    const named = this.#withMentions(search, reading, claims)
    append(named, doubleNames(text, knownNames(text, named), AGAIN))
    return named
  }

  /**
   * Adds a name with the particles before it and a family name on the next line. What is right before the particles is of the same name: "Bríd" and
   * "Ní Dhomhnaill".
   */
  #addName(
    { text, evidence }: Reading,
    claims: Claim[],
    range: TokenRange,
    [probability, detector, strength]: readonly [number, string, Claim['strength']],
  ): void {
    const { start, end } = text.tokens
    const from = this.#titled.withParticles(text, range)
    const last = claims.at(-1)
    const isOne = from < range.first && last !== undefined && last.end === start[from]! - 1
    if (isOne) claims.pop()
    const until = end[this.#titled.overLine(text, evidence.hits, range) - 1]!
    claims.push(claimOf('PII-1-NAME', isOne ? last.start : start[from]!, until, probability, detector, strength))
  }

  /** Implements DetectEngine.knownPeople. */
  knownPeople(evidenceOf: (text: ScannedText) => Evidence): KnownPeople | null {
    return this.#search?.knownPeople((text) => this.model.features.read(text, evidenceOf(text))) ?? null
  }

  /** Names and all further mentions of the same persons; each mention refers to the fullest name of its person. */
  #withMentions(search: PersonSearch, reading: Reading, names: Claim[]): Claim[] {
    const { text, languages } = reading
    const known = knownNames(text, names)
    const { mentions, refused } = search.find(reading, known, inflection().isFamilyFirst(languages))
    if (mentions.length + refused.length === 0) return names
    const { start, end } = text.tokens
    const claims: Claim[] = keptList()
    const ofStart = new Map<number, Range>()
    const ends = new Map(names.map((name) => [name.start, name.end]))
    for (const { start: from, end: to, probability, person: whom, isNew } of mentions) {
      const person = whom === null ? undefined : { start: start[whom.name.first]!, end: end[whom.name.end - 1]! }
      if (person !== undefined) ofStart.set(from, person)
      if (isNew || ends.get(from) !== to)
        claims.push(claimOf('PII-1-NAME', from, to, probability, AGAIN, 'lexicon', undefined, person))
    }
    const starts = new Set(refused.map(({ first }) => start[first]!))
    for (const { category, start: from, end: to, confidence, detector, strength } of names)
      if (!starts.has(from))
        claims.push(claimOf(category, from, to, confidence, detector, strength, undefined, ofStart.get(from)))
    return claims
  }
}

function knownNames(text: ScannedText, names: readonly Claim[]): KnownName[] {
  const { start, end, count } = text.tokens
  const known: KnownName[] = []
  let at = 0
  for (const name of names.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    while (at < count && end[at]! <= name.start) at++
    let last = at
    while (last < count && start[last]! < name.end) last++
    const before = known.at(-1)
    if (before !== undefined && at < before.end)
      known[known.length - 1] = {
        first: before.first,
        end: Math.max(before.end, last),
        probability: Math.max(before.probability, name.confidence),
      }
    else if (last > at) known.push({ first: at, end: last, probability: name.confidence })
  }
  return known
}

/** Claims of names that no other detector has a part in, and that are no part of a name which is claimed already. */
function notClaimed(names: readonly Claim[], claims: readonly Claim[]): Claim[] {
  const sorted = claims.toSorted((a, b) => a.start - b.start)
  // The furthest end up to each claim: of those that begin before a name ends, does any reach into it?
  const found: Claim[] = []
  let next = 0
  let reach = 0
  let people = 0
  for (const name of names.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    let isTaken = false
    for (; next < sorted.length && sorted[next]!.start <= name.start; next++) {
      const { category, end } = sorted[next]!
      if (category === name.category) people = Math.max(people, end)
      else reach = Math.max(reach, end)
    }
    for (let i = next; i < sorted.length && sorted[i]!.start < name.end; i++)
      if (sorted[i]!.category !== name.category) isTaken = true
    if (!isTaken && reach <= name.start && people < name.end) found.push(name)
  }
  return found
}

/** The tokens of which a range of the text as sent has a part. */
function tokensAt(text: ScannedText, start: number, end: number): TokenRange {
  const { count } = text.tokens
  const source = (token: number) => text.sourceRange(text.tokens.start[token]!, text.tokens.end[token]!)
  let first = 0
  while (first < count && source(first).end <= start) first++
  let behind = first
  while (behind < count && source(behind).start < end) behind++
  return { first, end: behind }
}

export const namesDetector: DetectorFactory = (packs, book) => {
  const cues = nameCues(packs, book)
  let finder: NameFinder | null = null
  const load = (): NameFinder => {
    const weights = new NameWeights(readData('weights/names.tsv.gz').toString('utf8'))
    const score = () => {
      const scores = new LinearWeights(readData('weights/mentions.tsv').toString('utf8'), 'mentions.tsv')
      return { threshold: scores.threshold, score: (lists: readonly FeatureList[]) => scores.scoreOf(lists) }
    }
    return new NameFinder(wordSources(packs), cues, weights, { nicknames: new Nicknames(packs), score })
  }
  return {
    name: 'names',
    find(text, _scope, evidence) {
      finder ??= load()
      return finder.find(text, evidence)
    },
    refine(text, claims, evidence) {
      finder ??= load()
      return finder.findLearned(text, claims, evidence)
    },
    knownPeople(evidenceOf) {
      finder ??= load()
      return finder.knownPeople(evidenceOf)
    },
    explain(text, evidence, start, end, by) {
      finder ??= load()
      return whyNamed(finder.model, text, evidence, tokensAt(text, start, end), by === WITH_MODEL)
    },
  }
}
