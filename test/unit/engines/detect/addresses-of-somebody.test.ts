// A person and their address in one phrase: the name and the address are two findings.
import { expect, it } from 'vitest'
import { found } from './finding.ts'

it.each([
  ['ES', 'entregar a D. Pedro Salas en Calle Mayor 3, 28001 Madrid', 'Pedro Salas', 'Calle Mayor 3, 28001 Madrid'],
  ['ES', 'entregar a Lucía Gómez en Calle Mayor 3, 28001 Madrid', 'Lucía Gómez', 'Calle Mayor 3, 28001 Madrid'],
])('%s: %s', (country, text, name, address) => {
  const values = found(text, country, true)
  expect(values).toHaveLength(2)
  expect(values[0]).toMatch(new RegExp(`^NAME (?:D\\. )?${name}$`))
  expect(values[1]).toBe(`ADDRESS ${address}`)
})

it('a street is called by a date, with a house behind it', () => {
  expect(found('zam. ul. 3 Maja 30, 41-200 Sosnowiec', 'PL', true)).toEqual(['ADDRESS ul. 3 Maja 30, 41-200 Sosnowiec'])
})
