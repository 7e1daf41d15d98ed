// Why the weights took a span for a name: the features of its tokens in words, and what each added to "a name" over "no name".
import type { Reason } from '../../../records/detection.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import type { Evidence } from '../evidence.ts'
import type { TokenRange } from './fields.ts'
import { LABEL_NAMES, LABELS, Label } from './labels.ts'
import type { NameModel } from './model.ts'
import type { Chain, Reading } from './reading.ts'
import { HERE } from './words.ts'

/** Where the word stands that a feature is about. */
const PLACES: Readonly<Record<string, string>> = {
  '-2': 'two before',
  '-1': 'before',
  '+1': 'behind',
  '+2': 'two behind',
}

/** What the parts of a feature mean; the rest is written so that it can be read. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\blevels=(\d)(\d)(\d)(\d)/, 'in the lexicon as given name $1, family name $2, ordinary word $3, place $4 (of 7)'],
  [/\bword=(\S+)/, 'the word "$1"'],
  [/\bbegins=(\S+)/, 'begins with "$1"'],
  [/\bends=(\S+)/, 'ends in "$1"'],
  [/\bcase=(\w+)/, 'written $1'],
  [/\brole=([a-z ]{1,20}?)(?= case=| written|$)/, 'listed as $1'],
  [/\bopens=(\w+)/, 'stands at: $1'],
  [/\bpeople=(\d+)/, 'name levels $1'],
  [/^\[([-+ \d]{1,12})\] /, 'the tokens $1 are: '],
]

/** A feature in words. */
export function inWords(feature: string): string {
  const [, place, rest] = /^([-+]\d) (.+)$/.exec(feature) ?? [null, null, feature]
  const said = WORDS.reduce((text, [pattern, words]) => text.replace(pattern, words), rest!)
  return place === null ? said : `${PLACES[place!]}: ${said}`
}

/** What decided that the tokens of `range` are a name, the weightiest first; the weights add up to the margin over no name. */
export function whyNamed(
  model: NameModel,
  text: ScannedText,
  evidence: Evidence,
  range: TokenRange,
  withModel = false,
): Reason[] {
  const reading = model.features.read(text, evidence, withModel)
  const chain = reading.chains.find(({ first, end }) => first < range.end && end > range.first)
  return chain === undefined ? [] : reasonsOf(model, reading, chain, range)
}

function reasonsOf(model: NameModel, reading: Reading, chain: Chain, range: TokenRange): Reason[] {
  const { weights, features } = model
  const { text } = reading
  const scores = model.score(reading, chain)
  scores.decode(weights)
  const labels = [...scores.labels.subarray(0, chain.end - chain.first)]
  for (let at = range.first; at < range.end; at++)
    if (labels[at - chain.first] === Label.other)
      labels[at - chain.first] = at === range.first ? Label.first : Label.further
  const reasons: Reason[] = []
  features.each(reading, chain, (token, around, context) => {
    if (token < range.first || token >= range.end) return
    const label = labels[token - chain.first]!
    const { raw } = around[HERE]!
    for (const feature of features.allOf(around, context)) {
      const at = feature * LABELS
      const weight = weights.table[at + label]! - weights.table[at + Label.other]!
      if (weight !== 0)
        reasons.push({ token: raw, says: inWords(weights.nameOf(feature)), weight: weight / weights.scale })
    }
  })
  for (let at = range.first; at < range.end; at++) {
    const learned = reading.learned?.[at] ?? 0
    if (learned > 0) reasons.push({ token: text.word(at).raw, says: 'the model takes it for a name', weight: learned })
  }
  const named = movesOf(labels, weights.moves)
  const plain = movesOf(
    labels.map((label, i) => (i + chain.first >= range.first && i + chain.first < range.end ? Label.other : label)),
    weights.moves,
  )
  if (named !== plain)
    reasons.push({
      token: '',
      says: `the order of labels: ${labels.map((label) => LABEL_NAMES[label]).join(', ')}`,
      weight: (named - plain) / weights.scale,
    })
  return reasons.sort((a, b) => Math.abs(b.weight!) - Math.abs(a.weight!) || (a.says < b.says ? -1 : 1))
}

function movesOf(labels: readonly number[], moves: Int32Array): number {
  return labels.reduce((sum, label, i) => sum + moves[(i === 0 ? LABELS : labels[i - 1]!) * LABELS + label]!, 0)
}
