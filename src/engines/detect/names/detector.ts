// The names detector: finds personal names by lexicon and context, without a model. Runs of capitalised words are scored by
// their words and their surroundings; what is certain once is recognised again in the rest of the text. Most words are passed
// over at one look at what the process knows of them (words/lexicon.ts); objects are made for the few that remain.
import { TokenKind } from '../../../text/tokens.ts'
import type { Claim, DetectorFactory } from '../detector.ts'
import { leadingForms, legalForms } from './around/company-ahead.ts'
import { type Candidate, nameClaim } from './candidate.ts'
import { findBooked } from './layouts/booking.ts'
import { findDialogue } from './layouts/dialogue.ts'
import { findFields } from './layouts/fields.ts'
import { findInformal, findUncased } from './layouts/informal.ts'
import { findAgain } from './repeats/again.ts'
import { finishByMail } from './repeats/by-mail.ts'
import { findCapitalised } from './runs/capitals.ts'
import { type NameFacts, NameSearch } from './search.ts'
import { Cue } from './words/cues.ts'
import { LanguageVotes } from './words/language.ts'
import { NameLexicon } from './words/lexicon.ts'
import { OtherWords } from './words/other-words.ts'
import { nameLists } from './words/roles.ts'

/** data/cues/case-endings.json: ending -> what may have stood in its place; `again` of names that the text has said before. */
interface CaseEndings {
  readonly names: Readonly<Record<string, readonly string[]>>
  readonly again: Readonly<Record<string, readonly string[]>>
}

/** What a phrase around a name goes on for behind it at most. */
const THING_AFTER = 30
/** The start of a row, with what it is of in front: "Vin Fetească", a mark of a list. */
const OPENS_ROW = /(?:^|\n)[^\S\n]{0,4}(?:[-*\u2022"'] ?)?(?:\p{Lu}\p{L}{2,16} (?:\p{Ll}{1,3} )?)?$/u
const ROW_OPENING = 28
/** How far behind the name of an article its number is announced at most. */
const ROW = 64

export const namesDetector: DetectorFactory = (packs, book) => {
  const lists = nameLists(packs, book)
  const forms = legalForms(packs)
  const openers = leadingForms(packs)
  const votes = new LanguageVotes(packs.lexicon('words-common.json'))
  const { names, again } = JSON.parse(packs.cues('case-endings.json')) as CaseEndings
  const endings = new Map(Object.entries(names))
  const repeats = new Map(endings)
  for (const [ending, tails] of Object.entries(again)) repeats.set(ending, [...(endings.get(ending) ?? []), ...tails])
  let facts: NameFacts | null = null
  return {
    name: 'names',
    find(text, _scope, evidence) {
      // The large tables are read when the first text is.
      facts ??= {
        lexicon: new NameLexicon(packs.names(), packs.gazetteer(), lists, forms, endings, votes.common),
        votes,
        cues: lists.cues,
        forms,
        leadingForms: openers,
        repeats,
        saintPrefixes: lists.saintPrefixes,
        letters: lists.letters,
        verbs: lists.verbs,
        articles: lists.articles,
        wellRead: lists.wellRead,
        others: new OtherWords(),
      }
      const search = new NameSearch(text, evidence, facts)
      evidence.languages = search.glance.languages
      findCapitalised(search)
      findFields(search)
      findBooked(search)
      findUncased(search)
      findInformal(search)
      findDialogue(search)
      findAgain(search)
      finishByMail(search)
      const claims: Claim[] = []
      for (const one of search.found)
        if (!isThing(search, one) && !isGreeting(search, one) && !isCue(search, one) && !isArticle(search, one))
          claims.push(nameClaim(one))
      evidence.people = claims
      return claims
    },
  }
}

/** "Agent: Guten Tag, ...": several words that are what one is greeted with. */
function isGreeting({ hits, cues }: NameSearch, { words }: Candidate): boolean {
  if (words.length < 2 || !hits.has(cues.groups.greeting)) return false
  const start = words[0]!.start
  const end = words[words.length - 1]!.end
  for (const hit of hits.between(start, end))
    if (hit.start === start && hit.end === end && (cues.of(hit) & Cue.greeting) !== 0) return true
  return false
}

/** Whether a found name is part of what a phrase names that is no person: "Budd-Chiari syndrome", "Ruy Lopez". */
function isThing({ hits, cues }: NameSearch, { words }: Candidate): boolean {
  if (!hits.has(cues.groups.thing)) return false
  const start = words[0]!.start
  const end = words[words.length - 1]!.end
  for (const hit of hits.between(start, end + THING_AFTER))
    if (hit.start <= start && hit.end >= end && (cues.of(hit) & Cue.thing) !== 0) return true
  return false
}

/** "Georg Jensen table cloth, art. no. 4711": what opens a row of a catalogue, whose number is an article's. */
function isArticle({ text, hits, cues }: NameSearch, { words, pattern }: Candidate): boolean {
  if (pattern || !hits.has(cues.groups.article)) return false
  const { start } = words[0]!
  if (start > 0 && !OPENS_ROW.test(text.slice(Math.max(0, start - ROW_OPENING), start))) return false
  const { end } = words[words.length - 1]!
  for (const hit of hits.between(end, end + ROW))
    if ((cues.of(hit) & Cue.article) !== 0 && !text.slice(end, hit.start).includes('\n')) return true
  return false
}

/** "Anna Beck, Steuer-ID 86 095": the words that announce a number, joined by a hyphen as a name may be. */
function isCue({ hits, cues, tokens: { kind, start } }: NameSearch, { words, pattern }: Candidate): boolean {
  const word = words[0]!
  if (pattern || words.length > 1 || word.next - word.first < 3) return false
  if (kind[word.next] !== TokenKind.number || start[word.next]! - word.end > 2) return false
  for (const hit of hits.between(word.start, word.end))
    if (hit.start === word.start && hit.end === word.end && (cues.of(hit) & Cue.foreign) !== 0) return true
  return false
}
