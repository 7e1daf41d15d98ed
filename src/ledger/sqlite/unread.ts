// Finds stored bytes that reading column by column does not show: text after its first NUL, values that another program wrote and
// that are not text, and the position of a decision, which no other code reads.

/** Columns that hold text, except the body of a decision, which is read as bytes. */
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

/** Rows that store more than reading returns: subject and problem, at most `?1`. */
export const UNREAD_ROWS = `${[...HIDDEN, MISPLACED].join('\nUNION ALL\n')} LIMIT ?1`
