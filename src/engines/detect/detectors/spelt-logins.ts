// User names that are spelt from a name of the text: "Kathrin Roth" and "kroth", in the notes of a help desk and in system logs.
import { fold } from '../../../text/fold.ts'
import { latin } from '../../../text/latin.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import { type Claim, claimOf, type Detector } from '../detector.ts'

/** Letters of the family name at least, and names of a text that are tried at most. */
const SHORTEST = 4
const MOST_NAMES = 40
/** Digits behind what is spelt: "jwiersma02". */
const BEHIND = /^\d{0,4}(?![\p{L}\p{N}@_/\\]|[.-][\p{L}\p{N}])/u
/** No part of a longer word, an address or a path. */
const BEFORE = /[\p{L}\p{N}@._/\\-]$/u

export function speltLoginDetector(): Detector {
  return {
    name: 'spelt-logins',
    find(text, _scope, { people }) {
      const claims: Claim[] = []
      const tried = new Set<string>()
      for (const { start, end } of people.slice(0, MOST_NAMES))
        for (const login of loginsOf(text.text.slice(start, end)))
          if (!tried.has(login)) {
            tried.add(login)
            findAll(text, login, claims)
          }
      return claims
    },
  }
}

/** How directories spell the user names of a person: an initial and the family name, either way round, or both names. */
function loginsOf(name: string): string[] {
  const words = name.split(/[\s.]+/u).map(spelt)
  const first = words[0]
  const last = words[words.length - 1]
  if (words.length < 2 || !first || !last) return []
  const found: string[] = []
  for (const [given, family] of [
    [first, last],
    [last, first],
  ] as const) {
    if (family.length < SHORTEST) continue
    found.push(given[0]! + family, family + given[0]!, `${given[0]}.${family}`, `${given[0]}_${family}`)
    if (given.length > 1) found.push(`${given}.${family}`, `${given}_${family}`)
  }
  return found
}

function spelt(word: string): string {
  const folded = fold(word)
  return (latin(folded) ?? folded).replace(/[^a-z]/g, '')
}

function findAll({ text }: ScannedText, login: string, claims: Claim[]): void {
  for (let at = text.indexOf(login); at >= 0; at = text.indexOf(login, at + login.length)) {
    const end = at + login.length
    const digits = BEHIND.exec(text.slice(end, end + 8))
    if (digits === null || BEFORE.test(text.slice(Math.max(0, at - 2), at))) continue
    claims.push(claimOf('PII-8-LOGIN', at, end + digits[0].length, 0.8, 'rule:login_spelt', 'pattern'))
  }
}
