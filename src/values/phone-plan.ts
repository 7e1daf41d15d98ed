// Numbering plans made ready once: the patterns of libphonenumber-js/max compiled, so that plainly written numbers are read
// without building its objects and regular expressions for each of them. What is not plain is left to the library.
import { type CountryCode, isSupportedCountry, Metadata } from 'libphonenumber-js/max'

/** A number as its plan reads it. */
export interface PlanReading {
  readonly e164: string
  readonly country: string | null
  /** Digits of the number without its calling code and trunk prefix. */
  readonly nationalLength: number
  readonly valid: boolean
  readonly possible: boolean
}

/** The kinds of number that make a number valid in plans that list kinds (the library's isValid). */
const TYPES = [
  'FIXED_LINE',
  'MOBILE',
  'PREMIUM_RATE',
  'TOLL_FREE',
  'SHARED_COST',
  'VOIP',
  'PERSONAL_NUMBER',
  'PAGER',
  'UAN',
  'VOICEMAIL',
] as const

/** ITU E.164: country codes have at most three digits; the library reads national numbers of 2 to 17. */
const LONGEST_CODE = 3
const SHORTEST_NUMBER = 2
const LONGEST_NUMBER = 17
/** Written with spaces, hyphens, full stops, slashes and brackets alone, a leading plus at most. */
const PLAIN = /^\+?[\d ()./-]{3,40}$/

/** What is used of the library's plan object; its own type declares less. */
interface LibraryPlan {
  callingCode(): string
  IDDPrefix(): string | undefined
  nationalNumberPattern(): string
  possibleLengths(): readonly number[] | undefined
  nationalPrefixForParsing(): string | undefined
  leadingDigits(): string | undefined
  hasTypes(): boolean
  type(name: string): { pattern(): string; possibleLengths(): readonly number[] | undefined } | undefined
}

interface LibraryMetadata {
  readonly numberingPlan: LibraryPlan
  getCountryCodesForCallingCode(code: string): readonly string[] | undefined
  hasCallingCode(code: string): boolean | undefined
  selectNumberingPlan(name: string): void
}

interface Plan {
  readonly country: string
  readonly callingCode: string
  readonly pattern: RegExp
  readonly lengths: readonly number[]
  readonly trunk: RegExp | null
  /** What one dials to leave the country: a number that begins so is not read here. */
  readonly exit: RegExp | null
  readonly leading: RegExp | null
  /** Null where the plan lists no kinds. */
  readonly types: readonly { readonly pattern: RegExp; readonly lengths: readonly number[] | null }[] | null
  /** Every country of the calling code, the main one first. */
  readonly sharing: readonly string[]
}

const whole = (pattern: string) => new RegExp(`^(?:${pattern})$`)
const opening = (pattern: string | undefined) => (pattern ? new RegExp(`^(?:${pattern})`) : null)

function compile(country: string): Plan | null {
  const metadata = new Metadata() as unknown as LibraryMetadata
  metadata.selectNumberingPlan(country)
  const plan = metadata.numberingPlan
  const callingCode = plan.callingCode()
  const sharing = metadata.getCountryCodesForCallingCode(callingCode)
  const lengths = plan.possibleLengths()
  if (sharing === undefined || !lengths) return null
  const types = TYPES.flatMap((name) => {
    const type = plan.type(name)
    const pattern = type?.pattern()
    return type && pattern ? [{ pattern: whole(pattern), lengths: type.possibleLengths() ?? null }] : []
  })
  return {
    country,
    callingCode,
    pattern: whole(plan.nationalNumberPattern()),
    lengths,
    trunk: opening(plan.nationalPrefixForParsing()),
    exit: opening(plan.IDDPrefix()),
    leading: opening(plan.leadingDigits()),
    types: plan.hasTypes() ? types : null,
    sharing,
  }
}

/** Plans by country, each compiled on its first number; bounded by the number of countries there are. */
const plans = new Map<string, Plan | null>()
const callingCodes = new Map<string, string | null>()

function planOf(country: string): Plan | null {
  const known = plans.get(country)
  if (known !== undefined) return known
  const plan = compile(country)
  plans.set(country, plan)
  return plan
}

/** The main country of a calling code; null for codes of none, and for digits that are no code. */
function mainCountry(code: string): string | null {
  let known = callingCodes.get(code)
  if (known === undefined) {
    const metadata = new Metadata() as unknown as LibraryMetadata
    known = metadata.getCountryCodesForCallingCode(code)?.[0] ?? (metadata.hasCallingCode(code) ? '' : null)
    // Three digits make a thousand codes at most.
    callingCodes.set(code, known)
  }
  return known
}

/** The library's length check: is the number of a length that the plan knows? */
function lengthOf({ lengths }: Plan, number: string): 'possible' | 'too_long' | 'wrong' {
  if (lengths.includes(number.length)) return 'possible'
  return number.length > lengths[lengths.length - 1]! ? 'too_long' : 'wrong'
}

/** Is the number of a kind that the plan knows? */
function isTyped(plan: Plan, number: string): boolean {
  if (!plan.pattern.test(number)) return false
  if (plan.types === null) return false
  for (const { pattern, lengths } of plan.types)
    if ((lengths === null || lengths.includes(number.length)) && pattern.test(number)) return true
  return false
}

/** Which of the countries that share a calling code a number belongs to; null when none claims it. */
function countryOf(plan: Plan, number: string): Plan | null {
  if (plan.sharing.length === 1) return planOf(plan.sharing[0]!)
  for (const code of plan.sharing) {
    const one = planOf(code)
    if (one === null) continue
    if (one.leading !== null ? one.leading.test(number) : isTyped(one, number)) return one
  }
  return null
}

/** The number without its trunk prefix; undefined where the plan rewrites numbers, which the library does. */
function withoutTrunk(plan: Plan, number: string): string | undefined {
  const match = plan.trunk?.exec(number)
  if (!match) return number
  if (match.length > 1) return undefined
  const rest = number.slice(match[0].length)
  if (rest === number) return number
  if (plan.pattern.test(number) && !plan.pattern.test(rest)) return number
  const length = lengthOf(countryOf(plan, rest) ?? plan, rest)
  return length === 'wrong' ? number : rest
}

function readingOf(plan: Plan, country: Plan | null, number: string): PlanReading | null {
  if (number.length < SHORTEST_NUMBER || number.length > LONGEST_NUMBER) return null
  const governing = country ?? plan
  const valid = governing.types === null ? governing.pattern.test(number) : isTyped(governing, number)
  return {
    e164: `+${plan.callingCode}${number}`,
    country: country?.country ?? null,
    nationalLength: number.length,
    valid,
    possible: valid || lengthOf(governing, number) === 'possible',
  }
}

/**
 * Reads a plainly written number as libphonenumber-js does. `country` is the plan of numbers written without a calling
 * code. Null when the value is no telephone number; undefined when the library has to be asked.
 */
export function readPlain(text: string, country: string | null): PlanReading | null | undefined {
  if (!PLAIN.test(text)) return undefined
  const digits = text.replace(/\D+/g, '')
  if (digits.length < 3) return undefined
  if (text.charCodeAt(0) === 43) {
    if (digits.charCodeAt(0) === 48) return null
    for (let length = 1; length <= LONGEST_CODE; length++) {
      const main = mainCountry(digits.slice(0, length))
      if (main === null) continue
      const plan = main === '' ? null : planOf(main)
      if (plan === null || digits.length === length) return undefined
      const number = withoutTrunk(plan, digits.slice(length))
      return number === undefined ? undefined : readingOf(plan, countryOf(plan, number), number)
    }
    return null
  }
  if (country === null) return null
  if (!isSupportedCountry(country)) return undefined
  const plan = planOf(country satisfies CountryCode)
  if (plan === null || plan.exit?.test(digits) || digits.startsWith(plan.callingCode)) return undefined
  const number = withoutTrunk(plan, digits)
  if (number === undefined) return undefined
  return readingOf(plan, countryOf(plan, number) ?? plan, number)
}
