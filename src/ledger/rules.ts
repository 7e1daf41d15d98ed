// The rules a database itself keeps for a ledger (tables, indexes, triggers), held against those of this release.

/** One rule: what it is ("trigger"), its name, and its text where the database tells it. */
export interface DatabaseRule {
  readonly kind: string
  readonly name: string
  readonly text: string
}

/** One clause for each rule that is missing, changed or not ours, in order of the names expected, then of those found. */
export function ruleChanges(expected: readonly DatabaseRule[], found: readonly DatabaseRule[]): string[] {
  const there = new Map(found.map((rule) => [rule.name, rule]))
  const ours = new Set(expected.map(({ name }) => name))
  const changes: string[] = []
  for (const { kind, name, text } of expected) {
    const rule = there.get(name)
    if (rule === undefined) changes.push(`the ${kind} ${name} is missing from the database`)
    else if (rule.kind !== kind || rule.text !== text) changes.push(`the ${kind} ${name} of the database was changed`)
  }
  for (const { kind, name } of found)
    if (!ours.has(name)) changes.push(`the database has a ${kind} ${name} that no release of selfsame made`)
  return changes
}
