// Which languages a text is written in, as far as that decides whether a capitalised word is a name: Anna is a Finnish verb
// and Jan a Hausa one, but not in an English text. Votes of the commonest words of each language, nothing more.
import { languageKey } from '../../packs/word-levels.ts'
import type { ScannedText } from '../../text/scanned.ts'
import { TokenKind } from '../../text/tokens.ts'

/** Common word (folded) -> keys of the languages that have it. */
export type CommonWords = ReadonlyMap<string, readonly number[]>

const MOST_WORDS = 120
const LEAST_VOTES = 1.8
/** Languages with this share of the best one's votes count too: neighbours share their small words. */
const CLOSE = 0.5

/** Reads data/lexicons/words-common.json. */
export function commonWords(json: string): CommonWords {
  const table = new Map<string, number[]>()
  for (const [language, words] of Object.entries(JSON.parse(json) as Record<string, string[]>)) {
    for (const word of words) {
      const keys = table.get(word) ?? []
      keys.push(languageKey(language))
      table.set(word, keys)
    }
  }
  return table
}

/** Letters that only some of the languages use, as evidence worth two words. */
const LETTERS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/[\u0151\u0171]/u, ['hu']],
  [/[\u0142\u0119\u0105\u017c]/u, ['pl']],
  [/[\u0159\u011b\u016f]/u, ['cs']],
  [/[\u013e\u0155\u013a\u0165]/u, ['sk']],
  [/[\u0219\u021b\u0103]/u, ['ro']],
  [/[\u0101\u0113\u0123\u0137\u013c\u0146]/u, ['lv']],
  [/[\u0117\u012f\u0173]/u, ['lt']],
  [/[\u00f0\u00fe]/u, ['is']],
  [/[\u010b\u0121\u0127]/u, ['mt']],
  [/[\u0111]/u, ['hr']],
  [/[\u00df]/u, ['de']],
  [/[\u00f1\u00bf]/u, ['es']],
  [/[\u00e3\u00f5]/u, ['pt', 'et']],
  [/[\u00f8\u00e6]/u, ['da', 'nb', 'is']],
  [/[\u03b1-\u03c9]/u, ['el']],
  [/[\u0430-\u044f]/u, ['bg']],
]
const LETTER_VOTES = 2
/** Characters of a text that are looked at for them. */
const LETTERS_WITHIN = 3000

/** The likely languages of a text, or null when it has too few common words to tell. */
export function textLanguages(text: ScannedText, common: CommonWords): ReadonlySet<number> | null {
  const { tokens } = text
  const votes = new Map<number, number>()
  let seen = 0
  for (let index = 0; index < tokens.count && seen < MOST_WORDS; index++) {
    if (tokens.kind[index] !== TokenKind.lower) continue
    seen++
    const keys = common.get(text.folded(index))
    if (keys === undefined) continue
    // A word of many languages says little about each.
    const weight = 1 / Math.min(keys.length, 4)
    for (const key of keys) votes.set(key, (votes.get(key) ?? 0) + weight)
  }
  const start = text.text.slice(0, LETTERS_WITHIN)
  if (/[^\x00-\x7f]/.test(start)) addLetters(start, votes)
  let best = 0
  for (const count of votes.values()) if (count > best) best = count
  if (best < LEAST_VOTES) return null
  const languages = new Set<number>()
  for (const [key, count] of votes) if (count >= best * CLOSE) languages.add(key)
  return languages
}

function addLetters(start: string, votes: Map<number, number>): void {
  let found = 0
  for (let i = 0; i < start.length; i++) {
    const unit = start.charCodeAt(i)
    if (unit > 127 && unit < LETTER_GROUPS.length) found |= LETTER_GROUPS[unit]!
  }
  LETTERS.forEach(([, languages], index) => {
    if (((found >>> index) & 1) === 0) return
    for (const language of languages) {
      const key = languageKey(language)
      votes.set(key, (votes.get(key) ?? 0) + LETTER_VOTES / languages.length)
    }
  })
}

/** For each character, one bit for each entry of LETTERS that has it. */
const LETTER_GROUPS = new Int32Array(0x530)
LETTERS.forEach(([letters], index) => {
  for (let unit = 128; unit < LETTER_GROUPS.length; unit++)
    if (letters.test(String.fromCharCode(unit))) LETTER_GROUPS[unit] = LETTER_GROUPS[unit]! | (1 << index)
})
