import type { SignalRule } from '../../packs/schemas/signal.ts'
import type { Evidence } from '../../records/documents.ts'

export interface Sighting {
  readonly signal: string
  readonly tier: Evidence['tier']
  readonly country: string
  /** Other countries share this signal: it counts only for the one that has most other evidence. */
  readonly shared: boolean
  /** Its end in the original text (UTF-16): sightings of one signal with the same end are duplicates. */
  readonly at: number
}

/** The words of a signal, with their view range (UTF-16) and their tokens; -1 if a pattern found them. */
export interface Hit {
  readonly country: string
  readonly rule: SignalRule
  readonly start: number
  readonly end: number
  readonly firstToken: number
  readonly endToken: number
}

/** Signals of one kind ("place.city", "place.country") are not independent of each other. */
export function kindOf(signal: string): string {
  return signal.slice(0, signal.indexOf('.'))
}

/** Removes duplicates: sightings of one signal of one country with the same end. */
export function distinct(sightings: readonly Sighting[]): Sighting[] {
  const seen = new Set<string>()
  return sightings.filter(({ signal, country, at }) => {
    const key = `${signal} ${country} ${at}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
