// Reads plainly written telephone numbers with the compiled numbering plans, with the same results as libphonenumber-js.
import { PLUS, signSet, ZERO } from '../../text/signs.ts'
import { codeAt, isDigitUnit, lengthOf, sliceOf, unitOf } from '../../text/unit-classes.ts'
import { hasPlan, type Kind, type KindName, type Plan, planOf, planOfCode } from './plan.ts'

export interface PhoneReading {
  readonly e164: string
  /** Country of the plan; null for numbers without a country (+800 and similar). */
  readonly country: string | null
  /** The plan assigns such numbers. */
  readonly valid: boolean
  /** At least the length is valid in the plan. */
  readonly possible: boolean
  readonly international: boolean
  /** True if the trunk prefix that national notation requires is missing ("0" in most plans, none in Spain). */
  lacksTrunk(): boolean
  /** The plan assigns such numbers to mobiles, possibly also to other types. */
  isMobile(): boolean
  /** The plan assigns such numbers to services: many people call them, and they belong to no caller. */
  isService(): boolean
}

/** Types of the numbers of services. */
export const SERVICES: ReadonlySet<string | undefined> = new Set(['TOLL_FREE', 'PREMIUM_RATE', 'SHARED_COST', 'UAN'])

/** A number as read by its plan. Rarely used facts are computed on request. */
class PlainReading implements PhoneReading {
  readonly country: string | null
  readonly valid: boolean
  readonly possible: boolean
  readonly international: boolean
  readonly #plan: Plan
  readonly #number: string
  readonly #written: number

  /** `number` is without calling code and trunk prefix; `written` is the number of digits written, including both. */
  constructor(plan: Plan, country: string | null, number: string, written: number, isInternational: boolean) {
    this.#plan = plan
    this.#number = number
    this.#written = written
    this.country = country
    this.valid = plan.types === null ? plan.pattern.test(number) : isTyped(plan, number)
    this.possible = this.valid || fitOf(plan, number) === 'possible'
    this.international = isInternational
  }

  get e164(): string {
    return `+${this.#plan.callingCode}${this.#number}`
  }

  lacksTrunk(): boolean {
    const length = lengthOf(this.#number)
    return this.#written <= length && nationalDigits(this.#plan, this.#number) > length
  }

  isMobile(): boolean {
    return this.valid && isMobile(this.#plan, this.#number)
  }

  isService(): boolean {
    const types = this.valid ? (this.#plan.types ?? []) : []
    return types.some((type) => SERVICES.has(type.name) && isOfKind(type, this.#number))
  }
}

/** ITU E.164: country codes have at most three digits; the library reads national numbers of 2 to 17 digits. */
const LONGEST_CODE = 3
const SHORTEST_NUMBER = 2
const LONGEST_NUMBER = 17
const LONGEST_PLAIN = 40

/** Signs that separate groups of digits. */
const mayGroup = signSet(' ()-./')

/** The digits of a number with only spaces, hyphens, full stops, slashes, brackets and a leading plus; null for others. */
function plainDigits(text: string): string | null {
  const first = unitOf(text, 0) === PLUS ? 1 : 0
  const length = lengthOf(text)
  if (length - first > LONGEST_PLAIN) return null
  let digits = ''
  let from = -1
  for (let i = first; i < length; i++) {
    const unit = codeAt(text, i)
    if (isDigitUnit(unit)) {
      if (from < 0) from = i
      continue
    }
    if (!mayGroup(unit)) return null
    if (from >= 0) digits += sliceOf(text, from, i)
    from = -1
  }
  return from < 0 ? digits : digits + sliceOf(text, from)
}

/** The library's length check against the lengths of the plan. */
function fitOf({ lengths }: Plan, number: string): 'possible' | 'too_long' | 'wrong' {
  if (lengths.includes(lengthOf(number))) return 'possible'
  return lengthOf(number) > lengths[lengths.length - 1]! ? 'too_long' : 'wrong'
}

function isTyped(plan: Plan, number: string): boolean {
  if (!plan.pattern.test(number)) return false
  if (plan.types === null) return false
  for (const type of plan.types) if (isOfKind(type, number)) return true
  return false
}

const isOfKind = ({ pattern, lengths }: Kind, number: string): boolean =>
  (lengths === null || lengths.includes(lengthOf(number))) && pattern.test(number)

/** True if the library would classify the number as mobile. */
function isMobile(plan: Plan, number: string): boolean {
  if (!plan.pattern.test(number)) return false
  const isOf = (wanted: KindName) => plan.types?.some((type) => type.name === wanted && isOfKind(type, number)) ?? false
  return isOf('FIXED_LINE') ? plan.mixesMobile || isOf('MOBILE') : isOf('MOBILE')
}

function nationalDigits(plan: Plan, number: string): number {
  const format = plan.formats.find(
    ({ leading, whole: pattern }) => (leading === null || leading.test(number)) && pattern.test(number),
  )
  const written = format === undefined ? number : number.replace(format.groups, format.written)
  let digits = 0
  for (let i = 0; i < lengthOf(written); i++) {
    const unit = codeAt(written, i)
    if (isDigitUnit(unit)) digits++
  }
  return digits
}

/** The country of a number among those that share its calling code; null if none matches. */
function countryOf(plan: Plan, number: string): Plan | null {
  if (plan.sharing.length === 1) return plan.sharing[0] === plan.country ? plan : planOf(plan.sharing[0]!)
  for (const code of plan.sharing) {
    const one = planOf(code)
    if (one === null) continue
    if (one.leading !== null ? one.leading.test(number) : isTyped(one, number)) return one
  }
  return null
}

/** The number without its trunk prefix; undefined if the plan transforms numbers, which only the library does. */
function withoutTrunk(plan: Plan, number: string): string | undefined {
  const match = plan.trunk?.exec(number)
  if (!match) return number
  if (match.length > 1) return undefined
  const rest = sliceOf(number, match[0].length)
  if (rest === number) return number
  if (plan.pattern.test(number) && !plan.pattern.test(rest)) return number
  const length = fitOf(countryOf(plan, rest) ?? plan, rest)
  return length === 'wrong' ? number : rest
}

/** Reads a plain number as libphonenumber-js does. Null if it is not a telephone number; undefined if the library must decide. */
export function readPlain(text: string, country: string | null): PhoneReading | null | undefined {
  const digits = plainDigits(text)
  if (digits === null || lengthOf(digits) < 3) return undefined
  if (codeAt(text, 0) === PLUS) return readInternational(digits)
  if (country === null) return null
  if (!hasPlan(country)) return undefined
  const plan = planOf(country)
  if (plan === null || plan.exit?.test(digits) || digits.startsWith(plan.callingCode)) return undefined
  const number = withoutTrunk(plan, digits)
  if (number === undefined) return undefined
  if (!isOfSomeLength(number)) return null
  const owner = countryOf(plan, number) ?? plan
  return new PlainReading(owner, owner.country, number, lengthOf(digits), false)
}

function readInternational(digits: string): PhoneReading | null | undefined {
  if (codeAt(digits, 0) === ZERO) return null
  for (let length = 1, code = 0; length <= LONGEST_CODE; length++) {
    code = code * 10 + codeAt(digits, length - 1) - ZERO
    const plan = planOfCode(code)
    if (plan === null) continue
    if (plan === undefined || lengthOf(digits) === length) return undefined
    const number = withoutTrunk(plan, sliceOf(digits, length))
    if (number === undefined) return undefined
    if (!isOfSomeLength(number)) return null
    const owner = countryOf(plan, number)
    return new PlainReading(owner ?? plan, owner?.country ?? null, number, lengthOf(digits), true)
  }
  return null
}

function isOfSomeLength(number: string): boolean {
  const length = lengthOf(number)
  return length >= SHORTEST_NUMBER && length <= LONGEST_NUMBER
}
