// Whatever a text is: names lie in it, in order and apart, are the same each time, and their reasons add up to their margin.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDetectEngine } from '../../src/engines/detect/engine.ts'
import { CueKinds, Evidence } from '../../src/engines/detect/evidence.ts'
import { nameCues, wordSources } from '../../src/engines/detect/names/facts.ts'
import { LABELS } from '../../src/engines/detect/names/labels.ts'
import { NameFinder } from '../../src/engines/detect/names/names-detector.ts'
import { NameWeights } from '../../src/engines/detect/names/weights.ts'
import { whyNamed } from '../../src/engines/detect/names/why.ts'
import { readData } from '../../src/packs/data-files.ts'
import { loadPacks } from '../../src/packs/load.ts'
import { PhraseBook } from '../../src/text/phrases.ts'
import { ScannedText } from '../../src/text/scanned.ts'

const packs = loadPacks()
const engine = createDetectEngine(packs)
const namesIn = (text: string) =>
  engine
    .settle(engine.claims(new ScannedText(text), { jurisdiction: null }))
    .filter(({ category }) => category === 'PII-1-NAME')

const word = fc.constantFrom(
  'Adaeze',
  'Okonkwo',
  'said',
  'Dr',
  'Frau',
  'Müller',
  'van',
  'der',
  'Berg',
  'name:',
  'Hi',
  'ΕΛΕΝΗ',
  'Петър',
  'O’Neill',
  'J.',
  '42',
  '"',
  '(',
  ')',
  ',',
  '.',
  '\n',
  '@',
  '=',
  'May',
  'Rose',
  'úr',
  'Jean-Luc',
  '😀',
)
const texts = fc.array(word, { maxLength: 24 }).map((words) => words.join(' '))

describe('names of any text', () => {
  it('lie in the text, in order and apart', () => {
    fc.assert(
      fc.property(texts, (text) => {
        let end = 0
        for (const found of namesIn(text)) {
          expect(found.start).toBeGreaterThanOrEqual(end)
          expect(found.end).toBeGreaterThan(found.start)
          expect(found.confidence).toBeGreaterThan(0)
          expect(found.confidence).toBeLessThanOrEqual(1)
          end = found.end
        }
        expect(end).toBeLessThanOrEqual(text.length)
      }),
      { numRuns: 300 },
    )
  })

  it('are the same whatever was read before', () => {
    fc.assert(
      fc.property(texts, texts, (text, other) => {
        const once = namesIn(text)
        namesIn(other)
        expect(namesIn(text)).toEqual(once)
      }),
      { numRuns: 100 },
    )
  })
})

describe('the reasons of a name', () => {
  const book = new PhraseBook()
  const kinds = new CueKinds(
    book,
    book.ask(() => false),
    book.ask(() => false),
  )
  const weights = new NameWeights(readData('weights/names.tsv.gz').toString('utf8'))
  const { model } = new NameFinder(wordSources(packs), nameCues(packs, book), weights, null)

  it('add up to what the chain gives the name over no name', () => {
    const text = new ScannedText('Yesterday Adaeze Okonkwo said no to Frau Lautenschlager.')
    const evidence = new Evidence(text, book, null, kinds)
    const reading = model.features.read(text, evidence)
    const names = reading.chains.flatMap((chain) => model.find(reading, chain))
    expect(names.length).toBeGreaterThan(0)
    for (const { chain, first, end } of names) {
      const scores = model.score(reading, chain)
      scores.decode(weights)
      const labels = [...scores.labels.subarray(0, chain.end - chain.first)]
      const total = (path: readonly number[]) =>
        path.reduce(
          (sum, label, i) =>
            sum +
            scores.scores[i * LABELS + label]! +
            weights.moves[(i === 0 ? LABELS : path[i - 1]!) * LABELS + label]!,
          0,
        )
      const plain = labels.map((label, i) => (i + chain.first >= first && i + chain.first < end ? 0 : label))
      const margin = (total(labels) - total(plain)) / weights.scale
      const reasons = whyNamed(model, text, evidence, { first, end })
      expect(reasons.reduce((sum, { weight }) => sum + weight!, 0)).toBeCloseTo(margin, 6)
    }
  })

  it('are written in words, the weightiest first', () => {
    const text = new ScannedText('I spoke to Adaeze Okonkwo yesterday.')
    const [found] = engine.settle(engine.claims(text, { jurisdiction: null }))
    const reasons = engine.explain(text, found!)
    const sizes = reasons.map(({ weight }) => Math.abs(weight!))
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a))
    expect(reasons.map(({ says }) => says)).toContain('lists of names and words support a name')
    expect(new Set(reasons.map(({ token, says }) => `${token} ${says}`)).size).toBe(reasons.length)
  })
})

it('weights stand in order, each feature once, all of them whole numbers', () => {
  const lines = readData('weights/names.tsv.gz').toString('utf8').trimEnd().split('\n')
  const rows = lines.filter((line) => !/^[#*]/.test(line)).map((line) => line.split('\t'))
  expect(rows.length).toBeGreaterThan(10_000)
  for (const [i, [name, ...weights]] of rows.entries()) {
    if (i > 0) expect(name! > rows[i - 1]![0]!).toBe(true)
    expect(weights.length === LABELS && weights.every((weight) => Number.isInteger(Number(weight)))).toBe(true)
  }
})
