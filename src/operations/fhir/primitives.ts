// Primitive types of FHIR R4: what a value must look like to be read as one (FHIR R4, 2.24.0.1). Others are taken out.
const YEAR = String.raw`(?:[1-9]\d{3}|0\d{3})`
const MONTH = '(?:0[1-9]|1[0-2])'
const DAY = String.raw`(?:0[1-9]|[12]\d|3[01])`
const TIME = String.raw`(?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d{1,9})?`
const ZONE = String.raw`(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)`

const like = (pattern: string) => {
  const whole = new RegExp(`^(?:${pattern})$`, 'u')
  return (value: unknown): boolean => typeof value === 'string' && whole.test(value)
}
const isText = (value: unknown): boolean => typeof value === 'string' && /\S/.test(value)
/** Numbers of nine digits and more may be telephone numbers or identifiers. */
const isNumber = (value: unknown): boolean =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) < 1e8
const isWhole = (value: unknown): boolean => isNumber(value) && Number.isInteger(value)
const isAddress = (value: unknown): boolean => typeof value === 'string' && /^\S{1,2000}$/.test(value)

export const PRIMITIVES: Readonly<Record<string, (value: unknown) => boolean>> = {
  boolean: (value) => typeof value === 'boolean',
  integer: isWhole,
  positiveInt: (value) => isWhole(value) && (value as number) > 0,
  unsignedInt: (value) => isWhole(value) && (value as number) >= 0,
  decimal: isNumber,
  string: isText,
  markdown: isText,
  date: like(`${YEAR}(?:-${MONTH}(?:-${DAY})?)?`),
  dateTime: like(`${YEAR}(?:-${MONTH}(?:-${DAY}(?:T${TIME}${ZONE})?)?)?`),
  instant: like(`${YEAR}-${MONTH}-${DAY}T${TIME}${ZONE}`),
  time: like(TIME),
  code: like(String.raw`[^\s]{1,64}(?: [^\s]{1,64}){0,4}`),
  id: like('[A-Za-z0-9.-]{1,64}'),
  uri: isAddress,
  url: isAddress,
  canonical: isAddress,
  uuid: isAddress,
  oid: isAddress,
}

/** A year in a type of dates; an instant has no less than a second. */
export const shortened = (type: string, year: string): string => (type === 'instant' ? `${year}-01-01T00:00:00Z` : year)
