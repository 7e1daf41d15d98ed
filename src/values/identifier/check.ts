// Type of a check: true or false for a compact value (upper case, separators removed).

/** Checks by name, `<country>.<scheme>` or the name of an international scheme. */
export type Checks = Readonly<Record<string, (compact: string) => boolean>>
