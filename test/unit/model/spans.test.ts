import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { readModelFolder } from '../../../src/model/folder.ts'
import { openModel } from '../../../src/model/learned-model.ts'
import { loadTokenizers, type Session } from '../../../src/model/model-session.ts'
import { SpanModel } from '../../../src/model/spans.ts'
import { TextTokenizer } from '../../../src/model/tokenizer.ts'
import { createService } from '../../../src/service.ts'

const TINY = fileURLToPath(new URL('../../files/model/tiny-spans', import.meta.url))
const services = [createService({ model: TINY }), createService()] as const
const [withModel, rules] = services
const model = await openModel(TINY)
afterAll(() => Promise.all([...services, model].map((one) => one.close())))

/** Prose with a person that only the model finds. */
const SENTENCE = 'The meeting began late. According to Mirasha, no.'
const detect = (text: string, service = withModel) => service.detect({ text, jurisdiction: 'GB' })
const namesOf = (text: string, { detections }: Awaited<ReturnType<typeof detect>>) =>
  detections
    .filter(({ category }) => category === 'PII-1-NAME')
    .map(({ start, end }) => [...text].slice(start, end).join(''))

describe('a span model beside the rules', () => {
  it('finds names in prose that the rules do not', async () => {
    expect(namesOf(SENTENCE, await detect(SENTENCE, rules))).toEqual([])
    const answer = await detect(SENTENCE)
    expect(namesOf(SENTENCE, answer)).toEqual(['Mirasha'])
    expect(answer.detections[0]!.detector).toBe('model:names')
  })

  it('is named in pins, with its hash', async () => {
    const { backend, model: id } = await withModel.deidentify({ text: SENTENCE, jurisdiction: 'GB', salt: 's' })
    expect([backend, id]).toEqual(['auto', expect.stringMatching(/^tiny-spans@1\+[0-9a-f]{16}$/)])
  })

  it.each([
    '😀 ',
    'e\u0301 A\u030a. ',
    '王小明。 ',
    'हिन्दी नमस्ते ',
    '👩\u200d🚀🇳🇬\n',
    'מ\u05b4 \u00a0𝔊 ',
    '<<ENT>> person <<SEP>> ',
  ])('finds them where they stand, behind %j', async (before) => {
    const text = `${before}${SENTENCE}`
    expect(namesOf(text, await detect(text))).toContain('Mirasha')
  })

  it('says of a text the same alone, among others, and again', async () => {
    const texts = [SENTENCE, 'no one here', '', '  \n', `😀 ${SENTENCE}`, SENTENCE.repeat(9)]
    const together = await model.readAll(texts)
    for (const [i, text] of texts.entries()) expect(await model.readAll([text])).toEqual([together[i]])
    expect(await model.readAll(texts)).toEqual(together)
  })

  it('finds somebody wherever windows meet', async () => {
    for (let words = 0; words < 70; words += 3) {
      const text = `${'rain '.repeat(words)}\n${SENTENCE} ${'rain '.repeat(30)}`
      expect(namesOf(text, await detect(text)), `${words} words before`).toEqual(['Mirasha'])
    }
    const long = `${SENTENCE}\n`.repeat(40)
    expect(namesOf(long, await detect(long))).toHaveLength(40)
  })

  it('stops between two windows', async () => {
    let asked = 0
    const stop = () => {
      if (++asked === 3) throw new Error('enough')
    }
    await expect(model.readAll([SENTENCE.repeat(40)], stop)).rejects.toThrow('enough')
    expect(asked).toBe(3)
  })
})

/** Asked for the labels `person` and `place`, says of spans of words what the test wants it to. */
async function saying(score: (words: readonly number[], first: number, last: number) => readonly [number, number]) {
  const folder = readModelFolder(TINY)
  const tokenizer = new TextTokenizer(await loadTokenizers(), folder.tokenizer)
  const width = folder.spans!.width
  const rows: number[][] = []
  const session: Session = {
    inputs: new Set(['input_ids', 'attention_mask', 'words_mask', 'text_lengths', 'span_idx', 'span_mask']),
    tensor: (type, data, dims) => ({ type, data, dims }) as never,
    run: async (feeds) => {
      const numbers = (name: string) => [...(feeds[name] as unknown as { data: BigInt64Array }).data].map(Number)
      const ids = numbers('input_ids')
      const words = numbers('words_mask').flatMap((word, i) => (word > 0 ? [ids[i]!] : []))
      rows.push(ids)
      const data = words.flatMap((_, first) =>
        Array.from({ length: width }, (_, more) => score(words, first, first + more)).flat(),
      )
      return { data: Float32Array.from(data), dims: [1, words.length, width, 2] }
    },
    close: async () => {},
  }
  const use = { ...folder.spans!, thresholds: [0.5, 0.9] }
  const read = async (text: string) =>
    (await new SpanModel({ ...folder, spans: use }, tokenizer, session).readAll([text], () => {}))[0]!
  return { read, rows, idOf: (word: string) => tokenizer.idsOf(word)[0]! }
}

const NO = [-9, -9] as const

describe('of the spans that a model scores', () => {
  it('the loudest are taken, none over another, each from the threshold of its label', async () => {
    const scores: Record<string, readonly [number, number]> = {
      '0-1': [2, -9],
      '1-2': [3, -9],
      '2-3': [1, -9],
      '4-4': [-9, 2],
      '5-5': [-9, 2.5],
      '6-6': [0, -9],
    }
    const { read } = await saying((_, first, last) => scores[`${first}-${last}`] ?? NO)
    const { starts, begins, logits } = await read('one two three four five six seven')
    expect(starts).toHaveLength(7)
    const at = Math.fround(2.5 - Math.log(9))
    const none = Number.NEGATIVE_INFINITY
    expect([...logits[0]!]).toEqual([none, 3, 3, none, none, none, 0])
    expect([...logits[1]!].map(Math.fround)).toEqual([none, none, none, none, none, at, none])
    expect([...begins!]).toEqual([0, 1, 0, 0, 0, 1, 1])
  })

  it('each counts in the window that shows most around it', async () => {
    const { read, rows, idOf } = await saying((words, first, last) =>
      first === last && words[first] === wanted ? [words.length - 2 * Math.abs(first - words.length / 2), -9] : NO,
    )
    const wanted = idOf('office')
    const text = Array.from({ length: 200 }, (_, i) => (i % 3 === 0 ? 'office' : 'the')).join(' ')
    const { logits } = await read(text)
    expect(rows.length).toBeGreaterThan(3)
    // A span near an edge of a window has little support; every one in the middle of the text has half of the overlap around it.
    const inside = [...logits[0]!].filter((_, i) => i % 3 === 0 && i > 10 && i < 190)
    expect(Math.min(...inside)).toBeGreaterThan(8)
    expect([...logits[0]!].filter((logit) => logit >= 0)).toHaveLength(67)
  })

  it('one that is no number is refused', async () => {
    const { read } = await saying(() => [Number.NaN, 0])
    await expect(read('one two')).rejects.toMatchObject({ code: 'model_invalid' })
  })

  it('labels stand before the text, and what looks like them in the text does not', async () => {
    const { read, rows, idOf } = await saying(() => NO)
    const entity = idOf('<<ENT>>')
    await read('a <<ENT>> person')
    const folder = readModelFolder(TINY)
    const special = new TextTokenizer(await loadTokenizers(), folder.tokenizer).special('<<ENT>>')!
    expect(rows[0]!.filter((id) => id === special)).toHaveLength(2)
    expect(entity).not.toBe(special)
  })
})
