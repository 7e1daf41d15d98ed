// The result of reading a telephone number with a numbering plan.

export interface PhoneReading {
  readonly e164: string
  /** Country of the plan; null for numbers without a country (+800 and similar). */
  readonly country: string | null
  /** The plan assigns such numbers. */
  readonly valid: boolean
  /** At least the length is valid in the plan. */
  readonly possible: boolean
  readonly international: boolean
  /** True if the trunk prefix that national notation requires is missing ("0" in most plans, none in Spain). */
  lacksTrunk(): boolean
  /** The plan assigns such numbers to mobiles, possibly also to other types. */
  isMobile(): boolean
}
