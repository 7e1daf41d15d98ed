// Web pages as pieces of text, with every other byte kept: what a reader sees, what attributes say, what programs on the page hold. Comments
// are for those who wrote the page, and are taken out.
import { html, type Token, Tokenizer, TokenizerMode } from 'parse5'
import type { Opening } from './carrier.ts'
import type { CopyText, Spot } from './copy-text.ts'
import { linkSpot } from './relations.ts'
import { Source } from './source.ts'

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '))

const LINES = set(
  'address article aside blockquote body br caption center dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 ' +
    'head header hr legend li main nav ol option p pre section summary table tbody textarea tfoot thead title ul',
)
const CELLS = set('td th')
/** Attributes that people see, hear or follow, and those that programs keep for them. */
const WORDS =
  /^(?:title|alt|aria-(?:label|description|valuetext)|placeholder|value|summary|content|datetime|cite|abbr|label|srcdoc|data-.{1,60})$/
const LINKS = /^(?:href|action|formaction|ping|src|data|poster|background|longdesc)$/
/** An address that may say something of a person. */
const TELLING = /^(?:https?|mailto|tel|sms|skype|xmpp|callto|whatsapp|ftp):/i
const EMBEDDED = /^data:/i
/** One clear pixel (GIF 89a). */
const NOTHING = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

/** Elements whose content is no markup (HTML, 13.2.5). */
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

/** Adds a page to `into`; its changes are made in the source that comes back. */
export function addHtml(text: string, into: CopyText, opening: Opening): Source {
  const page = new Page(text, into, opening)
  page.read()
  return page.source
}

class Page {
  readonly source: Source
  readonly #into: CopyText
  readonly #opening: Opening
  #run = ''
  #start = -1
  #end = -1
  /** Name of the element whose content is no markup, '' outside of any. */
  #raw = ''
  #pre = 0
  #isRow = false
  #cells = 0

  constructor(text: string, into: CopyText, opening: Opening) {
    this.source = new Source(text)
    this.#into = into
    this.#opening = opening
  }

  read(): void {
    const characters = (token: Token.CharacterToken) => this.#add(token.chars, token.location!)
    const tokenizer = new Tokenizer(
      { sourceCodeLocationInfo: true },
      {
        onStartTag: (token) => {
          this.#flush()
          this.#startTag(token)
          const mode = MODES[token.tagName]
          if (mode !== undefined && !token.selfClosing) {
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
        onComment: ({ location }) => {
          this.#flush()
          // Conditional comments stand around markup that others read; their own text is a comment's.
          this.source.put(location!.startOffset, location!.endOffset, '')
        },
        onDoctype: () => this.#flush(),
        onEof: () => this.#flush(),
        onCharacter: characters,
        onWhitespaceCharacter: characters,
        onNullCharacter: characters,
      },
    )
    tokenizer.write(this.source.source, true)
    this.#into.endPart()
  }

  #add(characters: string, { startOffset, endOffset }: Token.Location): void {
    if (this.#start < 0) this.#start = startOffset
    this.#run += characters
    this.#end = endOffset
  }

  #flush(): void {
    if (this.#start < 0) return
    const [start, end, run] = [this.#start, this.#end, this.#run]
    this.#start = -1
    this.#run = ''
    if (run.trim() === '') {
      if (this.#raw === '') this.#into.space()
      return
    }
    if (this.#raw === 'style') return
    const isProgram = this.#raw !== '' && MODES[this.#raw] !== TokenizerMode.RCDATA
    // White space counts as spaces, but where it is drawn as it stands.
    const value = this.#pre > 0 || isProgram ? run : run.replace(/[\t\n\r\f]/g, ' ')
    const spot = { value, set: (text: string) => this.source.put(start, end, isProgram ? text : escaped(text)) }
    if (isProgram) this.#into.aside(spot)
    else this.#into.add(spot)
  }

  #startTag(token: Token.TagToken): void {
    const { tagName } = token
    for (const { name, value } of token.attrs) this.#attribute(token, name, value)
    if (tagName === 'pre' || tagName === 'textarea') this.#pre++
    if (tagName === 'tr') {
      this.#into.line()
      this.#isRow = true
      this.#cells = 0
    } else if (CELLS.has(tagName)) {
      if (this.#isRow && this.#cells++ > 0) this.#into.cell()
    } else if (LINES.has(tagName)) this.#line()
  }

  #endTag(name: string): void {
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

  #attribute(token: Token.TagToken, name: string, value: string): void {
    const place = token.location?.attrs?.[name]
    if (place === undefined || value.trim() === '') return
    const spot: Spot = {
      value,
      set: (text) => this.source.put(place.startOffset, place.endOffset, `${name}="${escaped(text)}"`),
    }
    if (LINKS.test(name)) {
      if (EMBEDDED.test(value)) {
        this.#opening.removed('pictures and files in addresses')
        spot.set(NOTHING)
      } else if (TELLING.test(value)) this.#into.aside(linkSpot(spot))
    } else if (WORDS.test(name) && !isSetting(token, name)) this.#into.aside(spot, labelOf(token))
  }
}

/** What a meta element calls its content. */
function labelOf({ tagName, attrs }: Token.TagToken): string {
  if (tagName !== html.TAG_NAMES.META) return ''
  return attrs.find(({ name }) => name === 'name' || name === 'property')?.value ?? ''
}

/** The set of characters, the size of the view and the numbers of a list are no words. */
function isSetting({ tagName, attrs }: Token.TagToken, name: string): boolean {
  if (tagName === html.TAG_NAMES.LI) return name === 'value'
  return (
    name === 'content' &&
    attrs.some((other) => other.name === 'http-equiv' || (other.name === 'name' && other.value === 'viewport'))
  )
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
