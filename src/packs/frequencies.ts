// Frequency tables as read from data/frequencies: how much information, in bits, the presence of a token carries.
export interface FrequencyTable {
  readonly bits: ReadonlyMap<string, number>
  /** Information of a token the table never saw, as its builder estimated it. */
  readonly unseen: number
}

/** Reads a table: a JSON header line, then lines of `<quarter bits>\t<tokens separated by blanks>`. */
export function readFrequencies(text: string): FrequencyTable {
  const bits = new Map<string, number>()
  let start = text.indexOf('\n')
  const header = JSON.parse(text.slice(0, start)) as { unseen_bits: number }
  while (start >= 0 && start + 1 < text.length) {
    const end = text.indexOf('\n', start + 1)
    const line = text.slice(start + 1, end < 0 ? text.length : end)
    const tab = line.indexOf('\t')
    if (tab > 0) {
      const value = Number(line.slice(0, tab)) / 4
      for (const token of line.slice(tab + 1).split(' ')) bits.set(token, value)
    }
    start = end
  }
  return { bits, unseen: header.unseen_bits }
}

/** Per jurisdiction code, the information of the tokens that are common in its names. */
export function readJurisdictionFrequencies(text: string): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const parsed = JSON.parse(text) as Record<string, Record<string, string>>
  return new Map(
    Object.entries(parsed).map(([code, steps]) => {
      const bits = new Map<string, number>()
      for (const [step, tokens] of Object.entries(steps))
        for (const token of tokens.split(' ')) bits.set(token, Number(step) / 4)
      return [code, bits]
    }),
  )
}

/**
 * The tables with one for each union of countries: a name of the union comes from any member, each as likely as the other,
 * so its frequency is the mean of the members'. In quarter bits, as all tables are.
 */
export function withUnions(
  tables: ReadonlyMap<string, ReadonlyMap<string, number>>,
  unions: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const all = new Map(tables)
  for (const [code, members] of unions) {
    const known = members.flatMap((member) => tables.get(member) ?? [])
    const shares = new Map<string, number>()
    for (const table of known)
      for (const [token, bits] of table) shares.set(token, (shares.get(token) ?? 0) + 2 ** -bits / known.length)
    all.set(code, new Map([...shares].map(([token, share]) => [token, Math.round(-Math.log2(share) * 4) / 4])))
  }
  return all
}
