// An answer as two hashes: what was decided, and the ids and pins it is bound by, which move with every change of facts.
import { createHash } from 'node:crypto'

const ID = /^(?:dec|xwd|red|rec|ent|doc):sha256:[0-9a-f]{64}$/
/** Members of answers that name versions and hashes. */
const PINNED = new Set(['pins', 'engine', 'statute_version'])
/** Hexadecimal digits of a hash that name an item among some ten thousand. */
const SHORT = 12

export const hashOf = (value) =>
  createHash('sha256')
    .update(typeof value === 'string' ? value : JSON.stringify(value))
    .digest('hex')
export const shortHashOf = (value) => hashOf(value).slice(0, SHORT)

/** The answer without ids and pins, and the list of them. */
export function split(answer) {
  const bound = []
  const outcome = (value) => {
    if (typeof value === 'string' && ID.test(value)) {
      bound.push(value)
      return null
    }
    if (value instanceof Uint8Array) return hashOf(Buffer.from(value).toString('base64'))
    if (Array.isArray(value)) return value.map(outcome)
    if (value === null || typeof value !== 'object') return value
    const kept = {}
    for (const name of Object.keys(value).sort())
      if (PINNED.has(name)) bound.push(value[name])
      else kept[ID.test(name) ? 'id' : name] = outcome(value[name])
    return kept
  }
  return { outcome: outcome(answer), bound }
}
