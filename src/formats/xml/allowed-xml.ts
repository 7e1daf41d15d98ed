// An XML part written from what is known of its format: elements, attributes and values that a standard lists are kept, places of words are read
// into the text of the file, names that only programs use are made anew, and everything else is left out.
import { wordSet } from '../../lists.ts'
import type { Markup } from '../../packs/markup-rules.ts'
import { CopyText, type Spot } from '../shared/copy-text.ts'
import {
  ACTION,
  CELLS,
  FALLBACK_FONT,
  guide,
  isCode,
  isFont,
  isLanguage,
  isNumberFormat,
  isSign,
  isStyleName,
  Names,
  numberingText,
  styleSheet,
} from './allowed-values.ts'
import { type Attribute, closingTag, type SourceHandlers, type SourceTag, type XmlSource } from './xml-source.ts'

/**
 * Treatment of an attribute, or of the text of an element. words: read and masked. shown: read by the layout of the format. kept: always a code.
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

/** Rules of data/copy-rules.json, by name. */
export function rulesOf({
  elements,
  attributes,
  texts,
}: {
  readonly [Part in 'elements' | 'attributes' | 'texts']: Readonly<Record<string, readonly string[]>>
}) {
  return {
    elements: byName<Fate>(elements),
    attributes: byName<Treatment>(attributes),
    texts: byName<Treatment>(texts),
  }
}

const byName = <Value extends string>(lists: Readonly<Record<string, readonly string[]>>) =>
  Object.fromEntries(
    Object.entries(lists).flatMap(([value, names]) => names.map((name) => [name, value as Value] as const)),
  )

type Fate = 'cut' | 'unwrap' | 'cut holder'

export interface Rules {
  readonly markup: () => Markup
  /** Prefix of elements without one, where the part does not declare it. */
  readonly base: string
  /** Attributes are listed with their prefix (OpenDocument), not by their name alone (ECMA-376). */
  readonly qualified: boolean
  /** True for values that are codes in addition to those of the standard. */
  readonly codes: (value: string) => boolean
  /** By name with prefix: left out, or replaced by what is in it. With its holder: the element around it that means nothing without it. */
  readonly elements: Readonly<Record<string, Fate>>
  /** By "w:p@val" or "@val". */
  readonly attributes: Readonly<Record<string, Treatment>>
  /** Attributes that are not among these, by their name; "code" where it is absent. */
  readonly otherwise?: (key: string) => Treatment
  readonly texts: Readonly<Record<string, Treatment>>
  /** Decides on an element by its attributes; null if the rules above decide. */
  readonly fate?: (tag: SourceTag, name: string) => 'cut' | 'unwrap' | null
}

export interface Keeping {
  readonly into: CopyText
  readonly names: Names
  /** The new id of a relation of this part; null for one that is left out. */
  relation(id: string): string | null
  /** Handles an address that is not a relation; without this function such addresses are left out. */
  address?(attribute: Attribute): void
  removed(what: string): void
}

export const MARKUP = 'markup of a kind not known here'

/** Elements that mean nothing without what they hold. */
const HOLDERS = wordSet('graphicFrame controls oleObjects frame timing sndAc')
const RELATIONS =
  /^http:\/\/(?:schemas\.openxmlformats\.org\/officeDocument\/2006|purl\.oclc\.org\/ooxml\/officeDocument)\/relationships$/
const COMPATIBILITY = 'http://schemas.openxmlformats.org/markup-compatibility/2006'
/** Elements that stay valid without the attribute that refers to a part. */
const OPTIONAL_RELATION = /^(?:w:hyperlink|x:hyperlink|x:pageSetup|a:blip|v:imagedata|v:fill|v:stroke|a:hlink\w{1,10})$/

type Scope = ReadonlyMap<string, string>
const NO_SCOPE: Scope = new Map()

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

type Treat = (attribute: Attribute, value: string, keeping: Keeping, markup: Markup) => void

const retain: Treat = () => {}
const replacing =
  (isAllowed: (value: string) => boolean, other: string): Treat =>
  (attribute, value) => {
    if (!isAllowed(value)) attribute.set(other)
  }

/** The action for an attribute, by treatment; the other treatments have several words, or only check the value. */
const TREATMENTS: Partial<Record<Treatment, Treat>> = {
  kept: retain,
  shown: retain,
  words: (attribute, _, { into }) => into.aside(attribute),
  empty: (attribute) => attribute.set(''),
  cut: (attribute) => attribute.cut(),
  guide: (attribute, value, { names }, { codes }) => attribute.set(guide(value, codes, names)),
  style(attribute, value, { names }) {
    if (!isStyleName(value)) attribute.set(names.of('Style', value))
  },
  font: replacing(isFont, FALLBACK_FONT),
  'style sheet': (attribute, value, _, { codes }) => attribute.set(styleSheet(value, codes)),
  sign: replacing(isSign, ''),
  numbering: (attribute, value) => attribute.set(numberingText(value)),
  address(attribute, _, { address }) {
    if (address === undefined) attribute.cut()
    else address(attribute)
  },
  'number format': replacing(isNumberFormat, 'General'),
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
    else if (isUnwrapped && !tag.isEmpty) this.#source.put(closingTag(this.#source.text, end), end, '')
    if (frame.isTold) this.#handlers.close?.(tag.name, end)
  }

  #text(spot: Spot): void {
    const frame = this.#open.at(-1)
    if (this.#cutting > 0 || frame === undefined || spot.value === '') return
    if (frame.text === 'shown') this.#handlers.text?.(spot)
    else if (spot.value.trim() !== '') this.#treat(frame.text, { ...spot, cut: () => spot.set('') })
  }

  /** Treatment of the text of an element. */
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
    if (treatment !== 'words' && treatment !== 'shown')
      into.guard({ value, drop: () => (/^-?\d+$/.test(value) ? attribute.set('0') : attribute.cut()) })
    const treat = TREATMENTS[treatment]
    if (treat !== undefined) treat(attribute, value, this.#keeping, this.#markup)
    else if (treatment.startsWith('name ')) {
      if (!this.#rules.codes(value)) attribute.set(names.of(treatment.slice('name '.length), value))
    } else if (treatment.startsWith('as ')) attribute.set(treatment.slice('as '.length))
    else if (!this.#fits(treatment, value)) attribute.cut()
  }

  #fits(treatment: Treatment, value: string): boolean {
    if (treatment === 'cells') return CELLS.test(value)
    if (treatment === 'language') return isLanguage(value)
    if (treatment === 'action') return ACTION.test(value)
    return isCode(value, this.#markup.codes) || this.#rules.codes(value)
  }
}
