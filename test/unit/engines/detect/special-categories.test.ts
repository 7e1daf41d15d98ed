// Statements about faith, health, unions, crimes and bodies of a person, and about the subject in general.
import { describe, expect, it } from 'vitest'
import { found } from './finding.ts'

describe('special categories', () => {
  it('reads answers and statements about people', () => {
    expect(
      found('Religion: Catholic. Trade union: UNISON. Sexual orientation: gay. Diagnosis: type 2 diabetes', 'GB'),
    ).toEqual(['RELIGION Catholic', 'TRADE_UNION UNISON', 'SEXUAL_ORIENTATION gay', 'HEALTH type 2 diabetes'])
  })

  it('is silent about the subject in general', () => {
    expect(
      found('Diabetes is common. The catholic church opens at ten. A union of sets. Religion: see annex.', 'GB'),
    ).toEqual([])
  })

  it('reads what is said of a person known by name, in her own language', () => {
    expect(found('Katarzyna Nowak choruje na cukrzycę i należy do związku zawodowego.', 'PL')).toEqual([
      'HEALTH cukrzycę',
      'TRADE_UNION należy do związku zawodowego',
    ])
    expect(found('Jana Dvořáková byla odsouzena za podvod.', 'CZ')).toEqual([
      'CRIMINAL_RECORD byla odsouzena za podvod',
    ])
    expect(found('Sales suffers from low demand. She left. Suffers from dizzy spells.', 'GB')).toEqual([
      'HEALTH Suffers from dizzy spells',
    ])
  })

  it.each([
    [
      'PL',
      'Pacjentka leczy się na nadciśnienie tętnicze, w wywiadzie udar mózgu.',
      ['nadciśnienie tętnicze', 'udar mózgu'],
    ],
    ['DE', 'Herr Meier wurde wegen einer schweren Depression krankgeschrieben.', ['schweren Depression']],
    ['FI', 'Potilaalla on tyypin 2 diabetes ja masennus.', ['tyypin 2 diabetes', 'masennus']],
    ['IT', "Mia madre ha il diabete di tipo 2 e l'ipertensione.", ['diabete di tipo 2', 'ipertensione']],
    ['CZ', 'Pan Jan Novák se léčí s epilepsií.', ['epilepsií']],
    ['KE', 'Mwanafunzi ana kisukari.', ['kisukari']],
    ['GB', 'He told me he is HIV-positive and on dialysis.', ['HIV-positive', 'dialysis']],
  ])('finds illnesses that a sentence says of somebody: %s', (country, text, illnesses) => {
    expect(found(text, country).filter((one) => one.startsWith('HEALTH'))).toEqual(
      illnesses.map((one) => `HEALTH ${one}`),
    )
  })

  it.each([
    ['IT', 'Il diabete è una malattia cronica.'],
    ['GB', 'Asthma UK and the Diabetes Association meet on Monday. Tell your doctor if you have high blood pressure.'],
    ['DE', 'Frau Dr. Anna Weber leitet die Diabetes-Ambulanz.'],
    ['GB', 'Asma Ben Ali and Mr Parkinson came.'],
  ])('finds no illness of nobody: %s %s', (country, text) => {
    expect(found(text, country).filter((one) => one.startsWith('HEALTH'))).toEqual([])
  })

  it('reads templates, wallets, clan and praise names behind the name of their field', () => {
    expect(found('Fingerprint ID: FP-2231-88; iris code: 9f3a22bc; face template ref: FT_0091', 'KE')).toEqual([
      'FINGERPRINT_REF FP-2231-88',
      'IRIS_TEMPLATE 9f3a22bc',
      'FACE_TEMPLATE FT_0091',
    ])
    expect(found('Genotype: AS. Clan: Abagusii. Oríkì: Àṣàkẹ́. Wallet ID: OPY-8839201.', 'NG')).toEqual([
      'GENETIC AS',
      'CLAN_NAME Abagusii',
      'PRAISE_NAME Àṣàkẹ́',
      'WALLET OPY-8839201',
    ])
    expect(found('Fingerprint id: lost. Iris code standard 2011. The clan met.', 'GB')).toEqual([])
  })
})
