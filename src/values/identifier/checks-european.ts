// Checks of schemes that span countries: EU VAT, one-stop shop, health card, SEPA creditor, bank account, payment card.
import { lettersToNumbers, luhn, remainder } from './arithmetic.ts'
import type { Checks } from './check.ts'
import { balticChecks } from './checks-baltic.ts'
import { beneluxChecks } from './checks-benelux.ts'
import { dachChecks } from './checks-dach.ts'
import { franceItalyChecks } from './checks-france-italy.ts'
import { iberiaChecks } from './checks-iberia.ts'
import { islesChecks } from './checks-isles.ts'
import { nordicChecks } from './checks-nordic.ts'
import { southeastChecks } from './checks-southeast.ts'
import { visegradChecks } from './checks-visegrad.ts'

/** VAT schemes by the prefix that Directive 2006/112/EC article 215 lays down (EL for Greece, XI for Northern Ireland). */
const VAT: Readonly<Record<string, ((compact: string) => boolean) | undefined>> = {
  AT: dachChecks['at.uid'], BE: beneluxChecks['be.vat'], BG: southeastChecks['bg.vat'], CY: southeastChecks['cy.vat'],
  CZ: visegradChecks['cz.dic'], DE: dachChecks['de.vat'], DK: nordicChecks['dk.cvr'], EE: balticChecks['ee.kmkr'],
  EL: southeastChecks['gr.vat'], ES: iberiaChecks['es.vat'], FI: nordicChecks['fi.alv'], FR: franceItalyChecks['fr.tva'],
  HR: southeastChecks['hr.oib'], HU: visegradChecks['hu.anum'], IE: islesChecks['ie.vat'], IT: franceItalyChecks['it.iva'],
  LT: balticChecks['lt.pvm'], LU: beneluxChecks['lu.tva'], LV: balticChecks['lv.pvn'], MT: islesChecks['mt.vat'],
  NL: beneluxChecks['nl.btw'], PL: visegradChecks['pl.nip'], PT: iberiaChecks['pt.nif'], RO: southeastChecks['ro.cf'],
  SE: nordicChecks['se.vat'], SI: southeastChecks['si.ddv'], SK: visegradChecks['sk.dph'], XI: islesChecks['gb.vat'],
}

/** ISO 3166-1 numeric codes of the EEA states, Switzerland and the United Kingdom. */
const NUMERIC = new Set(
  '040 056 100 191 196 203 208 233 246 250 276 300 348 352 372 380 428 438 440 442 470 528 578 616 620 642 703 705 724 752 756 826'.split(' '),
)

/** Lengths of IBANs by country (SWIFT IBAN registry, release 99). */
const IBAN_LENGTH: Readonly<Record<string, number>> = Object.fromEntries(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 ' +
    'GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 ' +
    'MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 ' +
    'UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
)

/** Countries whose account number inside the IBAN has its own published check. */
const ACCOUNT: Readonly<Record<string, (bban: string) => boolean>> = {
  BE: (bban) => /^\d{12}$/.test(bban) && (remainder(bban.slice(0, 10), 97) || 97) === Number(bban.slice(10)),
  ES: iberiaChecks['es.ccc']!,
  NO: nordicChecks['no.kontonr']!,
}

/** IBAN: ISO 13616-1; length of the country, modulo 97 with the first four characters moved to the end. */
export function iban(v: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(v) || IBAN_LENGTH[v.slice(0, 2)] !== v.length) return false
  return remainder(lettersToNumbers(v.slice(4) + v.slice(0, 4)), 97) === 1
}

/** IBAN whose national account number passes its own check as well. */
function nationalIban(country: string): (v: string) => boolean {
  return (v) => v.startsWith(country) && iban(v) && ACCOUNT[country]!(v.slice(4))
}

export const europeanChecks: Checks = {
  luhn,
  iban,
  'be.iban': nationalIban('BE'),
  'es.iban': nationalIban('ES'),
  'no.iban': nationalIban('NO'),
  card: (v) => /^[2-6]\d{11,18}$/.test(v) && luhn(v),
  'eu.vat': (v) => /^[A-Z]{2}/.test(v) && (VAT[v.slice(0, 2)]?.(v) ?? false),
  // One-stop shop: Council Implementing Regulation 282/2011 article 57d, 2019/2026; three digits name the member state of identification.
  'eu.oss': (v) => /^(?:EU\d{9}|IM\d{10})$/.test(v) && NUMERIC.has(v.slice(2, 5)),
  // European Health Insurance Card: Decision S2, EN 1867; 80, the numeric country, the institution, the card.
  'eu.ehic': (v) => /^80\d{18}$/.test(v) && NUMERIC.has(v.slice(2, 5)),
  // SEPA creditor identifier (EPC 262-08): the business code does not count in the modulo 97.
  'eu.at_02': (v) => /^[A-Z]{2}\d{2}[A-Z0-9]{4,31}$/.test(v) && remainder(lettersToNumbers(v.slice(7) + v.slice(0, 4)), 97) === 1,
  'eu.nace': (v) => /^\d{2}(?:\.?\d{1,2})?$/.test(v),
}
