import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { loadTokenizers } from '../../../src/model/model-session.ts'
import { SPAN_WORD } from '../../../src/model/spans.ts'
import { TextTokenizer } from '../../../src/model/tokenizer.ts'
import { CodePoints } from '../../../src/text/offsets.ts'

const file = (name: string) => readFileSync(new URL(`../../files/model/${name}`, import.meta.url), 'utf8')
const library = await loadTokenizers()
const NAMES = ['tiny/tokenizer', 'unigram', 'bytes'] as const
const SPANS = 'tiny-spans/tokenizer'
const tokenizers = new Map(
  [...NAMES, SPANS].map((name) => [name, new TextTokenizer(library, JSON.parse(file(`${name}.json`)))]),
)

interface Known {
  readonly text: string
  readonly ids: readonly number[]
  readonly offsets: readonly (readonly [number, number])[]
}
/** As the library says that made the tokenizers (tools/model/make_tiny.py); its texts that spell special tokens are read otherwise here. */
const known = JSON.parse(file('offsets.json')) as Record<string, Known[]>

const isMark = (character: string | undefined) => character !== undefined && /^\p{M}$/u.test(character)

/** A range without the blanks at its ends, and with every mark on its letters, in code points; null for blanks alone. */
function wholeLetters(points: readonly string[], [start, end]: readonly [number, number]): string | null {
  let [from, to] = [start, end]
  while (from < to && points[from]!.trim() === '') from++
  while (to > from && points[to - 1]!.trim() === '') to--
  if (from === to) return null
  while (from > 0 && isMark(points[from])) from--
  while (isMark(points[to])) to++
  return `${from}-${to}`
}

/** The parts of the texts of the properties: scripts, marks, signs outside the basic plane, characters that tokenizers change. */
const PARTS = [
  'a',
  'Ж',
  'ß',
  'é',
  'e\u0301',
  '王',
  '한',
  'ไทย',
  'हि',
  'ע',
  'מ\u05b4',
  'ﷺ',
  '😀',
  '👩\u200d🚀',
  '𝔊',
  ' ',
  '\n',
  '-',
  "'",
  '.',
  '１',
  'ﬁ',
  'İ',
  '\u00a0',
  '[SEP]',
  '<<ENT>>',
  '\u200b',
]
const anyText = fc
  .array(fc.oneof(fc.constantFrom(...PARTS), fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 40 })
  .map((parts) => parts.join(''))

/** The piece for a blank alone. */
const BLANK = new Map<string, number>([['unigram', 3]])

describe.each(NAMES)('%s', (name) => {
  const tokenizer = tokenizers.get(name)!

  it('cuts a text as the library that made it, and places each piece where that does, but for marks and blanks', () => {
    // Blanks are not read as pieces of a text here, where the tokenizer does not need them.
    const isRead = ({ text }: Known) => !text.includes('[SEP]')
    for (const { text, ids, offsets } of known[name]!.filter(isRead)) {
      const pieces = tokenizer.read(text)
      const points = new CodePoints(text)
      const ours = [...pieces.ids].map((id, i) => ({
        id,
        at: [points.of(pieces.starts[i]!), points.of(pieces.ends[i]!)] as const,
      }))
      const theirs = ids.map((id, i) => ({ id, at: offsets[i]! }))
      const said = (all: typeof theirs) =>
        all.flatMap(({ id, at }) => {
          const whole = id === BLANK.get(name) ? null : wholeLetters([...text], at)
          return whole === null ? [] : [`${id} ${whole}`]
        })
      expect(said(ours)).toEqual(said(theirs))
    }
  })

  it('covers every character that its pieces were made of, in order, whatever the script', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { ids, starts, ends, opens } = tokenizer.read(text)
        const covered = new Uint8Array(text.length)
        for (let i = 0; i < ids.length; i++) {
          expect(starts[i]!).toBeLessThanOrEqual(ends[i]!)
          if (i > 0) expect(starts[i]!).toBeGreaterThanOrEqual(opens[i] === 1 ? ends[i - 1]! : starts[i - 1]!)
          covered.fill(1, starts[i]!, ends[i]!)
        }
        // Letters and digits belong to some piece: what a tokenizer drops are blanks, marks and controls.
        for (const { 0: character, index } of text.matchAll(/[\p{L}\p{N}\p{S}]/gu))
          for (let i = index; i < index + character.length; i++) expect(covered[i], JSON.stringify(text)).toBe(1)
      }),
      { numRuns: 300 },
    )
  })

  it('gives a word the same pieces wherever it stands', () => {
    const pieces = (text: string) => tokenizer.read(text)
    const alone = pieces('one Kalomira,')
    const later = pieces('one two three one Kalomira,')
    expect([...later.ids].slice(-alone.ids.length + 1)).toEqual([...alone.ids].slice(1))
  })
})

describe.each([...NAMES, SPANS])('words of a span model, cut by %s', (name) => {
  const tokenizer = tokenizers.get(name)!

  it('stand exactly where they are, whole letters with their marks, in order, whatever the script', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { ids, opens, wordStarts, wordEnds } = tokenizer.readWords(text, SPAN_WORD)
        expect(opens.reduce((sum, one) => sum + one, 0)).toBe(wordStarts.length)
        expect(opens.length).toBe(ids.length)
        const points = new CodePoints(text)
        const covered = new Uint8Array(text.length)
        for (const [i, start] of wordStarts.entries()) {
          const end = wordEnds[i]!
          const word = text.slice(start, end)
          expect(word).toMatch(/^\S+$/u)
          expect([...text].slice(points.of(start), points.of(end)).join('')).toBe(word)
          expect(isMark([...text.slice(end)][0]), JSON.stringify(text)).toBe(false)
          if (i > 0) expect(start).toBeGreaterThanOrEqual(wordEnds[i - 1]!)
          covered.fill(1, start, end)
        }
        for (const { 0: character, index } of text.matchAll(/[\p{L}\p{N}]/gu))
          for (let i = index; i < index + character.length; i++) expect(covered[i], JSON.stringify(text)).toBe(1)
      }),
      { numRuns: 300 },
    )
  })
})
