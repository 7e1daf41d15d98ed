// Number plates of vehicles, and makes and models next to them.
import { describe, expect, it } from 'vitest'
import { found } from './finding.ts'

describe('vehicle plates', () => {
  it.each([
    ['HU', 'a RTK-482 rendszámú gépkocsi', ['VEHICLE_PLATE RTK-482']],
    ['HU', 'Az AABC-123 forgalmi rendszámú személyautó', ['VEHICLE_PLATE AABC-123']],
    ['EE', 'sõiduk registreerimismärgiga 482 BKT lahkus', ['VEHICLE_PLATE 482 BKT']],
    ['FI', 'auto rekisteritunnukseltaan KLR-482 oli', ['VEHICLE_PLATE KLR-482']],
    ['HR', 'vozilo registarskih oznaka ZG 4821-KB', ['VEHICLE_PLATE ZG 4821-KB']],
    ['CY', 'το όχημα ΚΤΑ 482 προκάλεσε ζημιά', ['VEHICLE_PLATE ΚΤΑ 482']],
    ['AT', 'mit dem Kennzeichen LN 482 KP fuhr', ['VEHICLE_PLATE LN 482 KP']],
    ['SK', 'vozidlo NR 118KT, poistené', ['VEHICLE_PLATE NR 118KT']],
    ['GB', 'a blue Ford Fiesta, LM19 XKT, on the A64', ['VEHICLE_PLATE LM19 XKT']],
    ['EE', 'Toyota Corolla (118 KBT) aken', ['VEHICLE_PLATE 118 KBT']],
    ['SE', 'Volvo XC60, Golf TSI 150, Clio TCE 90, Peugeot 308 HDI 120', []],
    ['DE', 'Fahrzeug B-MX 4471', ['VEHICLE_PLATE B-MX 4471']],
    ['SI', 'registrska LJ KT-482', ['VEHICLE_PLATE LJ KT-482']],
    ['DE', 'Das Auto kostet EUR 500; Auto BMW 320', []],
    ['NL', 'Vehicle: DAF XF 480', []],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country, true)).toEqual(expected)
  })

  it('is no plate for another word behind it', () => {
    expect(found('RTK-482 számú csomag', 'HU', true)).toEqual([])
  })
})
