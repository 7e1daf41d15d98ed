// Shared parts of telephone findings: the claim, the check against numbering plans, and the kinds of label that exclude it.
import { readPhone } from '../../../values/phone/phone.ts'
import { type Claim, claimOf } from '../detector.ts'

export interface PhoneKinds {
  readonly phone: number
  readonly other: number
  /** Labels of dates, which never have a country code. */
  readonly date: number
}

export const REACH = 45

/** Creates the claim of a telephone number; `country` is set if the number contains it. */
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

/** True if one of the plans assigns the number. Without a cue, it needs the trunk prefix if its plan has one. */
export function isInPlan(value: string, plans: readonly string[], isAnnounced: boolean): boolean {
  for (let i = 0; i < plans.length; i++) {
    const reading = readPhone(value, plans[i]!)
    if (reading?.valid === true && (isAnnounced || !reading.lacksTrunk())) return true
  }
  return false
}
