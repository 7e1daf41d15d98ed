// Compares the rules in a ledger database (tables, indexes, triggers) with the rules of this release.

/** One rule: its type (e.g. "trigger"), its name, and its text if the database provides it. */
export interface DatabaseRule {
  readonly kind: string
  readonly name: string
  readonly text: string
}

/** One clause for each rule that is missing, changed or unexpected, in order of the expected names, then of the found names. */
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
