// What stands in a ledger file and is not seen by reading it column by column: text is read up to its first NUL, a value that was
// written past the schema may be no text, and the place of a decision is read by nobody.

/** Columns that hold text, but for the body of a decision, which is read as bytes. */
const TEXTS: Readonly<Record<string, readonly [subject: string, columns: readonly string[]]>> = {
  decisions: ['decision_id', ['decision_id', 'verb', 'record_a', 'record_b', 'supersedes', 'body']],
  chain: ['subject', ['chain', 'kind', 'subject', 'digest', 'recorded_at', 'previous', 'hash']],
  records: ['record_id', ['record_id', 'entity', 'form', 'key_id']],
}

const HIDDEN = Object.entries(TEXTS).map(([table, [subject, columns]]) => {
  const hides = columns.map(
    (column) => `typeof(${column}) NOT IN ('text', 'null') OR instr(CAST(${column} AS BLOB), x'00') > 0`,
  )
  return `SELECT ${subject} AS subject, 'a row holds bytes that are not read as its text' AS problem
    FROM ${table} WHERE ${hides.join(' OR ')}`
})

// A file has one writer at a time and no deletion: decisions are numbered without gaps, in the order of their links.
const MISPLACED = `SELECT subject, 'the decision does not stand in its place' AS problem FROM (
    SELECT decision_id AS subject, position, row_number() OVER (ORDER BY sequence) AS place
    FROM chain JOIN decisions ON kind = 'decision' AND decision_id = chain.subject
  ) WHERE position <> place`

/** Rows of which more is stored than is read: subject and problem, at most `?1`. */
export const UNREAD_ROWS = `${[...HIDDEN, MISPLACED].join('\nUNION ALL\n')} LIMIT ?1`
