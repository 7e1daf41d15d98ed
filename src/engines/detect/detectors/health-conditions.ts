// Illnesses that a sentence says of a person. An illness alone is no personal data: leaflets, campaigns and names of clinics are full
// of them, and a masked one makes them useless (docs/adr/0015-special-categories.md).
import { firstAt } from '../../../lists.ts'
import type { Packs } from '../../../packs/load.ts'
import { languageKey } from '../../../packs/word-levels.ts'
import type { PhraseHit } from '../../../text/phrase-hits.ts'
import type { PhraseBook } from '../../../text/phrases.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import type { Evidence, Range } from '../evidence.ts'

/** The lists of one language in data/cues/health-conditions.json. */
const ROLES = ['conditions', 'people', 'patients', 'qualifiers', 'things'] as const
type Role = (typeof ROLES)[number]

interface HealthFile {
  readonly languages: Readonly<Record<string, Readonly<Record<Role, readonly string[]>>>>
}

/** UTF-16 units of a sentence that are read before and after an illness. */
const REACH = 160
const SENTENCE_END = /[.!?;]\s+(?=\p{Lu})|\n|\r/gu
const TOUCHES = 2
/** From this number of illnesses on, a text is a medical record: said of "the patient", they are what it is kept for. */
const RECORD = 4

export class HealthConditions {
  /** Phrase groups: of all languages together, and by language. */
  readonly #all: Groups
  readonly #languages: readonly { readonly key: number; readonly groups: Groups }[]

  constructor(packs: Packs, cues: PhraseBook) {
    const { languages } = JSON.parse(packs.cues('health-conditions.json')) as HealthFile
    const lists = Object.values(languages)
    const groupsOf = (wordsOf: (role: Role) => readonly string[]): Groups => ({
      conditions: cues.add(wordsOf('conditions'), 'aside'),
      people: cues.add(wordsOf('people'), 'aside'),
      patients: cues.add(wordsOf('patients'), 'aside'),
      qualifiers: cues.add(wordsOf('qualifiers'), 'aside'),
      things: cues.add(wordsOf('things'), 'aside'),
    })
    this.#all = groupsOf((role) => lists.flatMap((list) => list[role]))
    this.#languages = Object.entries(languages).map(([code, list]) => ({
      key: languageKey(code),
      groups: groupsOf((role) => list[role]),
    }))
  }

  /** Ranges of illnesses, with what qualifies them ("type 2 diabetes"); `names`: claims of names, in the order of their starts. */
  find(text: ScannedText, { hits, languages }: Evidence, names: readonly Range[]): Range[] {
    const found: Range[] = []
    if (!hits.has(this.#all.conditions)) return found
    const possible = this.#languages.filter(({ key }) => languages === null || languages[key] === 1)
    const illnesses = hits.of(this.#all.conditions)
    const persons: readonly Role[] =
      new Set(illnesses.map(({ start }) => start)).size < RECORD ? ['people', 'patients'] : ['people']
    for (const hit of illnesses) {
      const spoken = possible.filter(({ groups }) => hit.says.has(groups.conditions))
      if (spoken.length === 0) continue
      const { start, end } = sentenceAround(text.text, hit)
      const name = names[firstAt(names, (one) => one.end > start)]
      const isNamed = name !== undefined && name.start < end
      if (isNamed && overlaps(name, hit)) continue
      const around = hits.between(start, end).filter((one) => one.start >= start && !overlaps(one, hit))
      if (!isNamed && !isOfSomebody(around, spoken, persons)) continue
      const isOf = (role: Role) => around.filter(({ says }) => says.has(this.#all[role]))
      if (!isOf('things').some((one) => touches(one, hit))) found.push(widened(hit, isOf('qualifiers')))
    }
    return found
  }
}

type Groups = Readonly<Record<Role, number>>

/** Is there a word for a person in one of the languages of the illness? "il diabete" and "diabetes er" name nobody: "il" is French, "er" German for "he". */
function isOfSomebody(
  around: readonly PhraseHit[],
  languages: readonly { readonly groups: Groups }[],
  persons: readonly Role[],
): boolean {
  return around.some(({ says }) => languages.some(({ groups }) => persons.some((role) => says.has(groups[role]))))
}

const overlaps = (a: Range, b: Range): boolean => a.start < b.end && b.start < a.end
const touches = (a: Range, b: Range): boolean => a.start <= b.end + TOUCHES && b.start <= a.end + TOUCHES

function sentenceAround(text: string, { start, end }: PhraseHit): Range {
  const from = Math.max(0, start - REACH)
  const before = [...text.slice(from, start).matchAll(SENTENCE_END)].at(-1)
  const behind = text.slice(end, end + REACH)
  const stop = behind.search(SENTENCE_END)
  return {
    start: before === undefined ? from : from + before.index + before[0].length,
    end: end + (stop < 0 ? behind.length : stop),
  }
}

/** An illness with the qualifiers that stand beside it, one after the other. */
function widened(hit: Range, qualifiers: readonly Range[]): Range {
  let { start, end } = hit
  for (const one of qualifiers) if (one.start >= end && one.start <= end + TOUCHES) end = one.end
  for (const one of qualifiers.toReversed()) if (one.end <= start && one.end >= start - TOUCHES) start = one.start
  return { start, end }
}
