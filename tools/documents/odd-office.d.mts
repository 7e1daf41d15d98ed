/** A file that keeps a value in an odd place. */
export interface OddFile {
  readonly format: string
  readonly place: string
  /** Which value: one that the text shows too, or "only" one that it does not. */
  readonly kind: string
  /** What a copy must not show. */
  readonly wanted: readonly string[]
  bytes(): Uint8Array
}

export function oddFiles(): readonly OddFile[]
