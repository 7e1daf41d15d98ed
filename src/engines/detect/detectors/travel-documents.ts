// Machine-readable zones of passports and identity cards, as scanners and document exports write them.
import { travelZones } from '../../../values/travel-document.ts'
import { CONFIDENCE } from '../confidence.ts'
import { type Claim, claimOf, type DetectorFactory } from '../detector.ts'

const FILLER = 60

export const travelDocumentDetector: DetectorFactory = () => {
  return {
    name: 'travel-documents',
    find(scanned) {
      if (!scanned.mayHold(FILLER)) return []
      return travelZones(scanned.text).map(({ start, end, code, isValid }): Claim => {
        // ICAO Doc 9303: P is a passport and V a visa in a passport; A, C and I are cards.
        const category = code === 'P' || code === 'V' ? 'PII-2-PASSPORT' : 'PII-2-NATIONAL_ID'
        const confidence = isValid ? CONFIDENCE.zone_with_check_digits : CONFIDENCE.zone
        return claimOf(
          category,
          start,
          end,
          confidence,
          'rule:machine_readable_zone',
          isValid ? 'validated' : 'pattern',
        )
      })
    },
  }
}
