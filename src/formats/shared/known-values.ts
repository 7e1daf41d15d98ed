// Values that were found once, searched again: repeats in parts of a file without context, and what a finished copy must not show anywhere.
// A repeat may be spelled in another way: with other separators of digits, another prefix of a telephone number, a line break inside, or another
// way to write a date.
import type { Range } from '../../text/range.ts'
import { isDigitUnit } from '../../text/unit-classes.ts'
import { sourceRange, type View, viewOf } from '../../text/view.ts'
import { writtenDays } from '../../values/date.ts'
import { LONGEST_PREFIX, type PhonePrefix, prefixesOf } from './phone-prefixes.ts'
import {
  isBorder,
  isInitialIn,
  isJoinedAt,
  isSignAt,
  isUnspaced,
  nextSign,
  signsFrom,
  UNSPACED,
} from './signs-of-values.ts'

/** Letters and digits that a value needs to be told from other text by itself. */
const LEAST_SIGNS = 4
const LEAST_DIGITS = 5
/** A name of one short word is told by its capital. */
const SHORT_NAME = /^\p{Lu}\p{L}{2}$/u
const LEAST_IN_ROW = /[\p{L}\p{N}].{0,2}[\p{L}\p{N}].{0,2}[\p{L}\p{N}]/u
export interface Known {
  readonly value: string
  /** The text that replaces it. */
  readonly text: string
  /** Only where markup parts its signs: whole, it is judged in its sentence. */
  readonly isParted?: boolean
}

export interface Occurrence extends Known {
  /** UTF-16 indexes of the text, end exclusive. */
  readonly start: number
  readonly end: number
}

/**
 * `strict`: as the value is written, except for case and white space; `names`: in the name of a file, where words may be joined; `letters`: in
 * letters of a page, where white space only says that two of them are apart; `row`: in a text of the same row, where words of three letters tell, too.
 */
export type Spelling = 'any' | 'strict' | 'names' | 'letters' | 'row'

/** Can the value be told from other text wherever it stands? "42" and "Li" cannot. */
export function isTelling(value: string): boolean {
  const signs = value.match(/[\p{L}\p{N}]/gu) ?? []
  if (UNSPACED.test(value)) return signs.length >= 2
  if (!/\p{L}/u.test(value)) return signs.length >= LEAST_DIGITS
  return signs.length >= LEAST_SIGNS || SHORT_NAME.test(value)
}

/** The numbers of a value of programs, each alone. */
export function numbersIn(value: string): string {
  return writtenOut(value).replace(/\p{L}+/gu, ' ')
}

/** Numbers with all their digits: 1.5E3 is 1500. */
export function writtenOut(text: string): string {
  return text.replace(WITH_EXPONENT, (number) => {
    const value = Number(number)
    return Number.isSafeInteger(value) ? String(value) : number
  })
}

const WITH_EXPONENT = /\b\d\.?\d{0,20}[eE]\+?\d{1,2}\b/g

/** What toLowerCase makes longer, writes in two ways, or has a small form of though it is no letter. */
const LOWERED_OTHERWISE = /[\u0130\u03a3\u2160-\u216f\u24b6-\u24cf]/

/** Small letters, of the same length. */
function folded(text: string): string {
  if (!LOWERED_OTHERWISE.test(text)) return text.toLowerCase()
  return text.replace(/[\p{Lu}\p{Lt}]/gu, (sign) => {
    const small = sign.toLowerCase()
    return small.length === sign.length ? small : sign
  })
}

/** True for what is a word and no more: it is searched as it is written, because "green" is not everybody of that name. */
export function isOneWord(value: string): boolean {
  return /^\p{L}+$/u.test(value)
}

/** The words of values that consist of words only, as names do: a copy may contain a part of a name alone. */
export function wordsOfValues(values: readonly Known[]): Known[] {
  return values.flatMap(({ value, text }) =>
    isOneWord(value.replace(/[\s'’-]+/g, '')) ? value.split(/[\s-]+/).map((word) => ({ value: word, text })) : [],
  )
}

/** Values in the names of files, with what only names of files write: halves of a double name without their hyphen, and names cut short: "Wallr." */
export function valuesInNames(values: readonly Known[]): KnownValues {
  const double = values.flatMap(({ value, text }) =>
    value
      .split(/\s+/)
      .flatMap((word) => (/\p{L}-\p{L}/u.test(word) ? [{ value: word.replaceAll('-', ' '), text }] : [])),
  )
  const short = wordsOfValues(values).flatMap(({ value, text }) =>
    Array.from({ length: Math.max(0, value.length - LEAST_SIGNS - 1) }, (_, n) => ({
      value: `${value.slice(0, LEAST_SIGNS + n)}.`,
      text,
    })),
  )
  return new KnownValues([...values, ...double, ...short], 'names')
}

/** Signs that a value is indexed by, and those of a value that is searched in other spellings: the work for a place is bounded. */
const HEAD = 64
const LONGEST_RESPELLED = 256
/** Least digits of a number that is searched by its digits, with any separators. */
const LEAST_OF_CODE = 7
/** Digits of a telephone number without its prefix, and with a calling code that nothing announces. */
const LEAST_OF_PHONE = 8
const LEAST_OF_INTERNATIONAL = 11
/** Digits without the area code, if a sign or a blank follows it in the value. */
const LEAST_OF_LOCAL = 6
const CODE_GAP = /^[^\S\n\t]{0,2}[-./()\u00b7]{0,2}[^\S\n\t]{0,2}(?:\r?\n[^\S\n\t]{0,8})?[-./(]?$/
/** Between signs of one value: a line break, also with a hyphen; and in longer values a few other signs, or a tag of markup. */
const LINE_BREAK = /^-?[^\S\n]{0,8}\n{1,2}[^\S\n]{0,8}$/
const PART_BREAK = /^(?:[^\p{L}\p{N}\n]{1,4}|(?:<[^<>\n]{1,64}>){1,3})$/u
/** A value of at least so many letters and digits is recognised across a line break, and across other signs between parts. */
const LEAST_OF_BROKEN = 6
const LEAST_OF_PARTED = 8
/** A name of so many letters is recognised where all of them are apart: O k o n k w o. */
const LEAST_OF_SPACED = 4

/** Values whose first letter and content are known without their view: no mark, escape or digit. */
const PLAIN_WORDS = /^[A-Za-z]{2}[^\p{M}\p{N}=+\\%<&*_`~]*$/u
/** The bit that tells a small letter of ASCII from its capital. */
const SMALL = 0x20

interface Pattern extends Known {
  readonly plain: string
  readonly signs: string
  /** The characters before each sign; the first item is the beginning of the value up to its first sign. */
  readonly gaps: readonly string[]
  readonly trail: string
  /** Digits whose separators say nothing. */
  readonly isCode: boolean
  /** One word, which may be joined with others: KundeNowak. */
  readonly isWord: boolean
  /** The word that has to be written alike, unless its letters are spaced; null for other values. */
  readonly exact: string | null
  /** Calling code of an international telephone number. */
  readonly calling: string | null
}

interface Group {
  /** Lengths of heads, longest first. */
  readonly lengths: number[]
  readonly byHead: Map<string, Pattern[]>
}

/** A value that may be parted and is in one piece here. */
const isWhole = ({ isParted, start, end, value }: Occurrence): boolean =>
  isParted === true && end - start === value.length

export class KnownValues {
  readonly #spelling: Spelling
  /** By their first two signs; `#firstUnits`: most words of a text begin as no value does. */
  readonly #groups = new Map<string, Group>()
  readonly #firstUnits = new Set<number>()
  /** Words that no searched text needed so far, by their first unit: most texts are short, and their words begin with few letters. */
  readonly #waiting = new Map<number, Known[]>()
  /** By the ISO form of a day. */
  readonly #days = new Map<string, Known>()

  constructor(values: Iterable<Known>, spelling: Spelling = 'any') {
    this.#spelling = spelling
    const seen = new Set<string>()
    for (const { value: given, text, isParted = false } of values) {
      const value = given.trim()
      if (seen.has(value) || !(isTelling(value) || (spelling === 'row' && LEAST_IN_ROW.test(value)))) continue
      seen.add(value)
      if (PLAIN_WORDS.test(value)) this.#wait({ value, text, isParted })
      else this.#add({ value, text, isParted })
      // 03/04/1970 has two readings.
      const [day] = this.#spelling === 'strict' || !/\d/.test(value) ? [] : writtenDays(value)
      if (day !== undefined && day.start === 0 && day.end === value.length)
        for (const reading of day.readings) if (!this.#days.has(reading)) this.#days.set(reading, { value, text })
    }
  }

  #wait(known: Known): void {
    const unit = known.value.charCodeAt(0) | SMALL
    const waiting = this.#waiting.get(unit)
    if (waiting !== undefined) waiting.push(known)
    else {
      this.#waiting.set(unit, [known])
      this.#firstUnits.add(unit)
    }
  }

  #add({ value, text, isParted = false }: Known): void {
    const plain = folded(this.#spelling === 'strict' ? value : viewOf(value).text.trim())
    const { signs, places } = signsFrom(plain, nextSign(plain, 0), Number.POSITIVE_INFINITY)
    const gaps = places.map((place, n) => plain.slice(n === 0 ? 0 : places[n - 1]! + 1, place))
    const digits = signs.replace(/\D/g, '').length
    const isCode = this.#spelling !== 'strict' && digits >= LEAST_OF_CODE && 2 * digits >= signs.length
    const pattern: Pattern = {
      plain,
      value,
      text,
      signs,
      gaps,
      trail: plain.slice((places.at(-1) ?? -1) + 1),
      isCode: isCode && !/[@_:]/.test(value),
      isParted,
      isWord: this.#spelling !== 'strict' && isOneWord(value),
      exact: !/^(?:names|row)$/.test(this.#spelling) && isOneWord(value) ? value : null,
      calling: null,
    }
    this.#put(pattern)
    if (!pattern.isCode || digits < signs.length) return
    const isInternational = gaps[0]!.includes('+')
    for (const { length, calling } of prefixesOf({ signs, places })) {
      const number = signs.slice(length)
      // A number without a plus and zeros may begin like a calling code.
      const isPrefix =
        calling === null
          ? !isInternational
          : isInternational || signs.startsWith('00') || digits >= LEAST_OF_INTERNATIONAL
      if (isPrefix && number.length >= LEAST_OF_PHONE) this.#put({ ...pattern, signs: number, gaps: [], calling })
    }
    if (isInternational || signs.startsWith('0')) this.#putLocal(pattern)
  }

  /** Possible forms of a telephone number without its area code: everything after a gap, or any long enough ending of a number without gaps. */
  #putLocal(pattern: Pattern): void {
    const { gaps, signs } = pattern
    const [, ...inside] = gaps
    const least = inside.some((gap) => gap !== '') ? LEAST_OF_LOCAL : LEAST_OF_CODE
    for (let from = 1; from + least <= signs.length; from++)
      if (signs[from] !== '0' && (least === LEAST_OF_CODE || gaps[from] !== ''))
        this.#put({ ...pattern, signs: signs.slice(from), gaps: [] })
  }

  #put(pattern: Pattern): void {
    const first = pattern.signs.slice(0, 2)
    const head = pattern.signs.slice(0, HEAD)
    const group: Group = this.#groups.get(first) ?? { lengths: [], byHead: new Map() }
    this.#groups.set(first, group)
    this.#firstUnits.add(first.charCodeAt(0))
    if (!group.lengths.includes(head.length)) {
      group.lengths.push(head.length)
      group.lengths.sort((a, b) => b - a)
    }
    const list = group.byHead.get(head)
    if (list === undefined) group.byHead.set(head, [pattern])
    else if (!list.some((known) => known.isCode && known.signs === pattern.signs && known.calling === pattern.calling))
      list.push(pattern)
  }

  /** Every occurrence, disjoint, in order; of two at one place the longer. */
  in(text: string, known?: View): Occurrence[] {
    if (this.#firstUnits.size === 0) return []
    const found = this.#in(text, false)
    const view = this.#spelling === 'strict' ? null : (known ?? viewOf(text))
    if (view !== null && view.starts !== null)
      // The view holds values that escapes, markup or invisible characters split in the source.
      for (const hit of this.#in(view.text, true)) {
        const range = sourceRange(view, hit.start, hit.end)
        if (!hit.isParted || range.end - range.start > hit.value.length) found.push({ ...hit, ...range })
      }
    else if (this.#days.size === 0) return found
    found.sort((a, b) => a.start - b.start || b.end - a.end)
    let end = 0
    return found.filter((hit) => {
      if (hit.start < end) return false
      end = hit.end
      return true
    })
  }

  /** `isView`: what parted the signs in the source is not in the text. */
  #in(text: string, isView: boolean): Occurrence[] {
    const found: Occurrence[] = []
    const small = folded(text)
    let isInside = false
    for (let at = 0; at < small.length; at++) {
      const isSign = isSignAt(small, at)
      const isFree = isSign && (!isInside || isUnspaced(small, at - 1, at))
      // NIN12345678901: a number of its own behind letters.
      const isNumber = isInside && isSign && this.#spelling === 'names' && isBorder(small, at)
      isInside = isSign
      if (!isFree && !isNumber && !(isSign && this.#spelling !== 'strict' && isInitialIn(text, small, at))) continue
      const hit = isFree || isNumber ? this.#at(text, small, at) : this.#longest(text, small, at, { isWord: true })
      if (hit === null) continue
      // A name that is a part of a joined word was not judged.
      const isJudged = isFree && !isJoinedAt(text, small, hit.end)
      if (isJudged && !isView && isWhole(hit)) continue
      found.push(hit)
      at = hit.end - 1
    }
    this.#addDays(text, found)
    return found
  }

  #addDays(text: string, found: Occurrence[]): void {
    if (this.#days.size === 0) return
    for (const { start, end, readings } of writtenDays(text)) {
      const day = readings.find((reading) => this.#days.has(reading))
      if (day !== undefined) found.push({ ...this.#days.get(day)!, start, end })
    }
  }

  #at(text: string, small: string, at: number): Occurrence | null {
    const isNumber = this.#spelling !== 'strict' && isDigitUnit(small.charCodeAt(at))
    let best = this.#longest(text, small, at, {})
    if (isNumber)
      for (const { length, calling } of prefixesOf(signsFrom(small, at, LONGEST_PREFIX))) {
        const from = signsFrom(small, at, length + 1).places[length]
        const hit = length === 0 || from === undefined ? null : this.#longest(text, small, from, { calling })
        if (hit !== null && hit.end > (best?.end ?? 0)) best = { ...hit, start: at }
      }
    return best !== null && isNumber && small[best.start - 1] === '+' ? { ...best, start: best.start - 1 } : best
  }

  /** `calling`: of the prefix of a telephone number, if one is before the place; `isWord`: only single words. */
  #longest(text: string, small: string, at: number, { calling, isWord }: Partial<Pattern>): Occurrence | null {
    const unit = small.charCodeAt(at)
    if (!this.#firstUnits.has(unit)) return null
    const waiting = this.#waiting.get(unit)
    if (waiting !== undefined) {
      this.#waiting.delete(unit)
      for (const known of waiting) this.#add(known)
    }
    const group = this.#groups.get(signsFrom(small, at, 2).signs)
    if (group === undefined) return null
    const { signs, places } = signsFrom(small, at, HEAD)
    for (const length of group.lengths)
      for (const pattern of group.byHead.get(signs.slice(0, length)) ?? []) {
        if ((calling !== undefined && !isSameNumber(pattern, { calling })) || (isWord && !pattern.isWord)) continue
        const range = this.#rangeOf(pattern, text, small, places)
        if (range !== null) return { value: pattern.value, text: pattern.text, isParted: pattern.isParted, ...range }
      }
    return null
  }

  /** The range of a value whose first signs are at the given places; null if the rest of it is not there. */
  #rangeOf(pattern: Pattern, text: string, small: string, places: readonly number[]): Range | null {
    const { gaps, plain, signs, trail } = pattern
    if (signs.length > LONGEST_RESPELLED) {
      const start = places[0]! - gaps[0]!.length
      return small.startsWith(plain, start) ? { start, end: start + plain.length } : null
    }
    const read = this.#signsOf(pattern, text, small, places)
    if (read === null) return null
    const { end, written } = read
    const isSpaced = end - places[0]! >= 2 * signs.length - 1
    if (pattern.exact !== null && written !== pattern.exact && !isSpaced) return null
    const isJoined =
      (pattern.isWord && isJoinedAt(text, small, end)) || (this.#spelling === 'names' && isBorder(small, end))
    if (isSignAt(small, end) && !isJoined && !isUnspaced(small, end - 1, end)) return null
    if (pattern.isCode) return { start: places[0]!, end }
    const start = places[0]! - gaps[0]!.length
    return small.startsWith(gaps[0]!, start) && small.startsWith(trail, end) ? { start, end: end + trail.length } : null
  }

  /** The signs of a value as the text has them, and where they end; null where another sign or gap is there. */
  #signsOf(
    pattern: Pattern,
    text: string,
    small: string,
    places: readonly number[],
  ): { written: string; end: number } | null {
    const { gaps, signs } = pattern
    let written = ''
    let end = places[0]!
    let areApart = false
    for (let n = 0; n < signs.length; n++) {
      const place = places[n] ?? nextSign(small, end)
      if (place < 0 || small[place] !== signs[n]) return null
      const gap = small.slice(end, place)
      if (n > 0 && (areApart || !this.#mayPart(gaps[n] ?? '', gap, pattern))) {
        if (!(areApart || n === 1) || !this.#isApart(gap, pattern)) return null
        areApart = true
      }
      written += text[place]
      end = place + 1
    }
    return { written, end }
  }

  #isApart(gap: string, { isWord, signs }: Pattern): boolean {
    return isWord && signs.length >= LEAST_OF_SPACED && (PART_BREAK.test(gap) || LINE_BREAK.test(gap))
  }

  /** True if a value that has `own` between two signs may have `gap` there. */
  #mayPart(own: string, gap: string, { isCode, signs }: Pattern): boolean {
    if (own === gap) return true
    if (isCode) return CODE_GAP.test(gap) || (signs.length >= LEAST_OF_PARTED && PART_BREAK.test(gap))
    const [wanted, given] = [own.replace(/\s+/g, ''), gap.replace(/\s+/g, '')]
    if (wanted === given && wanted !== own && given !== gap) return true
    if (this.#spelling === 'strict') return false
    if (wanted === given && (wanted !== '' || this.#spelling === 'letters')) return true
    if (own === '')
      return (
        (signs.length >= LEAST_OF_BROKEN && LINE_BREAK.test(gap)) ||
        (signs.length >= LEAST_OF_PARTED && PART_BREAK.test(gap))
      )
    return this.#spelling === 'names' && gap === '' && wanted === ''
  }
}

function isSameNumber({ calling, isCode, signs }: Pattern, prefix: Pick<PhonePrefix, 'calling'>): boolean {
  if (!isCode || signs.length < LEAST_OF_PHONE || /\D/.test(signs)) return false
  return calling === null || prefix.calling === null || calling === prefix.calling
}
