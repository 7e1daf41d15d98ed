// Organisations: a capitalised phrase that ends or opens with a legal form, or contains a word for a kind of organisation.
import type { ScannedText } from '../../text/scanned.ts'
import { TokenKind } from '../../text/tokens.ts'
import type { LegalForms } from './organisation-forms.ts'
import { type Phrase, PhraseReader } from './organisation-phrase.ts'
import { CLOSING_QUOTE, isCapital, OPENING_QUOTE, type OrganisationVocabulary } from './organisation-words.ts'
import { type Proposal, Rank } from './proposal.ts'

const LONGEST_QUOTE = 10
/** Text between a person's name and the person's organisation. */
const MEMBER = /^ (?:of|at|von|de|van|di|da|z|från|fra) $/
const SENTENCE_SIGN = /[.!?:;\u2026"\u201c\u201e\u00ab\u2013\u2014-]/u

export class OrganisationFinder {
  readonly #words: OrganisationVocabulary
  readonly #after: LegalForms
  readonly #before: LegalForms
  readonly #reader: PhraseReader

  /** `after` and `before`: the legal forms at the end and at the start of a name. */
  constructor(words: OrganisationVocabulary, after: LegalForms, before: LegalForms) {
    this.#words = words
    this.#after = after
    this.#before = before
    this.#reader = new PhraseReader(words, after, before)
  }

  find(text: ScannedText): Proposal[] {
    const { tokens } = text
    const found: Proposal[] = []
    for (let index = 0; index < tokens.count; ) {
      const kind = tokens.kind[index]!
      if (kind === TokenKind.sign) {
        const quoted = this.#quoted(text, index)
        if (quoted !== null) found.push(proposalOf(tokens.start[index]!, quoted.end, 0.9, 'legal form'))
        index = quoted === null ? index + 1 : quoted.next
        continue
      }
      const opened = isCapital(text, index) || kind === TokenKind.lower ? this.#words.opening(text, index) : 0
      if (!isCapital(text, index) && opened === 0) {
        index++
        continue
      }
      const phrase = this.#reader.read(text, index, opened)
      const proposal = this.#proposalOf(text, phrase, opened)
      if (proposal !== null) found.push(proposal)
      index = Math.max(phrase.next, index + 1)
    }
    return found
  }

  /** A quoted name and its legal form, as in names of Bulgarian and Baltic companies: "Sun Beach" AD. */
  #quoted(text: ScannedText, at: number): { end: number; next: number } | null {
    const { tokens } = text
    if (!OPENING_QUOTE.test(text.text[tokens.start[at]!]!)) return null
    for (let index = at + 1; index < tokens.count && index < at + LONGEST_QUOTE; index++) {
      if (tokens.kind[index] === TokenKind.newline) return null
      if (tokens.kind[index] !== TokenKind.sign || !CLOSING_QUOTE.test(text.text[tokens.start[index]!]!)) continue
      const next = index + 1
      if (index === at + 1 || next >= tokens.count || tokens.start[next]! - tokens.end[index]! !== 1) return null
      return this.#after.at(text, next)
    }
    return null
  }

  #proposalOf(text: ScannedText, phrase: Phrase, opened: number): Proposal | null {
    const { tokens } = text
    const { kinds, groups } = this.#words
    let from = 0
    // An article at the start of a sentence is not part of the name.
    while (from < phrase.words.length - 1 && opened === 0 && this.#isOpener(text, phrase.words[from]!)) from++
    if (phrase.form) from = this.#behindMember(text, phrase, from)
    const words = phrase.words.slice(from)
    if (words.length === 0) return null
    const start = tokens.start[words[0]!]!
    const make = (confidence: number, evidence: string) => proposalOf(start, phrase.end, confidence, evidence)
    if (phrase.form || phrase.led) return make(0.9, 'legal form')
    if (opened > 0 && words.length > opened) return make(0.75, 'kind')
    const isNumbered = /^ ?[\d:]/.test(text.text.slice(phrase.end, phrase.end + 2))
    if (groups.has(text.text.slice(start, phrase.end)) && !isNumbered) return make(0.7, 'known')
    if (words.length < 2) return null
    if (this.#opensWithForm(text, words)) return make(0.85, 'legal form')
    const isKind = (word: number) => kinds.has(text.folded(word))
    // A kind word needs a name next to it: "Group A", "Bank", "GROUP BY" have none.
    if (words.every((word) => isKind(word) || tokens.end[word]! - tokens.start[word]! < 2)) return null
    if (words.length < 3 && words.every((word) => tokens.kind[word] === TokenKind.upper)) return null
    return this.#words.holdsKind(text, words[0]!, words[words.length - 1]!) ? make(0.75, 'kind') : null
  }

  /** A legal form of one word, then a word with lower-case letters: "SIA Baltijas Koks". */
  #opensWithForm(text: ScannedText, words: readonly number[]): boolean {
    const { start, end } = text.tokens
    const form = this.#before.at(text, words[0]!)
    if (form === null || form.next > words[1]!) return false
    return /\p{Ll}/u.test(text.text.slice(start[words[1]!], end[words[1]!]))
  }

  /** Index of the first word of the organisation after a person; `from` if there is none: "Akua Asante of Adom Rural Bank PLC". */
  #behindMember(text: ScannedText, { words }: Phrase, from: number): number {
    const { start, end, count } = text.tokens
    if (!this.#words.isPersonal(text, words[from]!) && !this.#words.isPersonal(text, words[from + 1] ?? count))
      return from
    for (let i = from + 2; i < words.length; i++) {
      if (MEMBER.test(text.text.slice(end[words[i - 1]!], start[words[i]!]))) return i
    }
    return from
  }

  /** A determiner before an organisation's name at the start of a sentence. */
  #isOpener(text: ScannedText, word: number): boolean {
    const { kind, start } = text.tokens
    if (!this.#words.determiners.has(text.folded(word))) return false
    const previous = word - 1
    if (previous < 0 || kind[previous] === TokenKind.newline) return true
    return kind[previous] === TokenKind.sign && SENTENCE_SIGN.test(text.text[start[previous]!]!)
  }
}

function proposalOf(start: number, end: number, confidence: number, evidence: string): Proposal {
  const source = evidence === 'known' ? 'lexicon' : 'rule'
  return { type: 'ORGANIZATION', start, end, confidence, source, metadata: { evidence }, rank: Rank.organisation }
}
