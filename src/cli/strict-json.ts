// JSON that is checked against a signature: read more strictly than JSON asks for, because two programs that read one file
// differently would see two different answers under one signature (RFC 7493, section 2).
import { SelfsameError } from '../errors.ts'
import { readText } from './input.ts'

/** The value in a JSON file ("-": standard input). Throws usage when it is not UTF-8, not JSON, or names a member of one object twice. */
export function readEvidence(file: string): unknown {
  const name = file === '-' ? 'standard input' : `the file ${file}`
  const text = readText(file === '-' ? 0 : file, name)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new SelfsameError('usage', `${name} is not JSON`, { cause })
  }
  if (namesTwice(text))
    throw new SelfsameError('usage', `${name} names a member of one object twice, so programs read it differently`)
  return value
}

/** Does well-formed JSON name a member twice in one object? Escapes count as what they stand for. Linear. */
function namesTwice(json: string): boolean {
  const open: Set<string>[] = []
  for (let at = 0; at < json.length; at++) {
    const character = json[at]
    if (character === '{') open.push(new Set())
    else if (character === '}') open.pop()
    if (character !== '"') continue
    const start = at
    for (at++; json[at] !== '"'; at++) if (json[at] === '\\') at++
    let next = at + 1
    while (json[next] === ' ' || json[next] === '\n' || json[next] === '\t' || json[next] === '\r') next++
    if (json[next] !== ':') continue
    const name = JSON.parse(json.slice(start, at + 1)) as string
    const names = open.at(-1)
    if (names?.has(name)) return true
    names?.add(name)
  }
  return false
}
