// Organisations: a capitalised phrase that ends or opens with a legal form, or contains a word for a kind of organisation.
import type { ScannedText } from '../../text/scanned.ts'
import { TokenKind } from '../../text/tokens.ts'
import type { LegalForms } from './organisation-forms.ts'
import { CLOSING_QUOTE, isCapital, OPENING_QUOTE, type OrganisationVocabulary } from './organisation-words.ts'
import { PROPOSALS, type Proposal, type ProposalRule, proposed } from './proposal.ts'

/** Words of a name. */
const LONGEST = 12
const LONGEST_INNER_QUOTE = 8
/** Connectors after an adjective: "Centre hospitalier de Valence". */
const AFTER_ADJECTIVE = /^(?:de|du|des|di|da|do|del|della|of|van|voor)$/
const ABBREVIATION = /^(?:St|S|Sv|[A-M])$/
const LONGEST_QUOTE = 10
/** Text between a person's name and the person's organisation. */
const MEMBER = /^ (?:of|at|von|de|van|di|da|z|från|fra) $/
const SENTENCE_SIGN = /[.!?:;\u2026"\u201c\u201e\u00ab\u2013\u2014-]/u

interface Phrase {
  readonly words: number[]
  readonly start: number
  end: number
  next: number
  form: boolean
  /** It opens with a legal form of several words: Asunto Oy. */
  led: boolean
}

export class OrganisationFinder {
  readonly #words: OrganisationVocabulary
  readonly #after: LegalForms
  readonly #before: LegalForms

  /** `after` and `before`: the legal forms at the end and at the start of a name. */
  constructor(words: OrganisationVocabulary, after: LegalForms, before: LegalForms) {
    this.#words = words
    this.#after = after
    this.#before = before
  }

  find(text: ScannedText): Proposal[] {
    const { tokens } = text
    const found: Proposal[] = []
    for (let index = 0; index < tokens.count; ) {
      const kind = tokens.kind[index]!
      if (kind === TokenKind.sign) {
        const quoted = this.#quoted(text, index)
        if (quoted !== null)
          found.push(proposalOf(PROPOSALS.organisation_with_form, tokens.start[index]!, quoted.end, 'legal form'))
        index = quoted === null ? index + 1 : quoted.next
        continue
      }
      const opened = isCapital(text, index) || kind === TokenKind.lower ? this.#words.opening(text, index) : 0
      if (!isCapital(text, index) && opened === 0) {
        index++
        continue
      }
      const phrase = this.#phrase(text, index, opened)
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

  /** The phrase that begins at token `first`; its first `opened` tokens are an opening phrase. */
  #phrase(text: ScannedText, first: number, opened: number): Phrase {
    const { tokens } = text
    const phrase = this.#begin(text, first, opened)
    let index = phrase.words.length === 0 ? first : phrase.next
    // End of the last token read, including connectors; the next gap is measured from it.
    let reached = phrase.words.length === 0 ? phrase.start : phrase.end
    while (index < tokens.count && phrase.words.length < LONGEST) {
      const gap = tokens.start[index]! - reached
      if (gap > 2) break
      if (phrase.words.length > 0 && gap > 0 && this.#close(text, phrase, index)) break
      const isMixed = tokens.kind[index] === TokenKind.mixed && gap <= 1 && phrase.words.length > 0
      if (isCapital(text, index) || isMixed) {
        phrase.words.push(index)
        phrase.end = tokens.end[index]!
        phrase.next = ++index
        reached = phrase.end
        continue
      }
      if (phrase.words.length === 0) break
      const jump =
        tokens.kind[index] === TokenKind.sign
          ? this.#overSign(text, index, phrase, gap)
          : tokens.kind[index] === TokenKind.lower && gap === 1
            ? this.#overLower(text, index, phrase)
            : 0
      if (jump === 0) break
      index += jump
      reached = tokens.end[index - 1]!
    }
    return phrase
  }

  #begin(text: ScannedText, first: number, opened: number): Phrase {
    const { tokens } = text
    const start = tokens.start[first]!
    const phrase: Phrase = { words: [], start, end: tokens.end[first]!, next: first + 1, form: false, led: false }
    for (let i = 0; i < opened; i++) phrase.words.push(first + i)
    if (opened > 0) {
      phrase.end = tokens.end[first + opened - 1]!
      phrase.next = first + opened
      return phrase
    }
    const lead = this.#before.at(text, first)
    if (lead === null || lead.next <= first + 1 || !isCapital(text, lead.next)) return phrase
    if (tokens.start[lead.next]! - lead.end !== 1) return phrase
    for (let at = first; at < lead.next; at++) if (tokens.kind[at] !== TokenKind.sign) phrase.words.push(at)
    phrase.end = lead.end
    phrase.next = lead.next
    phrase.led = true
    return phrase
  }

  /** Ends the phrase with the legal form at token `index`, if there is one. */
  #close(text: ScannedText, phrase: Phrase, index: number): boolean {
    const form = this.#after.at(text, index)
    // SE is part of a post box and not a legal form: "P.O. Box SE 218".
    if (form === null || text.folded(phrase.words[phrase.words.length - 1]!) === 'box') return false
    phrase.end = form.end
    phrase.next = form.next
    phrase.form = true
    return true
  }

  /** Number of tokens from the sign at `index` to the next word, for hyphens, ampersands, brackets, quotation marks; 0 ends the phrase. */
  #overSign(text: ScannedText, index: number, phrase: Phrase, gap: number): number {
    const { tokens } = text
    const sign = text.text.slice(tokens.start[index]!, tokens.end[index]!)
    if (gap === 0 && sign === ',' && space(text, index + 1) === 1) {
      this.#close(text, phrase, index + 1)
      return 0
    }
    if (gap === 0) return this.#overGlue(text, index, phrase, sign)
    if (gap !== 1) return 0
    if (sign === '&') return space(text, index + 1) === 1 && isCapital(text, index + 1) ? 1 : 0
    if (sign === '(') {
      // A place in brackets: "Quayside & Partners (Gateshead) Ltd".
      const isBracket = isCapital(text, index + 1) && text.text[tokens.end[index + 1]!] === ')'
      if (!isBracket || space(text, index + 3) !== 1) return 0
      if (!isCapital(text, index + 3) && this.#after.at(text, index + 3) === null) return 0
      phrase.end = tokens.end[index + 2]!
      return 3
    }
    if (OPENING_QUOTE.test(sign) && isCapital(text, index + 1) && this.#holdsKind(text, phrase))
      closeQuote(text, index, phrase)
    return 0
  }

  /** A sign directly after a word: a hyphen or an apostrophe inside a word, the full stop of an abbreviation. */
  #overGlue(text: ScannedText, index: number, phrase: Phrase, sign: string): number {
    const { tokens } = text
    const before = text.text.slice(tokens.start[index - 1], tokens.end[index - 1])
    if (sign === '.') {
      if (!isCapital(text, index + 1)) return 0
      if (space(text, index + 1) === 0) return before.length === 1 ? 1 : 0
      return ABBREVIATION.test(before) && space(text, index + 1) === 1 ? 1 : 0
    }
    if (!/^[-\u2013'\u2019]$/.test(sign) || space(text, index + 1) !== 0) return 0
    if (isCapital(text, index + 1)) return 1
    if (tokens.kind[index + 1] !== TokenKind.lower) return 0
    phrase.end = tokens.end[index + 1]!
    phrase.next = index + 2
    return 2
  }

  /** Number of tokens from the lower-case words at `index` to the next capital; 0 ends the phrase. */
  #overLower(text: ScannedText, index: number, phrase: Phrase): number {
    const { tokens } = text
    const { kinds, inner } = this.#words
    if (this.#isAdjective(text, index, phrase)) return 2
    const holdsKind = this.#holdsKind(text, phrase)
    // At most two connectors, then a capital: "Ministry of the Interior".
    for (let step = 0; step <= MOST_CONNECTORS; step++) {
      const at = index + step
      if (at >= tokens.count || tokens.kind[at] !== TokenKind.lower) return 0
      const word = text.folded(at)
      const isInner = inner.has(word) || kinds.has(word)
      const joint = isInner ? Joint.goesOn : this.#joint(text, at, word, holdsKind)
      if (joint !== Joint.goesOn) return joint === Joint.kin ? step + 1 : 0
      if (/['\u2019]/.test(text.text[tokens.end[at]!] ?? '') && isCapital(text, at + 2)) return step + 2
      if (space(text, at + 1) === 1) {
        if (isCapital(text, at + 1)) return step + 1
        continue
      }
      if (isInner && step === 0 && holdsKind) {
        phrase.end = tokens.end[at]!
        phrase.next = at + 1
      }
      return 0
    }
    return 0
  }

  /** What a connecting word at a token does in a name; `holdsKind`: the name already has a word for its kind. */
  #joint(text: ScannedText, at: number, word: string, holdsKind: boolean): number {
    const { connectors, genitives, conjunctions, kin } = this.#words
    const joins = conjunctions.has(word)
    if (!connectors.has(word) || !(genitives.has(word) || joins || holdsKind)) return Joint.ends
    if (!joins) return Joint.goesOn
    if (at + 1 < text.tokens.count && kin.has(text.folded(at + 1))) return Joint.kin
    // Two entities: "Tribunal and Anna Bell".
    return holdsKind && !this.#words.isPersonal(text, at + 1) ? Joint.goesOn : Joint.ends
  }

  /** The kind, a lower-case adjective, and a connector: "Centre hospitalier de Valence". */
  #isAdjective(text: ScannedText, index: number, phrase: Phrase): boolean {
    const { tokens } = text
    return (
      this.#words.kinds.has(text.folded(phrase.words[phrase.words.length - 1]!)) &&
      tokens.end[index]! - tokens.start[index]! >= 5 &&
      space(text, index + 1) === 1 &&
      AFTER_ADJECTIVE.test(text.folded(index + 1)) &&
      space(text, index + 2) === 1 &&
      isCapital(text, index + 2)
    )
  }

  #holdsKind(text: ScannedText, { words }: Phrase): boolean {
    return words.length > 0 && this.#words.holdsKind(text, words[0]!, words[words.length - 1]!)
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
    const make = (rule: ProposalRule, evidence: string) => proposalOf(rule, start, phrase.end, evidence)
    if (phrase.form || phrase.led) return make(PROPOSALS.organisation_with_form, 'legal form')
    if (opened > 0 && words.length > opened) return make(PROPOSALS.organisation_by_kind, 'kind')
    const isNumbered = /^ ?[\d:]/.test(text.text.slice(phrase.end, phrase.end + 2))
    if (groups.has(text.text.slice(start, phrase.end)) && !isNumbered)
      return make(PROPOSALS.organisation_known, 'known')
    if (words.length < 2) return null
    if (this.#opensWithForm(text, words)) return make(PROPOSALS.organisation_after_form, 'legal form')
    const isKind = (word: number) => kinds.has(text.folded(word))
    // A kind word needs a name next to it: "Group A", "Bank", "GROUP BY" have none.
    if (words.every((word) => isKind(word) || tokens.end[word]! - tokens.start[word]! < 2)) return null
    if (words.length < 3 && words.every((word) => tokens.kind[word] === TokenKind.upper)) return null
    return this.#words.holdsKind(text, words[0]!, words[words.length - 1]!)
      ? make(PROPOSALS.organisation_by_kind, 'kind')
      : null
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

/** Most connecting words between two words of a name. */
const MOST_CONNECTORS = 2
/** What a connecting word does: the name ends, goes on, or goes on with a word for kin ("& Sons"). */
const Joint = { ends: 0, goesOn: 1, kin: 2 } as const

const proposalOf = (rule: ProposalRule, start: number, end: number, evidence: string): Proposal =>
  proposed(rule, start, end, { evidence })

/** View units between token `at` and the one before it; a large number at the end of the text. */
function space(text: ScannedText, at: number): number {
  const { start, end, count } = text.tokens
  return at < count ? start[at]! - end[at - 1]! : 99
}

function closeQuote(text: ScannedText, index: number, phrase: Phrase): void {
  const { tokens } = text
  for (let at = index + 1; at < tokens.count && at < index + LONGEST_INNER_QUOTE; at++) {
    if (tokens.kind[at] === TokenKind.newline) return
    if (tokens.kind[at] !== TokenKind.sign || !CLOSING_QUOTE.test(text.text[tokens.start[at]!]!)) continue
    phrase.words.push(index + 1)
    phrase.end = tokens.end[at]!
    phrase.next = at + 1
    return
  }
}
