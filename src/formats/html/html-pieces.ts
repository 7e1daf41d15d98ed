// Web pages as pieces of text, written anew from the elements and attributes that are known: what a reader sees and what attributes say in words is
// masked, the layout is kept, and programs, embedded pages, drawings, unknown elements and attributes are left out.
import { html, type Token, Tokenizer, TokenizerMode } from 'parse5'
import { wordSet } from '../../lists.ts'
import { copyRules } from '../../packs/markup-rules.ts'
import { decodedComponent } from '../../text/url-escapes.ts'
import type { CopyText, Spot } from '../shared/copy-text.ts'
import type { Opening } from '../shared/format.ts'
import { linkSpot } from '../shared/partial-spots.ts'
import { encodedAs } from '../text/encode.ts'
import { isLabel } from '../text/encoding.ts'
import { isLanguage } from '../xml/allowed-values.ts'
import { cleanDeclarations, cleanStyle, withoutValues } from './css.ts'

const { page: known } = copyRules()
const LINES = new Set(known.lines)
const CELLS = wordSet('td th')
const INLINE = new Set(known.inline)
const VOID = new Set(known.void)
const CUT = known.cut
/** Elements of this list without an end tag. */
const CUT_VOID = wordSet('embed')

/** Attributes that people see or hear. */
const WORDS =
  /^(?:title|alt|aria-(?:label|description|valuetext|roledescription|placeholder)|placeholder|value|summary|content|datetime|abbr|label)$/
const LINKS = new Set(known.links)
/** An address that leads out of the page. */
const FOLLOWED = /^(?:https?|mailto|tel|sms|skype|xmpp|callto|whatsapp|ftp):/i
const EMBEDDED = /^data:/i
/** One clear pixel (GIF 89a). */
const NOTHING = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const REFERENCES = new Set(known.references)
const LAYOUT = new Set(known.layout)
const MEASURE = /^[+-]?[\d.,*]{1,6}(?:%|px|em|rem|pt|vw|vh)?$|^#[0-9a-f]{3,8}$/i
const KEYWORDS = new Set(known.keywords)
/** Parts of a meta element that say how a page is shown. */
const SHOWN_AS =
  /^\s{0,9}(?:text\/html|application\/xhtml\+xml|(?:(?:initial|minimum|maximum)-scale|user-scalable|viewport-fit)\s{0,9}=\s{0,9}(?:[\d.]{1,5}|yes|no|cover|auto|contain)|(?:width|height)\s{0,9}=\s{0,9}(?:\d{1,5}|device-(?:width|height)))\s{0,9}$/i
/** Names of meta elements whose content is text about the page. */
const SAID = /^(?:description|keywords|subject|abstract|(?:og|twitter|dc|dcterms):?\.?(?:title|description|subject))$/i
const XHTML = 'http://www.w3.org/1999/xhtml'
const DECLARED: Readonly<Record<string, string>> = { xmlns: XHTML, 'xmlns:epub': 'http://www.idpf.org/2007/ops' }

/** Elements whose content is not markup (HTML, 13.2.5). */
const MODES: Readonly<Record<string, number>> = {
  textarea: TokenizerMode.RCDATA,
  title: TokenizerMode.RCDATA,
  style: TokenizerMode.RAWTEXT,
  xmp: TokenizerMode.RAWTEXT,
  iframe: TokenizerMode.RAWTEXT,
  noembed: TokenizerMode.RAWTEXT,
  noframes: TokenizerMode.RAWTEXT,
  script: TokenizerMode.SCRIPT_DATA,
}

export interface PageOptions {
  /** Returns the new address of another part of the same mail or book; null leaves the reference out. */
  readonly part?: (address: string) => string | null
  /** The new names of classes and elements, by their sign and name: the pages of a book share them. */
  readonly names?: Map<string, string>
}

/** A page that is written again. */
export interface WrittenPage {
  written(): string
}

/** The bytes of a page in the encoding that it came in; signs that the encoding may not have are written as numbers. */
export function pageBytes(page: WrittenPage, encoding: string, withMark: boolean): Uint8Array {
  const text = page.written()
  const isUnicode = /^utf-/.test(encoding)
  return encodedAs(
    isUnicode ? text : text.replace(/[^\x00-\x7f]/gu, (sign) => `&#${sign.codePointAt(0)};`),
    encoding,
    withMark,
  )
}

/** Adds a page to `into`. */
export function addPage(text: string, into: CopyText, opening: Opening, options: PageOptions = {}): WrittenPage {
  const head = text.slice(0, HEAD)
  const page = new Page(into, opening, options, head.includes('<?xml') || head.includes(XHTML))
  page.read(text)
  return page
}

/** Characters that contain the declaration of the document type. */
const HEAD = 4_096

interface Changing {
  text: string
}

class Page implements WrittenPage {
  readonly #into: CopyText
  readonly #opening: Opening
  readonly #options: PageOptions
  readonly #isXml: boolean
  readonly #parts: (string | Changing)[] = []
  readonly #styles: Changing[] = []
  readonly #names: Map<string, string>
  #run = ''
  /** Name of the element whose content is not markup, '' outside of any. */
  #raw = ''
  #pre = 0
  #isRow = false
  #cells = 0
  /** The element that is left out, and how often it is open within itself. */
  #cut = ''
  #cutDepth = 0

  constructor(into: CopyText, opening: Opening, options: PageOptions, isXml: boolean) {
    this.#into = into
    this.#opening = opening
    this.#options = options
    this.#isXml = isXml
    this.#names = options.names ?? new Map()
  }

  written(): string {
    for (const style of this.#styles) style.text = withoutValues(style.text, this.#opening.hidden())
    return this.#parts.map((part) => (typeof part === 'string' ? part : part.text)).join('')
  }

  read(text: string): void {
    const characters = (token: Token.CharacterToken) => {
      if (this.#cut === '') this.#run += token.chars
    }
    const tokenizer = new Tokenizer(
      {},
      {
        onStartTag: (token) => {
          this.#flush()
          this.#startTag(token)
          const mode = MODES[token.tagName]
          if (mode !== undefined && !(token.selfClosing && this.#isXml)) {
            this.#raw = token.tagName
            tokenizer.state = mode
            tokenizer.lastStartTagName = token.tagName
          }
        },
        onEndTag: (token) => {
          this.#flush()
          this.#raw = ''
          this.#endTag(token.tagName)
        },
        // Comments are for those who wrote the page.
        onComment: () => this.#flush(),
        onDoctype: () => {
          this.#flush()
          this.#parts.push('<!DOCTYPE html>')
        },
        onEof: () => this.#flush(),
        onCharacter: characters,
        onWhitespaceCharacter: characters,
        onNullCharacter: () => undefined,
      },
    )
    tokenizer.write(text, true)
    this.#into.endPart()
  }

  #flush(): void {
    const run = this.#run
    this.#run = ''
    if (run === '') return
    if (this.#raw === 'style') {
      const style = cleanStyle(run, (sign, name) => this.#renamed(sign, name))
      this.#parts.push(this.#styled({ text: style.replace(/</g, '') }))
      return
    }
    if (run.trim() === '') {
      this.#parts.push(run)
      if (this.#raw === '') this.#into.space()
      return
    }
    // White space counts as spaces, except where it is drawn as written.
    const value = this.#pre > 0 ? run : run.replace(/[\t\n\r\f]/g, ' ')
    const part = { text: escaped(run) }
    this.#parts.push(part)
    this.#into.add({
      value,
      set: (text) => {
        part.text = escaped(text)
      },
    })
  }

  /** Registers a style: the hidden values are removed from it once they are known. */
  #styled(style: Changing): Changing {
    this.#styles.push(style)
    return style
  }

  #startTag(token: Token.TagToken): void {
    const { tagName } = token
    const isClosed = token.selfClosing && this.#isXml
    if (this.#cut !== '') {
      if (tagName === this.#cut && !isClosed) this.#cutDepth++
      return
    }
    if (Object.hasOwn(CUT, tagName)) {
      this.#opening.removed(CUT[tagName]!)
      if (isClosed || CUT_VOID.has(tagName)) return
      this.#cut = tagName
      this.#cutDepth = 1
      return
    }
    if (!LINES.has(tagName) && !INLINE.has(tagName)) this.#opening.removed('unknown elements')
    else if (this.#isKept(token)) this.#write(token, isClosed)
    if (isClosed) return
    if (tagName === 'pre' || tagName === 'textarea') this.#pre++
    if (tagName === 'tr') {
      this.#into.line()
      this.#isRow = true
      this.#cells = 0
    } else if (CELLS.has(tagName)) {
      if (this.#isRow && this.#cells++ > 0) this.#into.cell()
    } else if (LINES.has(tagName)) this.#line()
  }

  #write(token: Token.TagToken, isClosed: boolean): void {
    const { tagName } = token
    this.#parts.push(`<${tagName}`)
    for (const { name, value, prefix } of token.attrs)
      this.#attribute(token, prefix ? `${prefix}:${name}` : name, value)
    if (VOID.has(tagName)) this.#parts.push(this.#isXml ? '/>' : '>')
    else this.#parts.push(isClosed ? `></${tagName}>` : '>')
  }

  #endTag(name: string): void {
    if (this.#cut !== '') {
      if (name === this.#cut && --this.#cutDepth === 0) this.#cut = ''
      return
    }
    if ((LINES.has(name) || INLINE.has(name)) && !VOID.has(name)) this.#parts.push(`</${name}>`)
    if ((name === 'pre' || name === 'textarea') && this.#pre > 0) this.#pre--
    if (name === 'tr' || name === 'table') {
      this.#isRow = false
      this.#into.line()
    } else if (LINES.has(name)) this.#line()
  }

  /** A row is one line of the text. */
  #line(): void {
    if (this.#isRow) this.#into.space()
    else this.#into.line()
  }

  /** Leaves out the elements of the head that only programs read. */
  #isKept({ tagName, attrs }: Token.TagToken): boolean {
    const attribute = (wanted: string) => attrs.find(({ name }) => name === wanted)?.value ?? null
    if (tagName === 'base' || (tagName === 'link' && this.#options.part === undefined)) {
      this.#opening.removed('links to other files')
      return false
    }
    if (tagName !== html.TAG_NAMES.META) return true
    const [kind, called] = [attribute('http-equiv'), attribute('name') ?? attribute('property')]
    const isKept =
      attribute('charset') !== null ||
      /^content-type$/i.test(kind ?? '') ||
      /^viewport$/i.test(called ?? '') ||
      SAID.test(called ?? '')
    if (!isKept) this.#opening.removed('unknown elements')
    return isKept
  }

  #attribute(token: Token.TagToken, name: string, value: string): void {
    const { tagName } = token
    if (tagName === html.TAG_NAMES.META) this.#metaAttribute(token, name, value)
    else if (name === 'style')
      this.#parts.push(' style="', this.#styled({ text: escaped(cleanDeclarations(value)) }), '"')
    else if (name === 'class') this.#put(name, this.#allRenamed('.', value))
    else if (DECLARED[name] === value) this.#put(name, value)
    else if (LINKS.has(name)) this.#link(tagName, name, value)
    else if (REFERENCES.has(name))
      this.#put(name, this.#allRenamed('#', value.replace(/(?<!\S)#/g, '')), value.startsWith('#') ? '#' : '')
    else if (WORDS.test(name) && !(tagName === html.TAG_NAMES.LI && name === 'value'))
      this.#into.aside(this.#put(name, value))
    else if (LAYOUT.has(name) || name === 'value') {
      const isKnown =
        value === '' ||
        MEASURE.test(value) ||
        value
          .toLowerCase()
          .split(/[\s,;]+/)
          .every((word) => KEYWORDS.has(word))
      if (isKnown || (/lang$/.test(name) && isLanguage(value))) this.#put(name, value)
    } else this.#opening.removed(name.startsWith('on') ? 'scripts' : 'unknown attributes')
  }

  #metaAttribute(token: Token.TagToken, name: string, value: string): void {
    const called = token.attrs.find((other) => other.name === 'name' || other.name === 'property')?.value ?? ''
    if (name === 'charset' || name === 'http-equiv') {
      if (name === 'charset' ? isLabel(value) : /^content-type$/i.test(value)) this.#put(name, value)
    } else if (name === 'name' || name === 'property') {
      if (SAID.test(value) || /^viewport$/i.test(value)) this.#put(name, value)
    } else if (name === 'content' && SAID.test(called)) this.#into.aside(this.#put(name, value), called)
    else if (name === 'content') {
      const known = value
        .split(/[,;]/)
        .filter(
          (part) =>
            SHOWN_AS.test(part) ||
            isLabel(/^\s{0,9}charset\s{0,9}=\s{0,9}([^\s"]{1,40})\s{0,9}$/i.exec(part)?.[1] ?? ''),
        )
      this.#put(name, known.map((part) => part.trim()).join(/charset/i.test(value) ? '; ' : ', '))
    }
  }

  #put(name: string, value: string, before = ''): Spot {
    const part = { text: escaped(value) }
    this.#parts.push(` ${name}="${before}`, part, '"')
    return {
      value,
      set: (text) => {
        part.text = escaped(text)
      },
    }
  }

  #link(tagName: string, name: string, value: string): void {
    const address = value.trim()
    if (EMBEDDED.test(address)) {
      this.#opening.removed('pictures and files in addresses')
      if (name === 'src') this.#put(name, NOTHING)
    } else if (FOLLOWED.test(address) && (name !== 'src' || tagName === 'img')) {
      const spot = this.#put(name, address)
      // Forms write spaces as signs of addition.
      this.#into.aside(linkSpot({ value: address.replaceAll('+', '%20'), set: spot.set }))
    } else if (address.startsWith('#') && name === 'href') this.#put(name, this.#renamed('#', address.slice(1)), '#')
    else {
      const part = this.#options.part?.(address) ?? null
      if (part !== null) this.#put(name, part)
      else if (address !== '') this.#opening.removed('links to other files')
    }
  }

  #allRenamed(sign: string, names: string): string {
    return (names.match(/\S+/g) ?? []).map((name) => this.#renamed(sign, name)).join(' ')
  }

  /** The new name of a class or an element: only programs read these names. */
  #renamed(sign: string, name: string): string {
    return renamed(this.#names, sign, name)
  }
}

/** The new name of a class (".") or an element ("#"). */
export function renamed(names: Map<string, string>, sign: string, name: string): string {
  const key = sign + decodedComponent(name)
  const known = names.get(key) ?? `${sign === '.' ? 'c' : 'n'}${names.size + 1}`
  names.set(key, known)
  return known
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\u00a0', '&#160;')
}
