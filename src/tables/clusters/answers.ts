// What people have said of pairs, closed over: same carries over from one to the next, different to everything that is the same.
import { SelfsameError } from '../../errors.ts'
import { UnionFind } from './union-find.ts'

/** One answer of a person. */
export interface Answer {
  readonly a: number
  readonly b: number
  /** `unsure` leaves the pair as the scores have it, and takes back what was said of it before. */
  readonly answer: 'same' | 'different' | 'unsure'
  /** Where it stands, for messages: a line of the file from 1, or its place in the ledger. */
  readonly line: number
  /** What messages call it in place of its line. */
  readonly named?: string | undefined
}

/** Answers about numbered records, without contradiction. Of several about one pair the last holds. */
export class Answers {
  /** Pairs that were said to be one and two, as they were said. */
  readonly same: readonly Answer[]
  readonly different: readonly Answer[]
  private readonly sets = new Map<number, number>()
  private readonly enemies = new Map<number, Set<number>>()

  /** Throws usage with the lines that cannot all be true. Memory grows with the answers, not with `answers[i].a`. */
  constructor(answers: Iterable<Answer>) {
    const last = new Map<string, Answer>()
    for (const answer of answers) {
      const { a, b } = answer
      if (a === b) continue
      const key = a < b ? `${a} ${b}` : `${b} ${a}`
      last.delete(key)
      last.set(key, answer)
    }
    const held = [...last.values()].sort((x, y) => x.line - y.line)
    this.same = held.filter(({ answer }) => answer === 'same')
    this.different = held.filter(({ answer }) => answer === 'different')
    this.close()
  }

  get isEmpty(): boolean {
    return this.same.length === 0 && this.different.length === 0
  }

  private close(): void {
    const local = new Map<number, number>()
    for (const { a, b } of [...this.same, ...this.different])
      for (const record of [a, b]) if (!local.has(record)) local.set(record, local.size)
    const union = new UnionFind(local.size)
    for (const { a, b } of this.same) union.union(local.get(a)!, local.get(b)!)
    for (const [record, number] of local) this.sets.set(record, union.find(number))
    for (const answer of this.different) {
      const x = this.sets.get(answer.a)!
      const y = this.sets.get(answer.b)!
      if (x === y) throw contradiction(answer, this.same)
      for (const [one, other] of [
        [x, y],
        [y, x],
      ] as const) {
        const enemies = this.enemies.get(one) ?? new Set<number>()
        this.enemies.set(one, enemies.add(other))
      }
    }
  }

  /** What follows from all answers for a pair, whether it was asked or not; null where nothing does. A pair that is implied need never be asked. */
  implied(a: number, b: number): 'same' | 'different' | null {
    const x = this.sets.get(a)
    const y = this.sets.get(b)
    if (x === undefined || y === undefined) return null
    if (x === y) return 'same'
    return this.enemies.get(x)?.has(y) ? 'different' : null
  }

  /** Every record that an answer is about, with the set it is in: two of one set are one. */
  get known(): ReadonlyMap<number, number> {
    return this.sets
  }
}

/** The lines that make one of what line `answer` says are two: a shortest chain of them. */
function contradiction(answer: Answer, same: readonly Answer[]): SelfsameError {
  const around = new Map<number, Answer[]>()
  for (const link of same)
    for (const end of [link.a, link.b]) {
      const links = around.get(end) ?? []
      links.push(link)
      around.set(end, links)
    }
  const cameBy = new Map<number, { from: number; link: Answer }>()
  const queue = [answer.a]
  for (let i = 0; i < queue.length && !cameBy.has(answer.b); i++)
    for (const link of around.get(queue[i]!) ?? []) {
      const { a, b } = link
      const next = a === queue[i] ? b : a
      if (next === answer.a || cameBy.has(next)) continue
      cameBy.set(next, { from: queue[i]!, link })
      queue.push(next)
    }
  const links: Answer[] = []
  for (let at = answer.b; at !== answer.a; at = cameBy.get(at)!.from) links.push(cameBy.get(at)!.link)
  const told = links.sort((x, y) => x.line - y.line).slice(0, 10)
  const all = told.every(({ named }) => named === undefined)
    ? `line${told.length > 1 ? 's' : ''} ${told.map(({ line }) => line).join(', ')}`
    : told.map(nameOf).join(', ')
  return new SelfsameError(
    'usage',
    `The answers contradict each other: ${nameOf(answer)} says different, and ${all} make the same two records one. Correct one of them.`,
  )
}

const nameOf = ({ line, named }: Answer): string => named ?? `line ${line}`
