// The reasons of a decision for readers: factors for and against, fields that are missing or shared, and why.
import { compareCodePoints } from '../../records/canonical.ts'
import { type Decision, weightsOf } from './decide.ts'
import type { CompiledPack } from './pack.ts'
import type { ReadFields } from './record-fields.ts'
import { type Finding, sentence } from './sentence.ts'
import { plain } from './words/plain-letters.ts'
import { READ_UP_TO } from './words/value-words.ts'

export interface Explained {
  readonly supporting: readonly string[]
  readonly refuting: readonly string[]
  readonly missing: readonly string[]
  readonly shared: Readonly<Record<string, string>>
}

/** Log-odds below which a factor is not worth a word. */
const NOTEWORTHY = 0.1

/** The decision in one sentence; `findings` are those of findingsOf. */
export function explanationOf(
  pack: CompiledPack,
  a: ReadFields,
  b: ReadFields,
  decision: Decision,
  findings: readonly Finding[],
): string {
  return sentence(pack, decision, findings, unusedOf(pack, a, b))
}

/** Fields that say which record of a table it is; they are none of the record. */
const OWN_MARKS = 'selfsame:'

/** Names of fields that no comparison read, sorted. */
function unusedOf({ unread }: CompiledPack, a: ReadFields, b: ReadFields): readonly string[] {
  const unused = a.ignored.concat(b.ignored).filter((name) => !name.startsWith(OWN_MARKS))
  for (const name of unread) if (a.fields.has(name) || b.fields.has(name)) unused.push(name)
  return unused.length > 1 ? [...new Set(unused)].sort(compareCodePoints) : unused
}

/** The lists that the sentence leaves out. */
export function explain(
  pack: CompiledPack,
  a: ReadFields,
  b: ReadFields,
  decision: Decision,
  findings: readonly Finding[],
): Explained {
  const entries = weightsOf(pack, decision)
  const supporting = entries
    .filter(([, weight]) => weight >= NOTEWORTHY)
    .sort(([x, p], [y, q]) => q - p || (x < y ? -1 : 1))
    .map(([name]) => name)
  const lowered = entries
    .filter(([, weight]) => weight <= -NOTEWORTHY)
    .sort(([x, p], [y, q]) => p - q || (x < y ? -1 : 1))
    .map(([name]) => name)
  const compared = new Set(pack.comparisons.flatMap(({ field }, c) => (decision.found[c] ? [field] : [])))
  const vetoes = pack.comparisons.filter((_, c) => decision.found[c]?.conflict).map(({ factors }) => factors[0]!)
  return {
    supporting,
    refuting: [...new Set([...vetoes, ...lowered])],
    // A value that one record has in another form, as a postcode in its address, was compared.
    missing: pack.fieldNames.filter((name) => !compared.has(name) && !(a.fields.has(name) && b.fields.has(name))),
    shared: sharedValues(a, b, findings),
  }
}

/** The statements of every comparison, the weightiest first. */
export function findingsOf(
  pack: CompiledPack,
  a: ReadFields,
  b: ReadFields,
  { found, added }: Decision,
): readonly Finding[] {
  const findings: Finding[] = []
  for (let c = 0; c < found.length; c++) {
    const agreement = found[c]!
    if (agreement === null) continue
    const { field, comparator, ownName } = pack.comparisons[c]!
    const { measures, conflict, effects = 0, level = null, levels } = agreement
    const statements = comparator.says({
      measure: (suffix) => measures[comparator.measures.indexOf(suffix)] ?? Number.NaN,
      conflict,
      effects,
      level,
      levels: levels?.() ?? [],
      a: a.fields.get(field) ?? '',
      b: b.fields.get(field) ?? '',
      tools: pack.tools,
    })
    place({ field, ownName, label: pack.labels.get(field)!, weight: added[c]!, vetoes: conflict, statements }, findings)
  }
  return findings
}

/** Inserts a finding after those that weigh as much or more. They are few: a sort would copy them first. */
function place(finding: Finding, findings: Finding[]): void {
  let at = findings.length
  while (at > 0 && isBefore(finding, findings[at - 1]!)) {
    findings[at] = findings[at - 1]!
    at--
  }
  findings[at] = finding
}

function isBefore(one: Finding, other: Finding): boolean {
  const heavier = Math.abs(one.weight) - Math.abs(other.weight)
  return heavier === 0 ? compareCodePoints(one.field, other.field) < 0 : heavier > 0
}

/** Fields whose values are one and the same thing, however they are written; in the order of side a, with its value. */
function sharedValues(a: ReadFields, b: ReadFields, findings: readonly Finding[]): Record<string, string> {
  const equal = new Set<string>()
  for (const { field, ownName, statements } of findings)
    if (ownName && statements.some(({ how, label }) => how === 'same' && label === null)) equal.add(field)
  const shared: Record<string, string> = {}
  for (const [name, value] of a.fields) {
    const other = b.fields.get(name)
    if (other === undefined || value.length >= READ_UP_TO) continue
    // If a field has several values, one that agrees does not make all of side a's shared.
    const several = value.includes('; ') || other.includes('; ')
    if ((equal.has(name) && !several) || other === value || folded(other) === folded(value)) shared[name] = value
  }
  return shared
}

function folded(value: string): string {
  return plain(value).replace(/\s+/g, ' ')
}
