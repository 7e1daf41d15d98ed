// A text read as an address book reads it: tokens with their roles, and the two readings that every other needs, names of the
// gazetteer and runs of capitals.
import type { Place } from '../packs/gazetteer.ts'
import type { ScannedText } from '../text/scanned.ts'
import { TokenKind } from '../text/tokens.ts'
import { type AddressBook, Role, type WordEntry } from './address-book.ts'

/** Most tokens of a name of several words: keeps the work on hostile text linear. */
export const MOST_NAME_TOKENS = 9
const MOST_WORDS = 5
/** Signs that tie the parts of one name. */
export const JOINERS = new Set(['-', "'", '\u2019', '\u2018', '`', '\u00b4'])

export interface PlaceHit {
  readonly end: number
  readonly place: Place
}

export class AddressReader {
  readonly text: ScannedText
  readonly book: AddressBook
  readonly count: number
  readonly #kind: Uint8Array
  readonly starts: Int32Array
  readonly stops: Int32Array
  readonly #entries: (WordEntry | null | undefined)[]
  /** What was read at a token before: the grammar asks about one place many times. */
  readonly #places: (PlaceHit | null | undefined)[]
  /** Ends of runs of capitals; 0 where none was read. */
  readonly #runs: Int32Array

  constructor(text: ScannedText, book: AddressBook) {
    this.text = text
    this.book = book
    this.count = text.tokens.count
    this.#kind = text.tokens.kind
    this.starts = text.tokens.start
    this.stops = text.tokens.end
    this.#entries = new Array(this.count)
    this.#places = new Array(this.count)
    this.#runs = new Int32Array(this.count)
  }

  start(i: number): number {
    return this.starts[i]!
  }

  end(i: number): number {
    return this.stops[i]!
  }

  kind(i: number): number {
    return i < this.count ? this.#kind[i]! : 0
  }

  /** The character of a sign token, else ''. */
  sign(i: number): string {
    return i >= 0 && i < this.count && this.#kind[i] === TokenKind.sign ? this.text.text[this.starts[i]!]! : ''
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
    return i > 0 && i < this.count && this.stops[i - 1] === this.starts[i]
  }

  /** Does a tab stand before token i? Tabs part the cells of a table, never the words of a name. */
  isCell(i: number): boolean {
    return i > 0 && i < this.count && this.text.text.charCodeAt(this.starts[i]! - 1) === 9
  }

  length(i: number): number {
    return i < this.count ? this.stops[i]! - this.starts[i]! : 0
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
  dot(i: number): number {
    return this.sign(i) === '.' && this.isTight(i) ? i + 1 : i
  }

  /** Does a segment end before token i: a sign that closes, a line break, the end? */
  endsSegment(i: number): boolean {
    if (i >= this.count || this.isNewline(i)) return true
    const sign = this.sign(i)
    return sign !== '' && ',.;)!?:"”»'.includes(sign)
  }

  /** A comma, a line break, a full stop or the end. */
  endsPart(i: number): boolean {
    if (i >= this.count || this.isNewline(i)) return true
    const sign = this.sign(i)
    return sign === ',' || sign === '.' || sign === ';' || sign === ')'
  }

  /** The longest name of the gazetteer that begins at i. `anyCase`: small letters may begin it. */
  place(i: number, anyCase = false): PlaceHit | null {
    if (anyCase || !this.isCapital(i)) return this.#placeAt(i, anyCase)
    const known = this.#places[i]
    if (known !== undefined) return known
    const hit = this.#placeAt(i, false)
    this.#places[i] = hit
    return hit
  }

  #placeAt(i: number, anyCase: boolean): PlaceHit | null {
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
  capitals(i: number, most = MOST_WORDS): number {
    if (!this.isCapital(i)) return 0
    if (most !== MOST_WORDS) return this.#run(i, most)
    const known = this.#runs[i]!
    if (known > 0) return known
    const end = this.#run(i, most)
    this.#runs[i] = end
    return end
  }

  #run(i: number, most: number): number {
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

  slice(from: number, to: number): string {
    return this.text.text.slice(this.starts[from], this.stops[to - 1])
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
