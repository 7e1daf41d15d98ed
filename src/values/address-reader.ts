// The atoms of an address as they stand in a text: number, unit, box, plot, postcode, street, place, landmark. Each reader
// looks at a bounded number of tokens and answers where its atom ends, or 0 when there is none.
import type { Place } from '../packs/gazetteer.ts'
import type { ScannedText } from '../text/scanned.ts'
import { TokenKind } from '../text/tokens.ts'
import { type AddressBook, type AnchorType, Role, type WordEntry } from './address-book.ts'

const MOST_NAME_TOKENS = 9
const MOST_ANCHOR_WORDS = 8
const JOINERS = new Set(['-', "'", '\u2019', '\u2018', '`', '\u00b4'])
/** "12 bis": further houses of one number. */
const REPEATED = new Set(['bis', 'ter', 'quater'])
const QUOTES = new Set(['„', '“', '”', '"', '«', '»'])

export interface PlaceHit {
  readonly end: number
  readonly place: Place
}

export interface PostcodeHit {
  readonly end: number
  readonly countries: readonly string[]
  readonly isDistinct: boolean
}

export interface StreetHit {
  readonly end: number
  /** The type word alone does not make a street: it needs a number or a town beside it. */
  readonly isWeak: boolean
}

export interface AnchorHit {
  readonly end: number
  readonly type: AnchorType
  /** Holds a word for a kind of place (not only a proper name). */
  readonly isTyped: boolean
}

export class AddressReader {
  readonly text: ScannedText
  readonly book: AddressBook
  readonly count: number
  readonly #kind: Uint8Array
  readonly #start: Int32Array
  readonly #end: Int32Array
  readonly #entries: (WordEntry | null | undefined)[]

  constructor(text: ScannedText, book: AddressBook) {
    this.text = text
    this.book = book
    this.count = text.tokens.count
    this.#kind = text.tokens.kind
    this.#start = text.tokens.start
    this.#end = text.tokens.end
    this.#entries = new Array(this.count)
  }

  start(i: number): number {
    return this.#start[i]!
  }

  end(i: number): number {
    return this.#end[i]!
  }

  kind(i: number): number {
    return i < this.count ? this.#kind[i]! : 0
  }

  /** The character of a sign token, else ''. */
  sign(i: number): string {
    return i >= 0 && i < this.count && this.#kind[i] === TokenKind.sign ? this.text.text[this.#start[i]!]! : ''
  }

  isNewline(i: number): boolean {
    return this.kind(i) === TokenKind.newline
  }

  isCapital(i: number): boolean {
    const kind = this.kind(i)
    return kind === TokenKind.capital || kind === TokenKind.upper
  }

  isWord(i: number): boolean {
    const kind = this.kind(i)
    return kind === TokenKind.capital || kind === TokenKind.upper || kind === TokenKind.lower
  }

  /** Does token i follow token i - 1 without a blank? */
  isTight(i: number): boolean {
    return i > 0 && i < this.count && this.#end[i - 1] === this.#start[i]
  }

  /** Does a tab stand before token i? Tabs part the cells of a table, never the words of a name. */
  isCell(i: number): boolean {
    return i > 0 && i < this.count && this.text.text.charCodeAt(this.#start[i]! - 1) === 9
  }

  length(i: number): number {
    return i < this.count ? this.#end[i]! - this.#start[i]! : 0
  }

  /** What token i can be in an address; null for words that address books do not know. */
  entry(i: number): WordEntry | null {
    if (i < 0 || i >= this.count) return null
    const known = this.#entries[i]
    if (known !== undefined) return known
    const kind = this.#kind[i]!
    const entry =
      kind === TokenKind.newline || kind === TokenKind.number ? null : (this.book.entry(this.text.folded(i)) ?? null)
    this.#entries[i] = entry
    return entry
  }

  roles(i: number): number {
    return this.entry(i)?.roles ?? 0
  }

  /** Where a word or phrase of `role` that begins at i ends; 0 when none. Dots inside phrases are passed over. */
  phrase(i: number, role: number): number {
    const entry = this.entry(i)
    if (entry === null) return 0
    if (entry.phrases !== null)
      for (const phrase of entry.phrases) {
        if ((phrase.roles & role) === 0) continue
        let at = i + 1
        let matched = 1
        while (matched < phrase.words.length) {
          while (this.sign(at) === '.' || this.sign(at) === '/' || JOINERS.has(this.sign(at))) at++
          if (at >= this.count || this.text.folded(at) !== phrase.words[matched]) break
          matched++
          at++
        }
        if (matched === phrase.words.length) return at
      }
    return (entry.roles & role) !== 0 ? i + 1 : 0
  }

  /** Passes one dot that abbreviates the word before it. */
  #dot(i: number): number {
    return this.sign(i) === '.' && this.isTight(i) ? i + 1 : i
  }

  /** A house number: 12, 7B, 57/5, 26/2/1, 51-2, 79 a. */
  houseNumber(i: number): number {
    if (!this.#isNumberStart(i)) return 0
    const kind = this.kind(i)
    if (kind === TokenKind.number) {
      if (this.length(i) > 5 || (this.length(i) > 1 && this.text.text[this.#start[i]!] === '0')) return 0
    } else if (kind !== TokenKind.mixed || !/^\d{1,4}[a-zа-яα-ω]{1,2}$/.test(this.text.folded(i))) return 0
    let at = i + 1
    for (let more = 0; more < 3; more++) {
      const sign = this.sign(at)
      if ((sign !== '/' && sign !== '-' && sign !== '\u2013') || !this.isTight(at) || !this.isTight(at + 1)) break
      const next = this.kind(at + 1)
      const length = this.length(at + 1)
      const isPart =
        (next === TokenKind.number && length <= 4) ||
        (next === TokenKind.mixed && length <= 5) ||
        (this.isWord(at + 1) && length === 1)
      if (!isPart) return 0
      at += 2
    }
    if (!this.#isNumberEnd(at)) return 0
    if (at < this.count && REPEATED.has(this.text.folded(at))) return at + 1
    if (!this.isWord(at) || this.length(at) !== 1 || !this.#endsPart(at + 1)) return at
    // "47 m. 4": the letter is a unit word, not part of the number.
    return this.sign(at + 1) === '.' && (this.roles(at) & Role.unit) !== 0 ? at : at + 1
  }

  #isNumberStart(i: number): boolean {
    if (i === 0 || !this.isTight(i)) return true
    const before = this.sign(i - 1)
    if (before === '') return this.isNewline(i - 1)
    if (before === '.') return i < 2 || this.kind(i - 2) !== TokenKind.number
    return !'/-–+€$£#@_=:*%^~\\<&'.includes(before) || (before === ':' && this.isWord(i - 2))
  }

  #isNumberEnd(at: number): boolean {
    const sign = this.sign(at)
    if (sign === '' || !this.isTight(at)) return true
    if ('%€$£:@_=°'.includes(sign)) return false
    if (sign === '.' || sign === ',' || sign === '/' || sign === '-')
      return !(
        this.isTight(at + 1) &&
        (this.kind(at + 1) === TokenKind.number ||
          (sign !== ',' && sign !== '.' && this.kind(at + 1) !== TokenKind.newline))
      )
    return true
  }

  /** "s/n", "S/N": a street without numbers. */
  noNumber(i: number): number {
    const isIt =
      this.text.folded(i) === 's' && this.sign(i + 1) === '/' && i + 2 < this.count && this.text.folded(i + 2) === 'n'
    return isIt && this.isTight(i + 1) && this.isTight(i + 2) ? i + 3 : 0
  }

  /** A comma, a line break, a full stop or the end. */
  #endsPart(i: number): boolean {
    if (i >= this.count || this.isNewline(i)) return true
    const sign = this.sign(i)
    return sign === ',' || sign === '.' || sign === ';' || sign === ')'
  }

  /** The value behind a unit or plot word: 4, 4B, B1.08, A/2318, IV, C. */
  unitValue(i: number): number {
    const kind = this.kind(i)
    const length = this.length(i)
    const isValue =
      (kind === TokenKind.number && length <= 5) ||
      (kind === TokenKind.mixed && length <= 7) ||
      (kind === TokenKind.upper && (length === 1 || /^[ivx]{1,5}$/.test(this.text.folded(i)))) ||
      (kind === TokenKind.lower && length === 1)
    if (!isValue) return 0
    let at = i + 1
    for (let more = 0; more < 3; more++) {
      const sign = this.sign(at)
      if (sign === '' || !'./-'.includes(sign) || !this.isTight(at) || !this.isTight(at + 1)) break
      const next = this.kind(at + 1)
      if (next !== TokenKind.number && next !== TokenKind.mixed && !(this.isWord(at + 1) && this.length(at + 1) === 1))
        break
      at += 2
    }
    return at
  }

  /** "Flat 4", "Room No. 6", "2. Stock", "4.º C", "lgh 1202", "A 4". `afterNumber`: a house number stands before. */
  unit(i: number, afterNumber: boolean): number {
    const word = this.phrase(i, Role.unit)
    if (word > 0) {
      const isShort = word === i + 1 && this.length(i) <= 2
      const dotted = this.#dot(word)
      if (!isShort || (afterNumber && dotted > word)) {
        let at = dotted
        const number = this.phrase(at, Role.number)
        if (number > 0) at = this.#dot(number)
        if (this.sign(at) === '#') at++
        const value = at < this.count && !this.isNewline(at) ? this.unitValue(at) : 0
        if (value > 0 && (this.#hasDigit(at, value) || this.#endsPart(value))) return value
      }
    }
    const ordinal = this.#ordinalUnit(i, afterNumber)
    if (ordinal > 0) return ordinal
    const alone = this.phrase(i, Role.unitAfter)
    if (alone > i + 1 && this.isCapital(i) && this.#endsPart(alone)) return alone
    if (!afterNumber) return 0
    if (alone > 0 && this.#endsPart(this.#dot(alone))) return this.#abbreviated(alone)
    // Spanish floor and door behind the number: "19, 4 D", "2, 3F".
    if (this.kind(i) === TokenKind.mixed && /^\d{1,2}[a-z]$/.test(this.text.folded(i)) && this.#endsPart(i + 1))
      return i + 1
    const isDoor =
      this.kind(i) === TokenKind.number &&
      this.length(i) <= 2 &&
      this.kind(i + 1) === TokenKind.upper &&
      this.length(i + 1) === 1
    if (isDoor && this.sign(i - 1) === ',' && this.#endsPart(i + 2)) return i + 2
    // Finnish stair and flat ("A 4"), Spanish floor and door ("3F").
    if (
      this.kind(i) === TokenKind.upper &&
      this.length(i) === 1 &&
      this.kind(i + 1) === TokenKind.number &&
      this.length(i + 1) <= 3 &&
      this.#endsPart(i + 2)
    )
      return i + 2
    return 0
  }

  #hasDigit(from: number, to: number): boolean {
    for (let i = from; i < to; i++)
      if (this.kind(i) === TokenKind.number || this.kind(i) === TokenKind.mixed) return true
    return false
  }

  /** A dot after an abbreviation belongs to it when the part goes on or ends with another sign. */
  #abbreviated(at: number): number {
    if (this.sign(at) !== '.' || !this.isTight(at)) return at
    const next = this.sign(at + 1)
    return next === ',' || this.kind(at + 1) === TokenKind.number || this.isNewline(at + 1) ? at + 1 : at
  }

  #ordinalUnit(i: number, afterNumber: boolean): number {
    const kind = this.kind(i)
    const isRoman = kind === TokenKind.upper && /^[ivx]{1,5}$/.test(this.text.folded(i))
    const isGreek = kind === TokenKind.upper && this.length(i) === 1 && /[\u0384\u00b4'\u2019΄]/.test(this.sign(i + 1))
    // º and ª are read as the letters o and a: "3º B" begins with the mixed token "3o".
    const isMarked = kind === TokenKind.mixed && /^\d{1,2}(?:o|a|st|nd|rd|th|er|e)$/.test(this.text.folded(i))
    if (!((kind === TokenKind.number && this.length(i) <= 2) || isRoman || isGreek || isMarked)) return 0
    let at = i + 1
    let marked = isMarked
    while (".º°ª΄\u00b4\u2019'".includes(this.sign(at)) && this.sign(at) !== '' && at < i + 3) {
      marked = true
      at++
    }
    if (this.isWord(at) && /^[ºª°oa]$/.test(this.text.text.slice(this.#start[at], this.#end[at])) && this.isTight(at)) {
      marked = true
      at++
    }
    if (!marked && !afterNumber) return 0
    const word = this.phrase(at, Role.unitAfter)
    if (word > 0) {
      let stop = this.#dot(word)
      if (this.kind(stop) === TokenKind.number && this.length(stop) <= 3 && !this.isNewline(stop)) {
        stop++
        if (this.sign(stop) === '.' && this.isTight(stop) && !this.isTight(stop + 1)) stop++
        return stop
      }
      return stop > word ? this.#abbreviated(word) : word
    }
    if (marked && this.kind(at) === TokenKind.upper && this.length(at) === 1 && this.#endsPart(at + 1)) return at + 1
    return 0
  }

  /** "P.O. Box 1234", "Postfach 12 34", "Box 1184", "B.P. 44". A single word must be written with a capital. */
  box(i: number): { end: number; isSure: boolean } | null {
    const word = this.phrase(i, Role.box)
    if (word === 0) return null
    const isPhrase = word > i + 1
    if (!isPhrase && (!this.isCapital(i) || this.length(i) < 2)) return null
    let at = this.#dot(word)
    const number = this.phrase(at, Role.number)
    if (number > 0) at = this.#dot(number)
    if (this.kind(at) !== TokenKind.number && this.kind(at) !== TokenKind.mixed) return null
    if (this.length(at) > 7) return null
    at++
    // "Postfach 10 21 04": the number in groups; a group of four or five digits is the next postcode.
    for (
      let groups = 0;
      groups < 3 &&
      this.kind(at) === TokenKind.number &&
      this.length(at) <= 3 &&
      this.length(at - 1) <= 3 &&
      !this.isCapital(at + 1);
      groups++
    )
      at++
    return { end: at, isSure: isPhrase || this.length(i) > 4 }
  }

  /** "Plot 14", "Erf 5531", "Stand No. 22", "Kisumu/Manyatta A/2318". */
  plot(i: number): number {
    const word = this.phrase(i, Role.plot)
    if (word > 0 && (this.isCapital(i) || word > i + 1)) {
      let at = this.#dot(word)
      const number = this.phrase(at, Role.number)
      if (number > 0) at = this.#dot(number)
      const value = this.isNewline(at) ? 0 : this.unitValue(at)
      if (value > 0 && this.#hasDigit(at, value)) return value
    }
    // Kenyan title numbers: registration section, block, parcel, parted by strokes (Registered Land Act).
    if (this.isCapital(i) && this.sign(i + 1) === '/' && this.isTight(i + 1) && this.isCapital(i + 2)) {
      let at = i + 3
      for (let more = 0; more < 4; more++) {
        if (this.sign(at) === '/' && this.kind(at + 1) === TokenKind.number && this.length(at + 1) <= 6) return at + 2
        const isPart = this.kind(at) === TokenKind.mixed || (this.kind(at) === TokenKind.number && this.length(at) <= 4)
        if (this.sign(at) === '/' || this.isCapital(at) || isPart) at++
        else break
      }
    }
    return 0
  }

  /** A postcode of any country that begins at token i. */
  postcode(i: number): PostcodeHit | null {
    const kind = this.kind(i)
    if (kind !== TokenKind.number && kind !== TokenKind.mixed && kind !== TokenKind.upper) return null
    if (kind === TokenKind.number ? this.length(i) < 2 || this.length(i) > 6 : this.length(i) > 7) return null
    if (i > 0 && this.isTight(i) && !this.isNewline(i - 1) && !'(:,'.includes(this.sign(i - 1) || '!')) return null
    // What stands behind tells most words and amounts from postcodes before a single pattern is tried.
    const next = this.kind(i + 1)
    const isJoined =
      next === TokenKind.number || next === TokenKind.mixed || (this.sign(i + 1) === '-' && this.isTight(i + 1))
    if (kind === TokenKind.upper && !isJoined) return null
    if (kind === TokenKind.number && this.length(i) < 3 && !isJoined) return null
    let stop = 0
    let isDistinct = false
    const countries: string[] = []
    for (const rule of this.book.postcodes) {
      rule.pattern.lastIndex = this.#start[i]!
      const match = rule.pattern.exec(this.text.text)
      if (match === null) continue
      const end = match.index + match[0].length
      if (end > stop) {
        stop = end
        isDistinct = false
        countries.length = 0
      }
      if (end === stop) {
        countries.push(rule.country)
        isDistinct ||= rule.isDistinct
      }
    }
    if (stop === 0) return null
    let at = i
    while (at < this.count && this.#end[at]! < stop) at++
    if (this.#end[at] !== stop) return null
    const after = this.sign(at + 1)
    if (after !== '' && this.isTight(at + 1) && '-/%€$£_@'.includes(after)) return null
    return { end: at + 1, countries, isDistinct }
  }

  /** The longest name of the gazetteer that begins at i. `anyCase`: small letters may begin it. */
  place(i: number, anyCase = false): PlaceHit | null {
    // "il-Belt Valletta", "r-Rabat": the particle is small, the name is not.
    const isParticled =
      this.kind(i) === TokenKind.lower &&
      this.sign(i + 1) === '-' &&
      this.isTight(i + 1) &&
      this.isTight(i + 2) &&
      this.isCapital(i + 2)
    if (!(anyCase ? this.isWord(i) : this.isCapital(i) || isParticled)) return null
    const { gazetteer } = this.book
    let key = lookupForm(this.text.folded(i))
    const most = gazetteer.mostWords(key)
    let place = this.length(i) >= 2 ? gazetteer.get(key) : null
    let end = i + 1
    let at = i + 1
    for (let words = 1; words < most; words++) {
      let passed = 0
      while (passed < 2 && (JOINERS.has(this.sign(at)) || (this.sign(at) === '.' && this.isTight(at)))) {
        at++
        passed++
      }
      if (at >= this.count || (!this.isWord(at) && this.kind(at) !== TokenKind.number)) break
      key = `${key} ${lookupForm(this.text.folded(at))}`
      at++
      const longer = gazetteer.get(key)
      if (
        longer !== null &&
        (anyCase || this.isCapital(at - 1) || this.kind(at - 1) === TokenKind.number || this.isTight(at - 1))
      ) {
        place = longer
        end = at
      }
    }
    if (place === null) return null
    // "Kano's", "Vienna-based": the name goes on.
    if (this.sign(end) === '-' && this.isTight(end) && this.isTight(end + 1) && this.isCapital(end + 1)) return null
    return { end, place }
  }

  /** A run of capitalised words, tied by hyphens, apostrophes and small connecting words; at most five words. */
  capitals(i: number, most = 5): number {
    if (!this.isCapital(i)) return 0
    let at = i + 1
    let words = 1
    for (let steps = 0; steps < MOST_NAME_TOKENS && words < most; steps++) {
      if (at >= this.count || this.isCell(at)) break
      if (JOINERS.has(this.sign(at)) && this.isTight(at) && this.isTight(at + 1) && this.isWord(at + 1)) {
        at += 2
        continue
      }
      if (this.isCapital(at)) {
        at++
        words++
        continue
      }
      // St. Mary, O. Henry: a dot after one to three letters goes on when a capital follows.
      if (
        this.sign(at) === '.' &&
        this.isTight(at) &&
        this.length(at - 1) <= 3 &&
        this.isCapital(at + 1) &&
        !this.isTight(at + 1)
      ) {
        at++
        continue
      }
      let next = at
      while (next < at + 2 && this.kind(next) === TokenKind.lower && (this.roles(next) & Role.connector) !== 0) next++
      if (
        next > at &&
        (this.isCapital(next) || (JOINERS.has(this.sign(next)) && this.isTight(next) && this.isCapital(next + 1)))
      ) {
        at = next
        continue
      }
      break
    }
    return at
  }

  /** "rue de la République", "ul. Długa", "Calle 15", "C/ Sauceda": a type word, then the name. */
  streetBefore(i: number, anyCase: boolean): StreetHit | null {
    const word = this.phrase(i, Role.streetBefore)
    if (word === 0) return null
    let at = word
    const isShort = word === i + 1 && this.length(i) <= 2
    let isMarked = true
    if (this.sign(at) === '.' && this.isTight(at)) at++
    else if ((this.sign(at) === '/' || this.sign(at) === 'º' || this.sign(at) === 'ª') && this.isTight(at)) at++
    else if (isShort && !(this.length(i) === 2 && this.isCapital(i))) return null
    else isMarked = false
    if (this.sign(at) === '.' && this.isTight(at)) at++
    if (this.isNewline(at)) return null
    let isWeak = (this.roles(i) & Role.weakStreet) !== 0 || (isShort && !isMarked)
    // A dash inside the type word itself ("Grand-Rue", "Rond-Point") carries its own name.
    const end = this.#streetName(at, anyCase && !isWeak && this.length(i) >= 4)
    if (end === 0)
      return word > i + 1 && JOINERS.has(this.sign(i + 1)) && this.isCapital(i) ? { end: word, isWeak: true } : null
    if (!this.#hasCapital(at, end)) isWeak = true
    return { end, isWeak }
  }

  #hasCapital(from: number, to: number): boolean {
    for (let i = from; i < to; i++) if (this.isCapital(i)) return true
    return false
  }

  /** The name behind a street's type word; 0 when no capital letter or number comes. */
  #streetName(from: number, anyCase: boolean): number {
    let at = from
    let end = 0
    let lows = 0
    for (let steps = 0; steps < MOST_NAME_TOKENS; steps++) {
      if (at >= this.count || this.isCell(at)) break
      const kind = this.kind(at)
      const sign = this.sign(at)
      if (this.isCapital(at)) {
        lows = 0
        end = ++at
        continue
      }
      if (kind === TokenKind.number && this.length(at) <= 3) {
        // "11 Novembre", "4 de Fevereiro" are names; "12" and "12, 5020" are house numbers.
        const next =
          this.kind(at + 1) === TokenKind.lower && (this.roles(at + 1) & Role.connector) !== 0 ? at + 2 : at + 1
        const isDate =
          end === at &&
          this.isCapital(next) &&
          (this.roles(next) & Role.unit) === 0 &&
          this.length(next) > 3 &&
          this.book.gazetteer.get(this.text.folded(next)) === null
        if (end === 0 || (steps > 0 && isDate && next === at + 2)) {
          if (end === 0 && steps > 1) break
          end = ++at
          continue
        }
        if (end !== at) {
          if (this.isCapital(next)) {
            end = ++at
            continue
          }
        }
        break
      }
      if (JOINERS.has(sign) && this.isTight(at)) {
        at++
        if (this.isTight(at) && this.isWord(at)) {
          if (this.isCapital(at) || end === at - 1) end = at + 1
          at++
          continue
        }
        break
      }
      if (QUOTES.has(sign)) {
        const closing = this.#closingQuote(at)
        if (closing > 0) end = at = closing
        else at++
        continue
      }
      if (
        sign === '.' &&
        this.isTight(at) &&
        this.length(at - 1) <= 5 &&
        at - 1 >= from &&
        (this.isCapital(at + 1) || lows > 0)
      ) {
        at++
        continue
      }
      if (kind === TokenKind.lower) {
        const isConnector = (this.roles(at) & Role.connector) !== 0
        if (!isConnector && (this.roles(at) & Role.preposition) !== 0) break
        if (!isConnector && !(lows < 2 && this.isCapital(at + 1) && end === 0) && !(anyCase && end === 0 && lows < 3))
          break
        if (++lows > 3) break
        at++
        if (anyCase && !isConnector && end === 0) end = at
        continue
      }
      break
    }
    return end
  }

  /** Token after the quotation mark that closes the one at i, at most six words on; 0 when none does. */
  #closingQuote(i: number): number {
    for (let at = i + 1; at < i + 8 && at < this.count; at++) {
      if (QUOTES.has(this.sign(at))) return at + 1
      if (!this.isWord(at) && this.kind(at) !== TokenKind.number) return 0
    }
    return 0
  }

  /** "Adeola Odeku Street", "Nádor utca", "Gedimino pr.", "Mariahilfer Straße", "Skepparegatan". */
  streetAfter(i: number, anyCase: boolean): StreetHit | null {
    const kind = this.kind(i)
    const isOrdinal = kind === TokenKind.mixed && /^\d{1,3}(?:st|nd|rd|th)$/.test(this.text.folded(i))
    const isSmall = kind === TokenKind.lower
    if (!this.isCapital(i) && !isOrdinal && !(anyCase && isSmall)) return null
    if ((this.roles(i) & Role.notStreet) !== 0) return null
    // In small letters a street begins with a word of its own, not with "of" or "a".
    if (isSmall && (this.length(i) < 3 || (this.roles(i) & (Role.connector | Role.preposition)) !== 0)) return null
    let at = i
    let found: StreetHit | null = null
    let isGlued = false
    let words = 0
    for (let steps = 0; steps < MOST_NAME_TOKENS && at < this.count && words < 6; steps++) {
      if (at > i && this.isCell(at)) break
      const sign = this.sign(at)
      if (JOINERS.has(sign) && this.isTight(at) && this.isTight(at + 1)) {
        at++
        continue
      }
      if (sign === '.' && this.isTight(at) && this.length(at - 1) <= 3 && this.isCapital(at + 1)) {
        at++
        continue
      }
      const isCapital = this.isCapital(at) || (at === i && isOrdinal)
      if (!isCapital && this.kind(at) !== TokenKind.lower) break
      const roles = this.roles(at)
      if (at > i && (roles & Role.streetAfter) !== 0) {
        const isWeak = (roles & Role.weakStreet) !== 0
        const isShort = this.length(at) <= 2
        const isDotted = this.sign(at + 1) === '.' && this.isTight(at + 1)
        const beforeNumber = this.kind(at + 1) === TokenKind.number
        const accepted = isCapital
          ? !isShort || this.length(at) === 2
          : isShort
            ? isDotted
            : !isWeak || beforeNumber || this.isTight(at)
        if (accepted && !(isSmall && (isWeak || this.length(at) < 4))) {
          let end = at + 1
          if (isDotted && this.length(at) <= 5 && (this.kind(at + 2) === TokenKind.number || this.sign(at + 2) === ','))
            end = at + 2
          else if (isDotted && isShort && !isCapital) break
          found = { end, isWeak: isWeak || isShort }
          isGlued = false
          at++
          words++
          continue
        }
      }
      const glued = this.book.suffixRole(this.text.folded(at))
      if (glued !== 0 && (isCapital || (anyCase && at === i))) {
        found = { end: at + 1, isWeak: (glued & Role.weakStreet) !== 0 || !isCapital }
        isGlued = true
        at++
        words++
        // A dot: "Bahnhofstr. 5".
        if (
          this.sign(at) === '.' &&
          this.isTight(at) &&
          (this.kind(at + 1) === TokenKind.number || this.kind(at + 1) === TokenKind.mixed)
        ) {
          found = { end: at + 1, isWeak: found.isWeak }
          break
        }
        continue
      }
      if (found !== null) {
        // "Ring Road Central", "Main Street East" carry a direction behind.
        if (isCapital && (roles & Role.direction) !== 0 && found.end === at)
          found = { end: at + 1, isWeak: found.isWeak }
        // A glued ending may be the first word of a name that a type word closes: "Ruring'u Road".
        if (!isGlued || !(isCapital || this.isTight(at))) break
      }
      if (!isCapital) {
        if ((roles & Role.connector) === 0 && !(anyCase && words < 2)) break
      }
      at++
      words++
    }
    return found
  }

  /** "Co. Cork", "jud. Dolj", "Edo State", "sector 2". */
  region(i: number): { end: number; name: number; isQuarter: boolean } | null {
    const word = this.phrase(i, Role.region)
    if (word > 0) {
      const at = this.#dot(word)
      if (this.kind(at) === TokenKind.number && this.length(at) <= 2 && this.length(i) > 3)
        return { end: at + 1, name: at, isQuarter: true }
      if (this.isCapital(at) && (at > word || this.length(i) > 3))
        return { end: this.capitals(at, 3), name: at, isQuarter: false }
    }
    const run = this.capitals(i, 4)
    if (run > i + 1 && (this.roles(run - 1) & Role.regionAfter) !== 0) return { end: run, name: i, isQuarter: false }
    return null
  }

  /** "behind Elim Pharmacy", "opposite the central mosque", "hinterm rewe": a relation word and what it points at. */
  anchor(i: number): AnchorHit | null {
    const relation = this.phrase(i, Role.relation)
    if (relation === 0) return null
    const thing = this.thing(relation)
    if (thing === null) return null
    // "outside Storgata 129": a street, not a landmark.
    const street = this.streetAfter(relation, false)
    return street !== null && street.end >= thing.end - 2 && !thing.isTyped ? null : thing
  }

  /** The thing a relation word points at: small words, then a kind of place or a proper name, then what specifies it. */
  thing(from: number): AnchorHit | null {
    let at = from
    let end = 0
    let type: AnchorType = 'other'
    let isTyped = false
    let smalls = 0
    for (let words = 0; words < MOST_ANCHOR_WORDS && at < this.count; words++) {
      if (JOINERS.has(this.sign(at)) && this.isTight(at) && this.isTight(at + 1)) {
        at++
        if (end === at - 1 && this.isWord(at)) end = at + 1
        at++
        continue
      }
      if (this.sign(at) === '.' && this.isTight(at) && this.length(at - 1) <= 3 && this.isCapital(at + 1)) {
        at++
        continue
      }
      const isNumber = this.kind(at) === TokenKind.number && this.length(at) <= 3 && this.isCapital(at - 1)
      if (!this.isWord(at) && !isNumber) break
      const word = this.text.folded(at)
      const found = this.book.landmarkType(word)
      const pair = this.isWord(at + 1) ? this.book.landmarkType(`${word} ${this.text.folded(at + 1)}`) : null
      if (pair !== null || found !== null) {
        if (!isTyped || (pair ?? found) !== 'other') type = pair ?? found ?? type
        isTyped = true
        at += pair !== null ? 2 : 1
        end = at
        smalls = 0
        continue
      }
      if (this.isCapital(at) || isNumber) {
        end = ++at
        smalls = 0
        continue
      }
      // After the kind of place only a connecting word with a name behind goes on ("kościoła garnizonowego" is read by its kind).
      if (end > 0) {
        const isConnector = (this.roles(at) & Role.connector) !== 0
        if (
          !isConnector ||
          !(
            this.isCapital(at + 1) ||
            (JOINERS.has(this.sign(at + 1)) && this.isCapital(at + 2)) ||
            this.#connectorThenCapital(at + 1)
          )
        )
          break
      } else if (
        ++smalls > 4 ||
        (words > 0 && (this.roles(at) & (Role.preposition | Role.connector)) === Role.preposition)
      )
        break
      at++
    }
    return end > from ? { end, type, isTyped } : null
  }

  #connectorThenCapital(at: number): boolean {
    return (this.roles(at) & Role.connector) !== 0 && this.kind(at) === TokenKind.lower && this.isCapital(at + 1)
  }

  slice(from: number, to: number): string {
    return this.text.text.slice(this.#start[from], this.#end[to - 1])
  }
}

// Bulgarian by the Streamlined System (Transliteration Act, 2009), Greek by ELOT 743 (ISO 843), marks already gone.
const LATIN: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'h',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'sht',
  ъ: 'a',
  ь: 'y',
  ю: 'yu',
  я: 'ya',
  α: 'a',
  β: 'v',
  γ: 'g',
  δ: 'd',
  ε: 'e',
  ζ: 'z',
  η: 'i',
  θ: 'th',
  ι: 'i',
  κ: 'k',
  λ: 'l',
  μ: 'm',
  ν: 'n',
  ξ: 'x',
  ο: 'o',
  π: 'p',
  ρ: 'r',
  σ: 's',
  ς: 's',
  τ: 't',
  υ: 'y',
  φ: 'f',
  χ: 'ch',
  ψ: 'ps',
  ω: 'o',
}

/** The gazetteer's form of a folded word: Latin letters, whatever the script. */
export function lookupForm(word: string): string {
  const first = word.charCodeAt(0)
  if (first < 0x3b1 || first > 0x44f) return word
  return word
    .replace(/ου/g, 'ou')
    .replace(/([αε])υ(?=[θκξπσςτφχψ]|$)/g, '$1f')
    .replace(/([αε])υ/g, '$1v')
    .replace(/[а-яα-ω]/g, (letter) => LATIN[letter] ?? letter)
}
