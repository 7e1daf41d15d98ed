// Two records next to each other, where one has its name in one field and the other in two.

interface Values {
  readonly field: string
  readonly a: string | null
  readonly b: string | null
}

/** Puts a whole name next to the given and family names of the other record, which are then one value. */
export function withWholeNames<Row extends Values>(fields: readonly Row[]): readonly Row[] {
  const rows = new Map(fields.map((row) => [row.field, row]))
  const whole = rows.get('name')
  const parts = ['given_name', 'family_name'].flatMap((field) => rows.get(field) ?? [])
  for (const [side, other] of [
    ['a', 'b'],
    ['b', 'a'],
  ] as const) {
    if (whole === undefined || whole[side] !== null || whole[other] === null) continue
    if (parts.length === 0 || parts.some((part) => part[other] !== null)) continue
    const name = { ...whole, [side]: parts.flatMap((part) => part[side] ?? []).join(' ') }
    return fields.flatMap((row) => (row === whole ? [name] : parts.includes(row) ? [] : [row]))
  }
  return fields
}
