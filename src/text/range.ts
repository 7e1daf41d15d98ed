/** A part of a text in UTF-16 indexes, `end` exclusive: of its view in the engines, of the text itself outside them. */
export interface Range {
  readonly start: number
  readonly end: number
}
