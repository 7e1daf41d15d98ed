// Illnesses in sentences about a person. Leaflets, campaigns and clinics name illnesses too; masking those would make such texts
// useless (docs/adr/0015-special-categories.md).

import { firstAt } from '../../../lists.ts'
import type { Packs } from '../../../packs/load.ts'
import { languageKey } from '../../../packs/word-levels.ts'
import type { PhraseHit, PhraseHits } from '../../../text/phrase-hits.ts'
import type { PhraseBook } from '../../../text/phrases.ts'
import type { Range } from '../../../text/range.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import type { Evidence } from '../evidence.ts'

/** The lists of one language in data/cues/health-conditions.json. */
type Role = 'conditions' | 'people' | 'patients' | 'qualifiers' | 'things'
type Bearer = 'people' | 'patients'

/** Phrase groups of one language: a word for a person counts only for an illness in the same language. */
interface Language {
  readonly key: number
  readonly groups: Readonly<Record<'conditions' | Bearer, number>>
}

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
  readonly #conditions: number
  readonly #qualifiers: number
  readonly #things: number
  readonly #languages: readonly Language[]

  constructor(packs: Packs, cues: PhraseBook) {
    const { languages } = JSON.parse(packs.cues('health-conditions.json')) as HealthFile
    const add = (lists: readonly (readonly string[])[]) => cues.add(lists.flat(), 'aside')
    const lists = Object.values(languages)
    this.#conditions = add(lists.map(({ conditions }) => conditions))
    this.#qualifiers = add(lists.map(({ qualifiers }) => qualifiers))
    this.#things = add(lists.map(({ things }) => things))
    this.#languages = Object.entries(languages).map(([code, { conditions, people, patients }]) => ({
      key: languageKey(code),
      groups: { conditions: add([conditions]), people: add([people]), patients: add([patients]) },
    }))
  }

  /** True if a text names an illness at all. */
  isIn(hits: PhraseHits): boolean {
    return hits.has(this.#conditions)
  }

  /** Offsets at which an illness begins. */
  starts(hits: PhraseHits): ReadonlySet<number> {
    return new Set(this.isIn(hits) ? hits.of(this.#conditions).map(({ start }) => start) : [])
  }

  /** Ranges of illnesses, with what qualifies them ("type 2 diabetes"); `names`: claims of names, in the order of their starts. */
  find(text: ScannedText, { hits, languages }: Evidence, names: readonly Range[]): Range[] {
    const found: Range[] = []
    if (!this.isIn(hits)) return found
    const possible = this.#languages.filter(({ key }) => languages === null || languages[key] === 1)
    const illnesses = hits.of(this.#conditions)
    const persons: readonly Bearer[] =
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
      const isOf = (group: number) => around.filter(({ says }) => says.has(group))
      if (!isOf(this.#things).some((one) => touches(one, hit))) found.push(widened(hit, isOf(this.#qualifiers)))
    }
    return found
  }
}

/** Is there a word for a person in a language of the illness? "il" is "he" in French and an article in Italian, so that "il diabete" says nothing of a person. */
function isOfSomebody(
  around: readonly PhraseHit[],
  languages: readonly Language[],
  persons: readonly Bearer[],
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

/** The range of an illness together with the qualifiers next to it. */
function widened(hit: Range, qualifiers: readonly Range[]): Range {
  let { start, end } = hit
  for (const one of qualifiers) if (one.start >= end && one.start <= end + TOUCHES) end = one.end
  for (const one of qualifiers.toReversed()) if (one.end <= start && one.end >= start - TOUCHES) start = one.start
  return { start, end }
}
