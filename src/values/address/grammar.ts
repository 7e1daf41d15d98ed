// The grammar of addresses: which part may follow which, in the order of every country at once.
import { TokenKind } from '../../text/tokens.ts'
import { anchor as readAnchor } from './landmarks.ts'
import type { Lookahead } from './lookahead.ts'
import {
  behindLabel,
  houseNumber,
  noNumber,
  box as readBox,
  plot as readPlot,
  postcode as readPostcode,
  unit as readUnit,
} from './numbers.ts'
import { type AddressPart, Part, type PartKind, type State, type Step } from './parts.ts'
import type { AddressReader } from './reader.ts'
import { region as readRegion, streetAfter } from './streets.ts'
import { Role, Trait } from './words.ts'

/** An unknown segment only follows one of these. */
const BEFORE_WORD =
  Part.street | Part.plot | Part.number | Part.anchor | Part.unit | Part.postcode | Part.word | Part.place

export class Grammar {
  readonly #reader: AddressReader
  readonly #ahead: Lookahead

  constructor(reader: AddressReader, ahead: Lookahead) {
    this.#reader = reader
    this.#ahead = ahead
  }

  next(at: number, separator: string, state: State): Step {
    const r = this.#reader
    const { has } = state
    const last = state.parts.at(-1)
    const isBreak = separator === '\n'
    const isBlank = separator === '' && state.parts.length > 0

    if (r.sign(at) === '(') {
      // Province in brackets: "20121 Milano (MI)".
      if (
        last?.kind === 'place' &&
        r.kind(at + 1) === TokenKind.upper &&
        r.length(at + 1) === 2 &&
        r.sign(at + 2) === ')'
      )
        return { part: { kind: 'region', from: at + 1, to: at + 2 }, end: at + 3 }
      return null
    }
    if ((has & Part.plot) === 0) {
      const box = readBox(r, at)
      if (box !== null && (has & Part.number) === 0) {
        let end = box.end
        // Norwegian box lines name the post office before the comma: "Postboks 660 Sentrum, 0106 Oslo".
        if (r.isCapital(end) && !r.isNewline(end) && r.sign(end + 1) === ',') end++
        return {
          part: { kind: 'plot', from: at, to: end, isSure: box.isSure },
          end: this.#boxPostcode(end),
          sureBox: box.isSure,
        }
      }
      if ((has & Part.street) === 0) {
        const plot = readPlot(r, at)
        // A title number with strokes is sure by its shape.
        if (plot > 0) return { part: { kind: 'plot', from: at, to: plot, isSure: r.sign(at + 1) === '/' }, end: plot }
      }
    }
    if ((has & Part.postcode) === 0) {
      const step = this.#postcode(at, separator, state)
      if (step !== null) return step
    }
    if (!isBlank || last?.kind === 'number' || last?.kind === 'unit' || last?.kind === 'plot') {
      const unit = readUnit(r, at, (has & Part.number) !== 0)
      if (unit > 0 && !((has & Part.place) !== 0 && (has & Part.number) !== 0 && isBreak))
        return { part: { kind: 'unit', from: at, to: unit }, end: unit }
    }
    const streetStep = this.#streetOrNumber(at, separator, state)
    if (streetStep !== null) return streetStep

    if (isBlank) {
      const second = this.#secondNumber(at, state)
      if (second !== null) return second
    }
    if (
      !isBlank ||
      last?.kind === 'postcode' ||
      last?.kind === 'place' ||
      last?.kind === 'number' ||
      last?.kind === 'unit' ||
      last?.kind === 'plot'
    ) {
      const place = this.#place(at, separator, state)
      if (place !== null) return place
    }
    if (!isBlank && !isBreak) {
      const anchor = state.parts.length === 0 || (has & Part.anchor) === 0 ? readAnchor(r, at) : null
      if (
        anchor !== null &&
        (anchor.isTyped || r.isCapital(anchor.end - 1)) &&
        (state.parts.length > 0 || this.#ahead.leadsOn(anchor.end))
      )
        return { part: { kind: 'anchor', from: at, to: anchor.end, anchorType: anchor.type }, end: anchor.end }
    }
    if ((has & Part.street) === 0 && (has & Part.place) === 0) {
      const building = this.#building(at, state)
      if (building !== null) return building
    }
    return this.#word(at, separator, state)
  }

  /** Some countries' box lines carry the postcode behind a hyphen: "P.O. Box 190-50100"; it is read as the next part. */
  #boxPostcode(end: number): number {
    return this.#afterBox(end + 1) === null ? end : end + 1
  }

  /** Countries whose postcode token i is behind the hyphen of a box line; null when none. */
  #afterBox(i: number): readonly string[] | null {
    const r = this.#reader
    if (r.sign(i - 1) !== '-' || r.kind(i) !== TokenKind.number) return null
    return r.book.postcodes.afterBox(r.text.text, r.start(i), r.end(i))
  }

  #postcode(at: number, separator: string, state: State): Step {
    const r = this.#reader
    const { has } = state
    const word = r.phrase(at, Role.postcodeWord)
    let from = at
    if (word > 0) {
      from = behindLabel(r, word)
      // "CP: 28319", "my zip code is 51859": the word vouches for the shape.
      const told = from > word && r.sign(from - 1) !== '.' && state.parts.length === 0 ? readPostcode(r, from) : null
      if (told !== null && r.endsSegment(told.end))
        return {
          part: { kind: 'postcode', from, to: told.end, countries: told.countries },
          end: told.end,
          first: from,
          distinct: true,
        }
      if (state.parts.length === 0) from = at
    }
    const boxed = state.isSureBox ? this.#afterBox(from) : null
    if (boxed !== null) return { part: { kind: 'postcode', from, to: from + 1, countries: boxed }, end: from + 1 }
    if (
      state.parts.length === 0 &&
      r.kind(from) === TokenKind.number &&
      !r.isCapital(from + 1) &&
      r.kind(from + 1) !== TokenKind.number &&
      r.sign(from + 1) !== '-'
    )
      return null
    const hit = readPostcode(r, from)
    if (hit === null) return null
    const part: AddressPart = { kind: 'postcode', from, to: hit.end, countries: hit.countries }
    if (hit.isDistinct) return { part, end: hit.end, distinct: true }
    const isAnchored =
      (has & Part.street) !== 0 || (has & Part.plot) !== 0 || (has & Part.number) !== 0 || (has & Part.anchor) !== 0
    const after = hit.end
    // "124 Elim Street": a number before a street is its number.
    if ((has & Part.street) === 0 && r.kind(from) === TokenKind.number && streetAfter(r, after, false) !== null)
      return null
    const isFollowed = r.isCapital(after) && !r.isNewline(after)
    const named =
      isFollowed || (r.sign(after) === ',' && r.isCapital(after + 1) && isAnchored)
        ? r.place(isFollowed ? after : after + 1)
        : null
    const fits = named?.place.entries.some((entry) => hit.countries.includes(entry.country))
    if (fits && (isAnchored || (state.parts.length === 0 && isFollowed))) return { part, end: hit.end }
    if (isFollowed && isAnchored && state.parts.at(-1)?.kind !== 'street') return { part, end: hit.end }
    if (
      isFollowed &&
      (has & Part.street) !== 0 &&
      r.length(from) >= 4 &&
      separator !== '' &&
      r.kind(from) === TokenKind.number &&
      !this.#ahead.isUnitAhead(after)
    )
      return { part, end: hit.end }
    if ((has & Part.place) !== 0 || ((has & Part.word) !== 0 && isAnchored)) {
      // After the town: Cape Town 8001; Valletta VLT 1112; Lagos, 101001.
      const towns = state.parts.filter((one) => one.place)
      const known = towns.some((one) => one.place?.entries.some((entry) => hit.countries.includes(entry.country)))
      if (
        (known || ((has & Part.street) !== 0 && towns.length === 0)) &&
        r.length(from) >= 3 &&
        (separator !== '\n' || r.endsSegment(hit.end))
      )
        return { part, end: hit.end }
    }
    return null
  }

  #streetOrNumber(at: number, separator: string, state: State): Step {
    const r = this.#reader
    const { has } = state
    const last = state.parts.at(-1)
    if ((has & Part.street) === 0) {
      // A town on the line before is another line of the letter, not the head of this address.
      if (separator === '\n' && last?.kind === 'place' && (has & Part.postcode) === 0) return null
      const isOpen =
        separator !== '' ||
        state.parts.length === 0 ||
        last?.kind === 'number' ||
        last?.kind === 'plot' ||
        last?.kind === 'unit' ||
        last?.kind === 'anchor'
      if (isOpen) {
        const kind = last?.kind ?? null
        const street = this.#ahead.street(at, kind, state.parts.length)
        if (street !== null)
          return { part: { kind: 'street', from: at, to: street.end }, end: street.end, weak: street.isWeak }
        if ((has & Part.number) === 0) {
          const lead = this.#ahead.leadingNumber(at, state.parts.length)
          if (lead !== null) return lead
        }
        const bare = this.#ahead.bareStreet(at, kind)
        if (bare > 0) return { part: { kind: 'street', from: at, to: bare }, end: bare, weak: true }
      }
      return null
    }
    if ((has & Part.number) === 0 && last?.kind === 'street' && separator !== '\n') {
      const word = r.sign(at) === '\u2116' ? at + 1 : r.phrase(at, Role.number)
      let from = at
      if (word > 0) {
        from = r.sign(word) === '.' ? word + 1 : word
        if (r.sign(from) === 'º' || r.sign(from) === '°') from++
        if (r.isWord(from) && /^[ºo°]$/.test(r.text.folded(from))) from++
      }
      const number = houseNumber(r, from)
      const isLoose = separator === ',' && word === 0
      if (number > 0 && !(isLoose && (state.isWeakStreet || r.isCapital(number)))) {
        // Hungary closes the number with a dot, which belongs to it when the address began with the postcode.
        const isDotted = isDottedHome(r, state) && r.sign(number) === '.' && r.isTight(number)
        return { part: { kind: 'number', from, to: number }, end: isDotted ? number + 1 : number }
      }
      const none = noNumber(r, at)
      if (none > 0) return { part: { kind: 'number', from: at, to: none }, end: none }
    }
    // "60 Brogade 68": building and house number around the street.
    if ((has & Part.number) !== 0 && last?.kind === 'street' && separator === '' && (has & Part.unit) === 0) {
      const second = houseNumber(r, at)
      if (second > 0 && (r.endsSegment(second) || readUnit(r, second, true) > 0))
        return { part: { kind: 'unit', from: at, to: second }, end: second }
    }
    return null
  }

  /** A further number behind the house number: Hungarian "118. 4/3.", Estonian and Nordic flats. */
  #secondNumber(at: number, state: State): Step {
    const r = this.#reader
    const last = state.parts.at(-1)
    if (last?.kind !== 'number' || !isDottedHome(r, state) || (state.has & Part.unit) !== 0) return null
    const end = houseNumber(r, at)
    if (end === 0) return null
    const isDotted = r.sign(end) === '.' && r.isTight(end)
    return { part: { kind: 'unit', from: at, to: end }, end: isDotted ? end + 1 : end }
  }

  #place(at: number, separator: string, state: State): Step {
    const r = this.#reader
    const { has } = state
    const last = state.parts.at(-1)
    // A region code behind the town: "20121 Milano MI".
    if (
      separator === '' &&
      last?.kind === 'place' &&
      r.kind(at) === TokenKind.upper &&
      r.length(at) === 2 &&
      (has & Part.postcode) !== 0 &&
      (has & Part.region) === 0
    )
      return { part: { kind: 'region', from: at, to: at + 1 }, end: at + 1 }
    const region = last !== undefined && separator !== '' ? readRegion(r, at) : null
    if (region !== null) {
      const kind: PartKind = region.isQuarter ? 'quarter' : 'region'
      return { part: { kind, from: region.name, to: region.end }, end: region.end }
    }
    const hit = r.place(at)
    if (hit === null) return null
    if ((has & Part.country) !== 0) return null
    const code = readPostcode(r, hit.end)
    if (separator === '\n' && !this.#ahead.endsLine(hit.end) && code === null && (has & Part.postcode) === 0)
      return null
    if (
      separator === '\n' &&
      (has & Part.place) !== 0 &&
      hit.place.entries[0]?.kind !== 'k' &&
      (has & Part.postcode) !== 0
    )
      return null
    // A blank between house number and town must not swallow a name that runs on.
    if (separator === '' && last !== undefined && last.kind !== 'postcode' && code === null && r.isCapital(hit.end))
      return null
    const run = r.capitals(at, 5)
    if (run > hit.end && last?.kind !== 'postcode') {
      // "Chester Smith": the run goes on past the name; take the run as a plain segment instead.
      const further = r.place(hit.end)
      if (further === null && code === null && !this.#ahead.isTail(hit.end)) return null
    }
    // "Gwarinpa Estate", "Sandown Village": the name of a quarter built on that of a town.
    if (
      last !== undefined &&
      (r.roles(hit.end) & Role.quarterAfter) !== 0 &&
      r.isCapital(hit.end) &&
      r.endsSegment(hit.end + 1)
    )
      return { part: { kind: 'quarter', from: at, to: hit.end + 1 }, end: hit.end + 1 }
    let end = hit.end
    // Behind its postcode Luxembourg is the town.
    const isCountry =
      hit.place.entries[0]?.kind === 'k' &&
      !(last?.kind === 'postcode' && hit.place.entries.some((entry) => entry.kind === 'c'))
    if (!isCountry && !r.isNewline(end)) {
      // Postal districts: "Praha 3", "Dublin 4", "København K".
      const isDistrict =
        (r.kind(end) === TokenKind.number && r.length(end) <= 2 && r.endsSegment(end + 1)) ||
        (r.kind(end) === TokenKind.upper && r.length(end) === 1 && r.endsSegment(end + 1))
      const isNumbered =
        (has & Part.postcode) !== 0 &&
        r.kind(end) === TokenKind.number &&
        r.length(end) <= 2 &&
        r.kind(end + 1) === TokenKind.lower
      const isLettered =
        (has & Part.postcode) !== 0 &&
        r.kind(end) === TokenKind.upper &&
        r.length(end) === 1 &&
        r.kind(end + 1) === TokenKind.lower
      if ((isDistrict || isNumbered || isLettered) && state.parts.length > 0) end++
      if (r.sign(end) === '-' && r.isTight(end) && r.kind(end + 1) === TokenKind.number && r.length(end + 1) <= 2)
        end += 2
      // Township units: "Motherwell NU 9".
      if (
        r.kind(end) === TokenKind.upper &&
        r.length(end) <= 3 &&
        r.kind(end + 1) === TokenKind.number &&
        r.length(end + 1) <= 2 &&
        r.endsSegment(end + 2)
      )
        end += 2
    }
    // "79104 Freiburg im Breisgau", "33000 Bordeaux Cedex 2": what specifies a town behind its postcode belongs to it.
    if (last?.kind === 'postcode' && run > end && r.kind(end) === TokenKind.lower) end = run
    if (last?.kind === 'postcode' && end < r.count && r.text.folded(end) === 'cedex') {
      end++
      if (r.kind(end) === TokenKind.number && r.length(end) <= 2) end++
    }
    const kind: PartKind = isCountry
      ? 'country'
      : hit.place.entries.every((entry) => entry.kind === 'r')
        ? 'region'
        : 'place'
    return { part: { kind, from: at, to: end, place: hit.place }, end }
  }

  /** A named building before the number or street: "Marula Mews, 88 Lynnwood Road". */
  #building(at: number, state: State): Step {
    const r = this.#reader
    if (state.parts.length > 0 && state.parts.at(-1)?.kind !== 'unit' && state.parts.at(-1)?.kind !== 'plot')
      return null
    const end = r.capitals(at, 5)
    if (end === 0) return null
    // "Mr D. Ashdown of Harefield House": at the head of an address the name of a building has no small words.
    if (state.parts.length === 0) for (let i = at; i < end; i++) if (!r.isCapital(i)) return null
    let stop = end
    if ((r.roles(end) & Role.building) !== 0 && r.kind(end) === TokenKind.lower) stop = end + 1
    const isBuilding =
      (r.roles(stop - 1) & Role.building) !== 0 ||
      (r.bits(stop - 1) & Trait.landmark) !== 0 ||
      (r.roles(at) & Role.building) !== 0
    if (!isBuilding && state.parts.length === 0) return null
    if (stop < at + 2 && state.parts.length === 0) return null
    const type = r.landmark(stop - 1) ?? 'other'
    const gap = this.#ahead.gap(stop)
    if (state.parts.length > 0 && stop > at + 1 && type !== 'other')
      return { part: { kind: 'anchor', from: at, to: stop, anchorType: type }, end: stop }
    if (gap === null || gap.separator === '') return null
    const parts = state.parts.length + 1
    const leads =
      this.#ahead.street(gap.at, 'anchor', parts) !== null ||
      this.#ahead.leadingNumber(gap.at, parts) !== null ||
      this.#ahead.bareStreet(gap.at, 'anchor') > 0 ||
      (isBuilding && this.#ahead.townAfter(stop))
    if (!leads) return null
    return { part: { kind: 'anchor', from: at, to: stop, anchorType: type }, end: stop }
  }

  /** A segment that nothing knows: a quarter, an estate, a small town. Kept at the end only where #close allows. */
  #word(at: number, separator: string, state: State): Step {
    const r = this.#reader
    const last = state.parts.at(-1)
    if (last === undefined || !r.isCapital(at)) return null
    // A town unknown to the gazetteer stands right behind its postcode ("9495 Triesen", "105 63, Αθήνα").
    const isTown = last.kind === 'postcode' && !state.isDistinctPostcode && (state.has & Part.place) === 0
    if (separator !== ',' && !(isTown && separator === '')) return null
    if (last.kind === 'postcode' && !isTown) return null
    if (state.parts.length >= 2 && last.kind === 'word' && state.parts.at(-2)?.kind === 'word') return null
    if ((state.has & Part.country) !== 0 || ((state.has & Part.postcode) !== 0 && last.kind !== 'postcode')) return null
    if ((state.has & BEFORE_WORD) === 0) return null
    if (
      (state.has & Part.street) === 0 &&
      (state.has & Part.plot) === 0 &&
      (state.has & Part.anchor) === 0 &&
      last.kind !== 'postcode'
    )
      return null
    let end = r.capitals(at, 4)
    if (end === 0) return null
    while (r.kind(end) === TokenKind.number && r.length(end) <= 2 && r.endsSegment(end + 1)) end++
    if ((r.roles(at) & Role.notBare) !== 0) return null
    const isQuarter = (r.roles(end - 1) & Role.quarterAfter) !== 0 || (r.roles(at) & Role.quarterBefore) !== 0
    return { part: { kind: isQuarter ? 'quarter' : 'word', from: at, to: end }, end }
  }
}

/** Did the address begin with postcode and town of a country that closes house numbers with a dot (Hungary)? */
function isDottedHome(r: AddressReader, state: State): boolean {
  if (state.parts[0]?.kind !== 'postcode') return false
  return state.parts[1]?.place?.entries.some((entry) => r.book.dotted.has(entry.country)) ?? false
}
