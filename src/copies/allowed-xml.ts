// An XML part written from what is known of its format: elements, attributes and values that a standard lists are kept, places of words are read
// into the text of the file, names that only programs use are made anew, and everything else is left out.
import { type Markup, type OfficeWords, officeWords } from '../packs/markup.ts'
import { CopyText, type Spot } from './copy-text.ts'
import { type Attribute, closingTag, type SourceHandlers, type SourceTag, type XmlSource } from './xml-source.ts'

/**
 * What is done with an attribute, or with the text of an element. words: read and masked. shown: the layout of the format reads it. kept: it is a code.
 * code: kept where it is one. The others name how they are checked or made anew.
 */
export type Treatment =
  | 'words'
  | 'shown'
  | 'code'
  | 'cut'
  | 'empty'
  | 'font'
  | 'cells'
  | 'language'
  | 'style sheet'
  | 'style'
  | 'guide'
  | 'number format'
  | 'action'
  | 'sign'
  | 'numbering'
  | 'address'
  | 'kept'
  | `name ${string}`
  | `as ${string}`

export interface Rules {
  readonly markup: () => Markup
  /** Prefix of elements without one, where the part does not declare it. */
  readonly base: string
  /** Attributes are listed with their prefix (OpenDocument), not by their name alone (ECMA-376). */
  readonly qualified: boolean
  /** Values besides the codes of the standard. */
  readonly codes: (value: string) => boolean
  /** By name with prefix: left out, or replaced by what is in it. With its holder: the element around it that means nothing without it. */
  readonly elements: Readonly<Record<string, 'cut' | 'unwrap' | 'cut holder'>>
  /** By "w:p@val" or "@val". */
  readonly attributes: Readonly<Record<string, Treatment>>
  /** Attributes that are not among these, by their name; "code" where it is absent. */
  readonly otherwise?: (key: string) => Treatment
  readonly texts: Readonly<Record<string, Treatment>>
  /** What is done with an element whose attributes decide it; null where the rules above do. */
  readonly fate?: (tag: SourceTag, name: string) => 'cut' | 'unwrap' | null
}

export interface Keeping {
  readonly into: CopyText
  readonly names: Names
  /** The new id of a relation of this part; null for one that is left out. */
  relation(id: string): string | null
  /** What is done with an address outside of relations; it is left out where this is absent. */
  address?(attribute: Attribute): void
  removed(what: string): void
}

/** Names that programs use: the same name for the same value in all parts of a file. */
export class Names {
  readonly #names = new Map<string, string>()
  readonly #counts = new Map<string, number>()

  of(kind: string, value: string): string {
    const key = `${kind} ${value}`
    const known = this.#names.get(key)
    if (known !== undefined) return known
    const count = (this.#counts.get(kind) ?? 0) + 1
    this.#counts.set(kind, count)
    const name = `${kind}${count}`
    this.#names.set(key, name)
    return name
  }
}

export const MARKUP = 'markup of a kind not known here'

/** Elements that mean nothing without what they hold. */
const HOLDERS = new Set('graphicFrame controls oleObjects frame timing sndAc'.split(' '))
const RELATIONS =
  /^http:\/\/(?:schemas\.openxmlformats\.org\/officeDocument\/2006|purl\.oclc\.org\/ooxml\/officeDocument)\/relationships$/
const COMPATIBILITY = 'http://schemas.openxmlformats.org/markup-compatibility/2006'
/** Attributes by which an element refers to a part and is still an element without. */
const OPTIONAL_RELATION = /^(?:w:hyperlink|x:hyperlink|x:pageSetup|a:blip|v:imagedata|v:fill|v:stroke|a:hlink\w{1,10})$/

type Scope = ReadonlyMap<string, string>

interface Frame {
  readonly tag: SourceTag
  readonly name: string
  readonly scope: Scope
  readonly isUnwrapped: boolean
  readonly text: Treatment
  /** The handlers know of it. */
  readonly isTold: boolean
  cut: boolean
}

/** Walks the part like `source.walk`, and tells the handlers of what is kept. */
export function walkAllowed(source: XmlSource, rules: Rules, keeping: Keeping, handlers: SourceHandlers): void {
  new AllowedWalk(source, rules, keeping, handlers).walk()
}

/** True for a part whose outermost element is known: another one has nothing that could be kept. */
export function knowsRoot(source: XmlSource, rules: Rules): boolean {
  let isKnown: boolean | null = null
  const keeping: Keeping = { into: new CopyText(), names: new Names(), relation: () => null, removed: () => {} }
  const walk = new AllowedWalk(source, rules, keeping, {})
  source.walk({
    open(tag) {
      isKnown ??= walk.knows(tag)
    },
  })
  return isKnown === true
}

class AllowedWalk {
  readonly #source: XmlSource
  readonly #rules: Rules
  readonly #keeping: Keeping
  readonly #handlers: SourceHandlers
  readonly #markup: Markup
  readonly #open: Frame[] = []
  /** How many of the open elements are in one that is left out. */
  #cutting = 0

  constructor(source: XmlSource, rules: Rules, keeping: Keeping, handlers: SourceHandlers) {
    this.#source = source
    this.#rules = rules
    this.#keeping = keeping
    this.#handlers = handlers
    this.#markup = rules.markup()
  }

  knows(tag: SourceTag): boolean {
    const scope = this.#scopeOf(tag)
    return this.#fateOf(tag, this.#nameOf(tag, scope), scope) === 'keep'
  }

  walk(): void {
    this.#source.walk({
      open: (tag) => this.#begin(tag),
      text: (spot) => this.#text(spot),
      close: (_, end) => this.#end(end),
      instruction: (start, end) => this.#source.put(start, end, ''),
    })
  }

  #begin(tag: SourceTag): void {
    if (this.#cutting > 0) {
      this.#cutting++
      return
    }
    const scope = this.#scopeOf(tag)
    const name = this.#nameOf(tag, scope)
    const fate = this.#fateOf(tag, name, scope)
    if (fate === 'cut' || fate === 'cut holder') {
      if (fate === 'cut holder') this.#cutHolder()
      this.#keeping.removed(MARKUP)
      this.#open.push({ tag, name, scope, isUnwrapped: false, text: 'cut', isTold: false, cut: true })
      this.#cutting = 1
      return
    }
    const isUnwrapped = fate === 'unwrap'
    this.#open.push({ tag, name, scope, isUnwrapped, text: this.#textOf(name), isTold: !isUnwrapped, cut: false })
    if (isUnwrapped) this.#source.put(tag.start, tag.end, '')
    else {
      this.#attributes(tag, name, scope)
      this.#handlers.open?.(tag)
    }
  }

  #end(end: number): void {
    if (this.#cutting > 1) {
      this.#cutting--
      return
    }
    const frame = this.#open.pop()
    if (frame === undefined) return
    const { tag, cut, isUnwrapped } = frame
    this.#cutting = 0
    if (cut) this.#source.put(tag.start, end, '')
    else if (isUnwrapped && !tag.isEmpty) this.#source.put(closingTag(this.#source.source, end), end, '')
    if (frame.isTold) this.#handlers.close?.(tag.name, end)
  }

  #text(spot: Spot): void {
    const frame = this.#open.at(-1)
    if (this.#cutting > 0 || frame === undefined || spot.value === '') return
    if (frame.text === 'shown') this.#handlers.text?.(spot)
    else if (spot.value.trim() !== '') this.#treat(frame.text, { ...spot, cut: () => spot.set('') })
  }

  /** What is done with the text of an element. */
  #textOf(name: string): Treatment {
    const known = this.#rules.texts[name]
    if (known !== undefined) return known
    const free = this.#markup.element(name)?.get('=')
    if (free === undefined) return 'empty'
    return free && this.#rules.qualified ? 'shown' : 'code'
  }

  #cutHolder(): void {
    const holder = this.#open.findLast(({ tag }) => HOLDERS.has(tag.name))
    if (holder !== undefined) holder.cut = true
  }

  #scopeOf(tag: SourceTag): Scope {
    const outer = this.#open.at(-1)?.scope ?? NO_SCOPE
    let scope: Map<string, string> | null = null
    for (const [name, { value }] of tag.attributes) {
      if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue
      scope ??= new Map(outer)
      scope.set(name.slice('xmlns:'.length), value)
    }
    return scope ?? outer
  }

  #nameOf({ fullName, name }: SourceTag, scope: Scope): string {
    return `${this.#prefixOf(fullName.slice(0, -name.length - 1), scope)}:${name}`
  }

  /** The usual prefix of what a part calls by another; "?" for a namespace that is not known. */
  #prefixOf(prefix: string, scope: Scope): string {
    const uri = scope.get(prefix)
    if (uri === undefined) return prefix === '' ? this.#rules.base : prefix
    if (RELATIONS.test(uri)) return 'r'
    if (uri === COMPATIBILITY) return 'mc'
    return this.#markup.prefixOf(uri) ?? '?'
  }

  #fateOf(tag: SourceTag, name: string, scope: Scope): 'keep' | 'cut' | 'unwrap' | 'cut holder' {
    const rule = this.#rules.elements[name] ?? this.#rules.fate?.(tag, name) ?? undefined
    if (rule !== undefined) return rule
    if (tag.fullName === 'xml' && this.#open.length === 0) return 'keep'
    if (name.startsWith('mc:')) return this.#alternative(tag, name, scope)
    if (this.#markup.element(name) === null) return 'cut'
    for (const [fullName, { value }] of tag.attributes) {
      const at = fullName.indexOf(':')
      if (at < 0 || this.#prefixOf(fullName.slice(0, at), scope) !== 'r' || value === '') continue
      if (this.#keeping.relation(value) === null && !OPTIONAL_RELATION.test(name)) return 'cut holder'
    }
    return 'keep'
  }

  /** Of alternatives (ECMA-376 part 3, 10) those stay whose markup is known. */
  #alternative(tag: SourceTag, name: string, scope: Scope): 'keep' | 'cut' {
    if (name === 'mc:AlternateContent' || name === 'mc:Fallback') return 'keep'
    if (name !== 'mc:Choice') return 'cut'
    const required = tag.attributes.get('Requires')?.value.split(/\s+/) ?? []
    return required.length > 0 && required.every((prefix) => this.#markup.prefixOf(scope.get(prefix) ?? '') !== null)
      ? 'keep'
      : 'cut'
  }

  #attributes(tag: SourceTag, name: string, scope: Scope): void {
    const listed = this.#markup.element(name)
    for (const [fullName, attribute] of tag.attributes) {
      const at = fullName.indexOf(':')
      const written = at < 0 ? '' : fullName.slice(0, at)
      const local = fullName.slice(at + 1)
      if (written === 'xmlns' || fullName === 'xmlns') this.#declaration(attribute)
      else if (written === 'xml') this.#xml(local, attribute)
      else if (name.startsWith('mc:')) {
        if (fullName !== 'Requires') attribute.cut()
      } else {
        const prefix = written === '' ? '' : this.#prefixOf(written, scope)
        if (prefix === 'r') this.#relation(attribute)
        else if (prefix === 'mc') this.#compatibility(local, attribute, scope)
        else
          this.#attribute(
            name,
            this.#rules.qualified && prefix !== '' ? `${prefix}:${local}` : local,
            attribute,
            prefix === '?' ? null : listed,
          )
      }
    }
  }

  #attribute(name: string, key: string, attribute: Attribute, listed: ReadonlyMap<string, boolean> | null): void {
    const treatment = this.#rules.attributes[`${name}@${key}`] ?? this.#rules.attributes[`@${key}`]
    if (listed === null || (!listed.has(key) && this.#rules.attributes[`${name}@${key}`] === undefined)) {
      this.#keeping.removed(MARKUP)
      attribute.cut()
    } else this.#treat(treatment ?? this.#rules.otherwise?.(key) ?? 'code', attribute)
  }

  #declaration(attribute: Attribute): void {
    const { value } = attribute
    if (!RELATIONS.test(value) && value !== COMPATIBILITY && this.#markup.prefixOf(value) === null) attribute.cut()
  }

  #xml(local: string, attribute: Attribute): void {
    if (local === 'space' && /^(?:default|preserve)$/.test(attribute.value)) return
    if (local === 'id') attribute.set(this.#keeping.names.of('id', attribute.value))
    else attribute.cut()
  }

  #relation(attribute: Attribute): void {
    if (attribute.value === '') return
    const id = this.#keeping.relation(attribute.value)
    if (id === null) attribute.cut()
    else if (id !== attribute.value) attribute.set(id)
  }

  /** Prefixes that readers may pass over: those whose namespace is still declared. */
  #compatibility(local: string, attribute: Attribute, scope: Scope): void {
    const prefixes = attribute.value
      .split(/\s+/)
      .filter((prefix) => this.#markup.prefixOf(scope.get(prefix) ?? '') !== null)
    if (local !== 'Ignorable' || prefixes.length === 0) attribute.cut()
    else if (prefixes.join(' ') !== attribute.value) attribute.set(prefixes.join(' '))
  }

  #treat(treatment: Treatment, attribute: Attribute): void {
    const { value } = attribute
    const { into, names } = this.#keeping
    if (value === '' && treatment !== 'cut') return
    switch (treatment) {
      case 'kept':
      case 'shown':
        return
      case 'words':
        into.aside(attribute)
        return
      case 'empty':
        attribute.set('')
        return
      case 'cut':
        attribute.cut()
        return
      case 'guide':
        attribute.set(guide(value, this.#markup.codes, names))
        return
      case 'style':
        if (!isStyleName(value)) attribute.set(names.of('Style', value))
        return
      case 'font':
        if (!isFont(value)) attribute.set(FALLBACK_FONT)
        return
      case 'style sheet':
        attribute.set(styleSheet(value, this.#markup.codes))
        return
      case 'sign':
        if (!isSign(value)) attribute.set('')
        return
      case 'numbering':
        attribute.set(numberingText(value))
        return
      case 'address':
        if (this.#keeping.address === undefined) attribute.cut()
        else this.#keeping.address(attribute)
        return
      case 'number format':
        if (!isNumberFormat(value)) attribute.set('General')
        return
      default:
        if (treatment.startsWith('name ')) {
          if (!this.#rules.codes(value)) attribute.set(names.of(treatment.slice('name '.length), value))
        } else if (treatment.startsWith('as ')) attribute.set(treatment.slice('as '.length))
        else if (!this.#fits(treatment, value)) attribute.cut()
    }
  }

  #fits(treatment: Treatment, value: string): boolean {
    if (treatment === 'cells') return CELLS.test(value)
    if (treatment === 'language') return LANGUAGE.test(value)
    if (treatment === 'action') return ACTION.test(value)
    return isCode(value, this.#markup.codes) || this.#rules.codes(value)
  }
}

const NO_SCOPE: Scope = new Map()

const LANGUAGE = /^(?:[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?|x-none|none|[0-9A-F]{4})$/
const ONE_CELL = String.raw`\$?[A-Z]{0,3}\$?\d{0,7}(?::\$?[A-Z]{0,3}\$?\d{0,7})?`
const CELLS = new RegExp(`^${ONE_CELL}(?: ${ONE_CELL}){0,2000}$`)
/** What a click does that names nothing: next slide, end of the show. */
const ACTION =
  /^ppaction:\/\/(?:hlinkshowjump\?jump=(?:next|previous|first|last|lastslideviewed)(?:slide)?|hlinksldjump|noaction|media)$/

const SIGNS = /[\s,;:()|/*]+/
const NUMBER = /^[-+#@$.[]{0,2}\d{1,10}(?:\.\d{1,17})?(?:[eE][-+]?\d{1,3})?(?:[A-Za-z]{1,3}|%)?\]?$/
const HEXADECIMAL = /^#?(?=[A-Fa-f]{0,8}\d|[A-F]{6}$|[A-F]{8}$|[a-f]{6}$)[0-9A-Fa-f]{1,12}$/
const GUID = /^\{?[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\}?$/

/** True for numbers with their units, colours, GUIDs and values of enumerations, alone or as a list. */
export function isCode(value: string, codes: ReadonlySet<string>): boolean {
  if (codes.has(value) || GUID.test(value)) return true
  return value
    .split(SIGNS)
    .every((word) => word === '' || codes.has(word) || NUMBER.test(word) || HEXADECIMAL.test(word))
}

const FALLBACK_FONT = 'Arial'

export function isFont(value: string, { fonts }: Pick<OfficeWords, 'fonts'> = officeWords()): boolean {
  if (/^\+m[nj]-(?:lt|ea|cs)$/.test(value)) return true
  // East Asian fonts have names in their own script; a name of two or three such signs could be a person's.
  const first = /^[@'"]?([A-Za-z]+)/.exec(value)?.[1]
  return first !== undefined && value.length <= 60 && [...value.matchAll(/[A-Za-z]+/g)].length <= 6 && fonts.has(first)
}

/** Letters that stand for parts of a number or a moment, names of colours, and signs of currencies: a longer word is somebody's own. */
const LONGEST_SIGN = 3
const FORMAT_WORDS =
  /^(?:y{1,4}|m{1,5}|d{1,4}|h{1,2}|s{1,2}|g{1,3}|e{1,4}|AM|PM|General|Standard|GENERAL|Black|Blue|Cyan|Green|Magenta|Red|White|Yellow|Color\d{0,2})$/i

/** The text of a level of a list: signs, and words that number something: "Article %1". */
function numberingText(text: string): string {
  const { styles } = officeWords()
  return text.replace(/\p{L}+/gu, (word) => (word.length <= LONGEST_SIGN || styles.has(word.toLowerCase()) ? word : ''))
}

function isSign(value: string): boolean {
  return (value.match(/\p{L}+/gu) ?? []).every((word) => word.length <= LONGEST_SIGN)
}

function isNumberFormat(value: string): boolean {
  return (value.match(/\p{L}+/gu) ?? []).every((word) => word.length <= LONGEST_SIGN || FORMAT_WORDS.test(word))
}

/** "heading 1", "Text_20_body", "ListBullet2": made of words that programs name styles by. */
export function isStyleName(value: string): boolean {
  const { styles } = officeWords()
  const plain = value.replace(/_[0-9a-f]{2}_/g, ' ')
  if (/^[A-Za-z]{0,3}\d{0,6}$/.test(plain)) return true
  return plain
    .split(/[^\p{L}]+|(?<=\p{Ll})(?=\p{Lu})/u)
    .every((word) => word.length <= 1 || styles.has(word.toLowerCase()))
}

/** Names of guides that shapes have without saying so (ECMA-376 part 1, 20.1.10.56): w, hd2, 3cd4, adj1. */
const BUILT_IN_GUIDE = /^(?:\d?cd\d{1,2}|[lrtbwhs]{1,2}(?:d\d{1,2})?|[hv]c|adj\d{0,2}|[xy]\d{1,3})$/

/** Formulas of shapes, and names that they refer to each other by. */
function guide(value: string, codes: ReadonlySet<string>, names: Names): string {
  return value.replace(/[^\s]+/g, (word) =>
    NUMBER.test(word) ||
    /^[-+*/?]{1,2}$/.test(word) ||
    BUILT_IN_GUIDE.test(word) ||
    GUIDE_OPERATORS.has(word) ||
    (codes.has(word) && word.length <= LONGEST_SIGN)
      ? word
      : names.of('g', word),
  )
}

const GUIDE_OPERATORS = new Set('*/ +- +/ ?: abs at2 cat2 cos max min mod pin sat2 sin sqrt tan val'.split(' '))

/** Declarations of VML (ECMA-376 part 4, 19.1.2.19) whose value is made of numbers and words that the standard knows. */
function styleSheet(value: string, codes: ReadonlySet<string>): string {
  return value
    .split(';')
    .filter((declaration) => {
      const [property = '', set = ''] = declaration.split(':').map((side) => side.trim())
      return /^[a-z-]{1,40}$/.test(property) && (isCode(set, codes) || SHAPE_WORDS.has(set))
    })
    .join(';')
}

const SHAPE_WORDS = new Set(
  'absolute relative static hidden visible inherit auto page text margin char line left right center top middle bottom inside outside square none around tight through'.split(
    ' ',
  ),
)
