// Least requirements for the values of a field: a label can be next to an empty field, another label or a remark.

const digits = (value: string) => (value.match(/\d/g) ?? []).length
export const letters = (value: string) => (value.match(/\p{L}/gu) ?? []).length

const NAME_WORDS = 7

function isName(value: string): boolean {
  return (
    letters(value) >= 2 &&
    value.length <= 80 &&
    !/[\d@:;=<>{}[\]_\n\t?!]/u.test(value) &&
    value.split(/\s+/).length <= NAME_WORDS &&
    /^[\p{L}'’"„(]/u.test(value) &&
    /[\p{L}\p{M}.)'’"“]$/u.test(value)
  )
}

const DATE =
  /^\D{0,12}(?:\d{1,4}[\s./\-年.]{1,3}(?:\d{1,2}|\p{L}{3,15}\.?)[\s./,\-月]{1,3}\d{1,4}|\p{L}{3,15}\.?\s\d{1,2}(?:st|nd|rd|th)?,?\s\d{4}|\d{8})\D{0,4}$/u

/** Numbers of registers and documents: mostly digits, in one or a few groups. */
function isNumber(value: string): boolean {
  const count = digits(value)
  return count >= 3 && value.length <= 40 && letters(value) <= Math.max(8, count) && !/[@:=<>{}\n]/.test(value)
}

function isHost(value: string): boolean {
  const dot = value.lastIndexOf('.')
  return dot >= 1 && dot <= value.length - 3 && value.length <= 400 && !/\s/.test(value)
}

const SHAPES: Readonly<Record<string, (value: string) => boolean>> = {
  name: isName,
  given_name: isName,
  family_name: isName,
  dob: (value) => DATE.test(value),
  phone: (value) => digits(value) >= 6 && digits(value) <= 20 && letters(value) <= 8 && value.length <= 40,
  email: (value) => /^[^\s@]{1,64}@[^\s@]{3,255}$/.test(value),
  address: (value) =>
    letters(value) >= 4 && value.length >= 8 && value.length <= 200 && /\d/.test(value) && !value.includes('@'),
  street: (value) => letters(value) >= 4 && value.length <= 120 && /\d/.test(value) && !value.includes('@'),
  iban: (value) => /^[A-Z]{2}\d{2}/i.test(value) && digits(value) >= 10,
  bank_account: (value) => digits(value) >= 6 && isNumber(value),
  website: (value) => isHost(value),
  organisation_name: (value) => letters(value) >= 2 && value.length <= 120 && !/[@=<>{}\n]/.test(value),
}

/** True if the value can belong to the field. Fields without a pattern hold numbers of registers and documents. */
export const fitsField = (field: string, value: string): boolean => (SHAPES[field] ?? isNumber)(value)
