/** The governing country, whose rules need the least evidence; null if only a statute is known. */
export interface DetectScope {
  readonly jurisdiction: string | null
}
