// A receipt as JSON text: the output of JSON.stringify, assembled from parts that are the same in every receipt of a pack.
import { quoted } from './canonical.ts'
import type { Receipt } from './receipt.ts'

type Flat = Readonly<Record<string, unknown>>

/** The text of a receipt, byte for byte as from JSON.stringify. */
export function receiptJson(receipt: Receipt): string {
  const { identity, action, basis, explanation, score, factors, decision_id, pins, recorded } = receipt
  const head = `{"identity":"${identity}","action":"${action}","basis":${quoted(basis)},"explanation":${quoted(explanation)}`
  const middle = `,"score":${score},"factors":${factorsJson(factors)},"decision_id":"${decision_id}"`
  return `${head}${middle},"pins":${pinsJson(pins)},"recorded":${recorded}}`
}

/** Member names with a comma before and a colon after. The names of factors come from packs, so there are few. */
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

/** The text of pins that never change: those of a pack are one frozen object. The pins of two compared texts differ each time. */
const PINS = new WeakMap<Flat, string>()

function pinsJson(pins: Flat): string {
  const known = PINS.get(pins)
  if (known !== undefined) return known
  const text = JSON.stringify(pins)
  const isFlat = Object.values(pins).every((member) => typeof member !== 'object')
  if (isFlat && Object.isFrozen(pins)) PINS.set(pins, text)
  return text
}
