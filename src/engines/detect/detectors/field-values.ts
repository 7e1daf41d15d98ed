// Values by the label of their field, where their own words or form do not reveal them: `{"kontakt": "..."}`, a column "phone", "user=".
import type { Packs } from '../../../packs/load.ts'
import { Level, type WordLevels } from '../../../packs/word-levels.ts'
import { fold } from '../../../text/fold.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import { CONFIDENCE } from '../confidence.ts'
import { type Claim, claimOf, type DetectorFactory } from '../detector.ts'
import type { Evidence } from '../evidence.ts'
import type { Pair } from '../fields/pairs.ts'
import { valueCues } from '../lexicons.ts'

/** Labels that are kept with their category; the list is cleared when it is full, because a text can have any labels. */
const MOST_KEPT = 1 << 14
/** Kinds whose label is sufficient evidence, if the value has the form of one; "name" and "customer" are labels of organisations and goods too. */
const BY_LABEL: ReadonlySet<string> = new Set(['contact_person', 'phone', 'login', 'password', 'vehicle_plate'])
/** The part of an unquoted value before a remark: "0171 2345678 (private)", "k.odumosu, Lagos". */
const REMARK = / ?[([,/]| [\u2013-] /
const PERSON =
  /^\p{Lu}[\p{L}\p{M}'\u2019.-]*(?: (?:\p{Ll}{1,3}|\p{Ll}'\p{Lu}[\p{L}-]+|\p{Lu}[\p{L}\p{M}'\u2019.-]*)){1,4}$/u
const LOGIN = /^\p{L}[\p{L}\p{N}._-]{2,31}$/u
const PLATE = /^(?=.*\p{L})(?=.*\d)[\p{Lu}\d][\p{Lu}\d -]{3,11}[\p{Lu}\d]$/u
const FEWEST_DIGITS = 7
const MOST_DIGITS = 15

export const fieldDetector: DetectorFactory = (packs) => {
  const known = new Map<string, string | null>()
  const impersonal: ReadonlySet<string> = new Set(valueCues('no_login'))
  const looks = new Map(
    Object.entries(packs.exchangeFormats().values).map(([name, look]) => [name, new RegExp(look, 'isu')]),
  )

  /** The category of values with a label; null if the label does not determine it. */
  const categoryOf = (label: string): string | null => {
    let category = known.get(label)
    if (category === undefined) {
      category = named(packs, label)
      if (known.size >= MOST_KEPT) known.clear()
      known.set(label, category)
    }
    return category
  }

  /** The end of the value of a field if it has the form of the category; -1 if not. */
  const endOf = (scanned: ScannedText, category: string, { start, end, isClosed }: Pair): number => {
    const whole = scanned.text.slice(start, end)
    const value = isClosed ? whole : whole.split(REMARK, 1)[0]!
    if (looks.get(category)?.test(value) === false) return -1
    switch (category) {
      case 'PII-1-NAME':
        return isPerson(value, packs.names()) ? start + value.length : -1
      case 'PII-3-PHONE': {
        const digits = value.replace(/\D/g, '').length
        return digits >= FEWEST_DIGITS && digits <= MOST_DIGITS ? start + value.length : -1
      }
      case 'PII-8-LOGIN':
        return isClosed && isLogin(value, packs.names()) && !impersonal.has(value.toLowerCase()) ? end : -1
      case 'PII-8-PASSWORD':
        return isClosed && /\d/.test(value) && /\p{L}/u.test(value) && !/^[\da-f]{32,}$/i.test(value) ? end : -1
      default:
        return PLATE.test(value) ? start + value.length : -1
    }
  }

  return {
    name: 'fields',
    find(scanned, _scope, evidence: Evidence) {
      const claims: Claim[] = []
      for (const pair of evidence.pairs) {
        const category = categoryOf(scanned.text.slice(pair.key, pair.keyEnd))
        if (category === null) continue
        const end = endOf(scanned, category, pair)
        if (end > pair.start) claims.push(claimOf(category, pair.start, end, CONFIDENCE.field, 'rule:field', 'lexicon'))
      }
      return claims
    },
  }
}

function named(packs: Packs, label: string): string | null {
  const headings = packs.labels()
  for (const kind of headings.kindsLabelled(label))
    if (BY_LABEL.has(kind)) return headings.kinds.get(kind)?.category ?? null
  return null
}

/** True for two to five words written as a name is, where every ordinary word is also used as a name. */
function isPerson(value: string, names: WordLevels): boolean {
  if (!PERSON.test(value)) return false
  for (const word of value.split(/[ -]/)) {
    const { given, family, word: ordinary } = names.of(fold(word))
    if (ordinary >= Level.uncommon && given + family === 0 && /^\p{Lu}/u.test(word)) return false
  }
  return true
}

/** A word of small letters, digits and signs that is not an everyday word. */
function isLogin(value: string, names: WordLevels): boolean {
  if (!LOGIN.test(value) || value !== value.toLowerCase()) return false
  return names.of(fold(value)).word < Level.common
}
