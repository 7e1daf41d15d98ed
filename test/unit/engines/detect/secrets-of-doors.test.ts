// Secrets after words for a code, a door or a key of a file: only values that are neither a word nor a stock number.
import { describe, expect, it } from 'vitest'
import { only } from './finding.ts'

const secrets = (text: string) => only('PASSWORD', text, 'GB')

describe('codes that people make up', () => {
  it.each([
    ['Access via the key safe rain-cloud95. Visit at nine.', ['rain-cloud95']],
    ['done, pin Velvet6924&, valid until May', ['Velvet6924&']],
    ['locker 12, code uGM0t6WcCg1, expires soon', ['uGM0t6WcCg1']],
    ['your payslip is attached; open it with Winter3092*. Net pay below', ['Winter3092*']],
    ['Reset secret sent: cedar-cloud02', ['cedar-cloud02']],
  ])('%s', (text, expected) => expect(secrets(text)).toEqual(expected))

  it.each([
    ['promo code Summer-2026 at the till'],
    ['source code release-v2 is out'],
    ['parcel code JJD50799712403865104 and item code RMM-7816-L'],
    ['open it with Chrome or Firefox'],
  ])('none in: %s', (text) => expect(secrets(text)).toEqual([]))
})
