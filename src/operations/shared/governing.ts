// Determines the law of a text: the one that the caller names, or the one that the text itself reveals. Never a guess.
import { SelfsameError } from '../../errors.ts'
import type { Statute } from '../../packs/schemas/category.ts'
import type { JurisdictionVerdict } from '../../records/documents.ts'
import type { ScannedText } from '../../text/scanned.ts'
import type { Context } from './context.ts'

type Facts = Pick<Context, 'packs'>

/** The law in the request, in any letter case; null or "auto" leaves the jurisdiction to the text. */
export interface LawRequest {
  readonly jurisdiction: string | null
  readonly statute: string | null
}

export interface GoverningLaw {
  readonly statute: Statute
  /** Country code or EU; null if only a statute was given and the text does not show which of its countries applies. */
  readonly jurisdiction: string | null
  /** Source of the jurisdiction; null if the jurisdiction is null. */
  readonly source: 'given' | 'inferred' | null
  /** Country whose rules read the text: the jurisdiction, or the only country (or the union) that the statute governs. */
  readonly reader: string | null
}

/** Determines the law. Throws statute_unknown, jurisdiction_unsupported, statute_mismatch, jurisdiction_unknown. */
export function governingLaw(request: LawRequest, text: ScannedText, context: Context): GoverningLaw {
  const stated = statedLaw(request, context)
  if (stated !== null && stated.jurisdiction !== null) return stated
  const verdict = inferJurisdiction(text, context)
  const inferred = verdict.country
  if (stated !== null) {
    const agrees = inferred !== null && context.packs.countries().get(inferred)?.statute === stated.statute.name
    return agrees ? { statute: stated.statute, jurisdiction: inferred, source: 'inferred', reader: inferred } : stated
  }
  if (inferred === null)
    throw new SelfsameError(
      'jurisdiction_unknown',
      `The text does not say which jurisdiction governs it (${verdict.reason}), and the service will not guess. ` +
        `Pass jurisdiction or statute. Supported: ${supportedCodes(context)}.`,
    )
  return { statute: statuteOf(inferred, context), jurisdiction: inferred, source: 'inferred', reader: inferred }
}

/** The law that a request states without any text; null if it leaves the law to a text. Throws statute_unknown, jurisdiction_unsupported, statute_mismatch. */
export function statedLaw(request: LawRequest, context: Facts): GoverningLaw | null {
  const named = request.statute === null ? null : statuteNamed(request.statute, context)
  const given = givenCode(request.jurisdiction, context)
  if (given === null)
    return named && { statute: named, jurisdiction: null, source: null, reader: readerOf(named, context) }
  const statute = statuteOf(given, context)
  if (named !== null && named !== statute)
    throw new SelfsameError(
      'statute_mismatch',
      `Jurisdiction ${given} is governed by ${statute.name}, not by ${named.name}: pass one of the two, or a pair that agrees.`,
    )
  return { statute, jurisdiction: given, source: 'given', reader: given }
}

/** The verdict for a text without a given jurisdiction; kept with the text for later calls. */
export function inferJurisdiction(text: ScannedText, context: Context): JurisdictionVerdict {
  const { jurisdiction } = context.engines
  const known = text.note(jurisdiction) as JurisdictionVerdict | undefined
  if (known !== undefined) return known
  const verdict = inferTogether([text], context)
  text.keepNote(jurisdiction, verdict)
  return verdict
}

export function inferTogether(texts: readonly ScannedText[], context: Context): JurisdictionVerdict {
  const { detect, jurisdiction } = context.engines
  return jurisdiction.infer(texts.map((text) => ({ text, claims: detect.claims(text, { jurisdiction: null }) })))
}

/** "AT (GDPR), BE (GDPR), ...": every supported code with its statute, in order of code. */
export const supportedCodes = (context: Facts): string =>
  [...context.packs.countries().values()].map(({ code, statute }) => `${code} (${statute})`).join(', ')

export const leavesToText = (jurisdiction: string | null): boolean =>
  jurisdiction === null || inCapitals(jurisdiction) === 'AUTO'

/** Codes in use that ISO 3166 gives to no country, e.g. in VAT numbers. */
const USUAL_CODES: Readonly<Record<string, string>> = { UK: 'GB', EL: 'GR' }

/** The given code in capitals; null if the text decides. Throws jurisdiction_unsupported. */
export function givenCode(jurisdiction: string | null, context: Facts): string | null {
  if (jurisdiction === null || leavesToText(jurisdiction)) return null
  const code = inCapitals(jurisdiction)
  if (context.packs.countries().has(code)) return code
  const meant = USUAL_CODES[code]
  if (meant !== undefined)
    throw new SelfsameError(
      'jurisdiction_unsupported',
      `There is no jurisdiction ${code}: did you mean ${meant}? Supported: ${supportedCodes(context)}.`,
    )
  // The message repeats only a two-letter code: any other value may have been sent in the wrong field.
  const said = /^[A-Z]{2}$/.test(code)
    ? `Jurisdiction ${code} has no statute here, and the service will not apply another country's law: name the one that governs whoever holds the data, or EU for the GDPR alone`
    : 'A jurisdiction is a country code of two letters, or EU'
  throw new SelfsameError('jurisdiction_unsupported', `${said}. Supported: ${supportedCodes(context)}.`)
}

/** Only ASCII letters: Unicode upper-casing turns a dotless i into I and a ligature into FI, so that another country's law would apply. */
const inCapitals = (name: string): string => name.trim().replace(/[a-z]/g, (letter) => letter.toUpperCase())

function statuteNamed(name: string, context: Facts): Statute {
  const statute = context.packs.statutes().get(inCapitals(name))
  if (statute !== undefined) return statute
  throw new SelfsameError(
    'statute_unknown',
    `There is no such statute here. Pass one of ${[...context.packs.statutes().keys()].join(', ')}.`,
  )
}

function statuteOf(code: string, context: Facts): Statute {
  const name = context.packs.countries().get(code)?.statute
  const statute = name === undefined ? undefined : context.packs.statutes().get(name)
  if (statute === undefined)
    throw new SelfsameError(
      'facts_invalid',
      `The country file of ${code} names a statute that data/statutes/ does not hold.`,
    )
  return statute
}

/** Country whose rules read a text under a statute: its only country, or the union of its countries. */
function readerOf(statute: Statute, context: Facts): string | null {
  const governed = [...context.packs.countries().values()].filter((country) => country.statute === statute.name)
  const reader = governed.length === 1 ? governed[0] : governed.find(({ members }) => members !== undefined)
  return reader?.code ?? null
}
