// Numbers of patient files after their cue: they have no scheme and no check, but identify one person's health record.
import type { ScannedText } from '../../../text/scanned.ts'
import { HYPHEN } from '../../../text/signs.ts'
import { RULES } from '../confidence.ts'
import { type Claim, claimBy, type DetectorFactory } from '../detector.ts'
import type { Evidence } from '../evidence.ts'
import { clinicalWords, numberLabels, valueCues } from '../lexicons.ts'
import { isAlphanumeric } from '../token-questions.ts'
import { valueRun } from '../unbroken-values.ts'

/** Up to four letters, then four to twelve digits, also in two groups: "2594890", "HN-482913", "PAT 2024/00123", "E24-10882". */
const RECORD = /^[A-Z]{0,4}[-/ ]?(?:\d{4,12}(?:[-/]\d{2,8})?|\d{2}[-/]\d{3,8})$/i

export const recordDetector: DetectorFactory = (_packs, cues) => {
  const cue = cues.add(valueCues('patient_record'), 'patient_record')
  const caseCue = cues.add(numberLabels('patient_case'), 'patient_record')
  const clinical = cues.add(clinicalWords(), 'aside')
  return {
    name: 'records',
    find(scanned, _scope, evidence) {
      const claims: Claim[] = []
      const { start } = scanned.tokens
      const { hits } = evidence
      const cases = hits.has(clinical) ? hits.of(caseCue) : []
      for (const hit of hits.of(cue).concat(cases)) {
        const first = valueAfter(scanned, hit.endToken, evidence)
        if (first < 0) continue
        const end = valueRun(scanned.text, start[first]!, 24)
        if (!RECORD.test(scanned.text.slice(start[first], end))) continue
        claims.push(claimBy(RULES.medical_record, start[first]!, end))
      }
      return claims
    },
  }
}

/** The first token of a labelled value that is neither a sign nor a filler such as "number"; -1 if none is near. */
function valueAfter(scanned: ScannedText, token: number, evidence: Evidence): number {
  const { kind, end, units, count } = scanned.tokens
  for (let i = token; i < token + 5 && i < count; i++)
    // A letter tied to the number is a part of it, although it is a filler elsewhere: "E-77120".
    if (isAlphanumeric(kind[i]) && (!evidence.isFiller(i) || units[end[i]!] === HYPHEN)) return i
  return -1
}
