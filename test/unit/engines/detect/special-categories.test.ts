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
      'HEALTH choruje na cukrzycę',
      'TRADE_UNION należy do związku zawodowego',
    ])
    expect(found('Jana Dvořáková byla odsouzena za podvod.', 'CZ')).toEqual([
      'CRIMINAL_RECORD byla odsouzena za podvod',
    ])
    expect(found('Sales suffers from low demand. She left. Suffers from asthma.', 'GB')).toEqual([
      'HEALTH Suffers from asthma',
    ])
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
