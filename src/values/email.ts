// E-mail addresses: plain, Unicode (RFC 6531) and written to hide from robots.

const HIDDEN_AT = /\s*(?:\(\s*(?:at|@)\s*\)|\[\s*(?:at|@)\s*\]|\{\s*(?:at|@)\s*\}|\s+at\s+)\s*/i
const HIDDEN_DOT = /\s*(?:\(\s*(?:dot|\.)\s*\)|\[\s*(?:dot|\.)\s*\]|\{\s*(?:dot|\.)\s*\}|\s+dot\s+)\s*/gi

/** Lower-cased address with "(at)" and "dot" read out: "Ana [at] Example dot org" -> "ana@example.org". */
export function normalizeEmail(value: string): string {
  const open = value.includes('@') && !/[([{]\s*@/.test(value) ? value : value.replace(HIDDEN_AT, '@')
  return open
    .replace(HIDDEN_DOT, '.')
    .replace(/^mailto:/i, '')
    .replace(/\s+/g, '')
    .toLowerCase()
}
