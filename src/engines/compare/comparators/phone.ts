// Telephone numbers: the same line written nationally or internationally, a slip, the same exchange, or another line.
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { editDistance } from '../../../text/similarity.ts'
import { type Comparator, severalOf } from './comparator.ts'

/** National significant digits: what is left without country code and trunk zero. */
function nationalDigits(value: string): string {
  const text = value.trim()
  if (text.startsWith('+') || text.startsWith('00')) {
    const parsed = parsePhoneNumberFromString(text.startsWith('+') ? text : `+${text.slice(2)}`)
    if (parsed) return parsed.nationalNumber
  }
  const digits = text.replace(/\D/g, '')
  if (digits.length === 11 && digits.startsWith('1')) return digits.slice(1)
  return digits.replace(/^0+/, '')
}

function grade(a: string, b: string): number {
  if (a === b) return 1
  const short = a.length < b.length ? a : b
  const long = a.length < b.length ? b : a
  // A number kept without area or country code ends like the whole one.
  if (short.length >= 6 && long.endsWith(short)) return 0.95
  if (short.length >= 7 && editDistance(a, b, 1) === 1) return 0.6
  if (a.length === b.length && a.length >= 7 && a.slice(0, -4) === b.slice(0, -4)) return 0.3
  return a.slice(0, 3) === b.slice(0, 3) ? 0.1 : 0
}

export const phone: Comparator = {
  kind: 'phone',
  summary: 'Telephone numbers by their national digits: equal, one slip, same exchange, different.',
  evidence: 'distinctive',
  measures: [''],
  bind(rule, tools) {
    const known = tools.remember<string>()
    return (a, b) => {
      const left = a.get(rule.field)
      const right = b.get(rule.field)
      if (left === undefined || right === undefined) return null
      let best = -1
      let length = 0
      for (const x of severalOf(left))
        for (const y of severalOf(right)) {
          const p = known.get(x, nationalDigits)
          const q = known.get(y, nationalDigits)
          if (p.length < 5 || q.length < 5) continue
          const level = grade(p, q)
          if (level > best) {
            best = level
            length = Math.min(p.length, q.length)
          }
        }
      if (best < 0) return null
      return { measures: [best], bits: best >= 0.95 ? Math.min(24, 2.6 * length) : 0, conflict: false }
    }
  },
}
