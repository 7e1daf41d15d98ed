// Finds further mentions of the persons of a text: searches the whole text for every form of every name, scores each hit by fitted weights
// (data/weights/mentions.tsv, logistic regression by tools/fit-repeats.mjs), and assigns each mention to its person.
import { numbersFor } from '../../../text/kept-list.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import type { TokenRange } from '../names/fields.ts'
import type { NameModel } from '../names/model.ts'
import type { Reading } from '../names/reading.ts'
import type { MentionScore } from './candidate.ts'
import { merged } from './hits.ts'
import { inflection } from './inflection.ts'
import { type KnownPeople, PeopleElsewhere, type TextKind } from './known-people.ts'
import { mayMention } from './may-mention.ts'
import { MentionFeatures } from './mention-features.ts'
import { MentionFinder } from './mentions.ts'
import { NameLetters } from './name-keys.ts'
import type { Nicknames } from './nicknames.ts'
import { type KnownName, type Mention, People } from './people.ts'
import { SearchRun } from './search-run.ts'
import { UnsureNames } from './unsure-names.ts'
import { widen } from './widen.ts'

/** The mentions in a text, and those of its names that are words which merely look like a person of it. */
export interface Found {
  readonly mentions: readonly Mention[]
  readonly refused: readonly KnownName[]
}

const NOTHING: Found = { mentions: [], refused: [] }

/** Facts of the search; `score` is called when the first text has a candidate. */
export interface MentionFacts {
  readonly nicknames: Nicknames
  readonly score: () => MentionScore
}

export class PersonSearch {
  readonly #model: NameModel
  readonly #features: MentionFeatures
  readonly #finder: MentionFinder
  readonly #letters = new NameLetters()
  readonly #nicknameLetters = new NameLetters()
  readonly #sharedLetters = new NameLetters()
  readonly #scorer: () => MentionScore
  #score: MentionScore | null = null
  readonly #nicknames: Nicknames
  readonly #unsure: UnsureNames

  constructor(model: NameModel, { nicknames, score }: MentionFacts) {
    this.#model = model
    this.#features = new MentionFeatures(model.features.words)
    this.#finder = new MentionFinder(inflection(), nicknames)
    this.#scorer = score
    this.#nicknames = nicknames
    this.#unsure = new UnsureNames(model, this.#finder)
  }

  /** Further names that the rest of the text speaks for. */
  unsureNames(reading: Reading, found: readonly (readonly TokenRange[])[]): KnownName[] {
    return this.#unsure.find(reading, found, () => {
      this.#score ??= this.#scorer()
      return this.#score
    })
  }

  /** The mentions of persons in a text: `names`, the names found in it, widened and given to persons, and further ones. */
  find(reading: Reading, names: readonly KnownName[], familyFirst: boolean): Found {
    if (names.length === 0) return NOTHING
    if (!mayMention(reading.text, names, this.#nicknames) && !this.#features.cues.areIn(reading.text)) return NOTHING
    const people = new People(this.#model.features.words, this.#letters)
    people.gather(
      names.map((name) => ({ text: reading.text, name })),
      familyFirst,
    )
    return this.#mentions(reading, people, names)
  }

  /** People who are named in other texts, without any yet; `read`: how a text is read. */
  knownPeople(read: (text: ScannedText) => Reading): KnownPeople {
    return new PeopleElsewhere(
      this.#model.features.words,
      this.#nicknames,
      this.#sharedLetters,
      (text, people, kind) => this.#mentions(read(text), people, [], kind).mentions,
    )
  }

  #mentions(reading: Reading, people: People, names: readonly KnownName[], kind: TextKind = 'text'): Found {
    if (people.all.length === 0) return NOTHING
    const { count } = reading.text.tokens
    const taken = numbersFor(count)
    for (const [number, { first, end }] of names.entries()) taken.fill(number + 1, first, end)
    this.#score ??= this.#scorer()
    const run = new SearchRun(
      reading,
      people,
      taken,
      this.#model,
      this.#finder,
      this.#features,
      this.#score,
      kind,
      this.#nicknameLetters,
    )
    const hits = run.hits(names)
    for (const hit of hits) if (hit.persons.length > 0) widen(reading.text, taken, hit, people.all[hit.persons[0]!]!)
    return { mentions: merged(reading.text, people, hits), refused: run.refused }
  }
}
