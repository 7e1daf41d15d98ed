// Whether the decisions that stand hold the records of an entity together, and the parts that it falls into where they do not.
import type { IndexedRecord } from '../../tables/lookup/rows.ts'
import { LEDGER_SOURCE } from '../shared/indexes.ts'
import { foundedBy, moved } from './moves.ts'
import { MOST_RECORDS, sideOf } from './placing.ts'
import type { Turn } from './turn.ts'

/** Strength of a decision of a person and of the results of dedupe, which nothing here cuts. */
const CERTAIN = 1

interface Link {
  readonly a: number
  readonly b: number
  readonly strength: number
}

/** Two records that a person has decided to be different. */
export type Cut = readonly [number, number]

/** Gives the parts of an entity that nothing holds together any more to entities of their own; returns those. The largest part keeps the id. */
export async function parted(entity: string, because: string, cut: Cut | null, turn: Turn): Promise<string[]> {
  const { graph } = turn.index
  const rows = graph.membersOf(entity, MOST_RECORDS)
  if (rows.length < 2 || rows.length === MOST_RECORDS) return []
  const links = await linksOf(rows, turn)
  if (cut !== null) cutBetween(cut, links)
  const parts = componentsOf(rows, links).sort((x, y) => y.length - x.length || x[0]!.number - y[0]!.number)
  const made: string[] = []
  for (const part of parts.slice(1)) {
    const [founder] = part as [IndexedRecord, ...IndexedRecord[]]
    const entity_id = foundedBy(founder, turn)
    const b = parts[0]![0]!
    const ends = cut === null ? [founder, b] : cut.map((number) => rows.find((row) => row.number === number)!)
    const [left, right] = ends.map((row) => sideOf(row, turn))
    const records = part.map((row) => turn.idOf(row))
    for (const row of part) graph.setRow(turn.idOf(row), row.number)
    await moved(
      { action: 'split', a: left!, b: right!, entity_id, from: entity, records, because: [because], score: null },
      turn,
    )
    made.push(entity_id)
  }
  return made
}

/** Links between the rows of an entity: standing decisions that two are the same, and rows that the results of dedupe had in one cluster. */
async function linksOf(rows: readonly IndexedRecord[], turn: Turn): Promise<Link[]> {
  const { graph } = turn.index
  const numbers = new Set(rows.map(({ number }) => number))
  const seen = new Set<string>()
  const links: Link[] = []
  const first = new Map<string, number>()
  for (const row of rows) {
    if (row.source !== LEDGER_SOURCE) {
      const origin = graph.originOf(row)
      const other = first.get(origin)
      if (other === undefined) first.set(origin, row.number)
      else links.push({ a: row.number, b: other, strength: CERTAIN })
    }
    for (const { decision_id, other } of graph.idsOf(row.number).flatMap((id) => graph.edgesOf(id))) {
      const to = graph.rowOf(other)?.number
      if (seen.has(decision_id) || to === undefined || to === row.number || !numbers.has(to)) continue
      seen.add(decision_id)
      const strength = await strengthOf(decision_id, turn)
      if (strength !== null) links.push({ a: row.number, b: to, strength })
    }
  }
  return links
}

/** Null for a decision that joins nothing, or that another has superseded. */
async function strengthOf(id: string, turn: Turn): Promise<number | null> {
  const standing = await turn.decision(id)
  if (standing === null || !standing.isCurrent) return null
  const { verb, identity, score } = standing.entry
  if (identity !== 'same_entity' || verb === 'resolve') return null
  return verb === 'review' ? CERTAIN : (score ?? 0)
}

/** Removes the weakest link of the strongest way between two records until there is none, or only what people have decided. */
function cutBetween([a, b]: Cut, links: Link[]): void {
  for (;;) {
    let weakest: Link | null = null
    const parent = new Map<number, number>()
    const rootOf = (row: number): number => {
      const up = parent.get(row) ?? row
      return up === row ? row : rootOf(up)
    }
    for (const link of [...links].sort((x, y) => y.strength - x.strength)) {
      parent.set(rootOf(link.a), rootOf(link.b))
      if (rootOf(a) !== rootOf(b)) continue
      weakest = link
      break
    }
    if (weakest === null || weakest.strength >= CERTAIN) return
    links.splice(links.indexOf(weakest), 1)
  }
}

function componentsOf(rows: readonly IndexedRecord[], links: readonly Link[]): IndexedRecord[][] {
  const near = new Map<number, number[]>(rows.map(({ number }) => [number, []]))
  for (const { a, b } of links) {
    near.get(a)!.push(b)
    near.get(b)!.push(a)
  }
  const left = new Map(rows.map((row) => [row.number, row]))
  const parts: IndexedRecord[][] = []
  for (const { number } of rows) {
    if (!left.has(number)) continue
    const part = new Set([number])
    for (const each of part) for (const other of near.get(each)!) part.add(other)
    parts.push(rows.filter((row) => part.has(row.number)))
    for (const each of part) left.delete(each)
  }
  return parts
}
