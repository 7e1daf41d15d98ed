// Numbering plans with the patterns of libphonenumber-js/max compiled once; the library reads numbers that are not plain.
import { type CountryCode, getCountries, Metadata } from 'libphonenumber-js/max'

/** The types that make a number valid in plans that list types (the library's isValid). */
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

export type KindName = (typeof TYPES)[number]

/** The library puts the trunk prefix before the first group of a format. */
const FIRST_GROUP = /\$\d/

/** The members of the library's plan object that are used here; its own type declares fewer. */
interface LibraryPlan {
  callingCode(): string
  IDDPrefix(): string | undefined
  nationalNumberPattern(): string
  possibleLengths(): readonly number[] | undefined
  nationalPrefixForParsing(): string | undefined
  leadingDigits(): string | undefined
  hasTypes(): boolean
  type(name: string): { pattern(): string; possibleLengths(): readonly number[] | undefined } | undefined
  formats(): readonly {
    pattern(): string
    format(): string
    leadingDigitsPatterns(): readonly string[]
    nationalPrefixFormattingRule(): string | undefined
  }[]
}

interface LibraryMetadata {
  readonly numberingPlan: LibraryPlan
  getCountryCodesForCallingCode(code: string): readonly string[] | undefined
  hasCallingCode(code: string): boolean | undefined
  selectNumberingPlan(name: string): void
}

export interface Kind {
  readonly name: KindName
  readonly pattern: RegExp
  readonly lengths: readonly number[] | null
}

/** National format of numbers with certain first digits. */
interface Format {
  readonly leading: RegExp | null
  readonly whole: RegExp
  readonly groups: RegExp
  readonly written: string
}

export interface Plan {
  readonly country: string
  readonly callingCode: string
  readonly pattern: RegExp
  readonly lengths: readonly number[]
  readonly trunk: RegExp | null
  /** International call prefix: a number that begins with it is not read here. */
  readonly exit: RegExp | null
  readonly leading: RegExp | null
  /** Null if the plan lists no types. */
  readonly types: readonly Kind[] | null
  /** Fixed-line numbers may also be mobile: the plan does not distinguish them. */
  readonly mixesMobile: boolean
  readonly formats: readonly Format[]
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
    return type && pattern ? [{ name, pattern: whole(pattern), lengths: type.possibleLengths() ?? null }] : []
  })
  const mobile = plan.type('MOBILE')
  return {
    country,
    callingCode,
    pattern: whole(plan.nationalNumberPattern()),
    lengths,
    trunk: opening(plan.nationalPrefixForParsing()),
    exit: opening(plan.IDDPrefix()),
    leading: opening(plan.leadingDigits()),
    types: plan.hasTypes() ? types : null,
    mixesMobile: mobile === undefined || mobile.pattern() === '',
    formats: plan.formats().map((format) => {
      const rule = format.nationalPrefixFormattingRule()
      return {
        leading: opening(format.leadingDigitsPatterns().at(-1)),
        whole: whole(format.pattern()),
        groups: new RegExp(format.pattern()),
        written: rule ? format.format().replace(FIRST_GROUP, rule) : format.format(),
      }
    }),
    sharing,
  }
}

const countries: ReadonlySet<string> = new Set(getCountries())

export const hasPlan = (country: string): country is CountryCode => countries.has(country)

/** Plans by country, each compiled on its first number; bounded by the number of countries. */
const plans = new Map<string, Plan | null>()
/** Entries by calling code for digits that are not a code, and for a code without a plan. */
const NO_CODE = 0
const UNPLANNED = 1
/** By calling code, which has at most three digits. */
const byCode: (Plan | typeof NO_CODE | typeof UNPLANNED | undefined)[] = new Array(1000).fill(undefined)

export function planOf(country: string): Plan | null {
  const known = plans.get(country)
  if (known !== undefined) return known
  const plan = compile(country)
  plans.set(country, plan)
  return plan
}

/** The plan of a calling code's main country; null for digits that are not a code, undefined for codes without a plan. */
export function planOfCode(code: number): Plan | null | undefined {
  let known = byCode[code]
  if (known === undefined) {
    const metadata = new Metadata() as unknown as LibraryMetadata
    const main = metadata.getCountryCodesForCallingCode(String(code))?.[0]
    known =
      main === undefined ? (metadata.hasCallingCode(String(code)) ? UNPLANNED : NO_CODE) : (planOf(main) ?? UNPLANNED)
    byCode[code] = known
  }
  return known === NO_CODE ? null : known === UNPLANNED ? undefined : known
}
