// Driving licences copied field by field: the field numbers are the labels (Directive 2006/126/EC, Annex I).
import { CONFIDENCE } from '../confidence.ts'
import { type Claim, claimOf, type DetectorFactory } from '../detector.ts'

/** The first three fields, on separate lines or in one line; apart from 4a to 4d, field numbers of the card have no letter. */
const HEAD =
  /(?:^|\n[^\S\n]{0,8}|[:;][^\S\n]{1,3})1[.)]?[^\S\n]{1,8}(\p{L}[^\n\d]{1,60})(?:\n[^\S\n]{0,8}|(?<=[^\S\n]))2[.)]?[^\S\n]{1,8}(\p{L}[^\n\d]{1,60})(?:\n[^\S\n]{0,8}|(?<=[^\S\n]))3[.)]?[^\S\n]{1,8}(?=\d)/gu
const ISSUE = /[^\S\n]4a[.)]?[^\S\n]|\n[^\S\n]{0,8}4a[.)]?[^\S\n]/i
/** The number of the licence: the rest of its line, or up to the next space. */
const NUMBER =
  /\n[^\S\n]{0,8}5[.)]?[^\S\n]{1,8}([A-Z\d][A-Z\d /.-]{4,24}[A-Z\d])(?=[^\S\n]{0,8}(?:\n|$))|[^\S\n]5[.)][^\S\n]{1,8}([A-Z\d][A-Z\d/-]{5,24})(?=[.,;]?(?:\s|$))/
/** Maximum distance of the other fields after the third field. */
const WITHIN = 300

export const licenceFieldDetector: DetectorFactory = (_packs, cues) => {
  const issue = cues.ask(({ folded }) => folded === '4a')
  return {
    name: 'licence-fields',
    find({ text }, _scope, evidence) {
      const claims: Claim[] = []
      if ((evidence.hits.words.any & issue) === 0) return claims
      for (const match of text.matchAll(HEAD)) {
        const end = match.index + match[0].length
        const rest = text.slice(end, end + WITHIN)
        if (!ISSUE.test(rest)) continue
        const surname = text.indexOf(match[1]!, match.index)
        const given = text.indexOf(match[2]!, surname + match[1]!.length)
        claims.push(
          fieldOf('PII-1-NAME', surname, match[1]!.trimEnd()),
          fieldOf('PII-1-NAME', given, match[2]!.trimEnd()),
        )
        const birth = evidence.dateFrom(end)
        if (birth !== null) claims.push(fieldOf('PII-1-DOB', end, text.slice(end, birth.end)))
        const number = NUMBER.exec(rest)
        const value = number?.[1] ?? number?.[2]
        if (number !== null && value !== undefined)
          claims.push(fieldOf('PII-2-DRIVERS_LICENCE', end + number.index + number[0].lastIndexOf(value), value))
      }
      return claims
    },
  }
}

const fieldOf = (category: string, start: number, value: string): Claim =>
  claimOf(category, start, start + value.length, CONFIDENCE.licence_field, 'rule:licence_field', 'pattern')
