// Organisations: a capitalised phrase that ends or opens with a legal form, or that holds a word for a kind of organisation.
import type { WordLevels } from '../../packs/word-levels.ts'
import { fold } from '../../text/fold.ts'
import type { ScannedText } from '../../text/scanned.ts'
import { TokenKind } from '../../text/tokens.ts'
import type { LegalForms } from './organisation-forms.ts'
import { type Proposal, Rank } from './proposal.ts'

export interface OrganisationWords {
  readonly any: readonly string[]
  readonly opens: readonly string[]
  readonly connectors: readonly string[]
  readonly determiners: readonly string[]
  readonly inner: readonly string[]
  readonly groups: readonly string[]
  /** Who founded it with somebody: sons, brothers, company. */
  readonly kin: readonly string[]
}

const LONGEST = 12
const QUOTES = /^["\u201c\u201e\u00ab\u2018]$/u
/** Connectors that join any two words of a name; the others need a word for a kind of organisation before them. */
const GENITIVE = new Set(
  'of the de del della delle dei degli di da do dos das du des la le les el los las van het den der die ter ten ta tal ya wa za cha d l dell all nell dall sull'.split(
    ' ',
  ),
)
const AND = new Set([
  'and',
  'und',
  'et',
  'y',
  'e',
  'og',
  'och',
  'en',
  'i',
  'a',
  'ja',
  'si',
  '\u03ba\u03b1\u03b9',
  '\u0438',
  'un',
  'ir',
  'na',
  'es',
  'oraz',
])

interface Phrase {
  /** Tokens of the words, in order. */
  readonly words: number[]
  readonly start: number
  end: number
  /** Token after the phrase. */
  next: number
  form: boolean
  /** It opens with a legal form of several words: Asunto Oy. */
  led: boolean
}

export class OrganisationFinder {
  readonly #forms: LegalForms
  readonly #before: LegalForms
  readonly #any: ReadonlySet<string>
  readonly #connectors: ReadonlySet<string>
  readonly #determiners: ReadonlySet<string>
  readonly #inner: ReadonlySet<string>
  readonly #groups: ReadonlySet<string>
  readonly #kin: ReadonlySet<string>
  readonly #opens: ReadonlyMap<string, readonly (readonly string[])[]>
  readonly #lexicon: () => WordLevels

  constructor(words: OrganisationWords, forms: LegalForms, before: LegalForms, lexicon: () => WordLevels) {
    const folded = (values: readonly string[]): ReadonlySet<string> => new Set(values.map(fold))
    this.#forms = forms
    this.#before = before
    this.#any = folded(words.any)
    this.#connectors = folded(words.connectors)
    this.#determiners = folded(words.determiners)
    this.#inner = folded(words.inner)
    this.#groups = new Set(words.groups)
    this.#kin = folded(words.kin)
    const opens = new Map<string, string[][]>()
    for (const phrase of words.opens) {
      const parts = fold(phrase).split(/[\s-]+/u)
      const list = opens.get(parts[0]!) ?? []
      list.push(parts)
      opens.set(parts[0]!, list)
    }
    for (const list of opens.values()) list.sort((a, b) => b.length - a.length)
    this.#opens = opens
    this.#lexicon = lexicon
  }

  /** Every organisation of a text. */
  find(text: ScannedText): Proposal[] {
    const { tokens } = text
    const found: Proposal[] = []
    for (let index = 0; index < tokens.count; ) {
      const kind = tokens.kind[index]!
      const isCapital = kind === TokenKind.capital || kind === TokenKind.upper
      const opened = isCapital || kind === TokenKind.lower ? this.#opening(text, index) : 0
      if (!isCapital && opened === 0) {
        const quoted = kind === TokenKind.sign ? this.#quoted(text, index) : null
        if (quoted !== null) found.push(quoted.proposal)
        index = quoted === null ? index + 1 : quoted.next
        continue
      }
      const phrase = this.#phrase(text, index, opened)
      const proposal = this.#judge(text, phrase, opened)
      if (proposal !== null) found.push(proposal)
      index = Math.max(phrase.next, index + 1)
    }
    return found
  }

  /** A quoted name with its legal form behind it, as Bulgarian and Baltic companies are written: "Sun Beach" AD. */
  #quoted(text: ScannedText, at: number): { proposal: Proposal; next: number } | null {
    const { tokens } = text
    if (!QUOTES.test(text.text[tokens.start[at]!]!)) return null
    for (let index = at + 1; index < tokens.count && index < at + 10; index++) {
      if (tokens.kind[index] === TokenKind.newline) return null
      if (
        tokens.kind[index] !== TokenKind.sign ||
        !/^["\u201c\u201d\u00bb\u2019]$/u.test(text.text[tokens.start[index]!]!)
      )
        continue
      const form =
        index + 1 < tokens.count && tokens.start[index + 1]! - tokens.end[index]! === 1
          ? this.#forms.at(text, index + 1)
          : null
      if (form === null || index === at + 1) return null
      const proposal: Proposal = {
        type: 'ORGANIZATION',
        start: tokens.start[at]!,
        end: form.end,
        confidence: 0.9,
        source: 'rule',
        metadata: { evidence: 'legal form' },
        rank: Rank.organisation,
      }
      return { proposal, next: form.next }
    }
    return null
  }

  /** How many tokens of an opening phrase ("umoja wa", "gemeente") stand at token `at`, a capital behind them; 0 when none. */
  #opening(text: ScannedText, at: number): number {
    const { tokens } = text
    const lists = this.#opens.get(text.folded(at))
    if (lists === undefined) return 0
    for (const parts of lists) {
      let index = at
      let matched = 0
      while (matched < parts.length && index < tokens.count && text.folded(index) === parts[matched]) {
        matched++
        index++
        if (matched < parts.length && text.text[tokens.start[index]!] === '-') index++
      }
      if (matched < parts.length || index >= tokens.count) continue
      if (tokens.start[index]! - tokens.end[index - 1]! !== 1) continue
      const kind = tokens.kind[index]!
      const isQuote = kind === TokenKind.sign && QUOTES.test(text.text[tokens.start[index]!]!)
      if (kind === TokenKind.capital || kind === TokenKind.upper || isQuote) return index - at
    }
    return 0
  }

  /** The capitalised phrase that begins at token `first`, as far as an organisation's name could reach. */
  #phrase(text: ScannedText, first: number, opened: number): Phrase {
    const { tokens } = text
    const source = text.text
    const phrase: Phrase = {
      words: [],
      start: tokens.start[first]!,
      end: tokens.end[first]!,
      next: first + 1,
      form: false,
      led: false,
    }
    let index = first
    const lead = opened === 0 ? this.#before.at(text, first) : null
    if (
      lead !== null &&
      lead.next > first + 1 &&
      lead.next < tokens.count &&
      tokens.start[lead.next]! - lead.end === 1
    ) {
      const kind = tokens.kind[lead.next]!
      if (kind === TokenKind.capital || kind === TokenKind.upper) {
        for (let at = first; at < lead.next; at++) if (tokens.kind[at] !== TokenKind.sign) phrase.words.push(at)
        phrase.end = lead.end
        phrase.next = lead.next
        phrase.led = true
        index = lead.next
      }
    }
    /** End of the last token looked at, connectors included: what the next gap is measured from. */
    let reached = phrase.end
    for (let i = 0; i < opened; i++) phrase.words.push(first + i)
    if (opened > 0) {
      phrase.end = tokens.end[first + opened - 1]!
      phrase.next = first + opened
      index = first + opened
      reached = phrase.end
    }
    while (index < tokens.count && phrase.words.length < LONGEST) {
      const gap = index === first ? 0 : tokens.start[index]! - reached
      if (gap > 2) break
      const kind = tokens.kind[index]!
      const value = source.slice(tokens.start[index], tokens.end[index])
      if (phrase.words.length > 0 && gap > 0) {
        const form = this.#forms.at(text, index)
        if (form !== null && text.folded(phrase.words[phrase.words.length - 1]!) !== 'box') {
          phrase.end = form.end
          phrase.next = form.next
          phrase.form = true
          break
        }
      }
      if (
        kind === TokenKind.capital ||
        kind === TokenKind.upper ||
        (kind === TokenKind.mixed && gap <= 1 && phrase.words.length > 0)
      ) {
        phrase.words.push(index)
        phrase.end = tokens.end[index]!
        reached = phrase.end
        phrase.next = ++index
        continue
      }
      const jump = phrase.words.length === 0 ? 0 : this.#bridge(text, index, phrase, value, kind, gap)
      if (jump === 0) break
      index += jump
      reached = tokens.end[index - 1]!
    }
    return phrase
  }

  /** How many tokens lead from `index` on to the next word of the name: connectors, hyphens, ampersands, a bracketed or quoted word. */
  #bridge(text: ScannedText, index: number, phrase: Phrase, value: string, kind: number, gap: number): number {
    const { tokens } = text
    const source = text.text
    const isCapital = (at: number): boolean =>
      at < tokens.count && (tokens.kind[at] === TokenKind.capital || tokens.kind[at] === TokenKind.upper)
    const space = (at: number): number => (at < tokens.count ? tokens.start[at]! - tokens.end[at - 1]! : 99)
    if (kind === TokenKind.sign) {
      if (gap === 0 && /^[-\u2013'\u2019.]$/.test(value) && space(index + 1) === 0 && index + 1 < tokens.count) {
        const isStop = value === '.'
        const wide = tokens.end[index - 1]! - tokens.start[index - 1]!
        if (isCapital(index + 1) && (!isStop || wide === 1)) return 1
        if (!isStop && tokens.kind[index + 1] === TokenKind.lower) {
          phrase.end = tokens.end[index + 1]!
          phrase.next = index + 2
          return 2
        }
        return 0
      }
      if (
        gap === 0 &&
        value === '.' &&
        /^(?:St|S|Sv|J|A|B|C|D|M)$/.test(source.slice(tokens.start[index - 1], tokens.end[index - 1])) &&
        space(index + 1) === 1 &&
        isCapital(index + 1)
      )
        return 1
      if (value === '&' && gap === 1 && space(index + 1) === 1) {
        if (this.#forms.at(text, index) !== null || isCapital(index + 1)) return 1
        return 0
      }
      if (value === ',' && gap === 0 && space(index + 1) === 1 && this.#forms.at(text, index + 1) !== null) {
        const form = this.#forms.at(text, index + 1)!
        phrase.end = form.end
        phrase.next = form.next
        phrase.form = true
        return 0
      }
      if (
        value === '(' &&
        gap === 1 &&
        isCapital(index + 1) &&
        source[tokens.end[index + 1]!] === ')' &&
        space(index + 3) === 1
      ) {
        if (!isCapital(index + 3) && this.#forms.at(text, index + 3) === null) return 0
        phrase.end = tokens.end[index + 2]!
        return 3
      }
      if (QUOTES.test(value) && gap === 1 && isCapital(index + 1) && this.#holdsKind(text, phrase)) {
        // The quoted name closes the phrase.
        for (let at = index + 1; at < tokens.count && at < index + 8; at++) {
          if (tokens.kind[at] === TokenKind.newline) return 0
          if (tokens.kind[at] === TokenKind.sign && /^["\u201c\u201d\u00bb\u2019]$/u.test(source[tokens.start[at]!]!)) {
            phrase.words.push(index + 1)
            phrase.end = tokens.end[at]!
            phrase.next = at + 1
            return 0
          }
        }
      }
      return 0
    }
    if (kind !== TokenKind.lower || gap !== 1) return 0
    // "Centre hospitalier de Valence": the kind, an adjective, and a connector.
    const previous = phrase.words[phrase.words.length - 1]!
    if (
      this.#any.has(text.folded(previous)) &&
      value.length >= 5 &&
      space(index + 1) === 1 &&
      tokens.kind[index + 1] === TokenKind.lower &&
      /^(?:de|du|des|di|da|do|del|della|of|van|voor)$/.test(text.folded(index + 1)) &&
      space(index + 2) === 1 &&
      isCapital(index + 2) &&
      this.#lexicon().of(text.folded(index)).given === 0
    )
      return 2
    // Two connectors at most, then a capital: "Ministry of the Interior", "Bank za razvoj".
    for (let step = 0; step < 3; step++) {
      const at = index + step
      if (at >= tokens.count || tokens.kind[at] !== TokenKind.lower) return 0
      const folded = text.folded(at)
      const inner = this.#inner.has(folded) || this.#any.has(folded)
      if (!inner && !this.#connectors.has(folded)) return 0
      if (!inner && !GENITIVE.has(folded) && !AND.has(folded) && !this.#holdsKind(text, phrase)) return 0
      if (AND.has(folded) && !inner && at + 1 < tokens.count && this.#kin.has(text.folded(at + 1))) return step + 1
      if (AND.has(folded) && !inner && (!this.#holdsKind(text, phrase) || this.#isGivenName(text, at + 1))) return 0
      if (/['\u2019]/.test(text.text[tokens.end[at]!] ?? '') && isCapital(at + 2)) return step + 2
      if (space(at + 1) !== 1)
        return inner && step === 0 && this.#holdsKind(text, phrase) ? this.#take(text, at, phrase) : 0
      if (isCapital(at + 1)) return step + 1
    }
    return 0
  }

  #take(text: ScannedText, at: number, phrase: Phrase): number {
    phrase.end = text.tokens.end[at]!
    phrase.next = at + 1
    return 0
  }

  #isGivenName(text: ScannedText, at: number): boolean {
    if (at >= text.tokens.count) return false
    const levels = this.#lexicon().of(text.folded(at))
    return (levels.given >= 4 || levels.family >= 5) && levels.word < 3
  }

  #holdsKind(text: ScannedText, phrase: Phrase): boolean {
    const last = phrase.words[phrase.words.length - 1] ?? 0
    for (let at = phrase.words[0] ?? 0; at <= last; at++) if (this.#any.has(text.folded(at))) return true
    return false
  }

  #judge(text: ScannedText, phrase: Phrase, opened: number): Proposal | null {
    const { tokens } = text
    let from = 0
    // Articles and other words that open a sentence are not part of the name.
    while (from < phrase.words.length - 1 && opened === 0 && this.#isOpener(text, phrase.words[from]!)) from++
    // "Akua Asante of Adom Rural Bank PLC": a person of an organisation.
    const of = phrase.form ? this.#memberOf(text, phrase, from) : 0
    if (of > 0) from = of
    const words = phrase.words.slice(from)
    if (words.length === 0) return null
    const start = tokens.start[words[0]!]!
    const make = (confidence: number, source: 'rule' | 'lexicon', reason: string): Proposal => ({
      type: 'ORGANIZATION',
      start,
      end: phrase.end,
      confidence,
      source,
      metadata: { evidence: reason },
      rank: Rank.organisation,
    })
    if (phrase.form || phrase.led) return make(0.9, 'rule', 'legal form')
    if (opened > 0 && words.length > opened) return make(0.75, 'rule', 'kind')
    if (
      this.#groups.has(text.text.slice(start, phrase.end)) &&
      !/^ ?[\d:]/.test(text.text.slice(phrase.end, phrase.end + 2))
    )
      return make(0.7, 'lexicon', 'known')
    if (words.length < 2) return null
    const before = this.#before.at(text, words[0]!)
    if (
      before !== null &&
      before.next <= words[1]! &&
      /\p{Ll}/u.test(text.text.slice(tokens.start[words[1]!], tokens.end[words[1]!]))
    )
      return make(0.85, 'rule', 'legal form')
    const kinds = words.filter((word) => this.#any.has(text.folded(word)))
    if (kinds.length === words.length) return null
    if (words.every((word) => this.#any.has(text.folded(word)) || tokens.end[word]! - tokens.start[word]! < 2))
      return null
    const isShout = words.every((word) => tokens.kind[word] === TokenKind.upper)
    if (isShout && words.length < 3) return null
    if (kinds.length === 0 && !this.#holdsKind(text, { ...phrase, words })) return null
    return make(0.75, 'rule', 'kind')
  }

  /** Index of the word behind the "of" that follows a person's name at the start of the phrase; 0 when there is none. */
  #memberOf(text: ScannedText, phrase: Phrase, from: number): number {
    if (
      !this.#isGivenName(text, phrase.words[from]!) &&
      !this.#isGivenName(text, phrase.words[from + 1] ?? text.tokens.count)
    )
      return 0
    for (let i = from + 2; i < phrase.words.length; i++) {
      const between = text.text.slice(text.tokens.end[phrase.words[i - 1]!], text.tokens.start[phrase.words[i]!])
      if (/^ (?:of|at|von|de|van|di|da|z|från|fra) $/.test(between)) return i
    }
    return 0
  }

  /** A word that stands before an organisation's name at the start of a sentence. */
  #isOpener(text: ScannedText, word: number): boolean {
    const { tokens } = text
    if (!this.#determiners.has(text.folded(word))) return false
    const previous = word - 1
    if (previous < 0 || tokens.kind[previous] === TokenKind.newline) return true
    return (
      tokens.kind[previous] === TokenKind.sign &&
      /[.!?:;\u2026"\u201c\u201e\u00ab\u2013\u2014-]/u.test(text.text[tokens.start[previous]!]!)
    )
  }
}
