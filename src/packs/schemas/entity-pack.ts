// An entity pack: the compared fields, their comparators, the weight of each comparison level, and the conditions for a match.
import { z } from 'zod'

export const ComparisonRule = z.strictObject({
  field: z.string().describe('Field of the pack the comparator reads first; its factors are named after it.'),
  kind: z.string().describe('Comparator, as registered in src/engines/compare/comparators/kinds.ts.'),
  with: z.array(z.string()).default([]).describe('Further fields the comparator reads.'),
  factor: z.string().optional().describe('Factor name where it is not the field (geo for lat and lon).'),
  where: z
    .array(z.string())
    .optional()
    .describe('The comparison speaks only where both records carry each of these fields.'),
  unless: z
    .array(z.string())
    .optional()
    .describe('The comparison is silent where both records carry one of these fields, which say the same better.'),
  yields: z
    .array(
      z.strictObject({
        to: z.string().describe('A factor of another comparison.'),
        below: z.number().describe('Similarity of that factor below which this comparison is silent.'),
      }),
    )
    .optional()
    .describe(
      'The comparison is silent where what these factors compare differs: the same words of two models say nothing.',
    ),
  check: z
    .string()
    .optional()
    .describe(
      'Check of src/values/identifier/checks.ts that every number of the field passes when it is written right.',
    ),
  schemes: z
    .array(z.string())
    .optional()
    .describe(
      'Categories of data/categories.json: the numbers of the country files that the field may hold. Checks decide by shape, and by the countries that the fields of "with" name.',
    ),
})
export type ComparisonRule = z.infer<typeof ComparisonRule>

/** One comparison level: m = its frequency among matches, u = its frequency among non-matches, weight = log-odds (natural) at exactly this similarity. */
export const Level = z.strictObject({ at: z.number(), m: z.number(), u: z.number(), weight: z.number() })
export type Level = z.infer<typeof Level>

/** Lists of words separated by spaces, pairs "long=short", numbers, switches, or several named lists. */
const Settings = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.record(z.string(), z.string())]))

/** Probability of each level of a fact under one hypothesis; a level that is not listed is ignored. */
const Hypothesis = z.strictObject({
  name: z.string(),
  same: z
    .literal(true)
    .optional()
    .describe('Of one entity: the first hypothesis, and others of records that are kept otherwise.'),
  says: z.string().describe('What the hypothesis is, in a sentence: "a parent and a child of one name".'),
  settle: z.string().describe('What would settle it: "a second given name".'),
  prior: z.number().positive().describe('Share of the pairs that people ask about, before anything is compared.'),
  levels: z.record(z.string(), z.record(z.string(), z.number().positive())).describe('Fact -> level -> probability.'),
})

/**
 * Hypotheses about two records that resemble each other. The first is that they are of one entity; under the others, its rivals, some
 * fields agree for another reason than identity. The facts are independent under each hypothesis.
 */
export const Stories = z.strictObject({
  facts: z
    .array(
      z.strictObject({
        name: z.string(),
        of: z.array(z.string()).describe('Factors whose levels they are.'),
        present: z
          .literal(true)
          .optional()
          .describe('Levels are `compared`, where any of the factors could be compared, and `absent`.'),
        bands: z
          .array(z.strictObject({ level: z.string(), from: z.number() }))
          .optional()
          .describe('Levels of a factor by its similarity, falling; without bands the comparator names the level.'),
      }),
    )
    .describe('What is told of a pair in a few levels.'),
  beside: z
    .array(z.string())
    .default([])
    .describe('Facts of which one must be known for rivals to be weighed: names alone tell nothing of households.'),
  hypotheses: z.array(Hypothesis).min(2).max(64),
  joint: z
    .strictObject({
      fitted_on: z.string(),
      context: z.string().describe('Fact whose level chooses the bias and the curves.'),
      bias: z.record(z.string(), z.number()).describe('Level of the context -> log-odds.'),
      facts: z
        .array(
          z.strictObject({
            of: z.tuple([z.string(), z.string()]),
            weights: z.record(z.string(), z.number()).describe('"level & level" -> log-odds.'),
          }),
        )
        .describe('What levels of two facts say together, beyond what each says alone.'),
      factors: z
        .record(z.string(), z.record(z.string(), z.array(z.tuple([z.number(), z.number()])).min(2)))
        .describe('Level of the context -> factor -> [similarity, log-odds], rising; straight between two.'),
    })
    .optional()
    .describe('Fitted log-odds of "the same" that are added to those of the hypotheses, whose facts are independent.'),
})
export type Stories = z.infer<typeof Stories>

export const EntityPack = z.strictObject({
  entity: z.string(),
  about: z.string(),
  fields: z.array(
    z.strictObject({
      name: z.string(),
      label: z.string().describe('What a person calls the field, in a sentence: "date of birth".'),
      plural: z.string().describe('The same for two of them: "dates of birth".'),
      aliases: z.array(z.string()).default([]),
    }),
  ),
  tables: z
    .array(z.strictObject({ table: z.string(), offset: z.number() }))
    .describe('Frequency tables; the lowest information wins. Offset in bits.'),
  comparisons: z.array(ComparisonRule),
  gate: z.strictObject({
    review: z
      .number()
      .min(0)
      .max(0.7)
      .default(0.55)
      .describe(
        'Least score of a question: where rivals are weighed, one pair in five that is one entity is worth asking about.',
      ),
    scale: z.number().describe('Bits of agreement that count as distinctive = 1 - 2^(-bits / scale).'),
    rest: z.number().describe('Share of the information of further agreeing tokens and fields added to the rarest.'),
    identifiers: z.array(z.string()).describe('Factors that identify alone and therefore need corroboration.'),
    distinctive: z
      .array(z.string())
      .default([])
      .describe('Fields whose agreement may clear the gate although their comparator only supports elsewhere.'),
    core: z
      .array(z.string())
      .default([])
      .describe(
        'Fields of which one must agree for a merge wherever one of them can be compared, or neither record has any.',
      ),
    alone: z
      .number()
      .default(0)
      .describe(
        'Bits that names must agree in to clear the gate where the records share nothing that is not `vague`: no other field, no more of a date than its year.',
      ),
    anchored: z
      .boolean()
      .default(false)
      .describe('A field that is not `vague` tells which entity is meant though one record alone has it: a door.'),
    vague: z
      .array(z.string())
      .default([])
      .describe(
        'Names, and fields that many share (a town, a nationality): records of nothing else need `alone` bits.',
      ),
    contrary: z
      .array(z.string())
      .default([])
      .describe(
        'Fields in which one entity does not differ: a conflict where nothing else does and no number of its own agrees.',
      ),
    household: z
      .array(z.string())
      .default([])
      .describe('Fields that members of one household share: an initial that agrees next to them is no evidence.'),
    separate: z
      .strictObject({ fields: z.array(z.string()), log_odds: z.number() })
      .optional()
      .describe(
        'Fields of what one entity has once: two numbers that pass their check digits and differ, and two lives of which one ends before the other begins, are of two entities, whose log-odds are at most these; numbers one slip apart are a question.',
      ),
  }),
  vocabularies: z
    .array(z.string())
    .default([])
    .describe(
      'Files of data/vocabularies whose settings the pack shares with others; a setting of its own takes their place.',
    ),
  settings: Settings.default({}).describe('Facts a comparator needs: units, colours, generic words.'),
  stories: Stories.optional(),
  model: z.strictObject({
    fitted_on: z.string(),
    bias: z.number(),
    factors: z.record(z.string(), z.array(Level)),
    judged: z
      .array(z.string())
      .optional()
      .describe(
        'Factors whose weights are set by judgement, because no development set shows what they tell: a fit keeps them.',
      ),
    calibration: z
      .array(z.strictObject({ at: z.number(), to: z.number() }))
      .optional()
      .describe(
        'Log-odds as summed -> as counted on development pairs, rising; straight between two, unchanged above the last.',
      ),
  }),
})
export type EntityPack = z.infer<typeof EntityPack>

/** A file of data/entities: a pack, or an alias of one. */
export const EntityPackFile = z.union([EntityPack, z.strictObject({ same_as: z.string() })])

/** A file of data/vocabularies: settings that several packs share. */
export const VocabularyFile = z.strictObject({ about: z.string(), settings: Settings })
