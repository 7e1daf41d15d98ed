// What in a text may be a place: parsed addresses, landmarks, named facilities, towns, roads, and names that only a cue
// vouches for.
import type { Place } from '../../packs/gazetteer.ts'
import type { WordLevels } from '../../packs/word-levels.ts'
import type { ScannedText } from '../../text/scanned.ts'
import { TokenKind } from '../../text/tokens.ts'
import { type AddressBook, Role } from '../../values/address-book.ts'
import { type AddressPart, type FoundAddress, findAddresses } from '../../values/address-find.ts'
import { AddressReader } from '../../values/address-reader.ts'
import { type CaseRole, caseOf, plainPlace } from '../../values/place-inflection.ts'
import type { CueBook, CueHit } from './cue-book.ts'

/** 2 parsed, 1 gazetteer, 0 licensed by a cue alone. */
export type Tier = 0 | 1 | 2

export interface Candidate {
  start: number
  end: number
  firstToken: number
  endToken: number
  tier: Tier
  parts: AddressPart[]
  /** Dropped when no cue reaches it. */
  needsCue: boolean
  /** A preposition stands right before the name. */
  isGoverned: boolean
  /** The name modifies a thing ("our Lagos office"): no cue speaks of the place. */
  isModifier: boolean
  /** The name's own ending is its cue. */
  ending: { role: CaseRole; length: number } | null
  /** Begins with a relation word of this many tokens. */
  relation: number
}

/** Road numbers of the countries at hand: A51, E45, AP-7, SS36, DN1, N2, M62. */
const ROAD = /^(?:AP?|B|C|DK?|DN|DJ|E|M|N|R|SS?|SP|SR|L|IP|IC|EN)-?\d{1,4}$/
const WEAK_RELATIONS = new Set([
  'after',
  'before',
  'under',
  'above',
  'along',
  'off',
  'past',
  'by the',
  'facing',
  'za',
  'pod',
  'przed',
  'pred',
  'pri',
  'u',
  'ved',
  'vid',
  'bak',
  'pie',
  'prie',
  'до',
  'край',
])
const ARTICLES = new Set(['a', 'an', 'the'])
const JOINED = new Set(['-', "'", '\u2019', '@', '/', '_'])
const LEAST_GIVEN = 4
const LEAST_WORD = 2

export class CandidateFinder {
  readonly #text: ScannedText
  readonly #book: AddressBook
  readonly #cues: CueBook
  readonly #names: WordLevels
  readonly #active: ReadonlySet<string>
  readonly reader: AddressReader
  /** Written without capitals, as chats are: towns may be small too. */
  readonly #isCasual: boolean

  constructor(text: ScannedText, book: AddressBook, cues: CueBook, names: WordLevels, active: ReadonlySet<string>) {
    this.#text = text
    this.#book = book
    this.#cues = cues
    this.#names = names
    this.#active = active
    this.reader = new AddressReader(text, book)
    this.#isCasual = this.#readCasual()
  }

  #readCasual(): boolean {
    const r = this.reader
    let words = 0
    let capitals = 0
    let isSmall: boolean | null = null
    for (let i = 0; i < r.count && words < 400; i++) {
      if (!r.isWord(i)) continue
      words++
      isSmall ??= r.kind(i) === TokenKind.lower
      if (r.isCapital(i) && r.length(i) > 1 && !this.#startsSentence(i)) capitals++
    }
    return isSmall === true && capitals * 16 <= words
  }

  /** Disjoint candidates in text order. */
  find(hits: readonly CueHit[]): Candidate[] {
    const found: Candidate[] = []
    const towns: Candidate[] = []
    for (const address of findAddresses(this.#text, this.#book, { anyCase: true })) {
      const candidate = this.#ofAddress(address)
      if (candidate !== null) (candidate.tier === 2 ? found : towns).push(candidate)
    }
    const taken = new Uint8Array(this.reader.count)
    for (const { firstToken, endToken } of found) taken.fill(1, firstToken, endToken)
    const add = (candidate: Candidate | null) => {
      if (candidate === null) return
      for (let i = candidate.firstToken; i < candidate.endToken; i++) if (taken[i]) return
      taken.fill(1, candidate.firstToken, candidate.endToken)
      found.push(candidate)
    }
    const inCue = new Uint8Array(this.reader.count)
    for (const hit of hits)
      if (hit.rule !== null && hit.rule.role !== 'location' && hit.endToken - hit.firstToken > 1)
        inCue.fill(1, hit.firstToken, hit.endToken)
    for (let i = 0; i < this.reader.count; i++) if (!taken[i] && !inCue[i]) add(this.#landmark(i))
    for (let i = 0; i < this.reader.count; i++) if (!taken[i]) add(this.#facility(i))
    this.#cased(taken, add)
    for (const town of towns) if (town.isModifier) add(town)
    for (const hit of hits)
      if (hit.kind !== 'negation_after' && hit.kind !== 'pair_postposed' && hit.rule?.after !== true)
        add(this.#licensed(hit, taken))
    for (const hit of hits) if (hit.rule?.after) add(this.#licensedBefore(hit, taken))
    for (const town of towns) add(town)
    found.sort((a, b) => a.start - b.start)
    for (let i = 0; i < found.length; i++) {
      const last = found[i]!
      if (this.#isListed(last)) add(this.#listed(last, taken))
    }
    found.sort((a, b) => a.start - b.start)
    for (const candidate of found) this.#widen(candidate, taken)
    return this.#merged(found)
  }

  #make(firstToken: number, endToken: number, tier: Tier, parts: AddressPart[], needsCue: boolean): Candidate {
    return {
      start: this.reader.start(firstToken),
      end: this.reader.end(endToken - 1),
      firstToken,
      endToken,
      tier,
      parts,
      needsCue,
      isGoverned: (this.reader.roles(firstToken - 1) & Role.preposition) !== 0,
      isModifier: false,
      ending: null,
      relation: 0,
    }
  }

  #ofAddress(address: FoundAddress): Candidate | null {
    const { firstToken, endToken, level } = address
    const parts = [...address.parts]
    if (level === 'place') {
      if (this.#isPersonal(firstToken, endToken)) return null
      const isModifier = this.#isModifier(firstToken, endToken)
      if (!isModifier && this.#isAttribute(firstToken, endToken)) return null
      const isWritten = parts.length > 1 && this.#text.text.slice(address.start, address.end).includes(',')
      const candidate = this.#make(firstToken, endToken, 1, parts, !isWritten && !isModifier)
      candidate.isModifier = isModifier
      return candidate
    }
    if (level === 'street' && address.isWeak && !parts.some((part) => part.kind === 'number')) return null
    // "vor dem Bahnhof" ends like a street and is none.
    if (level === 'street' && parts.length === 1 && this.#book.landmarkType(this.#text.folded(endToken - 1)) !== null)
      return null
    const candidate = this.#make(firstToken, endToken, 2, parts, level === 'street')
    if (level === 'street' && this.#isPersonal(firstToken, endToken)) return null
    if (parts[0]?.kind === 'anchor') {
      const relation = this.#relationLength(parts[0].from)
      // A relation word of another language is an ordinary word here.
      if (relation > 0 && !this.#isRelation(firstToken, firstToken + relation, parts[0].anchorType !== 'other'))
        return null
      candidate.relation = relation
    }
    return candidate
  }

  #relationLength(i: number): number {
    const end = this.reader.phrase(i, Role.relation)
    return end > 0 ? end - i : 0
  }

  /** "our Lagos office", "the Kaduna line": a name that modifies a thing. */
  #isModifier(first: number, end: number): boolean {
    const r = this.reader
    if (r.kind(end) !== TokenKind.lower || r.isCell(end)) return false
    return this.#cues.modifierNouns.has(this.#text.folded(end)) && r.isWord(first - 1)
  }

  /** "a Bath bun", "the Lagos jollof": an article before and a noun behind make the name an attribute. */
  #isAttribute(first: number, end: number): boolean {
    const r = this.reader
    if (r.kind(end) !== TokenKind.lower || r.isCell(end) || !this.#active.has('en')) return false
    if (!ARTICLES.has(this.#text.folded(first - 1)) || r.isNewline(first - 1)) return false
    return (r.roles(end) & (Role.preposition | Role.connector)) === 0 && this.#names.of(this.#text.folded(end)).word < 6
  }

  /** A person, animal or firm named like a place: a title, a given name or another name stands beside it. */
  #isPersonal(first: number, end: number): boolean {
    const r = this.reader
    const before = first - 1
    if (r.isWord(before) || (r.sign(before) === '.' && r.isWord(before - 1))) {
      const word = this.#text.folded(r.sign(before) === '.' ? before - 1 : before)
      if (this.#cues.titles.has(word)) return true
      // "Mevrouw Van Rotterdam".
      if (
        r.isCapital(before) &&
        (r.roles(before) & Role.connector) !== 0 &&
        r.isWord(before - 1) &&
        this.#cues.titles.has(this.#text.folded(before - 1))
      )
        return true
      if (
        r.isCapital(before) &&
        !this.#startsSentence(before) &&
        (r.roles(before) & (Role.preposition | Role.connector | Role.region | Role.quarterBefore)) === 0
      )
        return true
      const levels = this.#names.of(word)
      if (r.isCapital(before) && levels.given >= LEAST_GIVEN && levels.given > levels.word) return true
    }
    return r.isCapital(end) && !r.isCell(end) && this.#text.tokens.text.slice(r.end(end - 1), r.start(end)) === ' '
  }

  #startsSentence(i: number): boolean {
    const r = this.reader
    if (i <= 0 || r.isNewline(i - 1)) return true
    return '.!?:;'.includes(r.sign(i - 1) || 'x')
  }

  #landmark(i: number): Candidate | null {
    const r = this.reader
    if (!r.isWord(i)) return null
    const relation = r.phrase(i, Role.relation)
    if (relation === 0) return null
    const thing = r.anchor(i)
    if (thing === null || !thing.isTyped || !this.#isRelation(i, relation, thing.type !== 'other')) return null
    if (thing.type === 'other' && !r.isCapital(thing.end - 1)) return null
    const parts: AddressPart[] = [{ kind: 'anchor', from: i, to: thing.end, anchorType: thing.type }]
    const end = this.#tail(thing.end, parts)
    const candidate = this.#make(i, end, 2, parts, false)
    candidate.relation = relation - i
    return candidate
  }

  /** Relation words that mostly mean time or cause ("before", "under") count only with a sure kind of place. */
  #isRelation(from: number, to: number, isSure: boolean): boolean {
    const phrase = this.#words(from, to)
    if (!this.#cues.isRelation(phrase, this.#active)) return false
    return isSure || !WEAK_RELATIONS.has(phrase)
  }

  #words(from: number, to: number): string {
    const words: string[] = []
    for (let i = from; i < to; i++) if (this.reader.isWord(i)) words.push(this.#text.folded(i))
    return words.join(' ')
  }

  /** Segments behind a comma that place what stands before: known names, streets, and one unknown name. */
  #tail(from: number, parts: AddressPart[]): number {
    const r = this.reader
    let end = from
    for (let segments = 0; segments < 3; segments++) {
      if (r.sign(end) !== ',' || r.isNewline(end + 1)) return end
      const at = end + 1
      const region = r.region(at)
      if (region !== null && parts.length > 0) {
        parts.push({ kind: region.isQuarter ? 'quarter' : 'region', from: region.name, to: region.end })
        end = region.end
        continue
      }
      const street = r.streetAfter(at, true) ?? r.streetBefore(at, true)
      if (street !== null && (r.isCapital(at) || this.#endsPart(street.end))) {
        parts.push({ kind: 'street', from: at, to: street.end })
        end = street.end
        continue
      }
      const place = r.place(at, true)
      const isWhole =
        place !== null && (this.#endsPart(place.end) || (r.isCapital(at) && r.kind(place.end) === TokenKind.lower))
      if (place !== null && isWhole && (r.isCapital(at) || !place.place.isWord)) {
        const kind = place.place.entries[0]!.kind === 'k' ? 'country' : 'place'
        parts.push({ kind, from: at, to: place.end, place: place.place })
        end = place.end
        continue
      }
      const run = r.capitals(at, 3)
      if (run > 0 && this.#endsPart(run) && !this.#isVetoed(at, run)) {
        parts.push({ kind: 'word', from: at, to: run })
        end = run
        continue
      }
      return end
    }
    return end
  }

  #endsPart(i: number): boolean {
    const r = this.reader
    return (
      i >= r.count ||
      r.isNewline(i) ||
      (r.sign(i) !== '' && ',.;:!?)"\'”'.includes(r.sign(i))) ||
      r.kind(i) === TokenKind.sign
    )
  }

  /** "Morriston Hospital", "Spitalul de Pediatrie, Sibiu", "Porta Principe". */
  #facility(i: number): Candidate | null {
    const r = this.reader
    if (
      !r.isCapital(i) ||
      (r.isCapital(i - 1) &&
        !r.isNewline(i - 1) &&
        r.isTight(i) === false &&
        this.#text.text.charAt(r.start(i) - 1) === ' ')
    )
      return null
    let end = r.capitals(i, 6)
    let type = null
    let isHead = false
    for (let at = i; at < end; at++) {
      const one = this.#book.landmarkType(this.#text.folded(at))
      if (one === null) continue
      // "Cisnădie la Spitalul de Pediatrie": the facility begins at its own kind.
      if (at > i && r.kind(at - 1) === TokenKind.lower && this.#cues.isCueWord(this.#text.folded(at - 1), this.#active))
        return null
      type = one
      isHead = at === i
      if (isHead) break
    }
    // "Stavanger universitetssjukehus", "Triangelns station": the kind of place in small letters behind the name.
    if (type === null && r.kind(end) === TokenKind.lower && !r.isNewline(end)) {
      type = this.#book.landmarkType(this.#text.folded(end))
      if (type !== null) end++
    }
    if (type === null || type === 'other' || end - i < 2) return null
    if (this.#cues.titles.has(this.#text.folded(i)) || (!isHead && this.#startsSentence(i) && end - i < 3)) return null
    const parts: AddressPart[] = [{ kind: 'anchor', from: i, to: end, anchorType: type }]
    const stop = this.#tail(end, parts)
    return this.#make(i, stop, parts.length > 1 ? 2 : 1, parts, true)
  }

  /** Names whose case ending is the cue (Finnish, Hungarian, Estonian, Baltic). */
  #cased(taken: Uint8Array, add: (candidate: Candidate | null) => void): void {
    const r = this.reader
    for (const code of this.#active) {
      const language = this.#cues.languages.get(code)
      if (language === undefined || language.case_endings.length === 0) continue
      for (let i = 0; i < r.count; i++) {
        if (taken[i] || !r.isWord(i) || r.length(i) < 4) continue
        const isCapital = r.isCapital(i)
        const raw = this.#text.text.slice(r.start(i), r.end(i))
        const hit = caseOf(raw, language, this.#book, isCapital && !this.#startsSentence(i))
        if (hit === null) continue
        if (this.#isPersonal(i, i + 1)) continue
        if (hit.place === null && this.#names.of(this.#text.folded(i)).word >= LEAST_WORD) continue
        if (
          hit.place !== null &&
          hit.length === 1 &&
          (hit.place.entries[0]!.size < 4 || hit.place.isWord || this.#isDoubtful(i, i + 1, hit.place))
        )
          continue
        if (hit.place !== null && this.#startsSentence(i) && (hit.place.entries[0]!.size < 4 || hit.place.isWord))
          continue
        if (!isCapital && !this.#isCasual) continue
        // In small letters only a town that is no ordinary word, and never one the language uses for something else.
        if (!isCapital && raw.length - hit.length < 5 && (hit.place === null || hit.place.entries[0]!.size < 5))
          continue
        if (
          !isCapital &&
          (hit.place === null ||
            hit.place.isWord ||
            hit.place.entries[0]!.size < 4 ||
            this.#names.of(this.#text.folded(i)).word >= LEAST_WORD ||
            hit.role === 'none')
        )
          continue
        const type = this.#book.landmarkType(this.#text.folded(i))
        const part: AddressPart =
          type !== null && hit.place === null
            ? { kind: 'anchor', from: i, to: i + 1, anchorType: type }
            : { kind: 'place', from: i, to: i + 1, ...(hit.place ? { place: hit.place } : {}) }
        const candidate = this.#make(i, i + 1, hit.place === null ? 0 : 1, [part], hit.role === 'none')
        candidate.ending = hit.role === 'none' ? null : { role: hit.role, length: hit.length }
        add(candidate)
      }
    }
  }

  /** A name right behind a cue: known in any case or inflection, a road, or unknown with a capital. */
  #licensed(hit: CueHit, taken: Uint8Array): Candidate | null {
    const r = this.reader
    let at = hit.endToken
    const isLabel = hit.rule?.id.startsWith('label_') ?? false
    while (isLabel && at < r.count && at < hit.endToken + 6 && r.sign(at - 1) !== ':') at++
    if (!isLabel)
      while (
        at < hit.endToken + 3 &&
        r.isWord(at) &&
        !r.isCapital(at) &&
        this.#cues.isFiller(this.#text.folded(at), hit.language) &&
        r.place(at, true) === null
      )
        at++
    while (!isLabel && at < hit.endToken + 4 && (r.sign(at) === "'" || r.sign(at) === '\u2019')) at++
    if (at >= r.count || taken[at] || r.isNewline(at)) return null
    const minTier = hit.rule?.min_tier ?? 1
    return this.#nameAt(at, hit, minTier)
  }

  /** A name before a postposed cue: "heinolan kautta", "na nsukka i dey". */
  #licensedBefore(hit: CueHit, taken: Uint8Array): Candidate | null {
    const at = hit.firstToken - 1
    if (at < 0 || taken[at] || !this.reader.isWord(at)) return null
    for (let from = Math.max(0, at - 2); from <= at; from++) {
      if (taken[from]) continue
      const candidate = this.#nameAt(from, hit, 1)
      if (candidate !== null && candidate.endToken === at + 1) return candidate
    }
    return null
  }

  #isListed(candidate: Candidate): boolean {
    return candidate.tier < 2 || candidate.parts.every((part) => part.kind === 'place')
  }

  /** The next name of a list: "from Voi and Taveta". */
  #listed(last: Candidate, taken: Uint8Array): Candidate | null {
    const r = this.reader
    let at = last.endToken
    if (r.sign(at) === ',') at++
    if (r.isWord(at) && this.#cues.isConjunction(this.#text.folded(at), this.#active)) at++
    else if (at === last.endToken) return null
    if (at >= r.count || taken[at] || !r.isCapital(at)) return null
    const hit = r.place(at)
    if (hit === null || this.#isPersonal(at, hit.end)) return null
    return this.#make(at, hit.end, 1, [{ kind: 'place', from: at, to: hit.end, place: hit.place }], true)
  }

  #nameAt(at: number, hit: CueHit, minTier: number): Candidate | null {
    const r = this.reader
    const road = hit.rule?.role === 'via' || hit.rule?.role === 'location' ? this.#road(at) : 0
    if (road > 0) return this.#make(at, road, 1, [{ kind: 'street', from: at, to: road }], true)
    if (!r.isWord(at)) return null
    const isCapital = r.isCapital(at)
    if (this.#isAddressOfNet(at)) return null
    const known = r.place(at, true)
    if (known !== null && isCapital && this.#isAttribute(at, known.end)) return null
    if (known !== null && this.#isDoubtful(at, known.end, known.place)) return null
    const run = this.#run(at)
    if (
      known !== null &&
      (isCapital ? run <= known.end || !this.#goesOn(known.end) : this.#isLowerTown(at, known.place))
    ) {
      const parts: AddressPart[] = [
        {
          kind: known.place.entries[0]!.kind === 'k' ? 'country' : 'place',
          from: at,
          to: known.end,
          place: known.place,
        },
      ]
      return this.#make(at, this.#tail(known.end, parts), 1, parts, true)
    }
    const language = this.#cues.languages.get(hit.language)
    if (language !== undefined && hit.rule?.after && language.case_endings.length > 0) {
      const cased = caseOf(this.#text.text.slice(r.start(at), r.end(at)), language, this.#book, false)
      if (cased?.place && cased.place.entries[0]!.size >= 4)
        return this.#make(at, at + 1, 1, [{ kind: 'place', from: at, to: at + 1, place: cased.place }], true)
    }
    if (language !== undefined && language.endings.length > 0) {
      const end = isCapital ? run : at + 1
      const place =
        plainPlace(this.#words(at, end), language, this.#book) ??
        plainPlace(this.#text.folded(at), language, this.#book)
      const isWhole = place !== null && (isCapital || this.#isLowerTown(at, place))
      if (place !== null && isWhole) {
        const parts: AddressPart[] = [
          { kind: place.entries[0]!.kind === 'k' ? 'country' : 'place', from: at, to: end, place },
        ]
        return this.#make(at, this.#tail(end, parts), 1, parts, true)
      }
    }
    // A kind of place in small letters with a name behind: "babban asibitin Katsina".
    const isKind =
      !isCapital &&
      (this.#book.landmarkType(this.#text.folded(at)) !== null ||
        (r.isWord(at + 1) && !r.isCapital(at + 1) && this.#book.landmarkType(this.#text.folded(at + 1)) !== null))
    const thing = isKind ? r.thing(at) : null
    if (thing?.isTyped && thing.end - at <= 6 && r.isCapital(thing.end - 1)) {
      const parts: AddressPart[] = [{ kind: 'anchor', from: at, to: thing.end, anchorType: thing.type }]
      return this.#make(at, this.#tail(thing.end, parts), 1, parts, true)
    }
    if (
      minTier > 0 ||
      hit.kind !== 'rule' ||
      language?.capital_nouns ||
      !isCapital ||
      run === 0 ||
      this.#isVetoed(at, run)
    )
      return null
    const type = this.#book.landmarkType(this.#text.folded(run - 1)) ?? this.#book.landmarkType(this.#text.folded(at))
    const parts: AddressPart[] = [
      type === null ? { kind: 'word', from: at, to: run } : { kind: 'anchor', from: at, to: run, anchorType: type },
    ]
    return this.#make(at, this.#tail(run, parts), 0, parts, true)
  }

  /** Capitalised words from i, up to a word that is itself a cue ("Ostravy do Polska"). */
  #run(i: number): number {
    const end = this.reader.capitals(i, 5)
    for (let at = i + 1; at < end; at++)
      if (this.reader.kind(at) === TokenKind.lower && this.#cues.isCueWord(this.#text.folded(at), this.#active))
        return at
    return end
  }

  #goesOn(at: number): boolean {
    const r = this.reader
    return r.isCapital(at) && !r.isNewline(at) && !r.isCell(at)
  }

  /** Part of an e-mail address or host name. */
  #isAddressOfNet(at: number): boolean {
    const r = this.reader
    for (let i = at; i < at + 4; i++) {
      const sign = r.sign(i + 1)
      if (sign === '@') return true
      if (sign === '.' && r.isTight(i + 1) && r.isTight(i + 2) && r.isWord(i + 2)) return true
      if (sign === '' || !r.isTight(i + 1)) return false
    }
    return false
  }

  /** A month, a given name or a noun that some town is called as well. */
  #isDoubtful(at: number, end: number, place: Place): boolean {
    if (end > at + 1) return false
    const word = this.#text.folded(at)
    if (this.#cues.calendar.has(word)) return true
    const levels = this.#names.of(word)
    const size = place.entries[0]!.size
    if (levels.given >= LEAST_GIVEN && levels.given > levels.proper && size < 5) return true
    return (levels.word >= 4 && size < 5) || (levels.word >= 3 && size < 4)
  }

  /** In chats towns are written small; ordinary words that name some village are not meant. */
  #isLowerTown(at: number, place: Place): boolean {
    if (!this.#isCasual) return false
    const word = this.#text.folded(at)
    const level = this.#names.of(word).word
    if (word.length < 3 || (this.reader.roles(at) & (Role.connector | Role.preposition | Role.direction)) !== 0)
      return false
    const size = place.entries[0]!.size
    if (size >= 5) return level < 5
    // Smaller towns only at home: "diez" is a number in Spanish and a town in Germany.
    if (!place.entries.some((entry) => entry.size === size && this.#cues.isHome(entry.country, this.#active)))
      return false
    return size === 4 ? level < 4 : !place.isWord && size === 3 && level < LEAST_WORD + 1
  }

  #road(at: number): number {
    const r = this.reader
    const kind = r.kind(at)
    if (kind !== TokenKind.mixed && kind !== TokenKind.upper) return 0
    let end = at + 1
    if (
      kind === TokenKind.upper &&
      r.sign(end) === '-' &&
      r.isTight(end) &&
      r.kind(end + 1) === TokenKind.number &&
      r.isTight(end + 1)
    )
      end += 2
    else if (kind === TokenKind.upper && r.length(at) === 1 && r.kind(end) === TokenKind.number && r.length(end) <= 3)
      end++
    if (r.kind(end) === TokenKind.number || r.kind(end) === TokenKind.mixed) return 0
    return ROAD.test(r.slice(at, end).replace(' ', '')) ? end : 0
  }

  /** Is the run a person, a weekday, an ordinary noun? */
  #isVetoed(at: number, end: number): boolean {
    const r = this.reader
    const first = this.#text.folded(at)
    if (this.#cues.titles.has(first) || this.#cues.calendar.has(first)) return true
    if (r.kind(at) === TokenKind.upper && r.length(at) <= 3) return true
    const levels = this.#names.of(first)
    if (levels.given >= 3 || levels.family >= 3) return true
    if (levels.word >= LEAST_WORD || end - at > 5) return true
    if (r.isCapital(end) && !r.isNewline(end)) return true
    if (JOINED.has(r.sign(end)) && r.isTight(end) && r.isTight(end + 1)) return true
    for (let i = at + 1; i < end; i++)
      if (this.#names.of(this.#text.folded(i)).family >= LEAST_GIVEN && levels.given >= 2) return true
    return end < r.count && r.sign(end) === '&'
  }

  /** A townland or quarter before a known town, behind a cue: "from Knockroe, Carrick-on-Suir". */
  #widen(candidate: Candidate, taken: Uint8Array): void {
    const r = this.reader
    const first = candidate.parts[0]
    if (
      first?.kind !== 'place' ||
      candidate.parts.some((part) => part.kind === 'street') ||
      r.sign(candidate.firstToken - 1) !== ','
    )
      return
    const stop = candidate.firstToken - 1
    for (let at = Math.max(0, stop - 3); at < stop; at++) {
      if (taken[at] || !r.isCapital(at) || r.isCapital(at - 1) || r.capitals(at, 3) !== stop) continue
      if (r.kind(at - 1) !== TokenKind.lower || (r.roles(at - 1) & Role.preposition) === 0 || this.#isVetoed(at, stop))
        return
      candidate.parts.unshift({ kind: 'word', from: at, to: stop })
      candidate.firstToken = at
      candidate.start = r.start(at)
      taken.fill(1, at, stop + 1)
      return
    }
  }

  /** Joins a town to the address that follows it: "Espooseen, Merituulentie 30 C 12". */
  #merged(found: Candidate[]): Candidate[] {
    const kept: Candidate[] = []
    for (const candidate of found) {
      const last = kept.at(-1)
      const isNext =
        last !== undefined && this.reader.sign(last.endToken) === ',' && candidate.firstToken === last.endToken + 1
      const hasTown = candidate.parts.some((part) => part.kind === 'place' || part.kind === 'word')
      if (
        last !== undefined &&
        isNext &&
        candidate.tier === 2 &&
        candidate.relation === 0 &&
        !hasTown &&
        last.parts.every((part) => part.kind === 'place')
      ) {
        last.end = candidate.end
        last.endToken = candidate.endToken
        last.parts.push(...candidate.parts)
        last.tier = 2
        last.needsCue = false
        continue
      }
      kept.push(candidate)
    }
    return kept
  }
}
