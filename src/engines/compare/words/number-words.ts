// Numbers in names, however they are written: "II", "second", "2nd" and "two" are 2, "forty-four" is 44.
import { isDigitUnit } from '../../../text/unit-classes.ts'

const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const ORDINALS =
  '- first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth'.split(
    ' ',
  )
const TENS = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
/** Roman numerals that are not also a letter or a word. */
const ROMANS = '- - ii iii iv - vi vii viii ix - xi xii xiii xiv xv xvi xvii xviii xix xx'.split(' ')

const VALUES = new Map<string, number>()
for (const list of [UNITS, ORDINALS, ROMANS])
  for (const [value, word] of list.entries()) if (word !== '-') VALUES.set(word, value)
const TENS_VALUES = new Map(TENS.flatMap((word, value) => (word === '-' ? [] : [[word, value * 10] as const])))
TENS_VALUES.set('fourty', 40)
const ORDINAL = /^(\d+)(?:st|nd|rd|th)$/

/** A number word as digits ("second", "2nd", "ii": "2"); any other token as it is. */
export function numberOf(token: string): string {
  const value = VALUES.get(token) ?? TENS_VALUES.get(token)
  if (value !== undefined) return String(value)
  return isDigitUnit(token.charCodeAt(0)) ? (ORDINAL.exec(token)?.[1] ?? token) : token
}

/** The tokens with every number in digits; a word for tens and the unit after it become one number. */
export function withNumbers(tokens: readonly string[]): string[] {
  const read: string[] = []
  for (let i = 0; i < tokens.length; i++) {
    const tens = TENS_VALUES.get(tokens[i]!)
    const unit = tens === undefined || i + 1 >= tokens.length ? '' : numberOf(tokens[i + 1]!)
    if (tens !== undefined && /^[1-9]$/.test(unit)) {
      read.push(String(tens + Number(unit)))
      i++
    } else read.push(numberOf(tokens[i]!))
  }
  return read
}
