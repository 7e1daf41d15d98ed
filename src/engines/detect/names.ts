// The names detector: finds personal names by lexicon and context, without a model. Runs of capitalised words are scored by
// their words and their surroundings; what is certain once is recognised again in the rest of the text.
import type { ScannedText } from '../../text/scanned.ts'
import { TokenKind } from '../../text/tokens.ts'
import type { DetectorFactory } from './detector.ts'
import { legalForms } from './legal-forms.ts'
import { findAgain } from './name-again.ts'
import { type Candidate, claimOf, type NameSearch } from './name-candidate.ts'
import { NameContext } from './name-context.ts'
import { findDialogue } from './name-dialogue.ts'
import { isGlued, mailWords } from './name-glue.ts'
import { findInformal, findUncased } from './name-informal.ts'
import { invertedName } from './name-inverted.ts'
import { commonWords, textLanguages } from './name-language.ts'
import { nameRoles, Role, type RoleTable } from './name-roles.ts'
import { isPlainWord } from './name-score.ts'
import { findSpans } from './name-spans.ts'
import { NameWords } from './name-words.ts'

/** data/lexicons/case-endings.json: ending -> what may have stood in its place. */
interface CaseEndings {
  readonly names: Readonly<Record<string, readonly string[]>>
}

/** Different words of gardens and kitchens that make them the subject of a text. */
const LEAST_PLANTS = 3
/** What a phrase around a name goes on for behind it at most. */
const THING_AFTER = 30

export const namesDetector: DetectorFactory = (packs, cues) => {
  const { roles, groups, byEnding, links } = nameRoles(packs, cues)
  const isLegalForm = legalForms(packs)
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
        words: new NameWords(text, packs.names(), roles, textLanguages(text, common), endings, byEnding),
        isLegalForm,
        common,
        links,
        mail: mailWords(text),
        places: packs.gazetteer(),
        speaksOfPlants: once(() => plantWords(text, roles) >= LEAST_PLANTS),
        found: [],
        left: [],
      }
      findCapitalised(search)
      findUncased(search)
      findInformal(search)
      findDialogue(search)
      findAgain(search)
      return search.found.filter((one) => !isThing(search, one)).map(claimOf)
    },
  }
}

function once(count: () => boolean): () => boolean {
  let known: boolean | null = null
  return () => {
    known ??= count()
    return known
  }
}

function plantWords(text: ScannedText, roles: RoleTable): number {
  const seen = new Set<string>()
  for (let index = 0; index < text.tokens.count; index++) {
    const kind = text.tokens.kind[index]!
    if (kind > TokenKind.upper) continue
    const word = text.folded(index)
    // Rosa, Iris and Viola in capitals may as well be three sisters.
    const said = kind === TokenKind.lower ? Role.plantTalk | Role.plant : Role.plantTalk
    if (((roles.get(word) ?? 0) & said) !== 0) seen.add(word)
  }
  return seen.size
}

/** Whether a found name is part of what a phrase names that is no person: "Budd-Chiari syndrome", "Ruy Lopez". */
function isThing({ evidence, groups }: NameSearch, { words }: Candidate): boolean {
  if (!evidence.hits.has(groups.things)) return false
  const start = words[0]!.start
  const end = words[words.length - 1]!.end
  for (const hit of evidence.hits.between(start, end + THING_AFTER))
    if (hit.groups.includes(groups.things) && hit.start <= start && hit.end >= end) return true
  return false
}

/** "i.A. Krause": a letter that ends an abbreviation is no initial. */
function closesCue({ text: { tokens }, evidence, groups }: NameSearch, index: number): boolean {
  if (tokens.end[index]! - tokens.start[index]! !== 1) return false
  return evidence.hits
    .endingAt(tokens.end[index]!)
    .some((hit) => hit.firstToken < index && hit.groups.includes(groups.cues))
}

/** One pass over the runs of capitalised words. */
function findCapitalised(search: NameSearch): void {
  const { text, words, context } = search
  const { tokens } = text
  for (let index = 0; index < tokens.count; ) {
    const kind = tokens.kind[index]!
    if ((kind !== TokenKind.capital && kind !== TokenKind.upper) || isGlued(text, index) || closesCue(search, index)) {
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
