// Review answers with their closure: `same` is transitive, and `different` holds between all members of two sets.
import { SelfsameError } from '../../errors.ts'
import { UnionFind } from './union-find.ts'

export interface Answer {
  readonly a: number
  readonly b: number
  /** `unsure` keeps the verdict of the engine and withdraws earlier answers about the pair. */
  readonly answer: 'same' | 'different' | 'unsure'
  /** Position for messages: a line of the file, counted from 1, or the position in the ledger. */
  readonly line: number
  /** Name in messages instead of the line. */
  readonly named?: string | undefined
}

/** Answers about numbered records, without contradiction. The last answer about a pair applies. */
export class Answers {
  /** Pairs with the answer `same` and with the answer `different`, as given. */
  readonly same: readonly Answer[]
  readonly different: readonly Answer[]
  private readonly sets = new Map<number, number>()
  private readonly enemies = new Map<number, Set<number>>()

  /** Throws usage with the contradictory lines. Memory grows with the number of answers, not with `answers[i].a`. */
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

  /** The answer that follows from all answers for a pair; null if none does. A pair with an implied answer needs no review. */
  implied(a: number, b: number): 'same' | 'different' | null {
    const x = this.sets.get(a)
    const y = this.sets.get(b)
    if (x === undefined || y === undefined) return null
    if (x === y) return 'same'
    return this.enemies.get(x)?.has(y) ? 'different' : null
  }

  /** Every record with an answer, and the number of its set: records of one set are one entity. */
  get known(): ReadonlyMap<number, number> {
    return this.sets
  }
}

/** Error with the shortest chain of `same` answers that contradicts `answer`. */
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
  const chain = links.sort((x, y) => x.line - y.line).slice(0, 10)
  const all = chain.every(({ named }) => named === undefined)
    ? `line${chain.length > 1 ? 's' : ''} ${chain.map(({ line }) => line).join(', ')}`
    : chain.map(nameOf).join(', ')
  return new SelfsameError(
    'usage',
    `The answers contradict each other: ${nameOf(answer)} says different, and ${all} make the same two records one. Correct one of them.`,
  )
}

const nameOf = ({ line, named }: Answer): string => named ?? `line ${line}`
