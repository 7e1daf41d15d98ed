// Coordinates: great-circle distance as a similarity on a logarithmic scale.

import { graded } from '../statement.ts'
import type { Comparator } from './comparator.ts'

const EARTH_KM = 6371.0088
const RADIANS = Math.PI / 180

function coordinate(value: string | undefined, most: number): number | null {
  if (value === undefined) return null
  const number = Number(value)
  return value.trim() !== '' && Number.isFinite(number) && Math.abs(number) <= most ? number : null
}

/** Great-circle distance in kilometres (haversine, mean radius of the IUGG). */
function distanceKm(latA: number, lonA: number, latB: number, lonB: number): number {
  const dLat = (latB - latA) * RADIANS
  const dLon = (lonB - lonA) * RADIANS
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(latA * RADIANS) * Math.cos(latB * RADIANS) * Math.sin(dLon / 2) ** 2
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(h)))
}

export const geo: Comparator = {
  kind: 'geo',
  summary: 'Coordinates: 1 at one point, 0.75 at 90 m, 0.5 at 1 km, 0.25 at 10 km, 0 from 100 km.',
  evidence: 'supporting',
  measures: [''],
  bind(rule, tools) {
    const farthest = tools.number('farthest_km', Number.POSITIVE_INFINITY)
    const lonField = rule.with[0] ?? 'lon'
    return (a, b) => {
      const latA = coordinate(a.get(rule.field), 90)
      const lonA = coordinate(a.get(lonField), 180)
      const latB = coordinate(b.get(rule.field), 90)
      const lonB = coordinate(b.get(lonField), 180)
      if (latA === null || lonA === null || latB === null || lonB === null) return null
      const km = distanceKm(latA, lonA, latB, lonB)
      const level = Math.max(0, 1 - Math.log10(1 + km * 100) / 4)
      const bits = km < 0.1 ? 7 : km < 1 ? 4 : 0
      return { measures: [level], bits, conflict: km > farthest }
    }
  },
  says: ({ measure }) =>
    graded(measure(''), [
      [1, 'same'],
      [0.75, 'alike', 'the {many} lie within 90 metres of each other'],
      [0.5, 'alike', 'the {many} lie within a kilometre of each other'],
      [0.25, 'differ', 'the {many} lie within ten kilometres of each other'],
      [0, 'differ', 'the {many} lie more than ten kilometres apart'],
    ]),
}
