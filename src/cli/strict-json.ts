// JSON that is checked against a signature: read more strictly than JSON asks for, because two programs that read one file
// differently would see two different answers under one signature (RFC 7493, section 2).
import { SelfsameError } from '../errors.ts'
import { repeatsName } from '../records/strict-json.ts'
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
  if (repeatsName(text, value))
    throw new SelfsameError('usage', `${name} names a member of one object twice, so programs read it differently`)
  return value
}
