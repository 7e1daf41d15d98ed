// Reads markup as a browser renders it: layout tags of HTML become spaces, cells or line breaks, and character references become
// characters. Tags that may contain or name a value (links, inputs, custom XML) stay as they are written: in many files,
// <address> is a label.
import { Rewriter, type Rewritten } from './rewriting.ts'

const LINE = '\n'
const CELL = '\t'
const BLANK = ' '
const LINES =
  'article aside blockquote body br caption dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 head header hr html li main nav ol p pre section table tbody tfoot thead tr ul'
const INLINE = 'b big center code em font i kbd label s samp small span strong sub sup tt u var'
/** The white space that a layout tag renders (HTML Living Standard, 15.3 "Non-replaced elements"). */
const DRAWN: ReadonlyMap<string, string> = new Map([
  ...LINES.split(' ').map((name) => [name, LINE] as const),
  ...INLINE.split(' ').map((name) => [name, BLANK] as const),
  // The next cell of a row: a value after its label.
  ['td', CELL],
  ['th', CELL],
  ['dd', CELL],
  // An optional word break renders nothing.
  ['wbr', ''],
])
/** Attributes for presentation only. */
const LOOKS =
  '\\s{1,20}(?:align|bgcolor|border|cellpadding|cellspacing|class|color|colspan|dir|face|height|lang|role|rowspan|scope|size|style|valign|width)\\s{0,4}=\\s{0,4}(?:"[^"<>@]{0,200}"|\'[^\'<>@]{0,200}\'|[\\w#%.-]{1,40})'
const TAG = new RegExp(`<(/?)([a-z][a-z0-9]{0,9})(?:${LOOKS}){0,8}\\s{0,20}/?>`, 'iy')
const REFERENCE = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,7}));/iy

/** Named character references; accented letters are composed from the two parts of their name. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00a0'],
  ['szlig', '\u00df'],
  ['aelig', '\u00e6'],
  ['AElig', '\u00c6'],
  ['oslash', '\u00f8'],
  ['Oslash', '\u00d8'],
  ['eth', '\u00f0'],
  ['ETH', '\u00d0'],
  ['thorn', '\u00fe'],
  ['THORN', '\u00de'],
  ['oelig', '\u0153'],
  ['OElig', '\u0152'],
  ['lstrok', '\u0142'],
  ['Lstrok', '\u0141'],
  ['ndash', '\u2013'],
  ['mdash', '\u2014'],
  ['lsquo', '\u2018'],
  ['rsquo', '\u2019'],
  ['ldquo', '\u201c'],
  ['rdquo', '\u201d'],
  ['euro', '\u20ac'],
  ['pound', '\u00a3'],
  ['deg', '\u00b0'],
  ['hellip', '\u2026'],
  ['middot', '\u00b7'],
  ['laquo', '\u00ab'],
  ['raquo', '\u00bb'],
  ['ensp', '\u2002'],
  ['emsp', '\u2003'],
  ['thinsp', '\u2009'],
  ['shy', '\u00ad'],
  ['zwnj', '\u200c'],
  ['zwj', '\u200d'],
  // Signs that pages encode to hide an address or a number from harvesters.
  ['commat', '@'],
  ['period', '.'],
  ['comma', ','],
  ['colon', ':'],
  ['plus', '+'],
  ['num', '#'],
  ['sol', '/'],
  ['lowbar', '_'],
  ['lpar', '('],
  ['rpar', ')'],
  ['dash', '\u2010'],
  ['hyphen', '\u2010'],
])
/** Characters of numeric references from 128 on, by Windows-1252 (HTML, 13.2.5.80): O&#146;Brien. A space marks unassigned numbers. */
const WINDOWS =
  '\u20ac \u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152 \u017d  \u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153 \u017e\u0178'
const WINDOWS_FROM = 0x80
/** Suffixes of HTML names for accented letters ("eacute"), as combining characters. */
const MARKS: ReadonlyMap<string, string> = new Map([
  ['grave', '\u0300'],
  ['acute', '\u0301'],
  ['circ', '\u0302'],
  ['tilde', '\u0303'],
  ['macr', '\u0304'],
  ['breve', '\u0306'],
  ['dot', '\u0307'],
  ['uml', '\u0308'],
  ['ring', '\u030a'],
  ['dblac', '\u030b'],
  ['caron', '\u030c'],
  ['cedil', '\u0327'],
  ['ogon', '\u0328'],
])

function characterOf([, decimal, hexadecimal, name]: RegExpExecArray): string | null {
  if (name === undefined) {
    const point = decimal === undefined ? Number.parseInt(hexadecimal!, 16) : Number(decimal)
    if (point >= WINDOWS_FROM && point < WINDOWS_FROM + WINDOWS.length) {
      const sign = WINDOWS[point - WINDOWS_FROM]!
      return sign === BLANK ? null : sign
    }
    if (point < 0x20 && point !== 9 && point !== 10 && point !== 13) return null
    return point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff) ? null : String.fromCodePoint(point)
  }
  const mark = MARKS.get(name.slice(1))
  if (mark === undefined) return NAMED.get(name) ?? null
  const composed = (name[0] + mark).normalize('NFC')
  return composed.length === 1 ? composed : null
}

const hasTags = (source: string): boolean => source.includes('</') || (source.includes('<') && /<w?br/i.test(source))

/** True if a text may contain markup: "</", "<br", "<wbr" or a reference. */
export const mayHoldMarkup = (source: string): boolean =>
  hasTags(source) || (source.includes('&') && /&#?\w{1,8};/.test(source))

/** Returns the text without its layout tags and references, or null if it has none. Linear. */
export function withoutMarkup(source: string): Rewritten | null {
  if (!mayHoldMarkup(source)) return null
  const readsTags = hasTags(source)
  const rewriter = new Rewriter(source)
  /** The white space that adjacent tags render together: the widest of them, once, at the index of the first. */
  let drawn = ''
  let drawnAt = -1
  /** Index after the last tag. */
  let drawnEnd = -1
  const draw = () => {
    if (drawn !== '') rewriter.put(drawn, drawnAt, drawnEnd)
    drawn = ''
  }
  for (let i = 0; i < source.length; ) {
    const unit = source[i]
    const reference = unit === '&' ? referenceAt(source, i) : null
    if (reference !== null) {
      draw()
      rewriter.put(reference.character, i, reference.end)
      i = reference.end
      continue
    }
    const tag = unit === '<' && readsTags ? tagAt(source, i) : null
    if (tag === null) {
      i++
      continue
    }
    if (tag.drawn === '') {
      draw()
      rewriter.put('', i, tag.end)
    } else {
      // White space between two layout tags is not rendered.
      if (drawn === '' || source.slice(drawnEnd, i).trim() !== '') {
        draw()
        drawnAt = i
      }
      if (drawn !== LINE && (tag.drawn !== BLANK || drawn === '')) drawn = tag.drawn
      drawnEnd = tag.end
    }
    i = tag.end
  }
  draw()
  return rewriter.done()
}

/** The character of the reference at an index, and the index after it; null if there is none. */
function referenceAt(source: string, at: number): { character: string; end: number } | null {
  REFERENCE.lastIndex = at
  const reference = REFERENCE.exec(source)
  const character = reference && characterOf(reference)
  return character === null ? null : { character, end: at + reference![0].length }
}

/** The white space of the layout tag at an index, and the index after it; null if there is none. */
function tagAt(source: string, at: number): { drawn: string; end: number } | null {
  TAG.lastIndex = at
  const tag = TAG.exec(source)
  const drawn = tag === null ? undefined : DRAWN.get(tag[2]!.toLowerCase())
  return drawn === undefined ? null : { drawn, end: at + tag![0].length }
}
