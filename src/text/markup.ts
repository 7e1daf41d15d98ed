// Markup as a reader sees it: HTML tags that only lay a page out are the blanks, cells and lines they draw, and character
// references are the characters they stand for. Tags that may carry a value or name one (links, inputs, XML of one's own)
// stay as they are written: <address> is a label in many a file.

export interface Plain {
  readonly text: string
  /** UTF-16 index in the source at which the character behind an index of `text` starts; text.length + 1 entries. Null when text is the source. */
  readonly starts: Int32Array | null
}

const LINE = '\n'
const CELL = '\t'
const BLANK = ' '
const LINES =
  'article aside blockquote body br caption dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 head header hr html li main nav ol p pre section table tbody tfoot thead tr ul'
const INLINE = 'b big center em font i label s small span strong sub sup tt u'
/** What a layout tag draws (HTML Living Standard, 15.3 "Non-replaced elements"). */
const DRAWN: ReadonlyMap<string, string> = new Map([
  ...LINES.split(' ').map((name) => [name, LINE] as const),
  ...INLINE.split(' ').map((name) => [name, BLANK] as const),
  // The next cell of a row: a value beside its label.
  ['td', CELL],
  ['th', CELL],
  ['dd', CELL],
  // Where a word may break shows nothing.
  ['wbr', ''],
])
/** An attribute that says how a thing looks, never what it is. */
const LOOKS =
  '\\s{1,20}(?:align|bgcolor|border|cellpadding|cellspacing|class|color|colspan|dir|face|height|lang|role|rowspan|scope|size|style|valign|width)\\s{0,4}=\\s{0,4}(?:"[^"<>@]{0,200}"|\'[^\'<>@]{0,200}\'|[\\w#%.-]{1,40})'
const TAG = new RegExp(`<(/?)([a-z][a-z0-9]{0,9})(?:${LOOKS}){0,8}\\s{0,20}/?>`, 'iy')
const REFERENCE = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,7}));/iy

/** Signs that HTML gives a name; letters with marks are built from the name's parts. */
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
  // Signs that pages write so to hide an address or a number from those who collect them.
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
/**
 * What the numbers from 128 on stand for, by Windows-1252 (HTML Living Standard, 13.2.5.80 "Numeric character reference end
 * state"): O&#146;Brien. A blank stands for those that are no characters.
 */
const WINDOWS =
  '\u20ac \u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152 \u017d  \u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153 \u017e\u0178'
const WINDOWS_FROM = 0x80
/** The marks of HTML's names for accented letters ("eacute"), as combining characters. */
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

/** The one character a reference stands for; null when it is none that HTML knows. */
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

function hasTags(source: string): boolean {
  return source.includes('</') || (source.includes('<') && /<w?br/i.test(source))
}

/** Whether a text may hold markup: "</", "<br", "<wbr" or a reference. */
export function mayHoldMarkup(source: string): boolean {
  return hasTags(source) || (source.includes('&') && /&#?\w{1,8};/.test(source))
}

/** A text without its layout tags and references. Linear; a text that holds none is its own. */
export function withoutMarkup(source: string): Plain {
  if (!mayHoldMarkup(source)) return { text: source, starts: null }
  const readsTags = hasTags(source)
  let text = ''
  const starts: number[] = []
  let kept = 0
  // What the last tags draw together: the widest of them, once.
  let drawn = ''
  let drawnAt = -1
  const keep = (to: number) => {
    for (let i = kept; i < to; i++) starts.push(i)
    text += source.slice(kept, to)
  }
  const draw = () => {
    if (drawn === '') return
    text += drawn
    starts.push(drawnAt)
    drawn = ''
  }
  for (let i = 0; i < source.length; ) {
    const unit = source[i]
    let found: string | null = null
    let length = 0
    if (unit === '<' && readsTags) {
      TAG.lastIndex = i
      const tag = TAG.exec(source)
      found = tag === null ? null : (DRAWN.get(tag[2]!.toLowerCase()) ?? null)
      length = tag?.[0].length ?? 0
    } else if (unit === '&') {
      REFERENCE.lastIndex = i
      const reference = REFERENCE.exec(source)
      const character = reference && characterOf(reference)
      if (character !== null) {
        draw()
        keep(i)
        for (let unit = 0; unit < character.length; unit++) starts.push(i)
        text += character
        i += reference![0].length
        kept = i
        continue
      }
    }
    if (found === null) {
      i++
      continue
    }
    if (found === '') {
      draw()
      keep(i)
      i += length
      kept = i
      continue
    }
    // White space between two layout tags shows nothing.
    if (drawn === '' || source.slice(kept, i).trim() !== '') {
      draw()
      keep(i)
      drawnAt = i
    }
    if (drawn !== LINE && (found !== BLANK || drawn === '')) drawn = found
    i += length
    kept = i
  }
  draw()
  keep(source.length)
  starts.push(source.length)
  return { text, starts: Int32Array.from(starts) }
}

export interface Written {
  /** What is read there. */
  readonly character: string
  /** UTF-16 index in the source behind it. */
  readonly end: number
}

/** The character that is written at an index of a text with markup: by its whole reference, or as itself. */
export function writtenAt(source: string, at: number): Written {
  REFERENCE.lastIndex = at
  const reference = source[at] === '&' ? REFERENCE.exec(source) : null
  const referred = reference && characterOf(reference)
  if (referred !== null) return { character: referred, end: at + reference![0].length }
  const character = String.fromCodePoint(source.codePointAt(at)!)
  return { character, end: at + character.length }
}
