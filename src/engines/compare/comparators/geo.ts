// Coordinates: great-circle distance as a similarity on a logarithmic scale.

import { areaTest } from '../entity-names/areas.ts'
import type { Fields } from '../tools/pack-tools.ts'
import { NOTHING } from '../words/measures.ts'
import { type Comparator, ofFields } from './comparator.ts'
import { graded } from './statement.ts'

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

/** Half a unit of the last decimal a position is written with, in kilometres of latitude: "52.5, 13" is good to 5.6 km. */
function vagueness(fields: Fields, lat: string, lon: string): number {
  const decimals = Math.max(decimalsOf(fields.get(lat)!), decimalsOf(fields.get(lon)!))
  return decimals > 5 ? 0 : (EARTH_KM * RADIANS) / (2 * 10 ** decimals)
}

function decimalsOf(value: string): number {
  const point = value.indexOf('.')
  return point < 0 ? 0 : value.trimEnd().length - point - 1
}

export const geo: Comparator = {
  summary: 'Coordinates: 1 at one point, 0.75 at 90 m, 0.5 at 1 km, 0.25 at 10 km, 0 from 100 km.',
  evidence: 'supporting',
  measures: ['', 'area'],
  bind(rule, tools) {
    const farthest = tools.number('farthest_km', Number.POSITIVE_INFINITY)
    const farthestArea = tools.number('farthest_area_km', farthest)
    const doors = [...tools.list('door_fields')]
    const isArea = areaTest(tools)
    const lonField = rule.with[0] ?? 'lon'
    const nameField = rule.with[1] ?? 'name'
    return ofFields([rule.field, lonField, nameField, ...doors], (a, b) => {
      const latA = coordinate(a.get(rule.field), 90)
      const lonA = coordinate(a.get(lonField), 180)
      const latB = coordinate(b.get(rule.field), 90)
      const lonB = coordinate(b.get(lonField), 180)
      if (latA === null || lonA === null || latB === null || lonB === null) return null
      const apart = distanceKm(latA, lonA, latB, lonB)
      const km = Math.max(0, apart - vagueness(a, rule.field, lonField) - vagueness(b, rule.field, lonField))
      const level = Math.max(0, 1 - Math.log10(1 + km * 100) / 4)
      const bits = km < 0.1 ? 7 : km < 1 ? 4 : 0
      // A town or a lake is not at one point: where nothing on either side leads to a door, the same distance says less.
      const area =
        doors.length > 0 &&
        doors.every((field) => !a.has(field) && !b.has(field)) &&
        (isArea(a.get(nameField) ?? '') || isArea(b.get(nameField) ?? ''))
      return area
        ? { measures: [NOTHING, level], bits, conflict: km > farthestArea }
        : { measures: [level, NOTHING], bits, conflict: km > farthest }
    })
  },
  says: ({ measure }) =>
    graded(Number.isNaN(measure('')) ? measure('area') : measure(''), [
      [1, 'same'],
      [0.75, 'alike', 'the {many} lie within 90 metres of each other'],
      [0.5, 'alike', 'the {many} lie within a kilometre of each other'],
      [0.25, 'differ', 'the {many} lie within ten kilometres of each other'],
      [0, 'differ', 'the {many} lie more than ten kilometres apart'],
    ]),
}
