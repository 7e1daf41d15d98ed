// Tokens and masks that the product writes into copies (NAME_b9718f79, [HEALTH]): they replace a value, and are not one.
import { firstAt } from '../../lists.ts'
import type { Packs } from '../../packs/load.ts'
import type { Range } from '../../text/range.ts'

/** Matches `[LABEL]`, and `LABEL_` with 8 to 32 hex digits, where the label is one of a category. */
export function ownTokens(packs: Packs): RegExp {
  const labels = [...packs.categories().keys()].map((code) => code.slice(code.lastIndexOf('-') + 1)).join('|')
  return new RegExp(`\\[(?:${labels})\\]|(?<![\\p{L}\\p{N}_])(?:${labels})_[0-9a-f]{8,32}(?![\\p{L}\\p{N}_])`, 'gu')
}

/** The places of such tokens, which `pattern` matches; sorted. */
export function placesOfTokens(text: string, pattern: RegExp): readonly Range[] {
  if (!/[_[]/.test(text)) return []
  return Array.from(text.matchAll(pattern), ({ 0: { length }, index }) => ({ start: index, end: index + length }))
}

/** Removes the ranges without a letter or number outside of the tokens. */
export function removeOwnTokens(text: string, ranges: Range[], tokens: readonly Range[]): void {
  if (tokens.length === 0) return
  let kept = 0
  for (const range of ranges) {
    let at = range.start
    let rest = ''
    for (let n = firstAt(tokens, ({ end }) => end > at); n < tokens.length && tokens[n]!.start < range.end; n++) {
      rest += text.slice(at, tokens[n]!.start)
      at = tokens[n]!.end
    }
    if (at === range.start || /[\p{L}\p{N}]/u.test(rest + text.slice(at, range.end))) ranges[kept++] = range
  }
  ranges.length = kept
}
