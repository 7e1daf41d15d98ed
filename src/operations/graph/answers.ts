// What an answer of a person in the review queue does to entities: "the same" merges those of the two records, anything else parts an entity that
// has both.
import type { DecisionEntry } from '../../ledger/store.ts'
import { parted } from './parting.ts'
import { joined, sideOf } from './placing.ts'
import type { Turn } from './turn.ts'

export async function answerApplied(answer: DecisionEntry, turn: Turn): Promise<void> {
  const { decision_id, identity, record_a, record_b } = answer
  const { graph } = turn.index
  const [a, b] = [graph.rowOf(record_a!), graph.rowOf(record_b!)]
  if (a === null || b === null || a.number === b.number) return
  if ((await turn.decision(decision_id))?.isCurrent !== true) return
  if (identity === 'same_entity' && a.entity_id !== b.entity_id)
    await joined(sideOf(a, turn), sideOf(b, turn), [decision_id], [], null, turn)
  if (identity !== 'same_entity' && a.entity_id === b.entity_id)
    await parted(a.entity_id, decision_id, identity === 'different' ? [a.number, b.number] : null, turn)
}
