// JSON with only one interpretation: UTF-8, and no object with a duplicate member (RFC 8259, 4; RFC 7493, 2).

const QUOTE = 0x22
const COLON = 0x3a

/** Parses JSON bytes. Throws SyntaxError for bytes that are not UTF-8, not JSON, or have a duplicate member. */
export function parseStrictJson(bytes: Uint8Array): unknown {
  const text = textIn(bytes)
  const value: unknown = JSON.parse(text)
  if (repeatsName(text, value)) throw new SyntaxError('a member is named twice')
  return value
}

/** Throws SyntaxError for bytes that are not UTF-8. A byte order mark is kept, and JSON.parse refuses it. */
function textIn(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new SyntaxError('not UTF-8', { cause })
  }
}

/** True if an object in JSON has a duplicate member, which parsers read differently: JSON.parse keeps one, but every colon is counted. Linear. */
export function repeatsName(text: string, value: unknown): boolean {
  let names = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === QUOTE) at = endOfString(text, at)
    else if (sign === COLON) names++
  }
  return names !== membersOf(value)
}

function membersOf(value: unknown): number {
  let members = 0
  const open: unknown[] = [value]
  while (open.length > 0) {
    const holder = open.pop()
    if (typeof holder !== 'object' || holder === null) continue
    const held: unknown[] = Array.isArray(holder) ? holder : Object.values(holder)
    if (!Array.isArray(holder)) members += held.length
    for (const member of held) if (typeof member === 'object' && member !== null) open.push(member)
  }
  return members
}

/** The index of the quotation mark that closes the string opened at `start`. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text[end - 1 - escapes] === '\\') escapes++
    if (escapes % 2 === 0 || end < 0) return end < 0 ? text.length : end
  }
}
