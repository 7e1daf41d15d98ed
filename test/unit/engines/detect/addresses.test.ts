import { describe, expect, it } from 'vitest'
import { addressDetector } from '../../../../src/engines/detect/addresses/detector.ts'
import { Evidence } from '../../../../src/engines/detect/evidence.ts'
import { loadPacks } from '../../../../src/packs/load.ts'
import { PhraseBook } from '../../../../src/text/phrases.ts'
import { ScannedText } from '../../../../src/text/scanned.ts'

const cues = new PhraseBook()
const detector = addressDetector(loadPacks(), cues)
const claims = (text: string) => {
  const scanned = new ScannedText(text)
  return detector
    .find(scanned, { jurisdiction: null }, new Evidence(scanned, cues, null))
    .map((claim) => `${claim.category.slice(6)}: ${scanned.text.slice(claim.start, claim.end)}`)
}

describe('addresses and places in detection', () => {
  it.each([
    ['lives at 12 Zaria Road, Enugu, Nigeria.', ['ADDRESS: 12 Zaria Road, Enugu']],
    ['both from Pärnu. Fee 750', ['LOCATION: Pärnu']],
    ['Mia Koepp from the Liverpool office', ['LOCATION: Liverpool']],
    ['Localidad/ Provincia: Zaragoza.\nCP: 50009.', ['LOCATION: Zaragoza', 'ADDRESS: 50009']],
    ['Domicilio: C/ Ontiveros, 19, 4 D.', ['ADDRESS: C/ Ontiveros, 19, 4 D']],
    ['Address: Unit 7 behind kiln 12, lower yard', ['ADDRESS: Unit 7 behind kiln 12, lower yard']],
    ['mieszka w Rzeszowie od roku', ['LOCATION: Rzeszowie']],
    ['Das Haus in der Lindenstraße 5, 80331 München wurde', ['ADDRESS: Lindenstraße 5, 80331 München']],
    ['Laut Vertrag in der Alten Gasse 5, 80331 München', ['ADDRESS: Alten Gasse 5, 80331 München']],
    ['18 via Roma, 20121 Milano', ['ADDRESS: 18 via Roma, 20121 Milano']],
    ['Line 18 via Harbour, line 4 via Dockside, hourly', []],
    ['An der Alster 3, 20099 Hamburg', ['ADDRESS: An der Alster 3, 20099 Hamburg']],
    ['Keizersgracht 123-II, 1015 CJ Amsterdam', ['ADDRESS: Keizersgracht 123-II, 1015 CJ Amsterdam']],
    ['lakik: 1051 Budapest, Nádor u. 5. II/3.', ['ADDRESS: 1051 Budapest, Nádor u. 5. II/3']],
    ['12 bd Voltaire 75011 Paris', ['ADDRESS: 12 bd Voltaire 75011 Paris']],
    ['Dorpsstraat 12bis, 3581AB Utrecht', ['ADDRESS: Dorpsstraat 12bis, 3581AB Utrecht']],
    ['P.zza San Marco 12/A, Venezia', ['ADDRESS: P.zza San Marco 12/A, Venezia']],
    ['ж.к. Люлин бл. 345, вх. Б, ап. 12, 1336 София', ['ADDRESS: ж.к. Люлин бл. 345, вх. Б, ап. 12, 1336 София']],
    ['123 Main St Apt 4B, Springfield', ['ADDRESS: 123 Main St Apt 4B, Springfield']],
    ['Street: Ermou 33', ['ADDRESS: Ermou 33']],
    ['бул. Витоша № 23, ет. 4, София', ['ADDRESS: бул. Витоша № 23, ет. 4, София']],
    ['született: Pécs, 1996.11.03.', ['LOCATION: Pécs']],
    ['Consumo 1200 W, 230 V', []],
    ['at 20 °C. CAS 50-00-0', []],
    ['EPSO/AD/400/23 and FHC/ABJ/CS/123', []],
    ['Zákon č. 110/2019 Sb.', []],
    ['meet Grace Street at the cafe', []],
    ['Mr Lagos Briggs and Miss Durham', []],
    ['Nice work, March on, Cork it.', []],
  ])('%s', (text, expected) => {
    expect(claims(text)).toEqual(expected)
  })
})
