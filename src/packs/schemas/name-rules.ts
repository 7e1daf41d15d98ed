// How names of persons are written, inflected and shortened: data/equivalents/name-forms.json.
import { z } from 'zod'

const Folds = z.string().describe('Folds of src/text/respelling.ts, blanks between.')

export const NameRules = z.strictObject({
  about: z.string(),
  conventions: z
    .array(
      z.strictObject({
        name: z.string(),
        source: z.string(),
        countries: z.string().describe('Where names are borne that are written so: ISO 3166 codes, blanks between.'),
        romanised: z
          .boolean()
          .default(false)
          .describe(
            'From another script, or without one orthography: several spellings of one name stand side by side.',
          ),
        readings: z.array(z.string()).describe('Folds in which the ways of reading one spelling differ.'),
        passes: z.array(Folds).min(1),
      }),
    )
    .describe('Two names are one where a reading of each is the same.'),
  heard: z.array(z.strictObject({ name: z.string(), source: z.string(), passes: z.array(Folds).min(1) })),
  spelled: z
    .array(Folds)
    .min(1)
    .describe('Spellings of one name in one country: what is read alike, every vowel with it ("Erik", "Eric").'),
  feminine: z
    .array(z.strictObject({ of: z.string(), endings: z.string() }))
    .describe('ending=masculine ones; * is none.'),
  adapted: z.array(z.strictObject({ of: z.string(), endings: z.string() })).describe('ending=original ones.'),
  shortened: z.array(z.strictObject({ of: z.string(), beginnings: z.string(), endings: z.string().optional() })),
  patronymics: z.string().describe('Endings of words that say whose child somebody is.'),
  descent: z
    .strictObject({ links: z.string(), behind: z.string(), countries: z.string() })
    .describe(
      'Words between an own name and that of the parent ("ibn"), and behind the name of the parent ("oglu"); ISO 3166 codes of countries where the name of the father follows without any.',
    ),
  spouse: z.string().describe('Ending of the word that says whose wife somebody is.'),
  woman: z.string().describe('Ending that makes a given name of women of one of men.'),
  generations: z
    .record(z.string(), z.string())
    .describe(
      'Which bearer of a name in a family is meant: 1 the elder, 2 the younger -> words that say so behind the name.',
    ),
  twins: z
    .record(z.string(), z.string())
    .describe(
      'Number of a twin by birth -> the words that say it, anywhere in a name ("Panyin" the elder, "Kakra" the younger).',
    ),
  labels: z
    .strictObject({
      newborn: z.string().describe('A child that has no name yet: the words are those of its mother.'),
      of: z.string().describe('Words between such a label and the name of the mother.'),
      twin: z.string().describe('One of two or three children of one birth; a letter or number says which.'),
      sex: z.string().describe('Words that say boy or girl next to a label.'),
      unknown: z.string().describe('Nobody knew the name, or the record is a test.'),
      nobody: z
        .string()
        .describe(
          'Words that a value in place of a name consists of, with those of the other labels: "John Doe", "trauma patient".',
        ),
    })
    .describe('Words that registers write in place of a given name, in plain letters without blanks.'),
  parent: z
    .string()
    .describe(
      'Words before the name of a parent or spouse that follows a name ("s/o"), in small letters; "|" between.',
    ),
  maiden: z.string().describe('What precedes the family name at birth, as written; "|" between.'),
  characters: z
    .string()
    .describe('Chinese characters of names that are one, in the traditional, simplified and Japanese form.'),
  expanded: Folds.describe('Two letters for one with a mark (DIN 5007-2, ICAO Doc 9303): "Juergen", "Aase".'),
  abbreviated: z.record(z.string(), z.string()),
  runTogether: z
    .record(z.string(), z.string())
    .describe('Particles abbreviated and joined to the family name, whose capital follows: "VdHeijden".'),
  compounds: z
    .strictObject({ heads: z.string(), articles: z.string(), tails: z.string(), glued: z.string() })
    .describe(
      'Heads take the next word, with or without an article; tails the word before their article; glued ones hold it.',
    ),
  joined: z.string().describe('Pairs of words that are one name, commas between.'),
})
export type NameRules = z.infer<typeof NameRules>
