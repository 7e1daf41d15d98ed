// The statutes that ask for the strictest action of all others: their rules are worked out, so that they follow every other pack.
import type { Action } from '../records/detection.ts'
import { type Category, GENERALIZATIONS, type Statute, type StatuteRule } from './schemas/category.ts'

/** From the action that leaves least of a value to the one that leaves all of it. */
const STRICTNESS: readonly Action[] = ['drop', 'mask', 'tokenize', 'generalize', 'retain']

export function withStrictest(statutes: readonly Statute[], categories: ReadonlyMap<string, Category>): Statute[] {
  const laws = statutes.filter(({ strictest_of_all }) => !strictest_of_all)
  return statutes.map((statute) => (statute.strictest_of_all ? strictestOf(laws, statute, categories) : statute))
}

function strictestOf(laws: readonly Statute[], statute: Statute, known: ReadonlyMap<string, Category>): Statute {
  const inOrder = [...laws].sort((one, other) => (one.name < other.name ? -1 : 1))
  const rank = (code: string, { action, generalize }: StatuteRule): number => {
    const kept = action === 'generalize' ? GENERALIZATIONS.indexOf(generalize ?? known.get(code)!.generalize) : 0
    return STRICTNESS.indexOf(action) * GENERALIZATIONS.length + kept
  }
  const strictest = (code: string): StatuteRule =>
    inOrder
      .map(({ categories }) => categories[code]!)
      .reduce((least, rule) => (rank(code, rule) < rank(code, least) ? rule : least))
  return {
    ...statute,
    ages: inOrder.find(({ ages }) => ages)?.ages,
    postcodes: inOrder.find(({ postcodes }) => postcodes)?.postcodes,
    finds: inOrder.flatMap(({ finds }) => finds),
    categories: Object.fromEntries([...known.keys()].map((code) => [code, strictest(code)])),
  }
}
