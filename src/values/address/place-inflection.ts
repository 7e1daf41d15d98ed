// Inflected place names: "Debrecenből", "Joensuusta", "z Torunia" are Debrecen, Joensuu and Toruń.
import type { Place } from '../../packs/gazetteer.ts'
import type { CueLanguage } from '../../packs/schemas/place.ts'
import { fold } from '../../text/fold.ts'
import type { AddressBook } from './book.ts'
import { lookupForm } from './place-script.ts'

export type CaseRole = 'origin' | 'destination' | 'location' | 'none'

export interface CaseHit {
  readonly role: CaseRole
  /** Length of the ending as written. */
  readonly length: number
  readonly place: Place | null
}

const LEAST_STEM = 3

/** Finnish stems under consonant gradation, weak to strong (Kotus, "astevaihtelu"). */
const GRADATION: readonly (readonly [string, string])[] = [
  ['d', 't'],
  ['ng', 'nk'],
  ['nn', 'nt'],
  ['ll', 'lt'],
  ['rr', 'rt'],
  ['mm', 'mp'],
  ['v', 'p'],
  ['p', 'pp'],
  ['t', 'tt'],
  ['k', 'kk'],
  ['ru', 'rku'],
]

/** Endings by their last letter, in the order of the data, because most words share a last letter with few endings. */
type ByLetter<Item> = (last: string) => readonly Item[]

interface Endings {
  readonly plain: ByLetter<CueLanguage['endings'][number]>
  readonly cased: ByLetter<CueLanguage['case_endings'][number]>
}

const indexed = new WeakMap<CueLanguage, Endings>()

function endingsOf(language: CueLanguage): Endings {
  let found = indexed.get(language)
  if (found === undefined) {
    found = {
      plain: byLetter(language.endings, ([ending]) => ending),
      cased: byLetter(language.case_endings, ({ ending }) => ending),
    }
    indexed.set(language, found)
  }
  return found
}

function byLetter<Item>(items: readonly Item[], endingOf: (item: Item) => string): ByLetter<Item> {
  const lists = new Map<string, readonly Item[]>()
  // Every word ends in the empty ending.
  for (const last of new Set(items.map((item) => endingOf(item).slice(-1))))
    lists.set(
      last,
      items.filter((item) => endingOf(item) === '' || endingOf(item).endsWith(last)),
    )
  const rest = items.filter((item) => endingOf(item) === '')
  return (last) => lists.get(last) ?? rest
}

/** The place of an inflected word by the ending table of a language; null if none matches. */
export function plainPlace(word: string, language: CueLanguage, book: AddressBook): Place | null {
  const key = lookupForm(word)
  for (const [ending, bases] of endingsOf(language).plain(key.slice(-1))) {
    if (!key.endsWith(ending) || key.length - ending.length < 2) continue
    const stem = key.slice(0, key.length - ending.length)
    for (const base of bases) {
      const place = book.gazetteer.get(stem + base)
      if (place !== null && isTownLike(place)) return place
    }
  }
  return null
}

/** Reads a case ending that is itself a cue. `raw` is the word as written. Unknown stems are only read if `isName`. */
export function caseOf(raw: string, language: CueLanguage, book: AddressBook, isName: boolean): CaseHit | null {
  const lower = raw.toLowerCase()
  let unknown: CaseHit | null = null
  let best: CaseHit | null = null
  for (const { ending, role, bases } of endingsOf(language).cased(lower.slice(-1))) {
    if (!lower.endsWith(ending) || lower.length - ending.length < LEAST_STEM) continue
    const stem = fold(lower.slice(0, lower.length - ending.length))
    for (const base of bases) {
      const bare = base === '-1' ? stem.slice(0, -1) : stem + fold(base)
      for (const form of gradations(bare)) {
        const place = book.gazetteer.get(form)
        // The larger of two possible places is preferred: "heinolan" is Heinola and not Heino.
        if (
          place !== null &&
          isTownLike(place) &&
          (best === null || place.entries[0]!.size > best.place!.entries[0]!.size)
        )
          best = { role, length: ending.length, place }
      }
    }
    if (unknown === null && ending.length >= 3 && role !== 'none' && stem.length >= 4)
      unknown = { role, length: ending.length, place: null }
  }
  return best ?? (isName ? unknown : null)
}

const isTownLike = (place: Place): boolean => place.entries.length > 0

function gradations(stem: string): string[] {
  const forms = [stem]
  if (stem.endsWith('e')) forms.push(`${stem.slice(0, -1)}i`)
  for (const [weak, strong] of GRADATION) {
    const at = stem.lastIndexOf(weak)
    if (at < stem.length - weak.length - 2 || at < 1) continue
    const form = stem.slice(0, at) + strong + stem.slice(at + weak.length)
    forms.push(form)
    if (form.endsWith('e')) forms.push(`${form.slice(0, -1)}i`)
  }
  return forms
}
