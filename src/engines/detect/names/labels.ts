// The labels of a token in a chain, in the order of every table of weights.

export const Label = {
  /** No part of any name. */
  other: 0,
  /** The first token of a person's name. */
  first: 1,
  /** A further token of a person's name. */
  further: 2,
  /** Part of the name of a place. */
  place: 3,
  /** Part of the name of an organisation or a thing. */
  organisation: 4,
} as const

/** The labels as the file of weights heads its columns. */
export const LABEL_NAMES = ['other', 'first', 'further', 'place', 'organisation'] as const
export const LABELS = 5
