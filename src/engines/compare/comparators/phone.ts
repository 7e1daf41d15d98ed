// Telephone numbers: the same line written nationally or internationally, a slip, the same exchange, or another line.
import { editDistance } from '../../../text/similarity.ts'
import { isFiller } from '../../../values/identifier/filler.ts'
import { normalizePhone, readPhone } from '../../../values/phone/phone.ts'
import { type Comparator, disputes, ofField, severalOf } from './comparator.ts'
import { type Level, level, saysLevel } from './level.ts'

interface Line {
  readonly digits: string
  /** Written with its country code. */
  readonly international: boolean
  /** Written with the 0 that opens numbers within a country. */
  readonly trunk: boolean
  /** Everybody calls it, by its plan or as the pack says (`services`: how national numbers of services begin). */
  readonly serves: boolean
}

/** Digits of the European numbers of social services, and how they begin (decision 2007/116/EC). */
const [HARMONISED, SOCIAL] = [6, '116']

const isService = (e164: string) => readPhone(e164, null)?.isService() ?? false

function lineOf(value: string, services: readonly string[]): Line {
  const text = value.trim()
  const written = text.replace(/\D/g, '')
  // In North America 1 before ten digits is the country code.
  const isAmerican = written.length === 11 && written.startsWith('1')
  if (/^(?:\+|00)/.test(text)) {
    const e164 = normalizePhone(text.replace(/^00/, '+'), null)
    return { digits: e164.replace(/\D/g, ''), international: true, trunk: false, serves: isService(e164) }
  }
  const isSocial = written.length === HARMONISED && written.startsWith(SOCIAL)
  return {
    // The trunk prefix is not part of the number.
    digits: isAmerican ? written.slice(1) : written.replace(/^0+/, ''),
    international: false,
    trunk: written.startsWith('0'),
    serves:
      isSocial || services.some((opening) => written.startsWith(opening)) || (isAmerican && isService(`+${written}`)),
  }
}

const SAME = level('same', 1, 'same')
const ENDS_ALIKE = level('ends alike', 0.95, 'alike', 'one {one} ends with the other')
/** A number that leads to a company and not to one door, where the pack says which do (`freephone`: how they begin). */
const BRANCHES = level('of every branch', 0.7, 'alike', 'the {many} are one that every branch may give')
const TYPO = level('typo', 0.6, 'differ', 'the {many} differ by one digit')
const EXCHANGE = level('same exchange', 0.3, 'differ', 'the {many} differ in their last four digits')
const AREA = level('same area', 0.1, 'differ')
const OTHER = level('other', 0, 'differ')

function gradeOf({ digits: a, international }: Line, { digits: b, international: other }: Line): Level {
  if (a === b) return SAME
  const short = a.length < b.length ? a : b
  const long = a.length < b.length ? b : a
  if (short.length >= 6 && long.endsWith(short))
    return international !== other && short.length >= 8 && long.length - short.length <= 3 ? SAME : ENDS_ALIKE
  if (short.length >= 7 && editDistance(a, b, 1) === 1) return TYPO
  if (a.length === b.length && a.length >= 7 && a.slice(0, -4) === b.slice(0, -4)) return EXCHANGE
  // Behind a country code it takes more digits to be of one area.
  const area = international && other ? -6 : 3
  return a.slice(0, area) === b.slice(0, area) ? AREA : OTHER
}

export const phone: Comparator = {
  summary:
    "Telephone numbers by their national digits: equal, one slip, same exchange, different; those of `services` are nobody's.",
  evidence: 'distinctive',
  measures: [''],
  bind(rule, tools) {
    const known = tools.remember<Line>()
    const [freephone, services] = [[...tools.list('freephone')], [...tools.list('services')]]
    const everywhere = ({ digits, trunk }: Line) =>
      digits.length >= 9 &&
      freephone.some((prefix) => digits.startsWith(prefix) || (trunk && `0${digits}`.startsWith(prefix)))
    const read = (value: string) =>
      severalOf(value)
        .map((one) => known.get(one, (text) => lineOf(text, services)))
        .filter(({ digits, serves }) => digits.length >= 5 && !isFiller(digits) && !(serves && services.length > 0))
    return ofField(rule.field, read, (x, y) => {
      let best: Level | null = null
      let length = 0
      for (const p of x)
        for (const q of y) {
          const grade = gradeOf(p, q)
          const isBranch = grade.similarity > BRANCHES.similarity && everywhere(p) && everywhere(q)
          const found = isBranch ? BRANCHES : grade
          if (best !== null && found.similarity <= best.similarity) continue
          best = found
          length = Math.min(p.digits.length, q.digits.length)
        }
      if (best === null) return null
      return {
        measures: [best.similarity],
        level: best,
        bits: best.similarity >= ENDS_ALIKE.similarity ? Math.min(24, 2.6 * length) : 0,
        conflict: false,
        effects: disputes(best.similarity < BRANCHES.similarity),
      }
    })
  },
  says: saysLevel,
}
