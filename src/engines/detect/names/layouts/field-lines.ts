// Forms without signs: a label and its value to a line, and nothing but a blank between ("Cognome Pugliese" over "Nome Lolita").
// One such line may be a sentence; two, each of which opens with a word for a part of a name or for what only people have
// ("Name Ejnar Bilde" over "Born 12 May 1970"), are a form.
import type { NameSearch } from '../search.ts'
import { Cue } from '../words/cues.ts'

const NAMES = Cue.field | Cue.naming
/** Characters of a line of such a form at most. */
const LONGEST_LINE = 72
/** Letters of a label at most. */
const LABEL_WITHIN = 24
/** The rest of a line: words with a capital, small ones between. */
const VALUE = /^(?:[\p{L}\p{M}'\u2019.-]+ ){0,4}\p{Lu}[\p{L}\p{M}'\u2019.-]+[^\S\n]*(?:\n|$)/u

/** Whether the label that begins at `from`, its value at `at`, is a line of a form without signs. */
export function isFieldLine({ text, evidence, cues }: NameSearch, from: number, at: number): boolean {
  if (!startsLine(text, from)) return false
  const value = VALUE.exec(text.slice(at, at + LONGEST_LINE))
  if (value === null) return false
  const isLabel = (line: number): boolean => {
    for (const hit of evidence.hits.between(line, line + LABEL_WITHIN)) {
      if (hit.start !== line) continue
      const value = text.slice(hit.end, hit.end + 2)
      // No "name of the tenant".
      if ((cues.of(hit) & NAMES) !== 0 && /^ \p{Lu}/u.test(value)) return true
      if (evidence.announcesOfPeople(hit) && /^ [\p{Lu}\d]/u.test(value)) return true
    }
    return false
  }
  const below = at + value[0].length
  if (below < text.length && isLabel(below)) return true
  const above = from < 2 ? -1 : text.lastIndexOf('\n', from - 2) + 1
  return above >= 0 && from - above < LONGEST_LINE && isLabel(above)
}

function startsLine(text: string, at: number): boolean {
  return at === 0 || text[at - 1] === '\n'
}
