// Records of a pack for properties: any words in any fields, and two that are alike enough for most comparisons to speak.
import fc from 'fast-check'
import type { Packs } from '../../src/packs/load.ts'

export type Attributes = Record<string, string>

const WORDS = [
  'Ngozi',
  'Okonkwo',
  'Smith',
  'General',
  'Hospital',
  '12',
  '500g',
  'GmbH',
  'Zaria',
  'Road',
  'JGS516',
  'Ärö',
  '3',
  'the',
  'Москва',
  '😀',
  '1990-04-12',
  '+2348035550111',
]
const value = fc.oneof(
  fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 }).map((words) => words.join(' ')),
  fc.string({ maxLength: 40 }),
)

/** A record of a pack's fields. */
export function recordOf(packs: Packs, entity: string): fc.Arbitrary<Attributes> {
  const { pack } = packs.entityPack(entity)
  return fc.dictionary(fc.constantFrom(...pack.fields.map(({ name }) => name)), value, { maxKeys: 8 })
}

/** A record and the same with some of its fields left out, changed by a slip or replaced. */
export function similar(packs: Packs, entity: string): fc.Arbitrary<readonly [Attributes, Attributes]> {
  return recordOf(packs, entity).chain((record) => {
    const changed = Object.entries(record).map(([name, text]) =>
      fc
        .oneof(
          { weight: 3, arbitrary: fc.constant(text) },
          fc.constant(text.slice(1)),
          fc.constant(text.split(' ').reverse().join(' ')),
          fc.constant(''),
          value,
        )
        .map((other) => [name, other] as const),
    )
    return fc.tuple(...changed).map((entries) => [record, Object.fromEntries(entries)] as const)
  })
}
