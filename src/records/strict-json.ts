// JSON that two programs cannot read differently: UTF-8, and no object that names a member twice (RFC 8259, 4; RFC 7493, 2).

const QUOTE = 0x22
const COLON = 0x3a

/** The value of JSON bytes. Throws SyntaxError for what is not UTF-8, not JSON, or names a member of one object twice. */
export function parseStrictJson(bytes: Uint8Array): unknown {
  const text = textIn(bytes)
  const value: unknown = JSON.parse(text)
  if (repeatsName(text, value)) throw new SyntaxError('a member is named twice')
  return value
}

/** Throws SyntaxError for bytes that are not UTF-8. A byte order mark is kept, which JSON.parse refuses. */
function textIn(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new SyntaxError('not UTF-8', { cause })
  }
}

/**
 * Does an object of a well-formed JSON text name a member twice? Readers differ on which one counts, so what one program
 * checks might not be what another one reads. A colon outside a string follows a name, and of one name's members only the
 * last is left in the value that JSON.parse gives: it is enough to count both. Linear.
 */
export function repeatsName(text: string, value: unknown): boolean {
  let names = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === QUOTE) at = endOfString(text, at)
    else if (sign === COLON) names++
  }
  return names !== membersOf(value)
}

/** How many members the objects of a value have, at any depth. */
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

/** The place of the quote that closes the string opened at `start`. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text[end - 1 - escapes] === '\\') escapes++
    if (escapes % 2 === 0 || end < 0) return end < 0 ? text.length : end
  }
}
