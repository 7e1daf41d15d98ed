// The search of one text for further mentions of its persons: each word that resembles a name becomes a hit where its features say so.
import { Level } from '../../../packs/word-levels.ts'
import { nearest4 } from '../../../records/canonical.ts'
import { HYPHEN, SPACE } from '../../../text/signs.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { wordOf } from '../../../text/words.ts'
import { FeatureList, probabilityOf } from '../linear-weights.ts'
import type { NameModel } from '../names/model.ts'
import type { Reading } from '../names/reading.ts'
import { isTiedBy } from '../names/titled.ts'
import type { Candidate, KnownWord, MentionScore } from './candidate.ts'
import { type Hit, LABELLED, sureHit, withItsInitials } from './hits.ts'
import { initialsFrom } from './initials.ts'
import type { TextKind } from './known-people.ts'
import { isListed, isOtherWord, listedShare } from './listed.ts'
import type { MentionFeatures } from './mention-features.ts'
import { bearerBeside, isCut, isInHeader, isOfFile } from './mention-places.ts'
import { type Form, introduced, LOOSE, type Match, type MentionFinder } from './mentions.ts'
import { type NameLetters, nameKey } from './name-keys.ts'
import { type KnownName, People, type Person } from './people.ts'
import { speltOut } from './spelt-out.ts'
import { hasParticles } from './widen.ts'

/** Persons of a text at most in which words are looked at that only resemble a name: among many names every word resembles one. */
const MOST_FOR_LOOSE = 12
/** Forms that are not mentions in a text of many names if the word is an ordinary one or in lower case. */
const UNSURE: ReadonlySet<Form> = new Set<Form>(['typo', 'inflected elsewhere', 'prefixed'])
const NICKNAMES = new Set<Form>(['nickname', 'nickname like', 'nickname inside', 'beginning', 'introduced'])
/** Forms that in the name of a file are mentions without further evidence, from so many letters on, or joined ones anywhere, and how likely each is one. */
const CERTAIN_IN_LABELS: ReadonlySet<Form> = new Set<Form>(['same', 'spelling', 'inflected', 'joined'])
const LEAST_IN_LABELS = 3
/** Letters of a word in small letters at least that is a mention because no lexicon has it, and the share of the words of the text that they have. */
const LEAST_SMALL = 5
const LEAST_LISTED = 0.85
const SPELT = new Set<Form>(['same', 'spelling'])
const LEAST_JOINED = 6
/** From these probabilities on a first mention is sure: of one word, and of several. */
const SURE = 0.9
const CERTAIN = 0.97
const SIDES = [
  ['before', -1],
  ['after', 1],
] as const

/** One text at work. */
export class SearchRun {
  readonly #reading: Reading
  readonly #people: People
  /** The nicknames that the text gives its persons; null before the first. */
  #nicknames: People | null = null
  readonly #nicknameLetters: NameLetters
  /** Whose names are looked for at the time: those of the people, then the nicknames. */
  #searched: People
  /** By token, 1 + the number of the name that it is part of; 0 for none. */
  readonly #taken: Int32Array
  readonly #model: NameModel
  readonly #finder: MentionFinder
  readonly #features: MentionFeatures
  readonly #score: MentionScore
  readonly #kind: TextKind
  readonly #matches = new Map<number, Match | null>()
  readonly #known = new Map<Match, KnownWord>()
  readonly refused: KnownName[] = []
  readonly #refusedPersons = new Set<number>()
  /** The share of the words of the text that lexicons have; null before it is asked. */
  #listed: number | null = null
  #chain = 0
  /** The possible persons of the mention before the token that is looked at. */
  #namedLast: readonly number[] = []

  constructor(
    reading: Reading,
    people: People,
    taken: Int32Array,
    model: NameModel,
    finder: MentionFinder,
    features: MentionFeatures,
    score: MentionScore,
    kind: TextKind,
    nicknameLetters: NameLetters,
  ) {
    this.#reading = reading
    this.#people = people
    this.#nicknameLetters = nicknameLetters
    this.#searched = people
    this.#taken = taken
    this.#model = model
    this.#finder = finder
    this.#features = features
    this.#score = score
    this.#kind = kind
  }

  /** The names with their possible persons, and the further mentions; sorted, disjoint. */
  hits(names: readonly KnownName[]): Hit[] {
    const hits: Hit[] = []
    for (const name of names) {
      const { first, end, probability } = name
      const persons = this.#personsOf(first, end)
      if (!this.#people.isFull && !this.#isSure(name, persons) && this.#isRefused(name)) {
        this.refused.push(name)
        for (const person of persons) this.#refusedPersons.add(person)
        continue
      }
      hits.push({ first, end, before: 0, after: 0, probability, persons, part: null, isNew: false })
    }
    this.#collect(hits)
    if (this.#nicknames !== null) {
      this.#matches.clear()
      this.#searched = this.#nicknames
      this.#collect(hits)
    }
    return hits.sort((a, b) => a.first - b.first || b.end - a.end)
  }

  /** A sure name of one word is not judged again, nor one of several that was judged where it stands first. */
  #isSure({ first, end, probability }: KnownName, persons: readonly number[]): boolean {
    if (probability < SURE || end - first === 1 || probability >= CERTAIN) return probability >= SURE
    const person = persons.length === 1 ? persons[0]! : null
    return person !== null && this.#people.all[person]!.name.first < first && !this.#refusedPersons.has(person)
  }

  /** Whether a name with a word that another person of the text is called by is none where it stands: "im Sommer", "Sharpe Cars". */
  #isRefused({ first, end }: KnownName): boolean {
    const { kind } = this.#reading.text.tokens
    let isOther = false
    let isOwn = false
    for (let i = first; i < end; i++) {
      if (kind[i]! > TokenKind.upper) continue
      const match = this.#match(i)
      if (match === null || !CERTAIN_IN_LABELS.has(match.form)) continue
      const people = match.entry.persons.map((number) => this.#people.all[number]!)
      if (people.some(({ name, parts }) => name.first === first && parts.length > 1) && people.length === 1) continue
      if (!people.some(({ name, parts }) => name.first !== first && (parts.length > 1 || name.probability >= SURE)))
        continue
      if (this.#judge(i, match) !== null) return false
      // Two words of one person are that person.
      isOwn ||= this.#besideOwn(i, match) !== 'none'
      isOther = true
    }
    return isOther && !isOwn
  }

  /** Where a word stands in a name of the first pass, and how often people are called as the other words of it are. */
  #within(token: number): Pick<Candidate, 'within' | 'others'> {
    const taken = this.#taken[token]!
    if (taken === 0) return { within: 'none', others: 0 }
    const { text } = this.#reading
    let [first, end] = [token, token + 1]
    while (first > 0 && this.#taken[first - 1] === taken) first--
    while (end < text.tokens.count && this.#taken[end] === taken) end++
    let others = end - first > 1 ? 1 : 0
    for (let i = first; i < end; i++) {
      if (i === token || text.tokens.kind[i]! > TokenKind.upper) continue
      const { given, family } = this.#model.features.words.at(text, i).levels
      others = Math.max(others, 1 + given, 1 + family)
    }
    return { within: end - first === 1 ? 'alone' : first === token ? 'first' : 'further', others }
  }

  /** How likely a word that matches a name is a mention; null where it is none. */
  #judge(token: number, match: Match): number | null {
    const { text } = this.#reading
    let known = this.#known.get(match)
    if (known === undefined) {
      known = this.#features.word(this.#reading, token, match)
      this.#known.set(match, known)
    }
    const candidate = {
      token,
      match,
      named: this.#named(token),
      beside: this.#besideOwn(token, match),
      ...this.#within(token),
    }
    const features = this.#features.of(this.#reading, known, candidate)
    return this.#judged(features, text.tokens.start[token]! + match.before, text.tokens.end[token]!)
  }

  /** Adds what is judged a mention; nicknames among them are looked for in the whole text afterwards. */
  #collect(hits: Hit[]): void {
    const { text } = this.#reading
    const { kind, count } = text.tokens
    this.#chain = 0
    this.#namedLast = []
    const names = hits.length
    let next = 0
    for (let i = 0; i < count; i++) {
      if (kind[i] === TokenKind.sign || kind[i]! >= TokenKind.newline || kind[i] === TokenKind.number) continue
      const parted = kind[i]! <= TokenKind.upper ? this.#parted(i) : null
      if (parted === null && this.#taken[i]! !== 0) continue
      for (; next < names && hits[next]!.first < i; next++) this.#namedLast = hits[next]!.persons
      const hit = parted ?? (this.#searched === this.#people ? this.#initials(i) : null) ?? this.#word(i)
      if (hit === null) continue
      hits.push(hit)
      this.#namedLast = hit.persons
      this.#taken.fill(hits.length, hit.first, hit.end)
      const form = this.#match(i)?.form
      if (form !== undefined && NICKNAMES.has(form) && hit.persons.length === 1) {
        this.#nicknames ??= new People(this.#model.features.words, this.#nicknameLetters)
        this.#nicknames.addName(hit.persons[0]!, text.word(i), hit.probability)
      }
      i = hit.end - 1
    }
  }

  #match(token: number): Match | null {
    const { text, languages } = this.#reading
    if (!this.#finder.mayMatch(this.#searched, text.word(token))) return null
    const number = text.tokens.word[token]!
    let known = number < 0 ? undefined : this.#matches.get(number)
    if (known === undefined) {
      const isSmall = text.tokens.kind[token] === TokenKind.lower
      const asItIs = this.#people.isFull || (isSmall && this.#isCommon(token))
      known = this.#finder.match(this.#searched, text.word(token), languages, isSmall, asItIs)
      if (number >= 0) this.#matches.set(number, known)
    }
    return known
  }

  /** A word in small letters that is only looked for as it is: one of the commonest, and among many names any ordinary one. */
  #isCommon(token: number): boolean {
    const { commonIn, levels } = this.#model.features.words.at(this.#reading.text, token)
    return commonIn > 0 || (this.#areMany && levels.word >= Level.rare)
  }

  /** The rest of a word that a line break, with or without a hyphen, or a cell may part, or a space after a capital; -1 for none. */
  #restOf(token: number): number {
    const { kind, start, end, count, units } = this.#reading.text.tokens
    let rest = token + 1
    if (units[start[rest]!] === HYPHEN && start[rest] === end[token] && kind[rest + 1] === TokenKind.newline) rest++
    if (kind[rest] === TokenKind.newline) rest++
    if (rest >= count || kind[rest]! > TokenKind.upper) return -1
    return kind[token] === TokenKind.lower && units[end[token]!] === SPACE && start[rest]! - end[token]! === 1
      ? -1
      : rest
  }

  /** A name in two words, "Wall-" and "raff" in the next line, or in single letters. */
  #parted(token: number): Hit | null {
    const { text, languages } = this.#reading
    const spelt = speltOut(text, this.#searched, token)
    if (spelt !== null) return sureHit(token, spelt.end, spelt.entry)
    const rest = this.#restOf(token)
    if (rest < 0) return null
    const own = nameKey(text.word(token))
    const other = nameKey(text.word(rest))
    // A hyphen and a line break are between them.
    const isHyphenated = rest === token + 3
    if (own === null || other === null || !this.#searched.letters.hasEnds(own, isHyphenated ? null : other)) return null
    const word = isHyphenated ? wordOf(text.word(token).raw + text.word(rest).raw) : null
    const match = word === null ? null : this.#finder.match(this.#searched, word, languages, false, false)
    const entry = match === null ? this.#searched.exact.get(own.key + other.key) : match.entry
    if (entry === undefined || entry.role === 'nickname') return null
    if (match === null ? entry.key.length < LEAST_JOINED : !CERTAIN_IN_LABELS.has(match.form)) return null
    return sureHit(token, rest + 1, entry)
  }

  #word(token: number): Hit | null {
    const match = this.#match(token) ?? this.#introduced(token)
    if (match === null || (LOOSE.has(match.form) && !this.#mayBeLoose(token))) return null
    // "Küttnerweg" in a sentence is a street.
    const isGlued = match.form === 'joined' && !match.entry.isJoined
    if (isGlued && this.#reading.text.tokens.kind[token] === TokenKind.capital && !isOfFile(this.#reading, token))
      return null
    if (UNSURE.has(match.form) && this.#areMany && !this.#isRare(token)) return null
    const judged = this.#isPlain(token, match) ? LABELLED : this.#judge(token, match)
    const isCertain = (judged ?? 0) < LABELLED && this.#isOnlyTheirs(token, match)
    const probability = isCertain ? LABELLED : judged
    if (probability === null) return null
    const { before, after, entry } = match
    const isWord = match.form !== 'joined' && entry.role !== 'nickname' && !LOOSE.has(match.form)
    return {
      first: token,
      end: token + 1,
      before,
      after,
      probability,
      persons: entry.persons,
      part: isWord ? entry : null,
      isNew: true,
    }
  }

  /** Whether a form is a mention without further evidence: in names of files, and, for a rare word, in fields of mails and texts about the people. */
  #isPlain(token: number, { form, entry }: Match): boolean {
    if (entry.key.length < LEAST_IN_LABELS) return false
    const isFormed = CERTAIN_IN_LABELS.has(form) || form === 'inflected elsewhere'
    if (isFormed && entry.persons.some((one) => this.#isWithParticles(token, this.#people.all[one]!))) return true
    if (this.#kind === 'text' && !isInHeader(this.#reading.text, token)) return false
    if (this.#kind === 'name' && CERTAIN_IN_LABELS.has(form)) return true
    return isFormed && this.#isRare(token)
  }

  /** Whether the particles of a person are before a word: tied to it, two of them, or one before a word with no other meaning or a capital; not in the name of a thing. */
  #isWithParticles(token: number, person: Person): boolean {
    const { text } = this.#reading
    if (!hasParticles(text, token, person)) return false
    if (isTiedBy(text, token - 1)) return true
    const { words } = this.#model.features
    const isTold = person.particles.length > 1 || text.tokens.kind[token] !== TokenKind.lower
    return (isTold || words.at(text, token).levels.word === 0) && bearerBeside(words, text, token, 1) === 0
  }

  /** Whether the next word on one side, over a line break or one sign, is a name of the same person. */
  #besideOwn(token: number, { entry }: Match): 'before' | 'after' | 'none' {
    const { kind, count } = this.#reading.text.tokens
    for (const [side, step] of SIDES) {
      let at = token + step
      if (at >= 0 && at < count && (kind[at] === TokenKind.sign || kind[at] === TokenKind.newline)) at += step
      const other = at >= 0 && at < count && kind[at]! <= TokenKind.upper ? this.#match(at) : null
      if (other === null || LOOSE.has(other.form)) continue
      if (other.entry.persons.some((person) => entry.persons.includes(person))) return side
    }
    return 'none'
  }

  /** A capitalised word that the text introduces as a nickname: of the person whose name has some of its letters, or who was named last. */
  #introduced(token: number): Match | null {
    const { text } = this.#reading
    const { kind } = text.tokens
    if (kind[token] === TokenKind.lower || kind[token]! > TokenKind.upper) return null
    if (this.#searched !== this.#people || this.#features.cues.beside(text, token) === null) return null
    const word = text.word(token)
    const last = this.#namedLast.length === 1 ? introduced(word, this.#namedLast[0]!, SURE) : null
    return this.#finder.inside(this.#people, word) ?? last
  }

  /** Whether a text has so many persons that every word resembles a name of one. */
  get #areMany(): boolean {
    return this.#people.all.length > MOST_FOR_LOOSE
  }

  /** Whether the word can only mean the person: joined or in small letters where lists have it as no other word, cut with a full stop, or in the name of a file. */
  #isOnlyTheirs(token: number, match: Match): boolean {
    const { entry, form } = match
    const { text } = this.#reading
    const { words } = this.#model.features
    const kind = text.tokens.kind[token]!
    if (form === 'joined' && entry.key.length >= LEAST_JOINED) return !isListed(words, text, token)
    if (form === 'beginning' && isCut(text, token)) return !isListed(words, text, token)
    if (kind > TokenKind.upper || !CERTAIN_IN_LABELS.has(form)) return false
    if (kind === TokenKind.lower && SPELT.has(form) && entry.role !== 'nickname' && !isOtherWord(words, text, token)) {
      this.#listed ??= listedShare(words, text, (word) => this.#finder.mayMatch(this.#people, word))
      return entry.key.length >= LEAST_SMALL && this.#listed >= LEAST_LISTED
    }
    return isOfFile(this.#reading, token) && (this.#isRare(token) || this.#besideOwn(token, match) !== 'none')
  }

  /** A word with a capital that no list has as an ordinary one. */
  #isRare(token: number): boolean {
    const { levels } = this.#model.features.words.at(this.#reading.text, token)
    return this.#reading.text.tokens.kind[token] !== TokenKind.lower && levels.word < Level.rare
  }

  /** True if a word that resembles a name may be one: it is not an ordinary word, and in a text of many persons it is introduced. */
  #mayBeLoose(token: number): boolean {
    const { text, languages } = this.#reading
    if (text.tokens.kind[token] === TokenKind.lower) return false
    const { words } = this.#model.features
    const word = words.at(text, token)
    if (word.commonIn > 0 || words.spokenLevel(word, languages) >= Level.known) return false
    return !this.#areMany || this.#features.cues.beside(text, token) !== null
  }

  #judged(features: readonly FeatureList[], start: number, end: number): number | null {
    const sum = this.#score.score(features, start, end, this.#reading)
    return sum < this.#score.threshold ? null : nearest4(probabilityOf(sum))
  }

  /** How likely the weights of names find the word on its own; -1 for a token of no chain. */
  #named(token: number): number {
    const { chains } = this.#reading
    while (this.#chain < chains.length && chains[this.#chain]!.end <= token) this.#chain++
    const chain = chains[this.#chain]
    if (chain === undefined || token < chain.first) return -1
    return this.#model.weights.calibrated(this.#model.parts(this.#reading, chain)[token - chain.first]!)
  }

  /** The first letters of a person's names in their order. */
  #initials(token: number): Hit | null {
    const { kind, start, end } = this.#reading.text.tokens
    if (kind[token]! > TokenKind.upper || kind[token] === TokenKind.lower) return null
    const { letters, last, stops } = initialsFrom(this.#reading.text, this.#taken, token)
    // In a text of many names any two capitals match somebody's initials by chance.
    if (letters.length < 2 || (stops === 0 && this.#areMany)) return null
    const persons = this.#people.byInitials(letters)
    if (persons === undefined) return null
    const person = this.#people.all[persons[0]!]!
    const which = letters === person.initials || letters === person.shortInitials ? 'all' : 'given'
    const written = stops === 0 ? 'bare' : stops === letters.length || stops === letters.length - 1 ? 'stops' : 'partly'
    const own = this.#features.initials(this.#reading, token, last, persons.length)
    const features = new FeatureList([
      'initials',
      `initials ${which} ${written}`,
      `initials ${which} ${written} letters=${letters.length}`,
      `initials sure=${person.name.probability >= SURE}`,
      ...own.map((feature) => `initials ${feature}`),
      ...own.map((feature) => `initials ${written} ${feature}`),
    ])
    const probability = this.#judged([features], start[token]!, end[last - 1]!)
    if (probability === null) return null
    return { first: token, end: last, before: 0, after: 0, probability, persons, part: null, isNew: true }
  }

  /** Possible persons of a name: those who have all its words. */
  #personsOf(first: number, end: number): readonly number[] {
    let shared: readonly number[] | null = null
    for (let i = first; i < end; i++) {
      if (this.#reading.text.tokens.kind[i]! > TokenKind.upper) continue
      const match = this.#match(i)
      if (match === null || match.form === 'ending' || NICKNAMES.has(match.form)) continue
      const { persons } = match.entry
      shared = shared === null ? persons : shared.filter((one) => persons.includes(one))
    }
    return shared === null ? [] : withItsInitials(this.#reading.text, this.#people, shared, first, end)
  }
}
