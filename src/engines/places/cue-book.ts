// The cues of all languages, found in one walk: words for "from", "to", "at", "by way of" and "not".
import type { Packs } from '../../packs/load.ts'
import type { CueLanguage, CueRule } from '../../packs/schemas/place.ts'
import { compareCodePoints } from '../../records/canonical.ts'
import { fold } from '../../text/fold.ts'
import type { PhraseHit } from '../../text/phrase-hits.ts'
import { PhraseBook } from '../../text/phrases.ts'
import type { ScannedText } from '../../text/scanned.ts'
import { TokenKind } from '../../text/tokens.ts'
import { wordsOf } from '../../values/address/word-roles.ts'

export type CueKind = 'rule' | 'negation' | 'negation_after' | 'pair_route' | 'pair_plain' | 'pair_postposed'

export interface CueHit {
  readonly kind: CueKind
  /** Null for negations and pairs. */
  readonly rule: CueRule | null
  readonly language: string
  readonly start: number
  readonly end: number
  readonly firstToken: number
  readonly endToken: number
}

interface Group {
  readonly kind: CueKind
  readonly rule: CueRule | null
  readonly language: string
  /** Phrases of up to three letters as written: "à" and "a" are different words. */
  readonly exact: ReadonlySet<string>
}

const EXACT_LENGTH = 3

export class CueBook {
  readonly languages: ReadonlyMap<string, CueLanguage>
  readonly window: number
  readonly join: ReadonlySet<string>
  readonly titles: ReadonlySet<string>
  readonly calendar: ReadonlySet<string>
  readonly modifierNouns: ReadonlySet<string>
  readonly limiters: ReadonlySet<string>
  readonly weakRelations: ReadonlySet<string>
  readonly #book = new PhraseBook()
  readonly #groups = new Map<number, Group>()
  readonly #homes = new Map<string, Set<string>>()
  readonly #fillers = new Map<string, ReadonlySet<string>>()
  readonly #conjunctions = new Map<string, ReadonlySet<string>>()
  readonly #cueWords = new Map<string, ReadonlySet<string>>()
  readonly #with = new Map<CueRule, RegExp>()
  readonly #relations = new Map<string, ReadonlySet<string>>()

  constructor(packs: Packs) {
    const cues = packs.placeCues()
    // Languages that share a cue are tried in the order of their codes, not in that of the file.
    this.languages = new Map(Object.entries(cues.languages).sort(([a], [b]) => compareCodePoints(a, b)))
    this.window = cues.window
    for (const { code, languages } of packs.countries().values())
      for (const language of languages) this.#homes.set(language, (this.#homes.get(language) ?? new Set()).add(code))
    this.join = new Set(cues.pairs.join.map(fold))
    this.titles = new Set(cues.titles.flatMap(wordsOf))
    this.calendar = new Set(cues.calendar.map(fold))
    this.modifierNouns = new Set(cues.modifier_nouns.map(fold))
    this.limiters = new Set(cues.limiters)
    this.weakRelations = new Set(cues.weak_relations)
    for (const [language, entry] of this.languages) {
      for (const rule of entry.rules) {
        this.#add({ kind: 'rule', rule, language, exact: shortForms(rule.phrases) }, rule.phrases)
        if (rule.with) this.#with.set(rule, contextPattern(rule.with))
      }
      this.#add({ kind: 'negation', rule: null, language, exact: shortForms(entry.negations) }, entry.negations)
      this.#add(
        { kind: 'negation_after', rule: null, language, exact: shortForms(entry.negations_after) },
        entry.negations_after,
      )
      this.#fillers.set(language, new Set(entry.fillers.flatMap(wordsOf)))
      this.#cueWords.set(
        language,
        new Set(entry.rules.flatMap((rule) => rule.phrases.filter((phrase) => /^\p{L}+$/u.test(phrase)).map(fold))),
      )
      this.#conjunctions.set(language, new Set(entry.conjunctions.map(fold)))
    }
    const every = (kind: CueKind, phrases: readonly string[]) =>
      this.#add({ kind, rule: null, language: '', exact: shortForms(phrases) }, phrases)
    every('pair_route', cues.pairs.route)
    every('pair_plain', cues.pairs.plain)
    every('pair_postposed', cues.pairs.postposed)
    for (const [language, relations] of Object.entries(packs.placeWords().relations))
      this.#relations.set(language, new Set(relations.map((phrase) => wordsOf(phrase).join(' '))))
  }

  #add(group: Group, phrases: readonly string[]): void {
    if (phrases.length > 0) this.#groups.set(this.#book.add(phrases), group)
  }

  /** Cues of the given languages in text order; labels of every language. A cue inside a longer one is dropped. */
  scan(text: ScannedText, active: ReadonlySet<string>): CueHit[] {
    const hits: CueHit[] = []
    for (const hit of this.#book.scan(text).all)
      for (const number of hit.groups) {
        const group = this.#groups.get(number)!
        if (!this.#applies(text, hit, group, active)) continue
        const { kind, rule, language } = group
        const { start, end, firstToken, endToken } = hit
        hits.push({ kind, rule, language, start, end, firstToken, endToken })
      }
    return outermost(hits)
  }

  /** True if a phrase is written as its group requires, in a language of the text, and has the context of its rule. */
  #applies(text: ScannedText, hit: PhraseHit, { language, exact, rule }: Group, active: ReadonlySet<string>): boolean {
    const isLabel = rule?.id.startsWith('label_') ?? false
    if (isLabel ? !followedByColon(text, hit.end) : language !== '' && !active.has(language)) return false
    if (hit.end - hit.start <= EXACT_LENGTH) {
      if (!exact.has(text.text.slice(hit.start, hit.end).toLowerCase().normalize('NFC'))) return false
    }
    if (!isLabel && hit.endToken - hit.firstToken === 1 && isMidCapital(text, hit.firstToken)) return false
    if (!rule?.with || this.#with.get(rule)!.test(fold(clauseBefore(text.text, hit.start)))) return true
    return rule.role === 'origin' && this.#leadsAway(text.text, hit.end, active)
  }

  /** True for a name, then a word of destination: "de Coimbra para Aveiro". */
  #leadsAway(text: string, at: number, active: ReadonlySet<string>): boolean {
    const match = /^\s+\p{Lu}[\p{L}'\u2019-]{1,24}(?: \p{Lu}[\p{L}'\u2019-]{1,24}){0,2} (\p{L}{1,12})/u.exec(
      text.slice(at, at + 90),
    )
    if (match === null) return false
    const word = fold(match[1]!)
    for (const language of active)
      for (const rule of this.languages.get(language)?.rules ?? [])
        if (rule.role === 'destination' && !rule.after && rule.phrases.some((phrase) => fold(phrase) === word))
          return true
    return false
  }

  isFiller(word: string, language: string): boolean {
    return (this.#fillers.get(language)?.has(word) ?? false) || (this.#fillers.get('en')?.has(word) ?? false)
  }

  isConjunction(word: string, active: ReadonlySet<string>): boolean {
    for (const language of active) if (this.#conjunctions.get(language)?.has(word)) return true
    return word === '&'
  }

  /** True if one of these languages is written in the country. */
  isHome(country: string, active: ReadonlySet<string>): boolean {
    for (const language of active)
      if (this.#homes.get(language === 'nb' ? 'no' : language)?.has(country) || this.#homes.get(language)?.has(country))
        return true
    return false
  }

  isCueWord(word: string, active: ReadonlySet<string>): boolean {
    for (const language of active) if (this.#cueWords.get(language)?.has(word)) return true
    return false
  }

  /** True if this folded phrase is a relation word ("after") of one of the languages. */
  isRelation(phrase: string, active: ReadonlySet<string>): boolean {
    for (const language of active) if (this.#relations.get(language)?.has(phrase)) return true
    return false
  }
}

/** The hits in text order, without rules inside another one. */
function outermost(hits: CueHit[]): CueHit[] {
  hits.sort((a, b) => a.start - b.start || b.end - a.end || (b.rule?.priority ?? 99) - (a.rule?.priority ?? 99))
  const kept: CueHit[] = []
  let reach = -1
  let from = -1
  for (const hit of hits) {
    const inside = hit.end <= reach && !(hit.start === from && hit.end === reach)
    if (inside && hit.kind === 'rule') continue
    kept.push(hit)
    if (hit.end > reach && hit.kind === 'rule') {
      reach = hit.end
      from = hit.start
    }
  }
  return kept
}

/** A capitalised cue inside a sentence is part of a name: "Mevrouw Van Rotterdam". */
function isMidCapital(text: ScannedText, i: number): boolean {
  const { kind, start, end } = text.tokens
  if (kind[i] !== TokenKind.capital || i === 0) return false
  const before = kind[i - 1]
  if (before === TokenKind.newline) return false
  return before !== TokenKind.sign || !'.!?:;"„“»«('.includes(text.text.slice(start[i - 1], end[i - 1]))
}

function shortForms(phrases: readonly string[]): Set<string> {
  return new Set(
    phrases.filter((phrase) => phrase.length <= EXACT_LENGTH).map((phrase) => phrase.toLowerCase().normalize('NFC')),
  )
}

function followedByColon(text: ScannedText, at: number): boolean {
  const line = text.text.slice(at, at + 34)
  return /^[^\n\r.;!?:]{0,30}:/.test(line)
}

function clauseBefore(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - 60), at)
  const cut = Math.max(
    before.lastIndexOf('.'),
    before.lastIndexOf(';'),
    before.lastIndexOf('!'),
    before.lastIndexOf('?'),
    before.lastIndexOf('\n'),
  )
  return before.slice(cut + 1)
}

function contextPattern(stems: readonly string[]): RegExp {
  const alternatives = stems.map((stem) => {
    const plain = fold(stem.replace(/\*$/, '')).replace(/[^\p{L}\p{N} ]/gu, '')
    return stem.endsWith('*') ? plain : `${plain}(?![\\p{L}\\p{N}])`
  })
  return new RegExp(`(?:^|[^\\p{L}\\p{N}])(?:${alternatives.join('|')})`, 'u')
}
