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

/** Names, each written after its character. */
const byName = (entries: string): ReadonlyMap<string, string> =>
  new Map(entries.split(' ').map((entry) => [entry.slice(1), entry[0]!]))

/** Named character references, last those that hide an address from harvesters; accented letters are composed from two parts of their name. */
const NAMED = byName(
  '&amp <lt >gt "quot \'apos \u00a0nbsp \u00dfszlig \u00e6aelig \u00c6AElig \u00f8oslash \u00d8Oslash ' +
    '\u00f0eth \u00d0ETH \u00fethorn \u00deTHORN \u0153oelig \u0152OElig \u0142lstrok \u0141Lstrok \u2013ndash ' +
    '\u2014mdash \u2018lsquo \u2019rsquo \u201cldquo \u201drdquo \u20aceuro \u00a3pound \u00b0deg \u2026hellip ' +
    '\u00b7middot \u00ablaquo \u00bbraquo \u2002ensp \u2003emsp \u2009thinsp \u00adshy \u200czwnj \u200dzwj ' +
    '@commat .period ,comma :colon +plus #num /sol _lowbar (lpar )rpar \u2010dash \u2010hyphen',
)
/** Characters of numeric references from 128 on, by Windows-1252 (HTML, 13.2.5.80): O&#146;Brien. A space marks unassigned numbers. */
const WINDOWS =
  '\u20ac \u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152 \u017d  \u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153 \u017e\u0178'
const WINDOWS_FROM = 0x80
/** Suffixes of HTML names for accented letters ("eacute"), as combining characters. */
const MARKS = byName(
  '\u0300grave \u0301acute \u0302circ \u0303tilde \u0304macr \u0306breve \u0307dot \u0308uml \u030aring \u030bdblac \u030ccaron \u0327cedil \u0328ogon',
)

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
