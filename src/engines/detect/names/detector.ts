// The names detector: finds personal names by lexicon and context, without a model. Runs of capitalised words are scored by
// their words and their surroundings; what is certain once is recognised again in the rest of the text. Most words are passed
// over at one look at what the process knows of them (lexicon.ts); objects are made for the few that remain.
import { type Languages, languageKey } from '../../../packs/word-levels.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import { TokenKind } from '../../../text/tokens.ts'
import type { DetectorFactory } from '../detector.ts'
import { findAgain } from './again.ts'
import { findBooked } from './booking.ts'
import { type Candidate, claimOf, type NameSearch } from './candidate.ts'
import { Before, NameContext } from './context.ts'
import { findDialogue } from './dialogue.ts'
import { findFields } from './fields.ts'
import { glance } from './glance.ts'
import { isGlued, mailWords } from './glue.ts'
import { findInformal, findUncased } from './informal.ts'
import { invertedName } from './inverted.ts'
import { LanguageVotes } from './language.ts'
import { leadingForms, legalForms } from './legal-forms.ts'
import { NameLexicon } from './lexicon.ts'
import { isHopeless } from './lone.ts'
import { Cue, nameRoles, Role } from './roles.ts'
import { asFamily, isPlainWord } from './score.ts'
import { findSpans } from './spans.ts'
import { type NameWord, NameWords } from './words.ts'

/** data/cues/case-endings.json: ending -> what may have stood in its place. */
interface CaseEndings {
  readonly names: Readonly<Record<string, readonly string[]>>
}

/** Different words of gardens and kitchens that make them the subject of a text. */
const LEAST_PLANTS = 3
/** What a phrase around a name goes on for behind it at most. */
const THING_AFTER = 30

export const namesDetector: DetectorFactory = (packs, book) => {
  const { roles, cues, byEnding, links, letters } = nameRoles(packs, book)
  const isLegalForm = legalForms(packs)
  const openers = leadingForms(packs)
  const votes = new LanguageVotes(packs.lexicon('words-common.json'))
  const endings = new Map(Object.entries((JSON.parse(packs.cues('case-endings.json')) as CaseEndings).names))
  let lexicon: NameLexicon | null = null
  return {
    name: 'names',
    find(text, _scope, evidence) {
      // The large tables are read when the first text is.
      lexicon ??= new NameLexicon(packs.names(), packs.gazetteer(), roles, byEnding, endings, votes.common)
      const seen = glance(text, lexicon, votes)
      const words = new NameWords(text, lexicon, seen.languages)
      const search: NameSearch = {
        text,
        evidence,
        cues,
        context: new NameContext(text, evidence, cues, words),
        words,
        glance: seen,
        isLegalForm,
        leadingForms: openers,
        isCommon: (token) => votes.isSpoken(words.known(token).commonIn, seen.languages),
        links,
        letters: lettersOf(letters, seen.languages),
        mail: mailWords(text, seen.ats),
        speaksOfPlants: once(() => plantWords(text, words) >= LEAST_PLANTS),
        found: [],
        left: [],
      }
      findCapitalised(search)
      findFields(search)
      findBooked(search)
      findUncased(search)
      findInformal(search)
      findDialogue(search)
      findAgain(search)
      return search.found.filter((one) => !isThing(search, one)).map(claimOf)
    },
  }
}

const NO_LETTERS: ReadonlySet<string> = new Set()

/** The letters of all languages that a text may be in. */
function lettersOf(
  byLanguage: Readonly<Record<string, readonly string[]>>,
  languages: Languages | null,
): ReadonlySet<string> {
  if (languages === null) return NO_LETTERS
  const spoken = Object.entries(byLanguage).filter(([language]) => languages[languageKey(language)] === 1)
  return spoken.length === 0 ? NO_LETTERS : new Set(spoken.flatMap(([, letters]) => letters))
}

function once(count: () => boolean): () => boolean {
  let known: boolean | null = null
  return () => {
    known ??= count()
    return known
  }
}

function plantWords(text: ScannedText, words: NameWords): number {
  const seen = new Set<string>()
  for (let index = 0; index < text.tokens.count; index++) {
    const kind = text.tokens.kind[index]!
    if (kind > TokenKind.upper) continue
    const { roles, folded } = words.known(index)
    // Rosa, Iris and Viola in capitals may as well be three sisters.
    const said = kind === TokenKind.lower ? Role.plantTalk | Role.plant : Role.plantTalk
    if ((roles & said) !== 0) seen.add(folded)
  }
  return seen.size
}

/** Whether a found name is part of what a phrase names that is no person: "Budd-Chiari syndrome", "Ruy Lopez". */
function isThing({ evidence: { hits }, cues }: NameSearch, { words }: Candidate): boolean {
  if (!hits.has(cues.groups.thing)) return false
  const start = words[0]!.start
  const end = words[words.length - 1]!.end
  for (const hit of hits.between(start, end + THING_AFTER))
    if (hit.start <= start && hit.end >= end && (cues.of(hit) & Cue.thing) !== 0) return true
  return false
}

/** "i.A. Krause": a letter that ends an abbreviation is no initial. */
function closesCue({ text: { tokens }, evidence: { hits }, cues }: NameSearch, index: number): boolean {
  const end = tokens.end[index]!
  if (end - tokens.start[index]! !== 1 || !hits.has(cues.groups.cue)) return false
  for (const hit of hits.between(end - 1, end))
    if (hit.end === end && hit.firstToken < index && (cues.of(hit) & Cue.cue) !== 0) return true
  return false
}

/** One pass over the runs of capitalised words. */
function findCapitalised(search: NameSearch): void {
  const { text, words, context } = search
  const { start } = text.tokens
  /** Words before this token were part of the last run. */
  let from = 0
  for (const index of search.glance.capitals) {
    if (index < from) continue
    // Most are words that open a sentence: nothing around them makes a name of them but a label.
    if ((words.isPlainAlone(index) && !context.label(start[index]!)) || isGlued(text, index)) continue
    if (closesCue(search, index)) continue
    const run = withParticles(search, freeRun(search, index))
    if (run.length === 0) continue
    from = run[run.length - 1]!.next
    if (run.every(isPlainWord) && !context.label(run[0]!.start)) continue
    if (isHopeless(search, run)) {
      search.left.push({ word: run[0]!, alone: run })
      continue
    }
    const rest = invertedName(search, run)
    if (rest === null) findSpans(search, run)
    else from = rest[rest.length - 1]!.next
  }
}

/** Particles before one family name at most: "van de la". */
const MOST_PARTICLES = 3
/** Those that open names above all. */
const OF_NAMES: ReadonlySet<string> = new Set('van von ter ten te'.split(' '))
const ADDRESSED = Before.title | Before.greeting

/**
 * A run with the particles that open the family name of somebody addressed: "de heer van Dijk", "mevrouw Van der Zwaag". What
 * announces the name stands before them.
 */
function withParticles({ text: { tokens, text }, words, context }: NameSearch, run: NameWord[]): NameWord[] {
  const head = run[0]
  if (head === undefined) return run
  if ((head.roles & (Role.particle | Role.title)) === Role.particle && run.length > 1 && !head.isParticle) {
    const before = context.before(head.first)
    // "Fahrer: Der Lenker": behind a label an article opens other things too.
    const isName = (before & ADDRESSED) !== 0 || ((before & Before.label) !== 0 && OF_NAMES.has(head.folded))
    return isName ? [words.particle(head.first), ...run.slice(1)] : run
  }
  let first = head.first
  for (let at = first - 1; at >= 0 && first > head.first - MOST_PARTICLES; at--) {
    const isLower = tokens.kind[at] === TokenKind.lower
    if (!isLower || (words.roles(at) & Role.particle) === 0 || text.slice(tokens.end[at], tokens.start[at + 1]) !== ' ')
      break
    first = at
  }
  if (first === head.first || (context.before(first) & Before.title) === 0) return run
  // "la dame de Paris", "el profesor de Historia": where somebody is from and what they teach.
  if (!OF_NAMES.has(text.slice(tokens.start[first], tokens.end[first])) && (words.isPlace(head) || asFamily(head) < 1))
    return run
  const particles: NameWord[] = []
  for (let at = first; at < head.first; at++) particles.push(words.particle(at))
  return [...particles, ...run]
}

/** The run of words that begins at token `at`, up to the first that is glued into something else. */
function freeRun({ text, words }: NameSearch, at: number): NameWord[] {
  const run = words.run(at)
  for (let i = 1; i < run.length; i++) if (isGlued(text, run[i]!.first)) run.length = i
  return run
}
