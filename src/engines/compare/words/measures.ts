// Measures of similarity: numbers in [0, 1], and NaN where there is nothing to compare.

export const NOTHING = Number.NaN

/** Limits a number to [0, 1]. */
export function unit(value: number): number {
  return value < 0 ? 0 : value > 1 ? 1 : value
}
