// Features for and against a word being a further mention of a person of the text; their weights are in data/weights/mentions.tsv.
import { Level } from '../../../packs/word-levels.ts'
import { WordFacts } from '../../../text/words.ts'
import { FeatureList, FeatureLists, stepOf } from '../linear-weights.ts'
import { otherWordsOf } from '../names/other-words.ts'
import type { Reading } from '../names/reading.ts'
import { roleBit } from '../names/roles.ts'
import { CASING_NAMES, Casing, CLASS_NAMES, classOf } from '../names/word-classes.ts'
import { type NameWord, type NameWords, PLACE_RANKS } from '../names/words.ts'
import { type Candidate, type KnownWord, WITHIN } from './candidate.ts'
import {
  BEARERS,
  bearerBeside,
  gluedTo,
  isCompound,
  isInQuotes,
  isOfFile,
  opensSentence,
  opensSmall,
  smallOpenings,
} from './mention-places.ts'
import { FORMS, type Form, LOOSE, type Match } from './mentions.ts'
import { nameKey } from './name-keys.ts'
import { NicknameCues } from './nickname-cues.ts'
import type { PartRole } from './people.ts'

/** Bounds of what the weights of names give a word, as features name them. */
const NAMED_STEPS = [0.01, 0.04, 0.12, 0.3, 0.55, 0.8, 0.95] as const
/** The step of what there is none of. */
const NONE = 8
/** Tokens that are looked at beside a candidate, how features name them, and the sides on which a name of the same person is none. */
const OFFSETS = [-1, 1, -2, 2] as const
const OFFSET_NAMES = ['before', 'after', 'second before', 'second after'] as const
const SIDES = ['before', 'after', null, null] as const
const AFTER = 1
const BESIDE: readonly Candidate['beside'][] = ['none', 'before', 'after']
/** All numbers of which a key is made are less, but the first. */
const BASE = 16
const ROLES: readonly PartRole[] = ['given', 'family', 'single', 'nickname']
/** What NameWords.placeOf returns, and the signs of gluedTo. */
const PLACES_NAMED = PLACE_RANKS.flatMap((rank) => [rank, `${rank} inflected`])
const SIGNS = ' _./\\@=%+-'
const COLON_CLASS = classOf(':')
const INFLECTED: ReadonlySet<Form> = new Set<Form>(['inflected', 'inflected elsewhere', 'ending', 'prefixed'])
const LEVEL_STEPS = [2, 3, 4, 5, 6, 7] as const
/** Shares of small openings in percent. */
const SMALL_STEPS = [10, 35] as const
/** How likely a name is one. */
const SURE_STEPS = [0.7, 0.85, 0.95, 0.985] as const
/** Letters of a word. */
const LENGTH_STEPS = [3, 4, 5, 6, 8] as const
/** Forms that resemble the name and need more evidence. */
const UNPROVEN: ReadonlySet<Form> = new Set<Form>([...LOOSE, 'nickname'])
const WATCHED = [
  'title',
  'street',
  'relative',
  'verb',
  'occupation',
  'organisation',
  'legal form',
  'label',
  'particle',
  'opening',
  'thing',
  'bearer',
  'conjunction',
  'no name',
] as const

export class MentionFeatures {
  readonly #words: NameWords
  readonly cues = new NicknameCues()
  readonly #otherWords = otherWordsOf()
  readonly #watched = WATCHED.map((role) => [role, roleBit(role)] as const)
  readonly #watchedBits = this.#watched.reduce((bits, [, bit]) => bits | bit, 0)
  readonly #ownRoles = new FeatureLists()
  readonly #ownPlaces = new FeatureLists()
  readonly #gluedTo = new FeatureLists()
  readonly #phrases = new FeatureLists()
  readonly #others = new FeatureLists()
  readonly #forms = new FeatureLists()
  readonly #roles = new FeatureLists()
  readonly #styles = new FeatureLists()
  readonly #situations = new FeatureLists()
  readonly #places: WordFacts<string | null>
  readonly #neighbours = new WeakMap<NameWord, FeatureLists>()

  constructor(words: NameWords) {
    this.#words = words
    this.#places = new WordFacts(({ folded }) => words.placeOf(folded))
  }

  /** The features of a word that stands at a token, as far as they are the same wherever it stands in the text. */
  word(reading: Reading, token: number, { form, entry, before }: Match): KnownWord {
    const { text, languages } = reading
    const word = this.#words.at(text, token)
    const name = this.#words.of(entry.word)
    const casing = before > 0 ? Casing.capital : word.casing
    const nameLevel = this.#ordinaryLevel(name, languages)
    // An inflected form of an ordinary word is one as well, though no list has it.
    const level = Math.max(this.#ordinaryLevel(word, languages), INFLECTED.has(form) ? nameLevel : 0)
    const people = stepOf(Math.max(word.levels.given, word.levels.family), LEVEL_STEPS)
    const place = casing === Casing.small ? null : this.#places.of(text.word(token))
    const isNoun = this.#otherWords.has(word.folded, true, languages)
    const small = stepOf(smallOpenings(reading.text), SMALL_STEPS)
    const features = [
      this.#formed(form, casing, level, people, stepOf(entry.key.length, LENGTH_STEPS)),
      this.#called(entry.role, casing, level, nameLevel, name.casing),
      this.#written(casing, level, word.levels.proper, people, small, isNoun),
    ]
    const written = CASING_NAMES[casing]!
    const roles = word.roles & this.#watchedBits
    if (roles !== 0)
      features.push(
        this.#ownRoles.of(roles * BASE + casing, () =>
          this.#watched.filter(([, bit]) => (roles & bit) !== 0).map(([role]) => `own role=${role} case=${written}`),
        ),
      )
    if (place !== null)
      features.push(
        this.#ownPlaces.of(numberOf(PLACES_NAMED.indexOf(place), casing, people), () => [
          `place=${place} case=${written}`,
          `place people=${people}`,
        ]),
      )
    return { features, casing, level, isPlace: place !== null }
  }

  /** How the word is formed from the name. */
  #formed(form: Form, casing: number, level: number, people: number, length: number): FeatureList {
    const key = numberOf(FORMS.indexOf(form), casing, level, people, length)
    return this.#forms.of(key, () => {
      const written = CASING_NAMES[casing]!
      const how = `form=${form} case=${written}`
      const features = [
        'any',
        `form=${form}`,
        how,
        `${how} level=${level}`,
        `case=${written} level=${level}`,
        `case=${written} level=${level} people=${people}`,
        `form=${form} length=${length}`,
        `case=${written} length=${length}`,
      ]
      if (UNPROVEN.has(form))
        features.push(
          `loose=${form} case=${written} level=${level} people=${people}`,
          `loose people=${people} case=${written}`,
        )
      return features
    })
  }

  /** What part of the name it is, and how the name is written. */
  #called(role: PartRole, casing: number, level: number, nameLevel: number, nameCasing: number): FeatureList {
    const key = numberOf(ROLES.indexOf(role), casing, level, nameLevel, nameCasing)
    return this.#roles.of(key, () => {
      const written = CASING_NAMES[casing]!
      return [
        `case=${written} name level=${nameLevel}`,
        `role=${role} case=${written}`,
        `role=${role} level=${level}`,
        `first case=${CASING_NAMES[nameCasing]} case=${written}`,
      ]
    })
  }

  /** What else the word is, in a text whose sentences open with a small letter to a share of `small`. */
  #written(casing: number, level: number, proper: number, people: number, small: number, isNoun: boolean): FeatureList {
    const key = numberOf(casing, level, proper, people, small, isNoun ? 1 : 0)
    return this.#styles.of(key, () => {
      const written = CASING_NAMES[casing]!
      const style = `small=${small} case=${written}`
      return [
        `proper=${proper} people=${people} case=${written}`,
        style,
        `${style} level=${level}`,
        ...(isNoun ? [`noun case=${written}`, `noun ${style}`] : []),
      ]
    })
  }

  /** How common a word is as an ordinary one, in steps: a trace says as little as none. */
  #ordinaryLevel(word: NameWord, languages: Reading['languages']): number {
    const level = this.#words.spokenLevel(word, languages)
    if (level < Level.known && this.#otherWords.has(word.folded, true, languages)) return Level.known
    return level <= Level.trace ? 0 : level
  }

  /** All features of a candidate. */
  of(reading: Reading, known: KnownWord, candidate: Candidate): FeatureList[] {
    const { token, match, beside } = candidate
    const { text } = reading
    const glued = gluedTo(reading, token)
    const isApart = glued === '' || isCompound(glued)
    const lists = known.features.slice()
    lists.push(
      this.#situation(reading, known, candidate, glued !== ''),
      this.#elsewhere(reading, known, candidate, isApart),
    )
    if (!isApart) lists.push(this.#glued(reading, known, candidate, glued))
    else
      for (let place = 0; place < OFFSETS.length; place++)
        if (SIDES[place] !== beside)
          lists.push(this.#neighbour(this.#words.at(text, token + OFFSETS[place]!), place, known))
    lists.push(this.#phrase(text, known, candidate))
    if (UNPROVEN.has(match.form)) lists.push(this.#nickname(text, known, candidate))
    return lists
  }

  /** Whether the phrase around a word says what it is the name of, and in what name it stands. */
  #phrase(text: Reading['text'], { casing, level }: KnownWord, { token, within, others }: Candidate): FeatureList {
    const before = bearerBeside(this.#words, text, token, -1)
    const after = bearerBeside(this.#words, text, token, 1)
    const key = numberOf(before, after, casing, level, WITHIN.indexOf(within), others)
    return this.#phrases.of(key, () => {
      const written = CASING_NAMES[casing]!
      const features: string[] = []
      for (const [side, found] of [
        ['before', before],
        ['after', after],
      ] as const) {
        if (found === 0) continue
        const role = BEARERS[(found - 1) >> 1]
        const how = (found - 1) % 2 === 0 ? 'beside' : 'over words'
        features.push(`bearer ${side}`, `bearer ${side}=${role}`, `bearer ${side} ${how} case=${written}`)
      }
      if (before + after > 0) features.push(`bearer case=${written} level=${level}`)
      if (within !== 'none')
        features.push(
          `within=${within}`,
          `within=${within} case=${written} level=${level}`,
          `within=${within} others=${others}`,
        )
      return features
    })
  }

  /** How sure the name is, and whether the word stands in the text in small letters as well: in names of files and addresses all do. */
  #elsewhere(
    { text: { tokens }, text, has }: Reading,
    { casing, level }: KnownWord,
    { token, match }: Candidate,
    isApart: boolean,
  ): FeatureList {
    const { small } = this.#words.at(text, token)
    const isAlsoSmall = isApart && small !== null && small.table === tokens.table && has(small.number)
    const sure = stepOf(match.entry.probability, SURE_STEPS)
    const [form, role] = [FORMS.indexOf(match.form), ROLES.indexOf(match.entry.role)]
    return this.#others.of(numberOf(form, role, sure, casing, level, isAlsoSmall ? 1 : 0), () => {
      const written = CASING_NAMES[casing]!
      const features = [
        `sure=${sure} form=${match.form}`,
        `sure=${sure} role=${match.entry.role} case=${written}`,
        `sure=${sure} level=${level} case=${written}`,
      ]
      if (isAlsoSmall) features.push('also small', `also small level=${level}`, `also small form=${match.form}`)
      return features
    })
  }

  /** Where a word stands in its line and sentence, and what else is known of the place. */
  #situation(
    reading: Reading,
    { casing, level }: KnownWord,
    { token, named, beside, match: { form } }: Candidate,
    isGlued: boolean,
  ): FeatureList {
    const opens = opensSentence(reading.text, token)
    const isSmall = opensSmall(reading.text, token)
    const isQuoted = isInQuotes(reading.text, token)
    const isSpeaking = opens && this.#words.at(reading.text, token + 1).kind === COLON_CLASS
    const namedAt = named < 0 ? NONE : stepOf(named, NAMED_STEPS)
    const flags = (isSpeaking ? 16 : 0) + (opens ? 8 : 0) + (isSmall ? 4 : 0) + (isQuoted ? 2 : 0) + (isGlued ? 1 : 0)
    const key = numberOf(FORMS.indexOf(form) * 32 + flags, casing, level, namedAt, BESIDE.indexOf(beside))
    return this.#situations.of(key, () => {
      const written = CASING_NAMES[casing]!
      const features = [
        `case=${written} opens=${opens} level=${level}`,
        `form=${form} opens=${opens} case=${written}`,
        `named=${namedAt} case=${written}`,
        `named=${namedAt} level=${level}`,
        `beside own=${beside}`,
        `beside own=${beside} case=${written}`,
      ]
      if (isSpeaking) features.push('speaks', `speaks case=${written}`)
      if (isQuoted) features.push('quoted', `quoted form=${form}`, `quoted level=${level}`)
      if (!isGlued)
        features.push(`small line=${isSmall} case=${written}`, `small line=${isSmall} case=${written} level=${level}`)
      return features
    })
  }

  /** Features of a word that is part of a compound, of the name of a file or of an address. */
  #glued(reading: Reading, { casing, level }: KnownWord, { token, match }: Candidate, glued: string): FeatureList {
    const written = CASING_NAMES[casing]!
    const isFile = isOfFile(reading, token)
    const length = stepOf(match.entry.key.length, LENGTH_STEPS)
    const signs = SIGNS.indexOf(glued[0]!) * SIGNS.length + SIGNS.indexOf(glued.at(-1)!)
    const key = numberOf(signs, FORMS.indexOf(match.form), isFile ? 1 : 0, casing, level, length)
    return this.#gluedTo.of(key, () => [
      `file=${isFile} case=${written}`,
      `file=${isFile} form=${match.form}`,
      `glued=${glued}`,
      `glued case=${written}`,
      `glued form=${match.form}`,
      `glued level=${level}`,
      `glued length=${length}`,
    ])
  }

  /** Features of a word beside a candidate. */
  #neighbour(word: NameWord, place: number, known: KnownWord): FeatureList {
    let lists = this.#neighbours.get(word)
    if (lists === undefined) {
      lists = new FeatureLists()
      this.#neighbours.set(word, lists)
    }
    const key = numberOf(place, known.casing, known.level, known.isPlace ? 1 : 0)
    return lists.of(key, () => this.#neighbourFeatures(word, place, known))
  }

  #neighbourFeatures(word: NameWord, place: number, { casing, level, isPlace }: KnownWord): string[] {
    const written = CASING_NAMES[casing]!
    const kind = CLASS_NAMES[word.kind]!
    const side = OFFSET_NAMES[place]!
    const features: string[] = [`${side}=${kind}`, `${side}=${kind} case=${written}`]
    for (const [role, bit] of this.#watched)
      if ((word.roles & bit) !== 0) features.push(`${side} role=${role}`, `${side} role=${role} case=${written}`)
    if (word.folded !== '') features.push(`${side} ${word.folded}`)
    if (isPlace) features.push(`place ${side}=${kind}`, `place ${side} ${word.folded}`)
    if (SIDES[place] === null) return features
    features.push(`${side}=${kind} level=${level} case=${written}`)
    if (place === AFTER && isCapitalised(word)) features.push(`before capital case=${written}`)
    return features
  }

  /** How a word resembles the name that it may be short for, and whether the text introduces it. */
  #nickname(
    text: Reading['text'],
    { casing, level }: KnownWord,
    { token, match: { form, entry }, named }: Candidate,
  ): FeatureList {
    const written = CASING_NAMES[casing]!
    const word = nameKey(text.word(token))?.key ?? ''
    let shared = 0
    while (shared < word.length && word[shared] === entry.key[shared]) shared++
    const rest = Math.min(4, word.length - shared)
    const namedAt = named < 0 ? NONE : stepOf(named, NAMED_STEPS)
    const features = [
      `loose shared=${Math.min(5, shared)} rest=${rest}`,
      `loose shared=${Math.min(5, shared)} level=${level}`,
      `loose ends=${word.slice(-2)}`,
      `loose ends=${word.slice(-1)} rest=${rest}`,
      `loose length=${Math.min(8, word.length)} form=${form}`,
      `loose role=${entry.role} level=${level}`,
      `loose named=${namedAt} level=${level}`,
      `loose named=${namedAt} form=${form}`,
    ]
    const cue = this.cues.beside(text, token)
    if (cue !== null) {
      const at = cue - token
      const by = this.#words.at(text, cue).folded
      features.push(
        'introduced',
        `introduced form=${form}`,
        `introduced case=${written}`,
        `introduced level=${level}`,
        `introduced form=${form} at=${at}`,
        `introduced form=${form} by ${by}`,
        `introduced form=${form} by ${by} ${at < 0}`,
      )
    }
    return new FeatureList(features)
  }

  /** Features of the context of initials at tokens `first` to `end`. */
  initials(reading: Reading, first: number, end: number, persons: number): string[] {
    const before = this.#words.at(reading.text, first - 1)
    const after = this.#words.at(reading.text, end)
    const features = [
      `persons=${Math.min(2, persons)}`,
      `before=${CLASS_NAMES[before.kind]}`,
      `after=${CLASS_NAMES[after.kind]}`,
      `opens=${opensSentence(reading.text, first)}`,
      `before=${CLASS_NAMES[before.kind]} after=${CLASS_NAMES[after.kind]}`,
    ]
    const glued = gluedTo(reading, first) + gluedTo(reading, end - 1)
    if (glued !== '') features.push('glued')
    for (const [role, bit] of this.#watched) {
      if ((before.roles & bit) !== 0) features.push(`before role=${role}`)
      if ((after.roles & bit) !== 0) features.push(`after role=${role}`)
    }
    return features
  }
}

function isCapitalised({ casing }: NameWord): boolean {
  return casing === Casing.capital || casing === Casing.upper
}

function numberOf(a: number, b: number, c: number, d = 0, e = 0, f = 0): number {
  return ((((a * BASE + b) * BASE + c) * BASE + d) * BASE + e) * BASE + f
}
