// A self-contained HTML page: no script, no external resources, every value escaped as text; its security policy and the common style of such pages.
import { sha256Hex } from '../records/ids.ts'

/** Text escaped for element content and quoted attributes. */
export const escaped = (value: unknown): string =>
  String(value ?? '')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, ' ')

export const value = (text: unknown): string => `<bdi>${escaped(text)}</bdi>`

/** Verdicts as readers see them. */
export const VERDICTS = { same_entity: 'the same', review: 'review', different: 'different' } as const

export const percent = (share: number): string => `${Math.round(share * 100)}\u00a0%`

export function whole(count: number): string {
  const digits = String(count)
  let written = ''
  for (let i = 0; i < digits.length; i++)
    written += (i > 0 && (digits.length - i) % 3 === 0 ? '\u202f' : '') + digits[i]
  return written
}

/** "1 pair", "12 pairs". */
export const counted = (count: number, noun: string): string => `${whole(count)} ${noun}${count === 1 ? '' : 's'}`

export const row = (cells: readonly string[], tag = 'td'): string =>
  `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`

/** A table row with text cells first, then number cells. */
export const numbersRow = (texts: readonly string[], numbers: readonly string[]): string =>
  `<tr>${texts.map((cell) => `<td>${cell}</td>`).join('')}${numbers.map((cell) => `<td class="n">${cell}</td>`).join('')}</tr>`

/** A scrolling table; empty without rows. Headings and rows are HTML; the last `numbers` headings are right-aligned. */
export function table(caption: string, heading: readonly string[], rows: readonly string[], numbers = 0): string {
  if (rows.length === 0) return ''
  const first = heading.length - numbers
  const head = `<tr>${heading.map((cell, i) => `<th scope="col"${i < first ? '' : ' class="n"'}>${cell}</th>`).join('')}</tr>`
  return `<div class="scroll" tabindex="0" role="region" aria-label="${escaped(caption)}"><table><caption>${escaped(caption)}</caption><thead>${head}</thead><tbody>${rows.join('')}</tbody></table></div>`
}

/** Terms and their descriptions, both HTML. */
export const terms = (pairs: readonly (readonly [string, string])[]): string =>
  `<dl>${pairs.map(([term, description]) => `<dt>${term}</dt><dd>${description}</dd>`).join('')}</dl>`

const STYLE = `
:root{color-scheme:light dark;--line:#8885;--soft:#8881;--warn:#b45309;--bad:#b91c1c;--good:#15803d;--ink:#1d4ed8}
@media(prefers-color-scheme:dark){:root{--warn:#fbbf24;--bad:#f87171;--good:#4ade80;--ink:#93c5fd}}
body{font:15px/1.5 system-ui,sans-serif;margin:0 auto;max-width:75rem;padding:1rem}
h1{font-size:1.4rem;overflow-wrap:anywhere}h2{font-size:1.15rem;border-bottom:1px solid var(--line);padding-bottom:.2rem;margin-top:2rem;overflow-wrap:anywhere}h3{font-size:1rem;margin:.8rem 0 .2rem}
table{border-collapse:collapse;width:100%;min-width:38rem}caption{text-align:left;font-weight:600;padding:.3rem 0}
th,td{text-align:left;vertical-align:top;min-width:4.5rem;padding:.25rem .6rem .25rem 0;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
th{font-weight:600;white-space:nowrap}.scroll{overflow-x:auto}
.n{text-align:right;font-variant-numeric:tabular-nums}
.same_entity{color:var(--good)}.review{color:var(--warn)}.different{opacity:.8}.error{color:var(--bad)}
.note{background:var(--soft);padding:.4rem .6rem;border-left:3px solid var(--warn)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem;margin:.5rem 0}dt{font-weight:600}dd{margin:0;overflow-wrap:anywhere}
a{color:inherit}nav li{overflow-wrap:anywhere}
@media print{table{min-width:0}body{max-width:none;font-size:11px}section{break-inside:avoid-page}nav{display:none}}
`

/** The whole page. `body` has no scripts and styles: the policy allows this one style sheet by its hash. `style` is added to the common one. */
export function htmlPage(page: { readonly title: string; readonly body: string; readonly style?: string }): string {
  const style = `${STYLE}${page.style ?? ''}`
  const hash = Buffer.from(sha256Hex(style), 'hex').toString('base64')
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'">
<title>${escaped(page.title)}</title><style>${style}</style></head><body>
${page.body}
</body></html>
`
}
