// Entity packs of a caller: checked and hashed as shipped ones; shipped names are refused, and the pins name the origin.
import type { z } from 'zod'
import { SelfsameError } from '../errors.ts'
import { sha256Hex } from '../records/ids.ts'
import { hashOfPack, type LoadedEntityPack, vocabularyNames, withVocabularies } from './entity-packs.ts'
import { canonicalValue } from './fact-hash.ts'
import type { Packs } from './load.ts'
import { EntityPack } from './schemas/entity-pack.ts'

/** A pack as written by a caller: plain data in the form of data/schema/entity-pack.json. */
export type OwnPack = z.input<typeof EntityPack>

const NAME = /^[a-z][a-z0-9_]{0,40}$/

/** The shipped facts with additional entity packs. `own` must be plain data that is not modified afterwards. Throws pack_invalid. */
export function withOwnPacks(packs: Packs, own: readonly unknown[]): Packs {
  const loaded = new Map<string, LoadedEntityPack>()
  own.forEach((given, index) => {
    const pack = checked(given, index, packs)
    if (loaded.has(pack.entity)) throw invalid(`'${pack.entity}'`, 'its name is given twice', 'rename one of the two')
    const written = sha256Hex(canonicalValue(pack))
    const whole = withVocabularies(pack)
    loaded.set(pack.entity, {
      pack: whole,
      sha256: hashOfPack(whole, `own:${pack.entity} ${written}`),
      shipped: false,
    })
  })
  const names = [...packs.entityNames(), ...loaded.keys()].sort()
  return { ...packs, entityNames: () => names, entityPack: (name) => loaded.get(name) ?? packs.entityPack(name) }
}

function checked(given: unknown, index: number, packs: Packs): EntityPack {
  const result = EntityPack.safeParse(given)
  const entity = (given as { entity?: unknown } | null)?.entity
  const named = typeof entity === 'string' && NAME.test(entity) ? `'${entity}'` : `number ${index + 1}`
  if (!result.success) {
    const issue = result.error.issues[0]
    const place = issue?.path.join('.') || 'its root'
    throw invalid(named, `it does not fit the schema at ${place} (${issue?.message})`, 'see docs/entity-packs.md')
  }
  const pack = result.data
  const flaw = packs.entityNames().includes(pack.entity)
    ? ['this name is a shipped pack', 'choose another name']
    : flawOf(pack, packs.frequencyNames())
  if (flaw !== null) throw invalid(named, flaw[0]!, flaw[1]!)
  return pack
}

/** Checks that a schema cannot express: [what is wrong, what to do], or null. */
function flawOf(pack: EntityPack, tables: readonly string[]): readonly [string, string] | null {
  if (!NAME.test(pack.entity))
    return ['entity is no name of a pack', 'use at most 41 lower-case letters, digits and underscores']
  if (pack.comparisons.length === 0) return ['it compares nothing', 'give it a comparison']
  const fields = new Set(pack.fields.map(({ name }) => name))
  const spellings = pack.fields.flatMap(({ name, aliases }) => [name, ...aliases])
  const twice = spellings.find((spelling, index) => spellings.indexOf(spelling) !== index)
  if (twice !== undefined) return [`the field name '${twice}' stands for two things`, 'give each spelling once']
  const used = [
    ...pack.comparisons.flatMap(({ field, factor, with: others }) => [
      ...(factor === undefined ? [field] : []),
      ...others,
    ]),
    ...pack.gate.identifiers,
    ...pack.gate.distinctive,
  ]
  const stray = used.find((name) => !fields.has(name))
  if (stray !== undefined) return [`it uses '${stray}', which is not among its fields`, 'list it under fields']
  const table = pack.tables.find((entry) => !tables.includes(entry.table))
  if (table !== undefined)
    return [`there is no frequency table '${table.table}'`, `use one of ${tables.join(', ')}, or none`]
  const vocabulary = pack.vocabularies.find((name) => !vocabularyNames().includes(name))
  if (vocabulary !== undefined)
    return [`there is no vocabulary '${vocabulary}'`, `use one of ${vocabularyNames().join(', ')}, or none`]
  if (!(pack.gate.scale > 0)) return ['gate.scale must be above 0', 'the shipped packs have 5.5 to 9']
  for (const [factor, levels] of Object.entries(pack.model.factors)) {
    if (levels.length === 0) return [`the factor '${factor}' has no levels`, 'give it two or leave it out']
    if (levels.some(({ at }, index) => index > 0 && at <= levels[index - 1]!.at))
      return [`the levels of '${factor}' do not rise`, 'order them by "at"']
  }
  const knots = pack.model.calibration ?? []
  if (knots.some(({ at, to }, index) => index > 0 && (at <= knots[index - 1]!.at || to < knots[index - 1]!.to)))
    return ['model.calibration does not rise', 'order it by "at", with "to" never falling']
  return null
}

const invalid = (named: string, why: string, advice: string): SelfsameError =>
  new SelfsameError('pack_invalid', `The entity pack ${named} cannot be used: ${why}; ${advice}.`)
