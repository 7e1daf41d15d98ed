// Free texts of FHIR resources: masked by the detectors, and by the values that structured elements of the same request hold.
import { maskedCopy, type RuledFinding, standInsOf } from '../../engines/deidentify/engine.ts'
import type { KnownPeople } from '../../engines/detect/persons/known-people.ts'
import { KnownValues } from '../../formats/shared/known-values.ts'
import { walkXml } from '../../formats/xml/xml.ts'
import { escaped } from '../../formats/xml/xml-source.ts'
import { wordSet } from '../../lists.ts'
import type { Finding } from '../../records/detection.ts'
import { ScannedText } from '../../text/scanned.ts'
import type { Context } from '../shared/context.ts'
import { withFound } from '../shared/governed-values.ts'
import type { GoverningLaw } from '../shared/governing.ts'
import { findingsUnder, ruleFor } from '../shared/scan.ts'
import { withMentions } from '../shared/shared-people.ts'

const NAME = 'PII-1-NAME'
const URL = 'PII-3-URL'
/** Special categories, which the codes of a resource state in any case. */
const SPECIAL = /^PII-6-/
/** Texts whose copies are kept: displays of codes are the same in thousands of resources. */
const MOST_KEPT = 50_000
const LONGEST_KEPT = 200

/** Block elements of XHTML: words on their two sides do not touch. */
const BLOCKS = wordSet(
  'address blockquote br caption dd div dl dt h1 h2 h3 h4 h5 h6 hr li ol p pre table tbody td tfoot th thead tr ul',
)
/** Elements that a narrative may have besides (FHIR R4, 2.4.0). Others are unwrapped. */
const INLINE = wordSet('abbr acronym b big cite code dfn em i q samp small span strong sub sup tt u var col colgroup')
const EMPTY = new Set(['br', 'hr', 'col'])
const HIDDEN = new Set(['script', 'style', 'img', 'object', 'iframe', 'input'])

type Piece = { readonly tag: string; readonly closes: boolean } | { readonly start: number; readonly end: number }

export class FhirTexts {
  readonly #law: GoverningLaw
  readonly #salt: string
  readonly #context: Context
  readonly #people: KnownPeople
  readonly #values = new Map<string, string>()
  #known: KnownValues | null = null
  readonly #copies = new Map<string, string>()
  readonly #clean = new Map<string, boolean>()
  readonly counts: Record<string, number> = {}

  constructor(law: GoverningLaw, salt: string, context: Context) {
    this.#law = law
    this.#salt = salt
    this.#context = context
    this.#people = context.engines.detect.knownPeople()
  }

  /** A value that an element states: it is looked for in all texts. */
  know(category: string, value: string): void {
    if (category === NAME) this.#people.add(value)
    else if (!this.#values.has(value)) this.#values.set(value, category)
  }

  /** What the law leaves of a value of a category: '' where it is dropped. */
  replacement(category: string, value: string): string {
    const { action, citation, generalize } = ruleFor(this.#law, category)
    if (action !== 'retain') this.#count(category)
    const span: RuledFinding = {
      ...{ category, start: 0, end: value.length, confidence: 1, detector: 'fhir', strength: 'pattern' },
      ...{ action, citation, generalize },
    }
    return maskedCopy(value, [span], this.#options()).text
  }

  /** A text without the personal data in it. `lead`: what the resource calls the value; `coded`: the text of a code, whose illness stays. */
  copy(text: string, lead = '', coded = false): string {
    const key = `${coded}\n${lead}\n${text}`
    const known = text.length > LONGEST_KEPT ? undefined : this.#copies.get(key)
    if (known !== undefined) return known
    const before = lead === '' ? '' : `${lead}: `
    const ruled = this.#ruled(before + text, coded).flatMap((finding) => {
      const start = Math.max(finding.start, before.length) - before.length
      return finding.end <= before.length
        ? []
        : [{ ...finding, start, end: finding.end - before.length, of: undefined }]
    })
    const copy = maskedCopy(text, ruled, this.#options()).text
    if (text.length <= LONGEST_KEPT && this.#copies.size < MOST_KEPT) this.#copies.set(key, copy)
    return copy
  }

  /** True for an address or a code in which nobody is named: that it is an address says nothing. */
  isClean(text: string): boolean {
    const known =
      this.#clean.get(text) ??
      this.#ruled(text, true).every(({ category, action }) => category === URL || action === 'retain')
    if (this.#clean.size < MOST_KEPT) this.#clean.set(text, known)
    return known
  }

  /** A narrative: its text masked, its elements as far as FHIR lets a narrative have them, and no attribute. */
  async narrative(div: string): Promise<string> {
    const pieces: Piece[] = []
    let text = ''
    let hidden = 0
    const tag = (name: string, closes: boolean) => {
      if (HIDDEN.has(name)) hidden += closes ? -1 : 1
      else if (hidden === 0 && (BLOCKS.has(name) || INLINE.has(name)) && !(closes && EMPTY.has(name)))
        pieces.push({ tag: name, closes })
      if (BLOCKS.has(name) && !text.endsWith('\n')) text += '\n'
    }
    try {
      await walkXml(Buffer.from(div, 'utf8'), {
        open: ({ name }) => tag(name.toLowerCase(), false),
        close: (name) => tag(name.toLowerCase(), true),
        text: (piece) => {
          if (hidden > 0) return
          pieces.push({ start: text.length, end: text.length + piece.length })
          text += piece
        },
      })
    } catch {
      return emptyNarrative
    }
    const first = pieces[0]
    if (first === undefined || !('tag' in first) || first.tag !== 'div') return emptyNarrative
    const { standIns } = standInsOf(text, this.#ruled(text, false), this.#options())
    let next = 0
    const written = pieces.map((piece, at) => {
      if ('tag' in piece)
        return at === 0 ? OPEN_DIV : `<${piece.closes ? '/' : ''}${piece.tag}${EMPTY.has(piece.tag) ? '/' : ''}>`
      let out = ''
      let from = piece.start
      while (next > 0 && next <= standIns.length && standIns[next - 1]!.end > from) next--
      for (; next < standIns.length && standIns[next]!.start < piece.end; next++) {
        const { start, end, text: put } = standIns[next]!
        if (end <= from) continue
        if (start > from) out += text.slice(from, start)
        // What replaces a value is in the piece where it begins.
        if (start >= piece.start) out += put ?? ''
        from = Math.min(end, piece.end)
      }
      return escaped(out + text.slice(from, piece.end))
    })
    return written.join('')
  }

  #ruled(text: string, coded: boolean): RuledFinding[] {
    const scanned = new ScannedText(text)
    const own = findingsUnder(this.#law, scanned, this.#context)
    const named = withMentions(scanned, own, { people: this.#people, kind: 'about' }, this.#context)
    this.#known ??= new KnownValues([...this.#values.keys()].map((value) => ({ value, text: '' })))
    const again = this.#known.in(text).map(
      ({ start, end, value }): Finding => ({
        ...{ category: this.#values.get(value)!, start, end, confidence: 1 },
        ...{ detector: 'fhir', strength: 'pattern', person: value },
      }),
    )
    return withFound(named, again).flatMap((finding) => {
      if (coded && SPECIAL.test(finding.category)) return []
      const { action, citation, generalize } = ruleFor(this.#law, finding.category)
      if (action !== 'retain') this.#count(finding.category)
      return [{ ...finding, action, citation, generalize }]
    })
  }

  #count(category: string): void {
    this.counts[category] = (this.counts[category] ?? 0) + 1
  }

  #options() {
    const { packs, keeper } = this.#context
    const { reader: jurisdiction, statute: limits } = this.#law
    return { categories: packs.categories(), jurisdiction, salt: this.#salt, limits, keeper }
  }
}

const OPEN_DIV = '<div xmlns="http://www.w3.org/1999/xhtml">'
const emptyNarrative = `${OPEN_DIV}[TEXT]</div>`
