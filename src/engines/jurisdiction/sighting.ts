// One piece of jurisdiction evidence, seen once in a text.
import type { SignalRule } from '../../packs/schemas/signal.ts'
import type { Evidence } from '../../records/documents.ts'

export interface Sighting {
  readonly signal: string
  readonly tier: Evidence['tier']
  readonly country: string
  /** Other countries have this signal too: it counts only for the one that other evidence favours. */
  readonly shared: boolean
  /** Where it ends in the text as sent (UTF-16): a signal ends only once at one place, whoever sees it. */
  readonly at: number
}

/** The words of a signal, with their place in the view (UTF-16) and their tokens; -1 where a pattern found them. */
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

/** Sightings without those of one signal of one country that end at one place. */
export function distinct(sightings: readonly Sighting[]): Sighting[] {
  const seen = new Set<string>()
  return sightings.filter(({ signal, country, at }) => {
    const key = `${signal} ${country} ${at}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}
