// The XML of office files (ECMA-376) as pieces of text: which elements of texts, slides, drawings and sheets hold words, and what of them is
// never kept: who wrote, commented and changed, and what was deleted.
import { type Dialect, PLAIN } from './xml-text.ts'

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '))

/** Attributes of any office part that name people. */
const PEOPLE = { author: 'Author', initials: '', userName: '', userId: '', lastModifiedBy: '', creator: '' }

const DESCRIBED = {
  docPr: ['descr', 'title', 'name'],
  cNvPr: ['descr', 'title', 'name'],
  hyperlink: ['tooltip', 'display', 'location'],
  hlinkClick: ['tooltip'],
  hlinkHover: ['tooltip'],
  // Shapes of VML: descriptions, and the words of a watermark.
  shape: ['alt', 'title'],
  imagedata: ['title', 'href'],
  textpath: ['string'],
}

/** Texts, their headers, notes and comments (part 1, 17). */
export const WORDS: Dialect = {
  ...PLAIN,
  runs: set('t'),
  asides: set('instrText'),
  lines: set('p'),
  rows: set('tr'),
  cells: set('tc'),
  signs: { tab: '\t', ptab: '\t', br: '\n', cr: '\n', noBreakHyphen: '-' },
  apart: set('txbxContent Fallback'),
  words: {
    ...DESCRIBED,
    alias: ['val'],
    tag: ['val'],
    helpText: ['val'],
    statusText: ['val'],
    default: ['val'],
    name: ['val'],
    listItem: ['displayText', 'value'],
    fldSimple: ['instr'],
    bookmarkStart: ['name'],
    docVar: ['name', 'val'],
  },
  authors: { '*': PEOPLE, person: { author: 'Author' } },
  emptied: { delText: '', delInstrText: '', moveFrom: '' },
  cut: set('mailMerge'),
}

/** Slides, notes, charts with the values they keep, diagrams and drawings (part 1, 19 to 21). */
export const DRAWN: Dialect = {
  ...PLAIN,
  runs: set('t v text font'),
  asides: set('f'),
  lines: set('p pt text font'),
  rows: set('tr'),
  cells: set('tc'),
  signs: { br: '\n', tab: '\t' },
  apart: set('Fallback'),
  words: { ...DESCRIBED, tag: ['val'], section: ['name'], custShow: ['name'] },
  authors: { '*': PEOPLE, cmAuthor: { name: 'Author' }, author: { name: 'Author' } },
  emptied: {},
}

/** Comments of sheets and who wrote them; names of persons in threaded ones ([MS-XLSX] 2.6.205). */
export const SHEET_COMMENTS: Dialect = {
  ...PLAIN,
  runs: set('t text'),
  lines: set('comment threadedComment text'),
  authors: { '*': PEOPLE, person: { displayName: 'Author' } },
  emptied: { author: 'Author' },
}

/** Properties (part 2, 11; part 1, 22): makers and their organisation are left out, the others are texts. */
export const PROPERTIES: Dialect = {
  ...PLAIN,
  emptied: {
    creator: '',
    lastModifiedBy: '',
    Manager: '',
    Company: '',
    HyperlinkBase: '',
    Template: '',
    HLinks: '',
    DigSig: '',
  },
}

/** Properties that are counts and moments. */
export const COUNTED = set(
  'created modified lastPrinted revision Pages Words Characters Application DocSecurity Lines Paragraphs ScaleCrop LinksUpToDate ' +
    'CharactersWithSpaces SharedDoc HyperlinksChanged AppVersion TotalTime version i4 i2 i1 r8 r4 ui4 bool filetime Slides Notes ' +
    'HiddenSlides MMClips PresentationFormat language',
)

/** What a sheet and its workbook say besides the cells (part 1, 18). */
export const SHEETS: Dialect = {
  ...PLAIN,
  runs: set(''),
  words: {
    dataValidation: ['prompt', 'promptTitle', 'error', 'errorTitle'],
    hyperlink: ['display', 'tooltip', 'location'],
    protectedRange: ['name'],
    scenario: ['name', 'comment'],
    inputCells: ['val'],
    definedName: ['name', 'comment', 'description'],
    table: ['name', 'displayName', 'comment'],
    tableColumn: ['name', 'totalsRowLabel'],
    sheetName: ['val'],
  },
  authors: { '*': { ...PEOPLE, user: '' } },
  cut: set('sheetDataSet'),
}

/** Where a workbook fetches its data: servers, users and questions are nobody's business. */
export const CONNECTIONS: Dialect = {
  ...PLAIN,
  authors: {
    connection: { sourceFile: '', odcFile: '', description: '' },
    dbPr: { connection: '', command: '', serverCommand: '' },
    webPr: { url: '', post: '', editPage: '' },
    textPr: { sourceFile: '' },
    olapPr: { localConnection: '' },
  },
}
