// The structure of a read file: what each piece of its text is, where in the file it came from, and where on a page it stands.
// All offsets are UTF-16 indexes of the text that the parser gave back.

/** What a block is to a reader of the file. */
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

/** Which part of the file a block comes from. Everything but `body` is easily overlooked and is in the file all the same. */
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

/** A cell of a table. Rows and columns are counted from 0; a cell that spans several stands at its first. */
export interface Cell {
  readonly row: number
  readonly column: number
  readonly rowSpan: number
  readonly columnSpan: number
  /** True for the cells that name a column or a row. */
  readonly header: boolean
  readonly start: number
  readonly end: number
}

export interface Block {
  readonly kind: BlockKind
  readonly origin: Origin
  readonly start: number
  readonly end: number
  /** Depth of a heading or list item, from 1; null for the others and where the file does not say. */
  readonly level: number | null
  /** What the file calls the part it stands in (a sheet, a property, an attachment), or null. May be personal data. */
  readonly part: string | null
  /** The cells of a table in the order of rows; empty for other blocks. */
  readonly cells: readonly Cell[]
}

/** Where a run of text stands on a page. Runs are in order of `start` and do not overlap. */
export interface Placed {
  readonly start: number
  readonly end: number
  /** Counted from 1. */
  readonly page: number
  readonly box: Box
  /** How sure the recognition of a picture is of these characters, in [0, 1]; null where the file states them. */
  readonly confidence: number | null
}

/** How large a page is, in points. */
export interface PageSize {
  readonly page: number
  readonly width: number
  readonly height: number
}

export interface Structure {
  /** In text order, disjoint. Text between them is only white space that keeps them apart. */
  readonly blocks: readonly Block[]
  /** Empty where the file has no pages. */
  readonly placed: readonly Placed[]
  /** Pages of the file itself, not of files inside it, as far as their size is known. */
  readonly pages: readonly PageSize[]
}
