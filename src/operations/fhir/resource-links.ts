// Addresses in FHIR resources: references, ids and names of systems. What could name a person or a server is replaced by a token.
import { keyedHash } from '../../engines/deidentify/token.ts'
import type { FhirFacts } from '../../packs/schemas/fhir.ts'
import type { Members } from './element-values.ts'
import type { FhirTexts } from './fhir-texts.ts'

export class ResourceLinks {
  readonly #facts: FhirFacts
  readonly #texts: FhirTexts
  readonly #hash: (text: string) => string
  /** Type of the resource of each id or address. */
  readonly #resources = new Map<string, string>()

  constructor(facts: FhirFacts, texts: FhirTexts, salt: string) {
    this.#facts = facts
    this.#texts = texts
    this.#hash = keyedHash(salt)
  }

  know(address: string, type: string): void {
    this.#resources.set(address, type)
  }

  /** The type of the resource that a reference points at; null if nothing says it. */
  typeOf(target: string, { type }: Members): string | null {
    const known = this.#resources.get(target) ?? this.#resources.get(target.replace(/^(?:#|urn:uuid:)/, ''))
    if (known !== undefined) return known
    for (const part of [...target.split(/[/?]/).reverse(), type])
      if (typeof part === 'string' && this.#facts.resources.has(part)) return part
    return null
  }

  /** An address of a resource, with tokens in the place of ids and servers. */
  target(target: string): string {
    if (target.startsWith('#')) return target === '#' ? target : `#${this.token(target.slice(1))}`
    const [, server, type, id] =
      /^(?:(https?:\/\/.{1,500})\/)?([A-Z][A-Za-z]{1,40})\/([\w.-]{1,64})(?:\/_history\/.{1,64})?$/.exec(target) ?? []
    if (type !== undefined && this.#facts.resources.has(type))
      return `${server === undefined ? '' : 'https://fhir.invalid/'}${type}/${this.token(id!)}`
    if (this.#facts.resources.has(target)) return target
    const [start] = target.split('?')
    return this.#facts.resources.has(start!) ? start! : `urn:uuid:${this.token(target.replace(/^urn:uuid:/, ''))}`
  }

  link(value: string, path: string): string | null {
    if (this.isKnown(value) || this.#facts.resources.has(value)) return value
    if (path === 'Extension.url') return /^[A-Za-z][\w-]{0,40}$/.test(value) ? value : null
    if (path === 'Meta.profile') return null
    if (path.startsWith('Bundle_')) return this.target(value)
    return `urn:uuid:${this.token(value)}`
  }

  /** An address of a standard, without numbers that could be somebody's. */
  isKnown(address: string): boolean {
    const { known_systems: known, systems } = this.#facts.policy
    if (systems.some(({ prefix }) => prefix === address)) return true
    const start = known.find((prefix) => address.startsWith(prefix))
    return (
      start !== undefined &&
      /^(?:[\w./-]|\|[\d.]{1,20}$){0,200}$/.test(address.slice(start.length)) &&
      this.#texts.isClean(address)
    )
  }

  /** The token of an id, in the form of a UUID (version 8, RFC 9562): one for one id, also in references. */
  token(id: string): string {
    const hex = this.#hash(`fhir ${id}`)
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
  }

  /** An object identifier in the place of another (the arc 2.25 takes UUIDs, ITU-T X.667). */
  oid(value: string): string {
    return this.isKnown(value) ? value : `urn:oid:2.25.${BigInt(`0x${this.#hash(value).slice(0, 32)}`)}`
  }
}
