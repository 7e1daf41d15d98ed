// The kinds of part that an office package may have (ECMA-376), by application and type of relation: what each is called in a copy, how its text is
// laid out, and how the answer calls those that are left out.
import { copyRules } from '../../packs/markup-rules.ts'
import type { Dialect } from '../xml/xml-text.ts'
import { DRAWN, SHEET_COMMENTS, SHEETS, WORDS } from './office-dialects.ts'

export type App = 'word' | 'xl' | 'ppt'
/** Prefixes of elements that declare no namespace. */
export const BASES = { word: 'w', xl: 'x', ppt: 'p' } as const

export interface Kind {
  /** Name in the copy, without its number and ending. */
  readonly stem: string
  /** Short for the content types of the standard; whole where it has a slash. */
  readonly type: string
  readonly layout: Dialect | 'picture' | 'inner'
}

const { inner, left_out, parts, pictures } = copyRules().office
const LAYOUTS: Readonly<Record<string, Kind['layout']>> = {
  WORDS,
  SHEETS,
  SHEET_COMMENTS,
  DRAWN,
  picture: 'picture',
  inner: 'inner',
}

/** By application and type of relation, in reading order: the document, the parts around it, the parts it stores. */
export const KINDS: Readonly<Record<string, Kind>> = Object.fromEntries(
  parts.map(({ relation, stem, type, layout }) => [relation, { stem, type, layout: LAYOUTS[layout]! }]),
)
export const ORDER = Object.keys(KINDS)

export const LEFT_OUT = left_out
export const UNKNOWN_PARTS = 'parts of a kind not known here'

export const OFFICE_TYPE = 'application/vnd.openxmlformats-officedocument.'
export const MAIN_TYPE =
  /^application\/vnd\.(?:openxmlformats-officedocument\.(?:wordprocessingml\.(?:document|template)|spreadsheetml\.(?:sheet|template)|presentationml\.(?:presentation|template|slideshow))\.main\+xml|ms-(?:word|excel|powerpoint)\.(?:document|template|sheet|presentation|slideshow|addin)\.macroEnabled(?:Template)?\.main\+xml)$/
export const USUAL_MAIN: readonly (readonly [string, App, string])[] = [
  ['word/document.xml', 'word', 'wordprocessingml.document.main'],
  ['xl/workbook.xml', 'xl', 'spreadsheetml.sheet.main'],
  ['ppt/presentation.xml', 'ppt', 'presentationml.presentation.main'],
]
/** Ending -> content type. */
export const PICTURES = pictures
export const INNER = inner
