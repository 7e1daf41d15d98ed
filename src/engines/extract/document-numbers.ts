// Numbers of documents, files and permits after a word for the document: without it, order and meter numbers look the same.
import type { PhraseBook, PhraseHits } from '../../text/phrases.ts'
import type { ScannedText } from '../../text/scanned.ts'
import { PROPOSALS, type Proposal, proposed } from './proposal.ts'

export interface DocumentFacts {
  readonly cues: readonly string[]
  readonly markers: readonly string[]
  readonly not: readonly string[]
}

/** The number: capitals and digits separated by / - or ., also "AB 418822", "2025/A/0093", "4 C 112/25". */
const VALUE =
  /^(?:[IVX]{1,4}|\d{1,3}) ?\p{Lu}{1,3}[a-z]? \d{1,6}\/\d{2,4}|^(?:\p{Lu}{1,3} (?=\d{4}))?[\p{Lu}\p{Nd}][\p{Lu}\p{Nd}]*(?:[/.-][\p{Lu}\p{Nd}]+){0,6}/u
/** Text between the document word and a later number marker: "the licence of Anna Bell, no. FL-20871". */
const FAR = /^[^.;:!?\n]{0,60}?[,(] ?(?:no|nr|n\u00b0|n\u00ba|\u010d|br|\u0161t|\u03b1\u03c1)\.? ?/iu

/** Builds the rule; the caller must scan the text with `book`. */
export function documentRule(
  facts: DocumentFacts,
  book: PhraseBook,
): (text: ScannedText, hits: PhraseHits) => Proposal[] {
  const cues = book.add(facts.cues)
  const nots = book.add(facts.not)
  const escaped = [...facts.markers]
    .sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
    .map((value) => value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const gap = new RegExp(
    `^(?:[ :#(="'\u201e\u201c.,]{1,3}(?:(?:${escaped.join('|')})(?![\\p{L}\\p{N}])\\.?){0,1}){0,3}[ :#(="'\u201e\u201c]{0,3}`,
    'iu',
  )
  return (text, hits) => {
    const found: Proposal[] = []
    for (const hit of hits.all) {
      if (!hit.groups.includes(cues)) continue
      const rest = text.text.slice(hit.end, hit.end + 140)
      const near = gap.exec(rest)![0].length
      let offset = near
      let value = near > 0 ? VALUE.exec(rest.slice(near)) : null
      if (value === null || !isNumber(value[0])) {
        const far = FAR.exec(rest)
        if (far === null) continue
        offset = far[0].length
        value = VALUE.exec(rest.slice(offset))
        if (value === null || !isNumber(value[0])) continue
      }
      const start = hit.end + offset
      const end = start + value[0].length
      if (
        /^[\p{L}\p{N}%]|^[.,:]\d/u.test(text.text.slice(end, end + 2)) ||
        looksElse(value[0], text.text.slice(end, end + 12))
      )
        continue
      if (hits.nearestBefore(nots, start, start - hit.end + 4) !== null) continue
      found.push(proposed(PROPOSALS.document, start, end))
    }
    return found
  }
}

/** At least four digits, or letters and at least two digits. */
function isNumber(value: string): boolean {
  const digits = value.replace(/\P{Nd}/gu, '').length
  return value.length >= 4 && (digits >= 4 || (digits >= 2 && /\p{Lu}/u.test(value)))
}

/** Years, dates and amounts are not document numbers. */
function looksElse(value: string, after: string): boolean {
  return (
    /^(?:1[89]|20)\d{2}$/.test(value) ||
    /^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$/.test(value) ||
    /^\d{4}-\d{2}-\d{2}$/.test(value) ||
    /^\d{1,3}(?:\.\d{3})$/.test(value) ||
    /^ ?(?:\u20ac|\$|\u00a3|EUR|USD|kr|z\u0142|K\u010d|Ft|lei|%)/.test(after)
  )
}
