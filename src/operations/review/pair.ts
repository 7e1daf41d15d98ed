// GET /review/{id}: one pair for a reviewer, with its values side by side and the result of the engine.
import type { RecordedDecision } from '../../ledger/store.ts'
import { compareCodePoints } from '../../records/canonical.ts'
import type { RecordContent } from '../../records/ids.ts'
import type { PairAnswer, PairField, PairRequest } from '../../records/review.ts'
import { shower } from '../../text/mask.ts'
import type { Context } from '../shared/context.ts'
import { answeredDecision, contentsOf, recordedDecision } from '../shared/recorded.ts'
import { answersOf, rowOf } from './answer.ts'

/** Number of characters (code points) of a text that are shown: enough to recognise its subject. */
const SHOWN_OF_TEXT = 4_000

/** Throws no_ledger, decision_unknown, review_unknown, ledger_unavailable, ledger_corrupt. */
export async function pair({ id, reveal, blind }: PairRequest, context: Context): Promise<PairAnswer> {
  const asked = await recordedDecision(id, context)
  const row = await rowOf(asked, context)
  const stored = row.decision_id === id ? asked : await recordedDecision(row.decision_id, context)
  const contents = await contentsOf(stored, context)
  const [a, b] = contents
  const show = shower(reveal, context.maskValues)
  const isOpen = row.state === 'waiting' || row.state === 'second' || row.state === 'adjudicate'
  const isText = [a, b].some((content) => content != null && 'text' in content)
  return {
    decision_id: stored.decision_id,
    entity: row.entity,
    state: row.state,
    record_a: stored.record_a!,
    record_b: stored.record_b!,
    erased: contents.includes(null),
    fields: isText ? [] : fieldsOf(a ?? null, b ?? null, stored, show, context),
    texts: isText ? { a: beginning(a ?? null, show), b: beginning(b ?? null, show) } : null,
    engine: blind ? null : engineOf(stored),
    // Hidden while the pair is open, so that the next reviewer decides independently.
    answers: isOpen ? [] : answersOf(stored),
  }
}

function engineOf(stored: RecordedDecision): PairAnswer['engine'] {
  const { decision_id, explanation } = answeredDecision(stored)
  const { evidence } = stored
  const spoke =
    evidence.kind === 'comparison'
      ? { supporting: [...evidence.supporting], refuting: [...evidence.refuting], missing: [...evidence.missing] }
      : { supporting: [], refuting: [], missing: [] }
  return { decision_id, score: stored.score ?? 0, explanation, ...spoke }
}

function beginning(content: RecordContent | null, show: (value: string) => string): string | null {
  if (content === null || !('text' in content)) return null
  return show([...content.text.slice(0, 2 * SHOWN_OF_TEXT)].slice(0, SHOWN_OF_TEXT).join(''))
}

/** Fields of both records in the order of the pack, then fields that it does not have. */
function fieldsOf(
  a: RecordContent | null,
  b: RecordContent | null,
  { factors, call }: RecordedDecision,
  show: (value: string) => string,
  context: Context,
): PairField[] {
  const [left, right] = [attributesOf(a), attributesOf(b)]
  const fields = fieldsOfPack(call['entity'], context)
  const order = new Map([...new Set(fields.values())].map((field, place) => [field, place]))
  const named = (written: string) => fields.get(written) ?? fields.get(folded(written)) ?? written
  const names = [...new Set([...Object.keys(left), ...Object.keys(right)].map(named))].sort(
    (x, y) => (order.get(x) ?? order.size) - (order.get(y) ?? order.size) || compareCodePoints(x, y),
  )
  const valueIn = (attributes: Readonly<Record<string, string>>, name: string): string | null => {
    const key = Object.hasOwn(attributes, name) ? name : Object.keys(attributes).find((each) => named(each) === name)
    const value = key === undefined ? undefined : attributes[key]
    return value === undefined || value === '' ? null : show(value)
  }
  return names.map((field) => ({
    field,
    a: valueIn(left, field),
    b: valueIn(right, field),
    likeness: factors[field] ?? null,
  }))
}

const attributesOf = (content: RecordContent | null): Readonly<Record<string, string>> =>
  content !== null && 'attributes' in content ? content.attributes : {}

/** Maps every alias of a pack's fields to the field name; empty if the pack is not available. */
function fieldsOfPack(entity: unknown, { packs, engines }: Context): ReadonlyMap<string, string> {
  if (typeof entity !== 'string' || !engines.compare.entities().includes(entity)) return new Map()
  const { pack } = packs.entityPack(entity)
  return new Map(pack.fields.flatMap(({ name, aliases }) => [name, ...aliases].map((spelling) => [spelling, name])))
}

const folded = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
