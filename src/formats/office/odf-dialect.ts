// The XML of OpenDocument files (ISO/IEC 26300) as pieces of text: how it is laid out, and what is left out of what the standard lists: who wrote,
// commented and changed, deleted text, elements that fetch or run something, and paths of a user's machine.
import { wordSet } from '../../lists.ts'
import { odfMarkup } from '../../packs/markup.ts'
import { listed, type Rules, type Treatment } from '../xml/allowed-xml.ts'
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

const CUT = [
  'text:tracked-changes table:tracked-changes text:change text:change-start text:change-end office:scripts office:event-listeners text:script',
  'text:execute-macro office:dde-source text:dde-connection-decls text:dde-connection text:section-source table:database-ranges table:data-pilot-tables',
  'table:label-ranges table:consolidation table:scenario table:table-source table:cell-range-source table:named-expressions table:dde-links',
  'text:alphabetical-index-mark text:alphabetical-index-mark-start text:alphabetical-index-mark-end text:toc-mark text:toc-mark-start text:toc-mark-end',
  'text:user-index-mark text:user-index-mark-start text:user-index-mark-end text:hidden-text form:properties form:connection-resource anim:audio',
  'anim:command anim:param presentation:settings presentation:sound presentation:event-listener dc:creator loext:sender-initials draw:contour-path',
  'draw:contour-polygon text:alphabetical-index-auto-mark-file text:bibliography-configuration office:change-info meta:date-string',
].flatMap((names) => names.split(' '))
const UNWRAPPED =
  'text:bibliography-mark text:database-display text:database-next text:database-row-select text:database-row-number text:database-name text:meta text:meta-field'
const WITH_HOLDER = 'draw:plugin draw:applet draw:floating-frame draw:object-ole'

const ATTRIBUTES: readonly (readonly [string, Treatment])[] = [
  ...listed(
    'words',
    `@form:label @form:title @form:current-value @form:value @office:string-value @text:string-value-if-true
     @text:string-value-if-false @text:description @table:title @table:condition text:label@text:value`,
  ),
  ...listed('shown', 'table:table@table:name @table:formula'),
  ...listed(
    'sign',
    `@style:num-prefix @style:num-suffix @text:bullet-char @style:leader-text @style:char @form:echo-char`,
  ),
  ...listed('address', '@xlink:href'),
  ...listed(
    'font',
    `@svg:font-family @fo:font-family @style:font-name @style:font-name-asian @style:font-name-complex
     @style:font-family-asian @style:font-family-complex style:font-face@style:name`,
  ),
  ...listed(
    'style',
    `@style:name @style:display-name @draw:display-name @style:font-adornments @style:font-style-name
     @text:style-override @style:font-style-name-asian @style:font-style-name-complex @draw:stroke-dash
     @draw:marker-start @draw:marker-end @draw:stroke-dash-names @table:template-name
     @presentation:presentation-page-layout-name @draw:layer draw:layer@draw:name draw:gradient@draw:name
     draw:hatch@draw:name draw:fill-image@draw:name draw:opacity@draw:name draw:marker@draw:name
     draw:stroke-dash@draw:name @style:leader-text-style @text:leader-text-style`,
  ),
  ...listed('name Page', 'draw:page@draw:name'),
  ...listed('name Object', '@draw:name'),
  ...listed(
    'name Bookmark',
    `text:bookmark@text:name text:bookmark-start@text:name text:bookmark-end@text:name
     text:bookmark-ref@text:ref-name`,
  ),
  ...listed(
    'name Mark',
    `text:reference-mark@text:name text:reference-mark-start@text:name text:reference-mark-end@text:name
     text:reference-ref@text:ref-name text:note-ref@text:ref-name text:note@text:id text:sequence@text:ref-name
     text:sequence-ref@text:ref-name office:annotation@office:name office:annotation-end@office:name`,
  ),
  ...listed('name Control', '@form:name @form:for'),
  ...listed(
    'name id',
    `@form:id @draw:control @draw:id @text:id @text:list-id @text:continue-list @smil:targetElement @draw:start-shape
     @draw:end-shape @draw:shape-id @draw:caption-id @anim:id @presentation:group-id @presentation:master-element`,
  ),
  ...listed(
    'name Declaration',
    `@presentation:name @presentation:use-footer-name @presentation:use-header-name @presentation:use-date-time-name`,
  ),
  ...listed('name Validation', 'table:content-validation@table:name @table:content-validation-name'),
  ...listed('name Table', '@table:name'),
  ...listed('name Name', '@text:name'),
  ...listed(
    'cut',
    `@office:name @office:title @office:target-frame-name @xlink:title @text:condition @text:formula
     @table:print-ranges @table:base-cell-address @style:base-cell-address @draw:nav-order @text:class-names
     @draw:class-names @text:key @draw:frame-name`,
  ),
]

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
  elements: {
    ...Object.fromEntries(CUT.map((name) => [name, 'cut'] as const)),
    ...Object.fromEntries(listed('unwrap', UNWRAPPED)),
    ...Object.fromEntries(listed('cut holder', WITH_HOLDER)),
  },
  attributes: Object.fromEntries(ATTRIBUTES),
  otherwise: (key) => (REFERS_TO_STYLE.test(key) ? 'style' : 'code'),
  texts: Object.fromEntries([
    ...listed(
      'empty',
      `text:author-name text:author-initials text:initial-creator text:creator text:printed-by text:file-name`,
    ),
    ...listed('sign', 'number:text number:currency-symbol number:embedded-text'),
    ...listed('code', 'meta:generator'),
    ...listed(
      'words',
      `dc:title dc:subject dc:description meta:keyword text:sender-firstname text:sender-lastname text:sender-initials
       text:sender-title text:sender-position text:sender-email text:sender-phone-private text:sender-fax
       text:sender-company text:sender-phone-work text:sender-street text:sender-city text:sender-postal-code
       text:sender-country text:sender-state-or-province`,
    ),
  ]),
}

/** Properties: titles and the program alone. */
export const META: Rules = {
  ...ODF,
  elements: Object.fromEntries(
    listed(
      'cut',
      'meta:user-defined meta:initial-creator dc:creator meta:printed-by meta:template meta:hyperlink-behaviour meta:auto-reload meta:document-statistic dc:language dc:date meta:creation-date meta:print-date meta:editing-cycles meta:editing-duration',
    ),
  ),
}
