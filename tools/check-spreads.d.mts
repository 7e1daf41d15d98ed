// The types of check-spreads.mjs, for its test.
export function spreadsIn(source: string, lang?: 'ts' | 'tsx'): number[]
