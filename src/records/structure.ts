// The structure of a read file: kind, origin and page position of each block. Offsets are UTF-16 indexes of the text.

export const BLOCK_KINDS = [
  'title',
  'heading',
  'paragraph',
  'list_item',
  'key_value',
  'table',
  'code',
  'caption',
] as const
export type BlockKind = (typeof BLOCK_KINDS)[number]

/** The part of the file a block comes from. Readers easily overlook every part except `body`. */
export const ORIGINS = [
  'body',
  'header',
  'footer',
  'note',
  'comment',
  'hidden',
  'deleted',
  'speaker_notes',
  'form',
  'annotation',
  'bookmark',
  'link',
  'property',
  'attachment',
  'picture',
] as const
export type Origin = (typeof ORIGINS)[number]

/** A rectangle on a page in points (1/72 inch) from its upper left corner: left, top, right, bottom. */
export type Box = readonly [number, number, number, number]

/** A cell of a table. Rows and columns are counted from 0; a cell that spans several is at its first. */
export interface Cell {
  readonly row: number
  readonly column: number
  readonly rowSpan: number
  readonly columnSpan: number
  /** True for column and row headers. */
  readonly header: boolean
  readonly start: number
  readonly end: number
}

export interface Block {
  readonly kind: BlockKind
  readonly origin: Origin
  readonly start: number
  readonly end: number
  /** Depth of a heading or list item, from 1; null for others and if the file does not specify it. */
  readonly level: number | null
  /** Name of its part in the file (a sheet, a property, an attachment), or null. May be personal data. */
  readonly part: string | null
  /** The cells of a table in row order; empty for other blocks. */
  readonly cells: readonly Cell[]
}

/** Position of a run of text on a page. Runs are in order of `start` and do not overlap. */
export interface Placed {
  readonly start: number
  readonly end: number
  /** Counted from 1. */
  readonly page: number
  readonly box: Box
  /** Confidence of the character recognition, in [0, 1]; null for text from the file itself. */
  readonly confidence: number | null
}

/** Size of a page, in points. */
export interface PageSize {
  readonly page: number
  readonly width: number
  readonly height: number
}

export interface Structure {
  /** In text order, disjoint. The text between blocks is only separating white space. */
  readonly blocks: readonly Block[]
  readonly placed: readonly Placed[]
  /** Pages of the file itself, not of files inside it, with a known size. */
  readonly pages: readonly PageSize[]
}
