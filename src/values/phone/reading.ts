// What is known of a telephone number once a numbering plan has read it.

export interface PhoneReading {
  readonly e164: string
  /** Country of the plan; null for numbers of no country (+800 and the like). */
  readonly country: string | null
  /** The plan assigns such numbers. */
  readonly valid: boolean
  /** The length at least is one the plan knows. */
  readonly possible: boolean
  /** Written with its country code. */
  readonly international: boolean
  /** Digits that its plan wants in national writing and this one leaves out: the trunk prefix ("0" in most, none in Spain). */
  lacksTrunk(): boolean
  /** Its plan gives such numbers to mobiles, alone or with others. */
  isMobile(): boolean
}
