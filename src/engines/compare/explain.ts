// The sentence a person reads: what agrees, what speaks against, what forbade a merge, and which fields were not read.
import { compareCodePoints } from '../../records/canonical.ts'
import type { Fields } from './comparators/comparator.ts'
import type { Decision } from './decide.ts'
import type { ReadFields } from './fields.ts'
import type { CompiledPack } from './pack.ts'
import { plain, READ_UP_TO } from './words.ts'

export interface Explained {
  readonly explanation: string
  readonly supporting: readonly string[]
  readonly refuting: readonly string[]
  readonly missing: readonly string[]
  readonly shared: Readonly<Record<string, string>>
}

const FIELD_NAME = /^[A-Za-z][A-Za-z_ -]{0,39}$/
/** Log-odds below which a factor is not worth a word. */
const NOTEWORTHY = 0.1

export function explain(pack: CompiledPack, a: ReadFields, b: ReadFields, decision: Decision): Explained {
  const entries = decision.names.map((name, i) => [name, decision.weights[i]!] as const)
  const supporting = entries
    .filter(([, weight]) => weight >= NOTEWORTHY)
    .sort(([x, p], [y, q]) => q - p || (x < y ? -1 : 1))
    .map(([name]) => name)
  const lowered = entries
    .filter(([, weight]) => weight <= -NOTEWORTHY)
    .sort(([x, p], [y, q]) => p - q || (x < y ? -1 : 1))
    .map(([name]) => name)
  const refuting = [...new Set([...decision.conflicts, ...lowered])]
  const missing = pack.pack.fields.map(({ name }) => name).filter((name) => !a.fields.has(name) || !b.fields.has(name))
  const ignored = [...new Set([...a.ignored, ...b.ignored])].sort(compareCodePoints)
  return {
    explanation: sentence(pack, decision, supporting, refuting, ignored),
    supporting,
    refuting,
    missing,
    shared: sharedValues(a.fields, b.fields),
  }
}

function sentence(
  pack: CompiledPack,
  decision: Decision,
  supporting: readonly string[],
  refuting: readonly string[],
  ignored: readonly string[],
): string {
  const parts: string[] = []
  if (decision.because === 'no comparable fields') {
    parts.push(
      `nothing was compared: the two sides share no field that the pack ${pack.pack.entity} compares, so this is not an answer either way`,
    )
  } else {
    if (supporting.length > 0) parts.push(`agrees on ${supporting.join(', ')}`)
    if (refuting.length > 0) parts.push(`disagrees on ${refuting.join(', ')}`)
    if (parts.length === 0) parts.push('no strong signal either way')
    if (decision.conflicts.length > 0 && decision.identity === 'review')
      parts.push(
        `held for review because ${decision.conflicts.join(', ')} contradict${decision.conflicts.length === 1 ? 's' : ''} a merge`,
      )
    else if (decision.single && decision.identity === 'review')
      parts.push('held for review because a single identifier agrees and nothing else corroborates it')
    else if (decision.because === 'not distinctive')
      parts.push('held for review because what agrees is too common to tell two entities apart')
  }
  if (ignored.length > 0) {
    // Only what looks like a field name is repeated: anything else could be a value that was sent as a key.
    const named = ignored
      .filter((name) => FIELD_NAME.test(name))
      .slice(0, 20)
      .map((name) => JSON.stringify(name))
    const more = ignored.length - named.length
    const rest = more === 0 ? '' : named.length === 0 ? `${more} field${more === 1 ? '' : 's'}` : ` and ${more} more`
    parts.push(`ignored: ${named.join(', ')}${rest}`)
  }
  return parts.join('; ')
}

function sharedValues(a: Fields, b: Fields): Record<string, string> {
  const shared: Record<string, string> = {}
  for (const [name, value] of a) {
    const other = b.get(name)
    if (
      other !== undefined &&
      value.length < READ_UP_TO &&
      (other === value || plain(other).replace(/\s+/g, ' ') === plain(value).replace(/\s+/g, ' '))
    )
      shared[name] = value
  }
  return shared
}
