// The operators of Presidio's anonymizer on the results of an analyzer. Offsets are Unicode code points, as in Python.
import { createHash, randomBytes } from 'node:crypto'

/** A request that cannot be answered, with the status that Presidio uses. */
export class Invalid extends Error {
  constructor(message, status = 422) {
    super(message)
    this.status = status
  }
}

/** Without a salt of the request, a hash can be compared within one run of this program only: values cannot be found by trying all of them. */
const ownSalt = randomBytes(32)
const HASHES = ['sha256', 'sha512']

function hash({ hash_type: type = 'sha256', salt }, value) {
  if (!HASHES.includes(type))
    throw new Invalid(`Invalid parameter value for hash_type: use one of ${HASHES.join(', ')}.`)
  if (salt !== undefined && (typeof salt !== 'string' || salt.length < 16))
    throw new Invalid('Invalid parameter value for salt: it needs at least 16 characters.')
  return createHash(type)
    .update(salt ?? ownSalt)
    .update(value)
    .digest('hex')
}

function mask({ masking_char: sign, chars_to_mask: count, from_end: fromEnd = false }, value) {
  if (typeof sign !== 'string' || [...sign].length !== 1)
    throw new Invalid('Invalid parameter value for masking_char: it must be one character.')
  if (!Number.isInteger(count))
    throw new Invalid('Invalid parameter value for chars_to_mask: it must be a whole number.')
  const letters = [...value]
  const masked = Math.max(0, Math.min(count, letters.length))
  const rest = letters.length - masked
  return fromEnd
    ? letters.slice(0, rest).join('') + sign.repeat(masked)
    : sign.repeat(masked) + letters.slice(masked).join('')
}

function replace({ new_value: value }, _, type) {
  if (value !== undefined && typeof value !== 'string')
    throw new Invalid('Invalid parameter value for new_value: it must be a text.')
  return value || `<${type}>`
}

const OPERATORS = { hash, keep: (_, value) => value, mask, redact: () => '', replace }
export const ANONYMIZERS = Object.keys(OPERATORS).sort()

/** Results in their order, without overlap: what lies within another is left out, and what overlaps begins at its end. */
function withoutOverlap(results) {
  const kept = []
  for (const result of results.toSorted((a, b) => a.start - b.start || b.end - a.end || b.score - a.score)) {
    const start = Math.max(result.start, kept.at(-1)?.end ?? 0)
    if (result.end > start) kept.push({ ...result, start })
  }
  return kept
}

function checked(results, length) {
  if (!Array.isArray(results)) throw new Invalid('Invalid input, analyzer_results must be a list.')
  for (const each of results) {
    const { start, end, entity_type: type } = each ?? {}
    if (!Number.isInteger(start) || !Number.isInteger(end) || typeof type !== 'string')
      throw new Invalid('Invalid input, analyzer_results needs start, end and entity_type.')
    if (start < 0 || end < start || end > length)
      throw new Invalid(`Invalid analyzer result, start: ${start} and end: ${end}, while text length is ${length}.`)
  }
  return results
}

/** Answers a request of POST /anonymize. Throws Invalid. */
export function anonymize({ text, analyzer_results: results, anonymizers = {} }) {
  if (typeof text !== 'string' || text === '') throw new Invalid('Invalid input, text can not be empty')
  const letters = [...text]
  const items = []
  let copy = ''
  let from = 0
  let at = 0
  const add = (piece) => {
    copy += piece
    at += [...piece].length
  }
  for (const { start, end, entity_type: type } of withoutOverlap(checked(results, letters.length))) {
    const settings = anonymizers[type] ?? anonymizers.DEFAULT ?? { type: 'replace' }
    if (!Object.hasOwn(OPERATORS, settings.type))
      throw new Invalid(`Invalid operator class for ${type}: use one of ${ANONYMIZERS.join(', ')}.`)
    add(letters.slice(from, start).join(''))
    const replaced = OPERATORS[settings.type](settings, letters.slice(start, end).join(''), type)
    const begin = at
    add(replaced)
    items.push({ start: begin, end: at, entity_type: type, text: replaced, operator: settings.type })
    from = end
  }
  add(letters.slice(from).join(''))
  return { text: copy, items: items.reverse() }
}
