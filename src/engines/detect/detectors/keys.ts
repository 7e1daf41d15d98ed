// API keys and web tokens with a recognisable form: the prefix of their issuer, or the format of RFC 7519.
import { signSet } from '../../../text/signs.ts'
import { unitOf } from '../../../text/unit-classes.ts'
import type { Word } from '../../../text/words.ts'
import { RULES } from '../confidence.ts'
import { type Claim, claimBy, type DetectorFactory } from '../detector.ts'
import { valueCues } from '../lexicons.ts'
import { valueRun } from '../unbroken-values.ts'

/** First letters of web tokens: `{"` in base 64. */
const WEB_TOKEN = 'eyJ'
const JWT = /^eyJ[\w-]{8,2000}\.eyJ[\w-]{4,6000}(?:\.[\w-]{0,1000})?/
const LONGEST_HEAD = 2003
const SECOND = `.${WEB_TOKEN}`
const HEAD_END = /[^\w-]|$/g
const LONGEST_KEY = 512
/** Shortest key including its prefix; no prefix is as long. */
const SHORTEST_KEY = 20
/** A longer word contains both the prefix and the key. */
const LONGEST_MARK_WORD = 6
const SHORTEST_KEY_WORD = 16

export const keyDetector: DetectorFactory = (_packs, cues) => {
  const marks = valueCues('key_mark')
  // The part of a prefix before its first sign is a separate word; a prefix without a sign begins a longer word.
  const starts: ReadonlySet<string> = new Set(
    marks.flatMap((mark) => (/^[A-Za-z]+(?=[_.-])/.exec(mark) ?? []).map((start) => start.toLowerCase())),
  )
  const glued = new Set(marks.filter((mark) => /^[A-Za-z0-9]+\.?$/.test(mark)).map((mark) => mark[0]))
  const mayBegin = ({ raw, folded }: Word) => {
    if (raw.startsWith(WEB_TOKEN)) return true
    if (raw.length > LONGEST_MARK_WORD) return raw.length >= SHORTEST_KEY_WORD && glued.has(raw[0]!)
    return starts.has(folded)
  }
  const begins = cues.ask(mayBegin)
  const isMarked = (text: string, start: number) => marks.some((mark) => text.startsWith(mark, start))
  return {
    name: 'keys',
    find({ text, tokens }, _scope, { hits }) {
      const claims: Claim[] = []
      const { each, any } = hits.words
      if ((any & begins) === 0) return claims
      // End of the last first part, and end of the last token; so no character is read again for each "eyJ" before it.
      let headEnd = 0
      let reached = 0
      for (let i = 0; i < tokens.count; i++) {
        if ((each[i]! & begins) === 0) continue
        const start = tokens.start[i]!
        const width = tokens.end[i]! - start
        if (text.startsWith(WEB_TOKEN, start)) {
          if (start < reached) continue
          if (start >= headEnd) headEnd = endOfHead(text, start)
          if (headEnd - start > LONGEST_HEAD || !text.startsWith(SECOND, headEnd)) continue
          const match = JWT.exec(text.slice(start, start + 9000))
          if (match === null) continue
          reached = start + match[0].length
          claims.push(claimBy(RULES.web_token, start, reached))
          continue
        }
        if (width <= LONGEST_MARK_WORD && !goesOn(unitOf(text, start + width))) continue
        // The prefix is checked first, so that words that only begin like one are not read to their end.
        if (!isMarked(text, start)) continue
        const end = valueRun(text, start, LONGEST_KEY)
        const value = text.slice(start, end)
        if (value.length < SHORTEST_KEY || !/\d/.test(value) || !/^[\w.-]+$/.test(value)) continue
        claims.push(claimBy(RULES.api_key_by_prefix, start, end))
      }
      return claims
    },
  }
}

/** Characters that separate a prefix from its key. */
const goesOn = signSet('_-.')

/** End of the base-64 characters that begin at `start`. */
function endOfHead(text: string, start: number): number {
  HEAD_END.lastIndex = start
  return HEAD_END.exec(text)!.index
}
