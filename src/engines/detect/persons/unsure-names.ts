// Names that the weights of names are not sure of, judged by what else a text has of them: "председател Зорница Ковачева" where
// "Г-жа Ковачева" comes later. Their weights are among those of mentions (data/weights/mentions.tsv).
import { Level } from '../../../packs/word-levels.ts'
import { COLON } from '../../../text/signs.ts'
import { TokenKind } from '../../../text/tokens.ts'
import { FeatureList, probabilityOf, stepOf } from '../linear-weights.ts'
import { type TokenRange, tokensOf } from '../names/fields.ts'
import type { NameModel } from '../names/model.ts'
import type { Chain, Reading } from '../names/reading.ts'
import { ROLE_NAMES, roleBit } from '../names/roles.ts'
import { Casing, CLASS_NAMES } from '../names/word-classes.ts'
import type { MentionScore } from './candidate.ts'
import { bearerBeside, gluedTo } from './mention-places.ts'
import type { Form, Match, MentionFinder } from './mentions.ts'
import { NameLetters, nameKey } from './name-keys.ts'
import { type KnownName, People } from './people.ts'

/** Calibrated probability of the surest word of such a name at least. */
const LEAST = 0.08
/** Words of a name at least and at most. */
const LEAST_WORDS = 2
const MOST_WORDS = 4
/** Names of a text that are looked at: a text with more of them is a list. */
const MOST_NAMES = 40
const FORMS_OF_NAMES: ReadonlySet<Form> = new Set<Form>(['same', 'spelling', 'inflected', 'joined', 'prefixed'])
const STEPS = [0.08, 0.15, 0.25, 0.35, 0.45, 0.6, 0.85] as const

/** Roles of words that are in no name of a person. */
const NO_NAMES =
  roleBit('organisation') |
  roleBit('legal form') |
  roleBit('street') |
  roleBit('bearer') |
  roleBit('occupation') |
  roleBit('title')

/** What a text has of a name elsewhere. */
interface Elsewhere {
  /** Words of the name that stand elsewhere. */
  readonly words: Set<string>
  best: number
  capitals: number
  small: number
  glued: number
  found: number
}

export class UnsureNames {
  readonly #model: NameModel
  readonly #finder: MentionFinder
  readonly #letters = new NameLetters()

  constructor(model: NameModel, finder: MentionFinder) {
    this.#model = model
    this.#finder = finder
  }

  /** Further names of a text, beside those found. */
  find(reading: Reading, found: readonly (readonly TokenRange[])[], score: () => MentionScore): KnownName[] {
    let taken: Int32Array | null = null
    const names: KnownName[] = []
    for (const chain of reading.chains) {
      if (chain.end - chain.first < LEAST_WORDS) continue
      taken ??= tokensOf(reading.text, found)
      this.#candidates(reading, chain, taken, names)
    }
    if (taken === null || names.length === 0 || names.length > MOST_NAMES) return []
    const people = new People(this.#model.features.words, this.#letters)
    people.gather(
      names.map((name) => ({ text: reading.text, name })),
      false,
    )
    const elsewhere = this.#elsewhere(reading, people, taken)
    const { start, end } = reading.text.tokens
    const scores = score()
    return people.all.flatMap(({ name }, number) => {
      const own = elsewhere[number]
      if (own === undefined) return []
      const sum = scores.score([this.#features(reading, name, own)], start[name.first]!, end[name.end - 1]!, reading)
      if (sum < scores.threshold) return []
      return names
        .filter((other) => isSame(reading, name, other))
        .map((other) => ({ ...other, probability: probabilityOf(sum) }))
    })
  }

  /** Runs of capitalised words in a chain that may be a name. */
  #candidates(reading: Reading, chain: Chain, taken: Int32Array, names: KnownName[]): void {
    for (let at = chain.first; at < chain.end; at++) {
      const end = this.#endOfRun(reading, chain, taken, at)
      if (end === at) continue
      if (end - at >= LEAST_WORDS && end - at <= MOST_WORDS) {
        let most = 0
        for (let i = at; i < end; i++) most = Math.max(most, this.#part(reading, chain, i))
        if (most >= LEAST) names.push({ first: at, end, probability: most })
      }
      at = end - 1
    }
  }

  /** End of the capitalised words from a token on, spaces alone between them; the token itself where one says that they are no person. */
  #endOfRun({ text }: Reading, chain: Chain, taken: Int32Array, first: number): number {
    const { kind, start, end } = text.tokens
    for (let at = first; at < chain.end; at++) {
      if (kind[at]! > TokenKind.upper || taken[at] === 1) return at
      const { casing, roles, levels } = this.#model.features.words.at(text, at)
      if (casing !== Casing.capital || nameKey(text.word(at)) === null) return at
      if (at > first && start[at]! - end[at - 1]! !== 1) return at
      if ((roles & NO_NAMES) !== 0 && Math.max(levels.given, levels.family) < Level.known) return first
    }
    return chain.end
  }

  /** How likely a token of a chain is part of a name. */
  #part(reading: Reading, chain: Chain, token: number): number {
    return this.#model.weights.calibrated(this.#model.parts(reading, chain)[token - chain.first]!)
  }

  /** By person, what the rest of the text has of the name. */
  #elsewhere(reading: Reading, people: People, taken: Int32Array): Elsewhere[] {
    const { text, languages, chains } = reading
    const { kind, count, word } = text.tokens
    const known: Elsewhere[] = []
    const own = new Int32Array(count)
    for (const [number, { name }] of people.all.entries()) own.fill(number + 1, name.first, name.end)
    const matches = new Map<number, Match | null>()
    let chain = 0
    for (let i = 0; i < count; i++) {
      if (kind[i] === TokenKind.sign || kind[i]! >= TokenKind.newline || kind[i] === TokenKind.number) continue
      const isSmall = kind[i] === TokenKind.lower
      let match = matches.get(word[i]!)
      if (match === undefined || word[i]! < 0) {
        match = this.#finder.matchOf(people, text.word(i), languages, isSmall, isSmall)
        matches.set(word[i]!, match)
      }
      if (match === null || !FORMS_OF_NAMES.has(match.form)) continue
      while (chain < chains.length && chains[chain]!.end <= i) chain++
      const part = chain < chains.length && chains[chain]!.first <= i ? this.#part(reading, chains[chain]!, i) : 0
      for (const person of match.entry.persons) {
        if (own[i] === person + 1) continue
        known[person] ??= { words: new Set(), best: 0, capitals: 0, small: 0, glued: 0, found: 0 }
        const it = known[person]
        it.words.add(match.entry.key)
        it.best = Math.max(it.best, part)
        if (gluedTo(reading, i) !== '') it.glued++
        else if (isSmall) it.small++
        else it.capitals++
        if (taken[i] === 1) it.found++
      }
    }
    return known
  }

  #features(reading: Reading, { first, end, probability }: KnownName, own: Elsewhere): FeatureList {
    const { text } = reading
    const { words } = this.#model.features
    const p = stepOf(probability, STEPS)
    const best = stepOf(own.best, STEPS)
    const parts = Math.min(2, own.words.size)
    const glued = Math.min(2, own.glued)
    const features = [
      'any',
      `p=${p}`,
      `p=${p} best=${best}`,
      `best=${best}`,
      `words=${end - first}`,
      `parts=${parts}`,
      `parts=${parts} capitals=${Math.min(3, own.capitals)}`,
      `parts=${parts} glued=${glued}`,
      `glued=${glued} p=${p}`,
      `small=${Math.min(2, own.small)}`,
      `found=${Math.min(2, own.found)}`,
    ]
    for (const [place, at] of [first, end - 1].entries()) {
      const { levels, roles, kind } = words.at(text, at)
      const side = place === 0 ? 'opening' : 'closing'
      features.push(
        `${side} given=${levels.given}`,
        `${side} family=${levels.family}`,
        `${side} word=${levels.word}`,
        `${side} proper=${levels.proper}`,
        `${side} class=${CLASS_NAMES[kind]}`,
        `${side} place=${words.placeOf(words.at(text, at).folded) ?? 'none'}`,
      )
      for (const [bit, role] of ROLE_NAMES.entries())
        if ((roles & (1 << bit)) !== 0) features.push(`${side} role=${role}`, `own role=${role}`)
    }
    const given = words.at(text, first).levels
    const family = words.at(text, end - 1).levels
    features.push(`given=${given.given} family=${family.family}`, `family=${given.family} given=${family.given}`)
    for (const [side, at] of [
      ['before', first - 1],
      ['after', end],
    ] as const) {
      const { kind, roles } = words.at(text, at)
      features.push(`${side}=${CLASS_NAMES[kind]}`)
      for (const [bit, role] of ROLE_NAMES.entries())
        if ((roles & (1 << bit)) !== 0) features.push(`${side} role=${role}`)
    }
    let least = Number.MAX_SAFE_INTEGER
    for (let i = first; i < end; i++) {
      const { given: asGiven, family: asFamily } = words.at(text, i).levels
      least = Math.min(least, Math.max(asGiven, asFamily))
    }
    features.push(
      `least people=${least}`,
      `least people=${least} words=${end - first}`,
      `least people=${least} parts=${parts}`,
    )
    const bearerBefore = bearerBeside(this.#model.features.words, text, first, -1)
    const bearerAfter = bearerBeside(this.#model.features.words, text, end - 1, 1)
    if (bearerBefore > 0) features.push('bearer before', `bearer before=${bearerBefore}`)
    if (bearerAfter > 0) features.push('bearer after', `bearer after=${bearerAfter}`)
    const { units, tokens } = text
    if (first > 0 && units[tokens.start[first - 1]!] === COLON) features.push('behind a colon')
    return new FeatureList(features.map((feature) => `unsure ${feature}`))
  }
}

/** Whether two names have the same words. */
function isSame({ text }: Reading, one: KnownName, other: KnownName): boolean {
  if (one.end - one.first !== other.end - other.first) return false
  for (let i = 0; i < one.end - one.first; i++)
    if (text.folded(one.first + i) !== text.folded(other.first + i)) return false
  return true
}
