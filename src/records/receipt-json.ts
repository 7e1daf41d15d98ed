// A receipt as JSON text: what JSON.stringify writes, put together from pieces that are the same in every receipt of a pack.
import type { Receipt } from './receipt.ts'

type Flat = Readonly<Record<string, unknown>>

/** The text of a receipt. Byte for byte that of JSON.stringify. */
export function receiptJson(receipt: Receipt): string {
  const { identity, action, basis, explanation, score, factors, decision_id, pins, recorded } = receipt
  const head = `{"identity":"${identity}","action":"${action}","basis":${quoted(basis)},"explanation":${quoted(explanation)}`
  const middle = `,"score":${score},"factors":${factorsJson(factors)},"decision_id":"${decision_id}"`
  return `${head}${middle},"pins":${pinsJson(pins)},"recorded":${recorded}}`
}

/** Names as they are written, comma before and colon behind. Those of factors come from packs: there are not many. */
const NAMES = new Map<string, string>()
const MOST_NAMES = 2_000

function factorsJson(factors: Readonly<Record<string, number>>): string {
  let text = ''
  for (const name of Object.keys(factors)) {
    let written = NAMES.get(name)
    if (written === undefined) {
      written = `,${JSON.stringify(name)}:`
      if (NAMES.size < MOST_NAMES) NAMES.set(name, written)
    }
    text += written + factors[name]
  }
  return text === '' ? '{}' : `{${text.slice(1)}}`
}

/** The text of pins seen before, by the hash of the pack they name; those of two texts differ each time and are not kept. */
const PINS = new Map<string, { readonly pins: Flat; readonly text: string }>()
const MOST_PINS = 64

function pinsJson(pins: Flat): string {
  const key = pins['comparators_sha256']
  if (typeof key !== 'string') return JSON.stringify(pins)
  const known = PINS.get(key)
  if (known !== undefined && areEqual(known.pins, pins)) return known.text
  const text = JSON.stringify(pins)
  if (known === undefined && PINS.size < MOST_PINS) PINS.set(key, { pins: { ...pins }, text })
  return text
}

/** The same names in the same order, with the same values; objects are never taken for equal. */
function areEqual(a: Flat, b: Flat): boolean {
  const names = Object.keys(a)
  const others = Object.keys(b)
  if (names.length !== others.length) return false
  for (let i = 0; i < names.length; i++) {
    const name = names[i]!
    if (name !== others[i] || a[name] !== b[name] || typeof a[name] === 'object') return false
  }
  return true
}

/** Letters, digits and signs of ASCII that JSON writes as they are. */
const PLAIN = /^[ !#-[\]-~]*$/

function quoted(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text)
}
