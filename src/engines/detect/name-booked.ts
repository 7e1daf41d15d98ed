// "MUELLER/HANS PETER MR": a passenger as reservation systems write one, family name, slash, given names and a form of address,
// all in capitals (IATA Resolution 722: the name field of a ticket).
import { TokenKind } from '../../text/tokens.ts'
import { type Candidate, type NameSearch, THRESHOLD } from './name-candidate.ts'
import { Before } from './name-context.ts'
import { asFamily, asGiven } from './name-score.ts'
import type { NameWord } from './name-words.ts'

/** Forms of address of a ticket: man, woman, child, infant. */
const ADDRESS: ReadonlySet<string> = new Set(['mr', 'mrs', 'ms', 'miss', 'mstr', 'dr', 'chd', 'inf'])
const SLASH = 47
const LEAST_LETTERS = 2

/** Adds the names of tickets to what was found. */
export function findBooked(search: NameSearch): void {
  const { text, words, context } = search
  const { text: view, tokens } = text
  for (const at of search.glance.capitals) {
    const slash = at + 1
    if (tokens.kind[at] !== TokenKind.upper || slash + 1 >= tokens.count) continue
    if (view.charCodeAt(tokens.end[at]!) !== SLASH || tokens.start[slash + 1] !== tokens.end[slash]) continue
    if (tokens.kind[slash + 1] !== TokenKind.upper || view.charCodeAt(tokens.start[at]! - 1) === SLASH) continue
    const [family] = words.run(at)
    const behind = words.run(slash + 1)
    const address = behind.findIndex(({ folded }) => ADDRESS.has(folded))
    const given = address < 0 ? behind.slice(0, 1) : behind.slice(0, address)
    if (family === undefined || given.length === 0 || ![family, ...given].every(isWritten)) continue
    // Without the form of address the words themselves or a label must say it: "OPEN/CLOSED", "IN/OUT" are none.
    const isNamed = asFamily(family) >= 3 && asGiven(given[0]!) >= 3
    const isLabelled = (context.before(at) & (Before.label | Before.cue)) !== 0 && asGiven(given[0]!) >= 3
    if (address < 0 && !isNamed && !isLabelled) continue
    drop(search.found, family.start, given[given.length - 1]!.end)
    search.found.push({ words: [family, ...given], score: THRESHOLD + 8, pattern: true })
  }
}

/** Takes out what was found of the name by its words alone. */
function drop(found: Candidate[], start: number, end: number): void {
  for (let i = found.length - 1; i >= 0; i--) {
    const { words } = found[i]!
    if (words[0]!.start >= start && words[words.length - 1]!.end <= end) found.splice(i, 1)
  }
}

function isWritten({ isUpper, start, end }: NameWord): boolean {
  return isUpper && end - start >= LEAST_LETTERS
}
