// The elements and attributes in the XML of a family of file formats (data/office-markup.json, data/odf-markup.json), those with free text, the values
// that are codes, and words of programs (data/office-names.json).
import { z } from 'zod'
import { wordSet } from '../lists.ts'
import { once, parseData } from './data-files.ts'

export const MarkupFacts = z.strictObject({
  source: z.string(),
  /** Prefix -> namespace. */
  namespaces: z.record(z.string(), z.string()),
  codes: z.array(z.string()),
  /** Prefix -> element -> its attributes; a star marks free text, and "=" is the text of the element itself. */
  elements: z.record(z.string(), z.record(z.string(), z.string())),
})
export type MarkupFacts = z.infer<typeof MarkupFacts>

export const OfficeNames = z.strictObject({
  /** Endings of files. */
  file_endings: z.array(z.string()),
  /** Words that follow the first word of the name of a font. */
  font_words: z.array(z.string()),
  fonts: z.array(z.string()),
  functions: z.array(z.string()),
  /** Operators in the formulas of shapes (ECMA-376 part 1, 20.1.9.11). */
  guide_operators: z.array(z.string()),
  /** Scripts that languages are marked with (ISO 15924). */
  scripts: z.array(z.string()),
  /** Words in declarations of VML. */
  shape_words: z.array(z.string()),
  styles: z.array(z.string()),
})

/** Treatment -> names. */
const Treatments = z.record(z.string(), z.array(z.string()))
const Names = z.array(z.string())
const Titles = z.record(z.string(), z.string())
const DialectRules = z.strictObject({ elements: Treatments, attributes: Treatments, texts: Treatments })

/** data/copy-rules.json: how copies treat what the standards list, as lists of names. */
const CopyRules = z.strictObject({
  about: z.string(),
  office: DialectRules.extend({
    /** In reading order. `relation`: application, if it is of one, and type of relation; `stem`: name in the copy without number and ending. */
    parts: z.array(z.strictObject({ relation: z.string(), stem: z.string(), type: z.string(), layout: z.string() })),
    /** Type of a part that is left out -> its name in `removed`; null if the answer does not report it. */
    left_out: z.record(z.string(), z.string().nullable()),
    /** Ending -> content type. */
    pictures: Titles,
    inner: Titles,
  }),
  /** `properties`: elements of meta.xml. */
  odf: DialectRules.extend({ properties: Treatments }),
  /** Packages and contents of e-books. */
  book: DialectRules.extend({ markup: MarkupFacts }),
  page: z.strictObject({
    lines: Names,
    /** Elements that only lay out or mark what is inside. */
    inline: Names,
    void: Names,
    /** Elements that are left out with all that is in them, and what they are. */
    cut: Titles,
    /** Attributes whose value is the name of another element, or several. */
    references: Names,
    links: Names,
    /** Attributes that lay out, with numbers, colours and the keywords. */
    layout: Names,
    keywords: Names,
  }),
  /** ISO 32000-1. */
  pdf: z.strictObject({
    /** Names that may be the value of an entry: colour spaces, blend modes, intents, encodings, line ends, icons. */
    values: Names,
    /** Operators of a calculated function (7.10.5.2). */
    calculated: Names,
    /** Kind of object -> its entries; the values of all are numbers, names and arrays of those. */
    entries: Treatments,
    /** Filters as inline images write them (8.9.7). */
    filters: Titles,
    /** Operator -> its operands: n a number. */
    operands: Titles,
    /** Entries of the catalog, and of its names, that a copy has none of, and what they are. */
    catalog: Titles,
    names: Titles,
  }),
  /** RTF 1.9.1: names of groups and control words. */
  rtf: z.strictObject({
    /** Destinations without written text: tables of fonts and colours, pictures, style sheets, lists. */
    silent: Names,
    origins: Titles,
    /** Fields of `info` without text: timestamps and counts. */
    moments: Names,
    signs: Titles,
    /** Starred destinations (a reader may skip them if it does not know them) with written text. */
    starred: Names,
    /** \fcharset -> code page (font table). */
    code_pages: Titles,
    cut: Names,
    /** Groups whose text is the name of a person who commented. */
    authors: Names,
    /** Groups that are read apart from the text around them. */
    apart: Names,
    long_words: Names,
  }),
})

/** Attribute -> whether it holds free text; "=" is the text of the element itself. */
export type MarkupElement = ReadonlyMap<string, boolean>

export class Markup {
  readonly codes: ReadonlySet<string>
  readonly #prefixes = new Map<string, string>()
  /** The prefixes themselves. */
  readonly prefixes: ReadonlySet<string>
  readonly #elements = new Map<string, MarkupElement>()

  constructor({ codes, elements, namespaces }: MarkupFacts) {
    this.codes = new Set(codes)
    this.prefixes = new Set(Object.keys(namespaces))
    for (const [prefix, uri] of Object.entries(namespaces)) {
      this.#prefixes.set(uri, prefix)
      // ISO/IEC 29500 strict: the same names in namespaces without the year.
      if (uri.startsWith(OPEN)) this.#prefixes.set(`${STRICT}${uri.slice(OPEN.length).replace('/2006', '')}`, prefix)
    }
    for (const [prefix, names] of Object.entries(elements))
      for (const [name, attributes] of Object.entries(names)) {
        const listed = attributes.split(' ').filter((attribute) => attribute !== '')
        this.#elements.set(
          `${prefix}:${name}`,
          new Map(listed.map((attribute) => [attribute.replace('*', ''), attribute.endsWith('*')])),
        )
      }
  }

  /** The usual prefix of a namespace; null for an unknown one. */
  prefixOf(uri: string): string | null {
    return this.#prefixes.get(uri) ?? null
  }

  /** `name`: with its usual prefix. */
  element(name: string): MarkupElement | null {
    return this.#elements.get(name) ?? null
  }
}

const OPEN = 'http://schemas.openxmlformats.org/'
const STRICT = 'http://purl.oclc.org/ooxml/'

export const officeMarkup = once(() => new Markup(parseData('office-markup.json', MarkupFacts)))
export const odfMarkup = once(() => new Markup(parseData('odf-markup.json', MarkupFacts)))
/** Prefixes of other standards: Dublin Core, XML Schema, relations, compatibility, packages. */
const OTHER_PREFIXES = wordSet('config dcmitype dcterms epub manifest mc opf r xsd xsi')

/** True for a prefix that the standards themselves write. */
export function isUsualPrefix(prefix: string): boolean {
  return OTHER_PREFIXES.has(prefix) || officeMarkup().prefixes.has(prefix) || odfMarkup().prefixes.has(prefix)
}

export const copyRules = once(() => parseData('copy-rules.json', CopyRules))
export const bookMarkup = once(() => new Markup(copyRules().book.markup))
/** Words that programs use, and people are not called by where they are used; all words of the names of fonts. */
export const officeWords = once(() => {
  const names = parseData('office-names.json', OfficeNames)
  const { fonts, font_words } = names
  return {
    fileEndings: new Set(names.file_endings),
    fontWords: new Set([...fonts, ...font_words]),
    fonts: new Set(fonts),
    functions: new Set(names.functions),
    guideOperators: new Set(names.guide_operators),
    scripts: new Set(names.scripts),
    shapeWords: new Set(names.shape_words),
    styles: new Set(names.styles),
  }
})
