// De-identifies FHIR R4 resources element by element, by the type that the standard gives each. What has no definition is taken out.

import { shownYear } from '../../engines/deidentify/generalize.ts'
import { wordSet } from '../../lists.ts'
import type { FhirFacts } from '../../packs/schemas/fhir.ts'
import type { Context } from '../shared/context.ts'
import type { GoverningLaw } from '../shared/governing.ts'
import { ruleFor } from '../shared/scan.ts'
import { contactCategory, isMembers, leadOf, listOf, type Members, namesOf, numberKindOf } from './element-values.ts'
import { FhirTexts } from './fhir-texts.ts'
import { PRIMITIVES, shortened } from './primitives.ts'
import { ResourceLinks } from './resource-links.ts'

type Written = Record<string, unknown>

const NAME = 'PII-1-NAME'
const DATE = 'PII-1-DATE'
const AGE = 'PII-1-AGE'
const ADDRESS = 'PII-4-ADDRESS'
const POSTCODE = 'PII-4-POSTCODE'
const PLACE = 'PII-4-LOCATION'
const GPS = 'PII-4-GPS_COORDINATES'
/** Nesting of extensions, contained resources and questions. */
const DEEPEST = 60
const ABSENT = [{ url: 'http://hl7.org/fhir/StructureDefinition/data-absent-reason', valueCode: 'masked' }]
/** http://terminology.hl7.org/CodeSystem/v3-ObservationValue: the resource was pseudonymised. */
const LABEL = { system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationValue', code: 'PSEUDED' }
const DATES = new Set(['date', 'dateTime', 'instant'])
const TEXTS = new Set(['string', 'markdown'])
const ADDRESSES = new Set(['uri', 'url', 'canonical'])
/** Elements that are never kept: attributes of another copy, and conditions that hold identifiers. */
const TAKEN_OUT = wordSet(
  'Meta.versionId Meta.lastUpdated Meta.source Bundle_Request.ifNoneExist Bundle_Request.ifMatch Bundle_Request.ifNoneMatch Bundle_Response.etag Attachment.url Attachment.hash Signature.data',
)

/** What an element is given besides its value. */
interface Place {
  /** Type and element, without values: "Patient.name". */
  readonly path: string
  /** What the resource calls the value: the text of a question or of an observation. */
  readonly lead: string
  readonly depth: number
}

export class ResourceMasker {
  readonly texts: FhirTexts
  /** Paths of elements that were taken out, and how often. */
  readonly removed: Record<string, number> = {}
  readonly #facts: FhirFacts
  readonly #law: GoverningLaw
  readonly #years: boolean
  readonly #links: ResourceLinks
  readonly #narratives = new Map<string, string>()

  constructor(
    law: GoverningLaw,
    { salt, years }: { readonly salt: string; readonly years: boolean },
    context: Context,
  ) {
    this.texts = new FhirTexts(law, salt, context)
    this.#facts = context.packs.fhir()
    this.#law = law
    this.#years = years
    this.#links = new ResourceLinks(this.#facts, this.texts, salt)
  }

  isResource(value: unknown): value is Members & { readonly resourceType: string } {
    return (
      isMembers(value) && typeof value['resourceType'] === 'string' && this.#facts.resources.has(value['resourceType'])
    )
  }

  /** Reads resources for what they state, before any is masked. */
  async read(resources: readonly Members[]): Promise<void> {
    const divs = new Set<string>()
    for (const resource of resources) this.#read(String(resource['resourceType']), resource, divs, 0)
    for (const div of divs) this.#narratives.set(div, await this.texts.narrative(div))
  }

  resource(resource: Members): Written {
    const made = this.#resource(resource, { path: '', lead: '', depth: 0 })!
    const meta = isMembers(made['meta']) ? made['meta'] : {}
    const security = Array.isArray(meta['security']) ? (meta['security'] as unknown[]) : []
    const { resourceType, id, ...rest } = made
    return {
      resourceType,
      ...(id === undefined ? {} : { id }),
      ...rest,
      meta: { ...meta, security: [...security, LABEL] },
    }
  }

  #read(type: string, value: Members, divs: Set<string>, depth: number): void {
    if (depth > DEEPEST) return
    const elements = this.#facts.types[type] ?? {}
    this.#learnLinks(value)
    this.#learnValues(type, value)
    if (type === 'Narrative' && typeof value['div'] === 'string') divs.add(value['div'])
    for (const [name, member] of Object.entries(value)) {
      const wanted = Object.hasOwn(elements, name) ? elements[name]! : null
      if (wanted === null) continue
      const category = this.#categoryOf(type, name)
      for (const one of listOf(member)) {
        if (isMembers(one))
          this.#read(wanted === 'ResourceList' ? String(one['resourceType']) : wanted, one, divs, depth + 1)
        else if (typeof one === 'string' && category !== null && category !== GPS) this.texts.know(category, one)
      }
    }
  }

  /** Ids and addresses of resources, which references name. */
  #learnLinks(value: Members): void {
    const address = typeof value['fullUrl'] === 'string' && isMembers(value['resource']) ? value['fullUrl'] : null
    if (address !== null) this.#links.know(address, String((value['resource'] as Members)['resourceType']))
    if (this.isResource(value) && typeof value['id'] === 'string') {
      this.#links.know(value['id'], value.resourceType)
      if (value['id'].length >= 6) this.texts.know('PII-2-HEALTH_ID', value['id'])
    }
  }

  /** Values that texts of the resource may repeat. */
  #learnValues(type: string, value: Members): void {
    if (type === 'HumanName') for (const name of namesOf(value)) this.texts.know(NAME, name)
    if (type === 'Identifier' && typeof value['value'] === 'string')
      this.texts.know(numberKindOf(value, this.#facts).category, value['value'])
    if (type === 'ContactPoint' && typeof value['value'] === 'string')
      this.texts.know(contactCategory(value), value['value'])
    if (type === 'Address')
      for (const line of listOf(value['line'])) if (typeof line === 'string') this.texts.know(ADDRESS, line)
  }

  #resource(value: Members, place: Place): Written | null {
    if (!this.isResource(value) || place.depth > DEEPEST) return null
    return { resourceType: value.resourceType, ...this.#elements(value.resourceType, value, place) }
  }

  #elements(type: string, value: Members, { lead: outer, depth }: Place): Written {
    const elements = this.#facts.types[type] ?? {}
    const lead = leadOf(type, value) ?? outer
    const made: Written = {}
    for (const [name, member] of Object.entries(value)) {
      if (name === 'resourceType') continue
      const plain = name.startsWith('_') ? name.slice(1) : name
      const wanted = Object.hasOwn(elements, plain) ? elements[plain]! : null
      const place: Place = { path: `${type}.${wanted === null ? '(unknown)' : plain}`, lead, depth: depth + 1 }
      if (wanted === null || TAKEN_OUT.has(place.path) || (plain === 'id' && wanted === 'string')) {
        this.#remove(place.path)
        continue
      }
      if (name !== plain) this.#extended(made, plain, member, place)
      else this.#element(made, name, member, wanted, place)
    }
    return made
  }

  /** Writes an element; a single one of which nothing may be shown says so. */
  #element(made: Written, name: string, member: unknown, type: string, place: Place): void {
    const isList = Array.isArray(member)
    const written = listOf(member).flatMap((one) => {
      const made = this.#value(type, name, one, place)
      if (made === null) this.#remove(place.path)
      return made === null ? [] : [made]
    })
    if (isList && written.length > 0) made[name] = written
    else if (!isList && written.length > 0) made[name] = written[0]
    else if (!isList && !isMembers(member) && member !== null) made[`_${name}`] = { extension: ABSENT }
  }

  /** The extensions of a primitive element. */
  #extended(made: Written, name: string, member: unknown, place: Place): void {
    if (made[`_${name}`] !== undefined || !isMembers(member)) return
    const extension = listOf(member['extension']).flatMap((one) => this.#extension(one, place) ?? [])
    if (extension.length > 0) made[`_${name}`] = { extension }
  }

  #value(type: string, name: string, value: unknown, place: Place): unknown {
    if (place.depth > DEEPEST) return null
    const category = this.#categoryOf(place.path.slice(0, place.path.indexOf('.')), name)
    if (!isMembers(value)) return this.#primitive(type, name, value, category, place)
    switch (type) {
      case 'ResourceList':
        return this.#resource(value, place)
      case 'Extension':
        return this.#extension(value, place)
      case 'HumanName':
        return this.#name(value, place)
      case 'Identifier':
        return this.#identifier(value, place)
      case 'ContactPoint':
        return this.#contact(value, place)
      case 'Address':
        return this.#address(value, place)
      case 'Reference':
        return this.#reference(value, place)
      case 'Coding':
        return this.#coding(value, place)
      case 'Attachment':
        return withText(value, this.#filled(this.#elements('Attachment', value, place)), this.texts)
      case 'Narrative':
        return this.#narrative(value)
      default: {
        const written = this.#elements(type, value, place)
        if (type === 'Meta') return written
        return this.#filled(type === 'Age' || type === 'Quantity' ? this.#age(written, type) : written)
      }
    }
  }

  /** An element has a value or children (FHIR R4, ele-1). */
  #filled(written: Written): Written {
    return Object.keys(written).length === 0 ? { extension: ABSENT } : written
  }

  #primitive(type: string, name: string, value: unknown, category: string | null, place: Place): unknown {
    if (type.startsWith('='))
      return typeof value === 'string' && type.slice(1).split('|').includes(value) ? value : null
    const fits = PRIMITIVES[type]
    if (fits === undefined || !fits(value)) return null
    if (typeof value !== 'string') return category === null ? value : this.#number(category, value)
    if (DATES.has(type)) return this.#date(type, value, category ?? DATE)
    if (category !== null) return this.texts.replacement(category, value) || null
    if (TEXTS.has(type))
      return (
        this.texts.copy(
          value,
          /^(?:value|answer)/.test(name) ? place.lead : '',
          place.path === 'CodeableConcept.text',
        ) || null
      )
    return this.#linkOrCode(type, value, place)
  }

  #linkOrCode(type: string, value: string, place: Place): unknown {
    if (type === 'id') return this.#links.token(value)
    if (type === 'uuid') return `urn:uuid:${this.#links.token(value)}`
    if (type === 'oid') return this.#links.oid(value)
    if (ADDRESSES.has(type)) return this.#links.link(value, place.path)
    if (type === 'code') return this.#plainCode(value)
    return type === 'time' ? value : null
  }

  #number(category: string, value: unknown): unknown {
    const kept = this.texts.replacement(category, category === GPS ? `${String(value)}, 0` : String(value))
    const number = Number(kept.split(',')[0])
    return kept === '' || Number.isNaN(number) ? null : number
  }

  #date(type: string, value: string, category: string): string | null {
    const { action } = ruleFor(this.#law, category)
    const coarser = action === 'generalize' || (this.#years && action === 'retain')
    if (!coarser) return action === 'retain' ? value : null
    const year = shownYear(value.slice(0, 4), this.#law.statute)
    return year === null ? null : shortened(type, year)
  }

  /** A code without a system: it is kept where it names nobody. */
  #plainCode(value: string): string | null {
    return /\d{5}/.test(value) || !this.texts.isClean(value) ? null : value
  }

  #name(value: Members, place: Place): Written {
    const [name] = namesOf(value)
    const text = name === undefined ? '' : this.texts.replacement(NAME, name)
    const { use, period } = value
    const kept = this.#elements(
      'HumanName',
      { ...(use === undefined ? {} : { use }), ...(period === undefined ? {} : { period }) },
      place,
    )
    return this.#filled(text === '' ? kept : { ...kept, text })
  }

  #identifier(value: Members, place: Place): Written {
    const { category } = numberKindOf(value, this.#facts)
    const { value: number, ...others } = value
    const written = this.#elements('Identifier', others, place)
    const shown = typeof number === 'string' ? this.texts.replacement(category, number) : ''
    if (shown !== '') written['value'] = shown
    else if (number !== undefined) written['_value'] = { extension: ABSENT }
    return this.#filled(written)
  }

  #contact(value: Members, place: Place): Written {
    const { value: given, ...others } = value
    const written = this.#elements('ContactPoint', others, place)
    const shown = typeof given === 'string' ? this.texts.replacement(contactCategory(value), given) : ''
    return this.#filled(shown === '' ? written : { ...written, value: shown })
  }

  #address(value: Members, place: Place): Written {
    const { line, text, city, district, state, postalCode, country, ...others } = value
    const written = this.#elements('Address', others, place)
    const whole = [...listOf(line), text, city, state, postalCode].filter((part) => typeof part === 'string').join(', ')
    const shown = this.texts.replacement(ADDRESS, whole)
    if (shown !== '') written['text'] = ruleFor(this.#law, ADDRESS).action === 'retain' ? this.texts.copy(shown) : shown
    for (const [name, part] of Object.entries({ city, district })) {
      const kept = typeof part === 'string' ? this.texts.copy(this.texts.replacement(PLACE, part)) : ''
      if (kept !== '') written[name] = kept
    }
    // A state or a country is larger than what any statute hides.
    for (const [name, part] of Object.entries({ state, country }))
      if (typeof part === 'string' && /^[\p{L}][\p{L} .'-]{0,40}$/u.test(part) && this.texts.copy(part, name) === part)
        written[name] = part
    const kept =
      typeof postalCode === 'string' && ruleFor(this.#law, POSTCODE).action !== 'retain'
        ? this.texts.replacement(POSTCODE, postalCode)
        : ''
    if (kept !== '') written['postalCode'] = kept
    return this.#filled(written)
  }

  #reference(value: Members, place: Place): Written {
    const { reference, display, ...others } = value
    const written = this.#elements('Reference', others, place)
    const target = typeof reference === 'string' ? reference : ''
    const type = this.#links.typeOf(target, value)
    const query = /^[A-Z]\w{1,40}\?identifier=([^&]{0,200})$/.exec(target)
    if (query !== null && written['identifier'] === undefined) {
      const [system, number] = query[1]!.split('|')
      written['identifier'] = this.#identifier(
        number === undefined ? { value: system } : { system, value: number },
        place,
      )
    } else if (target !== '' && !target.includes('?')) written['reference'] = this.#links.target(target)
    if (typeof display === 'string') {
      const isPerson = type === null || this.#facts.policy.people.includes(type)
      const shown = isPerson ? this.texts.replacement(NAME, display) : this.texts.copy(display, '', true)
      if (shown !== '') written['display'] = shown
    }
    return this.#filled(written)
  }

  #coding(value: Members, place: Place): Written {
    const { code, display, ...others } = value
    const written = this.#elements('Coding', others, place)
    if (typeof code === 'string') {
      const isStandard = typeof value['system'] === 'string' && this.#links.isKnown(value['system'])
      if (isStandard && /^[^\s@]{1,60}$/.test(code) && (/^\d{1,18}$/.test(code) || this.texts.isClean(code)))
        written['code'] = code
      else if (!/\d{5}/.test(code) && this.texts.isClean(code)) written['code'] = code
      else written['code'] = this.#links.token(code)
    }
    const shown = typeof display === 'string' ? this.texts.copy(display, '', true) : ''
    if (shown !== '') written['display'] = shown
    return this.#filled(written)
  }

  #narrative({ div, status }: Members): Written {
    const written = typeof div === 'string' ? (this.#narratives.get(div) ?? '') : ''
    const known = typeof status === 'string' && ['generated', 'extensions', 'additional', 'empty'].includes(status)
    return {
      status: known ? status : 'generated',
      div: written === '' ? '<div xmlns="http://www.w3.org/1999/xhtml">[TEXT]</div>' : written,
    }
  }

  /** An extension of a standard whose treatment is known; null for others. Those inside it are named by words. */
  #extension(value: unknown, place: Place): Written | null {
    if (!isMembers(value) || typeof value['url'] !== 'string' || place.depth > DEEPEST) return null
    const { extensions } = this.#facts.policy
    const { url, ...others } = value
    const treatment = Object.hasOwn(extensions, url) ? extensions[url]! : null
    const isInner = place.path === 'Extension.extension' && /^[A-Za-z][\w-]{0,40}$/.test(url)
    if (treatment === null && !isInner) return null
    if (treatment === null || treatment === '' || ruleFor(this.#law, treatment).action === 'retain')
      return { url, ...this.#elements('Extension', others, place) }
    for (const [name, member] of Object.entries(value)) {
      const type = Object.hasOwn(this.#facts.types['Extension']!, name) ? this.#facts.types['Extension']![name]! : ''
      if (typeof member !== 'string' || name === 'url' || name === 'id') continue
      const shown = DATES.has(type)
        ? this.#date(type, member, treatment)
        : TEXTS.has(type)
          ? this.texts.replacement(treatment, member)
          : null
      if (shown) return { url, [name]: shown }
    }
    return null
  }

  /** An age in years that the statute does not let a copy show is the oldest that it does. */
  #age(written: Written, type: string): Written {
    const { ages } = this.#law.statute
    const { value, code, unit } = written
    const isYears = /^(?:a|years?|yrs?)$/i.test(String(code ?? unit ?? (type === 'Age' ? 'a' : '')))
    if (ages === undefined || ruleFor(this.#law, AGE).action === 'retain' || !isYears || typeof value !== 'number')
      return written
    return value > ages.oldest ? { ...written, value: ages.oldest + 1, comparator: '>=' } : written
  }

  #categoryOf(type: string, name: string): string | null {
    const { elements } = this.#facts.policy
    const key = [`${type}.${name}`, `.${name}`].find((one) => Object.hasOwn(elements, one))
    return key === undefined ? null : elements[key]!
  }

  #remove(path: string): void {
    this.removed[path] = (this.removed[path] ?? 0) + 1
  }
}

/** A plain text that is attached is masked as a text; other data is taken out. */
function withText({ data, contentType }: Members, written: Written, texts: FhirTexts): Written {
  const { data: _data, _data: _absent, ...rest } = written
  if (typeof data !== 'string' || typeof contentType !== 'string' || !/^text\/plain\b/.test(contentType)) return rest
  const text = Buffer.from(data, 'base64').toString('utf8')
  const copy = texts.copy(text)
  return { ...rest, data: Buffer.from(copy, 'utf8').toString('base64'), size: Buffer.byteLength(copy) }
}
