// Shared by the tests of detection: one engine, and findings written as "CATEGORY value".

import type { Finding } from '../../../../src/records/detection.ts'
import { ScannedText } from '../../../../src/text/scanned.ts'
import { detectEngine as engine } from '../../../shared/detect-engine.ts'

/** Settled findings of a text under a country's rules (null: none governs). */
export function findings(text: string, country: string | null): Finding[] {
  return engine.settle(engine.claims(new ScannedText(text), { jurisdiction: country }))
}

/** Findings as "CATEGORY value", names and places left out unless asked for. */
export function found(text: string, country: string | null, all = false): string[] {
  return findings(text, country)
    .filter(({ category }) => all || !/^PII-(?:1-NAME|4-(?:ADDRESS|LOCATION))$/.test(category))
    .map(({ category, start, end }) => `${category.slice(6)} ${text.slice(start, end)}`)
}

/** The values found of one category ("NAME"), without its code, in order. */
export function only(category: string, text: string, country: string | null): string[] {
  const code = `${category} `
  return found(text, country, true)
    .filter((one) => one.startsWith(code))
    .map((one) => one.slice(code.length))
}
