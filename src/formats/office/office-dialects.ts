// The XML of office files (ECMA-376) as pieces of text: which elements of texts, slides, drawings and sheets hold words, how they are laid out, and
// what is left out of what the standard lists: who wrote, commented and changed, what was deleted, and what fetches or runs something.
import { wordSet } from '../../lists.ts'
import { copyRules, officeMarkup } from '../../packs/markup-rules.ts'
import { type Rules, rulesOf } from '../xml/allowed-xml.ts'
import { attributeOf } from '../xml/xml-source.ts'
import { type Dialect, PLAIN } from '../xml/xml-text.ts'
import { isKnownField } from './word-fields.ts'

/** Texts, their headers, notes and comments (part 1, 17). */
export const WORDS: Dialect = {
  ...PLAIN,
  runs: wordSet('t'),
  lines: wordSet('p'),
  rows: wordSet('tr'),
  cells: wordSet('tc'),
  signs: { tab: '\t', ptab: '\t', br: '\n', cr: '\n', noBreakHyphen: '-' },
  apart: wordSet('txbxContent Fallback rt'),
}

/** Slides, notes, charts with the values they keep, diagrams and drawings (part 1, 19 to 21). */
export const DRAWN: Dialect = {
  ...PLAIN,
  runs: wordSet('t v text font'),
  lines: wordSet('p pt text font'),
  rows: wordSet('tr'),
  cells: wordSet('tc'),
  signs: { br: '\n', tab: '\t' },
  apart: wordSet('Fallback pt ser'),
}

/** Comments of sheets. */
export const SHEET_COMMENTS: Dialect = { ...PLAIN, runs: wordSet('t'), lines: wordSet('comment') }

/** The text of a sheet and its workbook outside the cells (part 1, 18). */
export const SHEETS: Dialect = { ...PLAIN, runs: wordSet('') }

/** Values of attributes that name something of the program: bookmarks that Word sets itself, ids and outlines of VML shapes, its formulas. */
const CODES = new RegExp(
  [
    String.raw`_(?:Toc|Ref|Hlk|PictureBullets|GoBack)\d{0,12}`,
    String.raw`_xlnm\.[A-Za-z_]{1,30}`,
    String.raw`#?_x0000_[a-z]{1,2}\d{1,6}`,
    String.raw`(?=[^\d]{0,8}\d)[\d\s,.#@$+\-mlcxetrvnfsaqywhb]{1,4000}`,
    String.raw`(?:sum|prod|mid|abs|min|max|if|mod|atan2|sin|cos|cosatan2|sinatan2|sqrt|sumangle|ellipse|tan|val)(?: [-@#]?[\dA-Za-z]{1,12}){1,3}`,
    String.raw`(?:black|white|red|green|blue|yellow|gray|silver|navy|teal|window|windowText|infoBackground|buttonFace)(?: \[\d{1,5}\])?`,
    String.raw`(?:Word|Excel|PowerPoint)\.[A-Z][A-Za-z]{4,11}(?:\.\d{1,2})?`,
    String.raw`urn:microsoft\.com\/office\/officeart\/\d{4}\/\d\/(?:layout|quickstyle|colors)\/[a-z]{2,24}\d{0,3}(?:_\d)?(?:#\d{1,2})?`,
    String.raw`http:\/\/schemas\.(?:openxmlformats\.org|microsoft\.com)\/[A-Za-z0-9/.]{1,80}`,
    '(?:compatibilityMode|overrideTableStyleFontSizeAndJustification|enableOpenTypeFeatures|doNotFlipMirrorIndents|differentiateMultirowTableHeaders|useWord2013TrackBottomHyphenation)',
  ]
    .map((pattern) => `^${pattern}$`)
    .join('|'),
)

export const OFFICE: Omit<Rules, 'base'> = {
  markup: officeMarkup,
  qualified: false,
  codes: (value) => CODES.test(value),
  ...rulesOf(copyRules().office),
  fate(tag, name) {
    if (name !== 'w:fldSimple') return null
    return isKnownField(attributeOf(tag, 'instr')?.value ?? '') ? null : 'unwrap'
  },
}
