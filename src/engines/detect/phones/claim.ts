// The check of a telephone number against numbering plans, and the kinds of label that exclude it.
import { readPhone } from '../../../values/phone/phone.ts'

export interface PhoneKinds {
  readonly phone: number
  readonly other: number
  /** Labels of dates, which never have a country code. */
  readonly date: number
}

export const REACH = 45

/** True if one of the plans assigns the number. Without a cue, it needs the trunk prefix if its plan has one. */
export function isInPlan(value: string, plans: readonly string[], isAnnounced: boolean): boolean {
  for (let i = 0; i < plans.length; i++) {
    const reading = readPhone(value, plans[i]!)
    if (reading?.valid === true && (isAnnounced || !reading.lacksTrunk())) return true
  }
  return false
}
