// The kinds of part that an office package may have (ECMA-376), by application and type of relation: what each is called in a copy, how its text is
// laid out, and how the answer calls those that are left out.
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

const kind = (stem: string, type: string, layout: Kind['layout']): Kind => ({ stem, type, layout })

/** By application and type of relation, in reading order: the document, the parts around it, the parts it stores. */
export const KINDS: Readonly<Record<string, Kind>> = {
  'word officedocument': kind('document', '', WORDS),
  'xl officedocument': kind('workbook', '', SHEETS),
  'ppt officedocument': kind('presentation', '', DRAWN),
  'word header': kind('header', 'wordprocessingml.header', WORDS),
  'word footer': kind('footer', 'wordprocessingml.footer', WORDS),
  'word footnotes': kind('footnotes', 'wordprocessingml.footnotes', WORDS),
  'word endnotes': kind('endnotes', 'wordprocessingml.endnotes', WORDS),
  'word comments': kind('comments', 'wordprocessingml.comments', WORDS),
  'xl sharedstrings': kind('sharedStrings', 'spreadsheetml.sharedStrings', SHEETS),
  'xl worksheet': kind('worksheets/sheet', 'spreadsheetml.worksheet', SHEETS),
  'xl chartsheet': kind('chartsheets/sheet', 'spreadsheetml.chartsheet', SHEETS),
  'xl dialogsheet': kind('dialogsheets/sheet', 'spreadsheetml.dialogsheet', SHEETS),
  'xl table': kind('tables/table', 'spreadsheetml.table', SHEETS),
  'xl comments': kind('comments', 'spreadsheetml.comments', SHEET_COMMENTS),
  'ppt slide': kind('slides/slide', 'presentationml.slide', DRAWN),
  'ppt notesslide': kind('notesSlides/notesSlide', 'presentationml.notesSlide', DRAWN),
  'ppt comments': kind('comments/comment', 'presentationml.comments', DRAWN),
  'ppt commentauthors': kind('commentAuthors', 'presentationml.commentAuthors', DRAWN),
  'ppt slidelayout': kind('slideLayouts/slideLayout', 'presentationml.slideLayout', DRAWN),
  'ppt slidemaster': kind('slideMasters/slideMaster', 'presentationml.slideMaster', DRAWN),
  'ppt notesmaster': kind('notesMasters/notesMaster', 'presentationml.notesMaster', DRAWN),
  'ppt handoutmaster': kind('handoutMasters/handoutMaster', 'presentationml.handoutMaster', DRAWN),
  chart: kind('charts/chart', 'drawingml.chart', DRAWN),
  drawing: kind('drawings/drawing', 'drawing', DRAWN),
  diagramdata: kind('diagrams/data', 'drawingml.diagramData', DRAWN),
  diagramlayout: kind('diagrams/layout', 'drawingml.diagramLayout', DRAWN),
  diagramquickstyle: kind('diagrams/quickStyle', 'drawingml.diagramStyle', DRAWN),
  diagramcolors: kind('diagrams/colors', 'drawingml.diagramColors', DRAWN),
  vmldrawing: kind('drawings/vmlDrawing', 'vmlDrawing', DRAWN),
  'word settings': kind('settings', 'wordprocessingml.settings', WORDS),
  'word styles': kind('styles', 'wordprocessingml.styles', WORDS),
  'word numbering': kind('numbering', 'wordprocessingml.numbering', WORDS),
  'word fonttable': kind('fontTable', 'wordprocessingml.fontTable', WORDS),
  'xl styles': kind('styles', 'spreadsheetml.styles', SHEETS),
  'ppt presprops': kind('presProps', 'presentationml.presProps', DRAWN),
  'ppt tablestyles': kind('tableStyles', 'presentationml.tableStyles', DRAWN),
  theme: kind('theme/theme', 'theme', DRAWN),
  themeoverride: kind('theme/themeOverride', 'themeOverride', DRAWN),
  package: kind('embeddings/file', '', 'inner'),
  image: kind('media/image', '', 'picture'),
  'core-properties': kind('core', 'application/vnd.openxmlformats-package.core-properties+xml', WORDS),
}
export const ORDER = Object.keys(KINDS)

/** Type of a part that is left out -> its name in `removed`; null if the answer does not report it. */
export const LEFT_OUT: Readonly<Record<string, string | null>> = {
  vbaproject: 'macros',
  xlmacrosheet: 'macros',
  oleobject: 'embedded objects',
  control: 'controls',
  activexcontrolbinary: 'controls',
  ctrlprop: 'controls',
  customxml: 'data of programs',
  customxmlprops: 'data of programs',
  'custom-properties': 'properties',
  'extended-properties': null,
  pivottable: 'pivot tables',
  pivotcachedefinition: 'pivot tables',
  slicer: 'pivot tables',
  slicercache: 'pivot tables',
  connections: 'connections',
  querytable: 'connections',
  externallink: 'links to other files',
  revisionheaders: 'the history of a shared workbook',
  usernames: 'the history of a shared workbook',
  origin: 'signatures, which hold only for the file as it was',
  video: 'sound and film',
  audio: 'sound and film',
  media: 'sound and film',
  glossarydocument: 'building blocks',
  font: 'fonts',
  thumbnail: null,
  printersettings: null,
  calcchain: null,
  people: null,
  person: null,
  viewprops: null,
  websettings: null,
  styleswitheffects: null,
  chartstyle: null,
  chartcolorstyle: null,
  commentsextended: null,
  commentsids: null,
  commentsextensible: null,
  sheetmetadata: null,
  tags: null,
}
export const UNKNOWN_PARTS = 'parts of a kind not known here'

export const OFFICE_TYPE = 'application/vnd.openxmlformats-officedocument.'
export const MAIN_TYPE =
  /^application\/vnd\.(?:openxmlformats-officedocument\.(?:wordprocessingml\.(?:document|template)|spreadsheetml\.(?:sheet|template)|presentationml\.(?:presentation|template|slideshow))\.main\+xml|ms-(?:word|excel|powerpoint)\.(?:document|template|sheet|presentation|slideshow|addin)\.macroEnabled(?:Template)?\.main\+xml)$/
export const USUAL_MAIN: readonly (readonly [string, App, string])[] = [
  ['word/document.xml', 'word', 'wordprocessingml.document.main'],
  ['xl/workbook.xml', 'xl', 'spreadsheetml.sheet.main'],
  ['ppt/presentation.xml', 'ppt', 'presentationml.presentation.main'],
]
export const PICTURES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  bmp: 'image/bmp',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  emf: 'image/x-emf',
  wmf: 'image/x-wmf',
}
export const INNER: Readonly<Record<string, string>> = {
  docx: `${OFFICE_TYPE}wordprocessingml.document`,
  xlsx: `${OFFICE_TYPE}spreadsheetml.sheet`,
  pptx: `${OFFICE_TYPE}presentationml.presentation`,
}
