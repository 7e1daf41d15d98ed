// Words around places: cues that tie a landmark to an address, and cues for location, origin and destination.
import { z } from 'zod'

const words = z.array(z.string())

export const PlaceWords = z.strictObject({
  about: z.string(),
  connectors: words,
  directions: words,
  weak_street_words: words,
  not_street_starts: words.describe('Words that no street name begins with.'),
  not_bare_streets: words.describe('Words before a number that are no street: "Article 5", "Version 2".'),
  small_named_streets: words.describe('Words for streets that are named in small letters: "Trg svobode 5".'),
  town_labels: words.describe('Words over or before the name of a town, however small.'),
  not_places: words.describe('Words of lists of places that name none: adjectives, and what a code means elsewhere.'),
  origins: words.describe('What a thing comes from stands behind it: "country of origin", "made in".'),
  transports: words.describe('What runs to a place without anybody being there: "Tåg 10548 mot Falun".'),
  rights: words.describe('Words by which a text says who has the rights to a work: its years number no houses.'),
  weather_talk: words.describe("Two of these say that a text is a forecast: its regions are nobody's."),
  determiners: words.describe('Behind one of these a street word is a word of a sentence: "a place in Year 4".'),
  whole_short_streets: words.describe('Street words of two letters that take no full stop: "út", "tn".'),
  numbered_roads: words.describe('Kinds of road that a number names: "Bundesstraße 8" is no house.'),
  country_postcode_words: words,
  address_labels: words.describe('Words that announce a whole address.'),
  region_words: words,
  region_words_after: words,
  quarter_words_after: words,
  quarter_words_before: words,
  building_words: words,
  prepositions: words.describe('Words that a place name follows in running text.'),
  prepositions_leading: words.describe(
    'Those that lead from a sentence to an address and stand in no name of a street.',
  ),
  prepositions_sure: words.describe('Those that place names follow more often than other names.'),
  relations: z.record(z.string(), words),
  relations_after: words,
  conjunctions: words,
  landmarks: z.strictObject({ commercial: words, religious: words, infrastructure: words }),
})
export type PlaceWords = z.infer<typeof PlaceWords>

export const CueRule = z.strictObject({
  id: z.string(),
  role: z.enum(['origin', 'destination', 'location', 'via']),
  priority: z.int().describe('Where several cues reach one place, the highest wins.'),
  min_tier: z
    .int()
    .min(0)
    .max(2)
    .describe('How sure the place itself must be: 0 any name, 1 a known name, 2 a parsed address.'),
  with: words.optional().describe('The cue only counts when one of these words stands before it in its clause.'),
  after: z.boolean().optional().describe('The cue follows the place.'),
  phrases: words,
})
export type CueRule = z.infer<typeof CueRule>

export const CaseEnding = z.strictObject({
  ending: z.string(),
  role: z.enum(['origin', 'destination', 'location', 'none']),
  bases: words.describe('What replaces the ending in the plain name; "-1" drops one more letter.'),
})

export const CueLanguage = z.strictObject({
  extends: z.string().optional(),
  capital_nouns: z.boolean().optional().describe('Every noun has a capital: a capital alone says nothing.'),
  function_words: words.describe('Frequent words by which the language of a text is known.'),
  letters: words.describe('Letters and letter groups that speak for the language.'),
  siblings: words.optional().describe('Languages whose cues read alike and are used together.'),
  negations: words,
  negations_after: words,
  conjunctions: words,
  fillers: words.describe('Words between a cue and its place that say nothing.'),
  rules: z.array(CueRule),
  endings: z.array(z.tuple([z.string(), words])).describe('Inflected ending -> endings of the plain name.'),
  case_endings: z.array(CaseEnding).describe('Endings that are themselves the cue.'),
})
export type CueLanguage = z.infer<typeof CueLanguage>

export const PlaceCues = z.strictObject({
  about: z.string(),
  window: z.int().describe('Most characters between a cue and its place.'),
  pairs: z.strictObject({ route: words, plain: words, postposed: words, join: words }),
  titles: words.describe('A name behind one of these is a person.'),
  calendar: words,
  rooms: words.describe('What stands before a room or stand that is called after a place: "salle Loire".'),
  town_labels: words.describe('Names of the field of a record that holds a town.'),
  modifier_nouns: words.describe('Nouns that a place name may modify: "our Lagos office".'),
  limiters: words.describe('Behind a negation these deny that it is all, not that it is so: "not only in Lagos".'),
  weak_relations: words.describe(
    'Relations that mostly mean time or cause: they count only before a sure kind of place.',
  ),
  languages: z.record(z.string(), CueLanguage),
})
export type PlaceCues = z.infer<typeof PlaceCues>
