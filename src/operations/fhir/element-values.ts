// What elements of FHIR resources say: names, kinds of numbers, how somebody is reached, and what a resource calls a value.
import type { FhirFacts, NumberKind } from '../../packs/schemas/fhir.ts'

export type Members = Readonly<Record<string, unknown>>

export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : [value])

/** The name of a person: as written in full, else given names and family name. */
export function namesOf({ text, given, family }: Members): string[] {
  const parts = [...listOf(given), family].filter((part): part is string => typeof part === 'string')
  const whole = parts.join(' ').trim()
  return [...new Set([whole, typeof text === 'string' ? text.trim() : ''])].filter((name) => name !== '')
}

/** The kind of number of an identifier: by its system, else by its type (HL7 table 0203). */
export function numberKindOf({ system, type }: Members, { policy }: FhirFacts): NumberKind {
  const named = policy.systems.find(
    ({ prefix, exact }) => typeof system === 'string' && (exact ? system === prefix : system.startsWith(prefix)),
  )
  if (named !== undefined) return named
  for (const coding of isMembers(type) ? listOf(type['coding']) : []) {
    const code = isMembers(coding) ? coding['code'] : undefined
    if (typeof code === 'string' && Object.hasOwn(policy.identifier_types, code)) return policy.identifier_types[code]!
  }
  return policy.identifier
}

export function contactCategory({ system, value }: Members): string {
  if (system === 'url') return 'PII-3-URL'
  return system === 'email' || (typeof value === 'string' && value.includes('@')) ? 'PII-3-EMAIL' : 'PII-3-PHONE'
}

/** What a resource calls the values in it. */
export function leadOf(type: string, value: Members): string | null {
  if (type === 'QuestionnaireResponse_Item') return typeof value['text'] === 'string' ? value['text'].slice(0, 200) : ''
  if (type !== 'Observation' && type !== 'Observation_Component') return null
  const code = isMembers(value['code']) ? value['code'] : {}
  const [coding] = listOf(code['coding'])
  const named = code['text'] ?? (isMembers(coding) ? coding['display'] : undefined)
  return typeof named === 'string' ? named.slice(0, 200) : ''
}
