// A place of a file whose text is partly code (a header with its formats, a formula with its literals): its words as separate spots.
import type { Spot } from './copy-text.ts'

export interface Part {
  readonly start: number
  readonly end: number
}

/** Spots over parts of a spot, which are disjoint and sorted. Each that is set writes the whole again. */
export function split(spot: Spot, parts: readonly Part[]): Spot[] {
  const now = parts.map(({ start, end }) => spot.value.slice(start, end))
  const write = () => {
    let text = ''
    let at = 0
    parts.forEach(({ start, end }, n) => {
      text += spot.value.slice(at, start) + now[n]
      at = end
    })
    spot.set(text + spot.value.slice(at))
  }
  return now.map((value, n) => ({
    value,
    set(text) {
      now[n] = text
      write()
    },
  }))
}
