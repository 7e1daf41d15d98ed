// How much a doubt about a span weighs: one scale for all of them, measured by what words bring.

/**
 * In lexicon levels, each about a factor of four. The surest word brings 6 (words/odds.ts), and alone it needs 4
 * (LONE_THRESHOLD): what is announced brings 3.5 to 7 more (runs/span-score.ts).
 */
export const Doubt = {
  /** All that two sure words bring. */
  ofBoth: 12,
  /** More than the surest word brings: only who is announced outweighs it. */
  decisive: 8,
  /** All that the surest word brings. */
  grave: 6,
  /** All that a word alone needs. */
  strong: 4,
  /** More than the surest word has to spare when it stands alone. */
  serious: 3,
  /** As much as it has to spare. */
  fair: 2,
  slight: 1,
} as const
