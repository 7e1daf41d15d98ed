// The names detector: finds personal names by lexicon and context, without a model. Runs of capitalised words are scored by
// their words and their surroundings; what is certain once is recognised again in the rest of the text.
import { TokenKind } from '../../text/tokens.ts'
import type { DetectorFactory } from './detector.ts'
import { findAgain } from './name-again.ts'
import { claimOf, type NameSearch } from './name-candidate.ts'
import { NameContext } from './name-context.ts'
import { isGlued, mailWords } from './name-glue.ts'
import { findInformal, findUncased } from './name-informal.ts'
import { invertedName } from './name-inverted.ts'
import { commonWords, textLanguages } from './name-language.ts'
import { nameRoles } from './name-roles.ts'
import { isPlainWord } from './name-score.ts'
import { findSpans } from './name-spans.ts'
import { NameWords } from './name-words.ts'

/** data/lexicons/case-endings.json: ending -> what may have stood in its place. */
interface CaseEndings {
  readonly names: Readonly<Record<string, readonly string[]>>
}

export const namesDetector: DetectorFactory = (packs, cues) => {
  const { roles, groups } = nameRoles(packs, cues)
  const common = commonWords(packs.lexicon('words-common.json'))
  const endings = new Map(Object.entries((JSON.parse(packs.lexicon('case-endings.json')) as CaseEndings).names))
  return {
    name: 'names',
    find(text, _scope, evidence) {
      const search: NameSearch = {
        text,
        evidence,
        groups,
        context: new NameContext(text, evidence, groups, roles),
        words: new NameWords(text, packs.names(), roles, textLanguages(text, common), endings),
        mail: mailWords(text),
        places: packs.gazetteer(),
        found: [],
        left: [],
      }
      findCapitalised(search)
      findUncased(search)
      findInformal(search)
      findAgain(search)
      return search.found.map(claimOf)
    },
  }
}

/** One pass over the runs of capitalised words. */
function findCapitalised(search: NameSearch): void {
  const { text, words, context } = search
  const { tokens } = text
  for (let index = 0; index < tokens.count; ) {
    const kind = tokens.kind[index]!
    if ((kind !== TokenKind.capital && kind !== TokenKind.upper) || isGlued(text, index)) {
      index++
      continue
    }
    const run = words.run(index)
    const glued = run.findIndex((word, i) => i > 0 && isGlued(text, word.first))
    if (glued > 0) run.length = glued
    if (run.length === 0) {
      index++
      continue
    }
    index = run[run.length - 1]!.next
    // Most runs are words that open a sentence: nothing around them makes a name of them but a label.
    if (run.every(isPlainWord) && !context.label(run[0]!.start)) continue
    const rest = invertedName(search, run)
    if (rest === null) findSpans(search, run)
    else index = rest[rest.length - 1]!.next
  }
}
