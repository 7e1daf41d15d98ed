// The XML of OpenDocument files (ISO/IEC 26300) as pieces of text: how it is laid out, and what is left out of what the standard lists: who wrote,
// commented and changed, deleted text, elements that fetch or run something, and paths of a user's machine.
import { wordSet } from '../../lists.ts'
import { copyRules, odfMarkup } from '../../packs/markup-rules.ts'
import { type Rules, rulesOf } from '../xml/allowed-xml.ts'
import { type Dialect, PLAIN } from '../xml/xml-text.ts'

export const CONTENT: Dialect = {
  ...PLAIN,
  skipped: wordSet('date date-string'),
  lines: wordSet('p h annotation note title desc mi mn mo mtext ms footer-decl header-decl date-time-decl'),
  rows: wordSet('table-row'),
  cells: wordSet('table-cell covered-table-cell'),
  signs: { tab: '\t', s: ' ', 'line-break': '\n' },
  apart: wordSet('annotation note text-box ruby-text'),
}

const LOWER = /^[a-z]{1,24}(?:-[a-z]{1,24}){0,6}\d{0,4}$/
const NUMBER = /^[#%-]?\d{1,12}(?:\.\d{1,17})?(?:[A-Za-z]{1,3}|%)?$|^#[0-9A-Fa-f]{3,8}$/
const SHORT = /^[A-Z]{1,3}$/
const OWN =
  /^(?:ooo:com\.sun\.star\.form\.component\.[A-Z][A-Za-z]{1,24}|(?:ooxml|mso)-[A-Za-z]{1,24}\d{0,3}|P(?:T?\d{1,5}(?:\.\d{1,12})?[HMSD]){1,4}|PT(?:\d{1,9}(?:\.\d{1,12})?[HMS]){1,3}|\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?)?|urn:oasis:names:tc:opendocument:xmlns:[a-z]{1,20}:1\.0|(?:Libre|Open)Office(?:\.org)?\/[\d.]{1,12}\$[A-Za-z0-9_]{1,20} LibreOffice_project\/[0-9a-f]{1,40})$/
const SEPARATORS = /[\s,;:()*+/?$<>=!|-]+/

/** True for values that are codes of OpenDocument and its programs. */
export function isOdfCode(value: string): boolean {
  if (OWN.test(value) || LOWER.test(value)) return true
  return value
    .split(SEPARATORS)
    .every((word) => word === '' || LOWER.test(word) || NUMBER.test(word) || SHORT.test(word))
}

const REFERS_TO_STYLE =
  /style-name$|^style:(?:page-layout-name|master-page-name)$|^(?:draw|text):master-page-name$|^draw:(?:fill-(?:gradient|hatch|image)|opacity)-name$/

export const ODF: Rules = {
  markup: odfMarkup,
  base: 'office',
  qualified: true,
  codes: isOdfCode,
  ...rulesOf(copyRules().odf),
  otherwise: (key) => (REFERS_TO_STYLE.test(key) ? 'style' : 'code'),
}

/** Properties: titles and the program alone. */
export const META: Rules = { ...ODF, ...rulesOf({ ...copyRules().odf, elements: copyRules().odf.properties }) }
