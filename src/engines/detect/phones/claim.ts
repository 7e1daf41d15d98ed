// What every finding of a telephone number is made by: the claim itself, the plans that may assign the number, the labels that deny it.
import { readPhone } from '../../../values/phone/phone.ts'
import { type Claim, claimOf } from '../detector.ts'

/** Bits of the kinds of label that matter here. */
export interface PhoneKinds {
  readonly phone: number
  readonly other: number
  /** Labels of dates, which no number with a country code is. */
  readonly date: number
}

/** How far before a number the word that announces it may stand, in UTF-16 units. */
export const REACH = 45

/** A telephone number found; `country` is named where the number says it. */
export function phoneClaim(
  start: number,
  end: number,
  confidence: number,
  isValid: boolean,
  country: string | null,
): Claim {
  const strength = isValid ? 'validated' : 'pattern'
  return claimOf('PII-3-PHONE', start, end, confidence, 'rule:phone', strength, country ?? undefined)
}

/** Do any of the plans assign the number? Unannounced, it shows the trunk prefix where its plan has one. */
export function isInPlan(value: string, plans: readonly string[], isAnnounced: boolean): boolean {
  for (let i = 0; i < plans.length; i++) {
    const reading = readPhone(value, plans[i]!)
    if (reading?.valid === true && (isAnnounced || !reading.lacksTrunk())) return true
  }
  return false
}
