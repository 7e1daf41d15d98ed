// Facts for names that do not depend on the text: lists of data/cues, the lexicon, towns and languages.
import type { Packs } from '../../../packs/load.ts'
import type { PhraseBook } from '../../../text/phrases.ts'
import { languageFacts, wordLists } from '../lexicons.ts'
import { NameCues } from './cues.ts'
import { LanguageVotes } from './languages.ts'
import { caseEndings, rolesOf } from './roles.ts'
import type { WordSources } from './words.ts'

/** Registers the phrases that say something of names with the phrase book. */
export function nameCues(packs: Packs, book: PhraseBook): NameCues {
  const cues = wordLists('name-cues.json')
  const things = wordLists('named-things.json')
  return new NameCues({
    label: book.add(cues('labels')),
    cue: book.add(cues('selfNamings')),
    title: book.add(wordLists('titles.json')('before')),
    greeting: book.add(cues('greetings')),
    closing: book.add(cues('closings')),
    thing: book.add(things('things'), 'aside'),
    number: book.add(cues('numbers'), 'aside'),
    introduction: book.add(cues('introductions'), 'aside'),
    selfNaming: book.add(cues('selfNamings'), 'aside'),
    maiden: book.add(packs.nameRules().maiden.split('|'), 'aside'),
    field: book.add(cues('nameFields')),
    naming: book.add(cues('namings')),
    key: book.add(cues('nameKeys'), 'aside'),
    question: book.add(cues('nameQuestions'), 'aside'),
    article: book.add(things('articleNumbers'), 'aside'),
    thingList: book.add(things('headingsOfNames'), 'aside'),
    tail: book.add(cues('labelTails'), 'aside'),
    thingHeading: book.add(things('headingsOfThings'), 'aside'),
    thingField: book.add(things('fieldsOfThings'), 'aside'),
  })
}

/** The tables that are asked about words; the large ones are read when the first text is. */
export function wordSources(packs: Packs): WordSources {
  const endings = caseEndings(packs)
  return {
    names: packs.names(),
    places: packs.gazetteer(),
    roles: rolesOf(),
    endings: endings.names,
    placeEndings: endings.places,
    votes: new LanguageVotes(packs.lexicon('words-common.json'), languageFacts().letters),
  }
}
