// Why the weights found a name: what its features are about, in words, and what each subject added to "a name" over "no name".
import type { Reason } from '../../../records/detection.ts'
import type { ScannedText } from '../../../text/scanned.ts'
import type { Evidence } from '../evidence.ts'
import type { TokenRange } from './fields.ts'
import { LABELS, Label } from './labels.ts'
import type { NameModel } from './model.ts'
import type { Chain, Reading } from './reading.ts'
import { HERE } from './weights.ts'
import type { NameWord } from './words.ts'

/** The neighbour that a feature is about, and how the sentence places the token next to it. */
const NEIGHBOURS: Readonly<Record<string, readonly [offset: number, sentence: string]>> = {
  '-2': [-2, 'comes shortly after'],
  '-1': [-1, 'follows'],
  '+1': [1, 'is followed by'],
  '+2': [2, 'comes shortly before'],
}

/** The cue of a feature (a key of Cue), in words. */
const CUES: Readonly<Record<string, string>> = {
  label: 'a label of persons',
  cue: 'words that introduce a person',
  title: 'a title',
  greeting: 'a greeting',
  closing: 'the closing of a letter',
  thing: 'a phrase that names a thing',
  number: 'a word for telephone numbers',
  introduction: 'words by which a speaker introduces somebody',
  foreign: 'the cue of another kind of value',
  field: 'the label of a field of names',
  naming: 'a label for what something is called',
  key: 'the label of a part of a name',
  question: 'a question about a name',
  thingList: 'the heading of a list of things',
  article: 'a word for article numbers',
  tail: 'words that continue a label',
  thingHeading: 'the heading of things',
  thingField: 'the label of a field of things',
  selfNaming: 'words by which people say their name',
}

const CUE_PLACES: Readonly<Record<string, string>> = {
  before: 'follows',
  heading: 'is in a field or column with',
  around: 'is part of',
}

/** Subjects of the other features; the first matching pattern decides. */
const SUBJECTS: readonly (readonly [RegExp, string])[] = [
  [/^(?:levels|given|family|proper|role|stem|also stem)=/, 'lists of names and words support a name'],
  [/^(?:begins place|in place|place)=/, 'lists of places support a name'],
  [/^(?:begins|ends|unknown|case|class|script|common|glued|prefixed)/, 'its spelling supports a name'],
  [
    /^(?:line|text|written|spoken|society|elsewhere|company|carrier before|carrier after)=/,
    'the line and the text support a name',
  ],
  [/^(?:opens=|word \d|\[)/, 'its position among its neighbours supports a name'],
  [/^in mail address/, 'is part of an e-mail address'],
]

const ANY_WORD = 'the kind of word supports a name'

/** Returns the subject of a feature as a sentence about the token; `around` holds the words next to it. */
function subjectOf(feature: string, around: readonly NameWord[]): string {
  const [, place] = /^([-+]\d) /.exec(feature) ?? []
  if (place !== undefined) {
    const [offset, sentence] = NEIGHBOURS[place]!
    const raw = around[HERE + offset]?.raw ?? ''
    return raw === '' ? `${sentence} no word` : `${sentence} "${raw}"`
  }
  const [, cue, way] = /^(\w+) (before|heading|around)\b/.exec(feature) ?? []
  if (cue !== undefined && CUES[cue] !== undefined) return `${CUE_PLACES[way!]} ${CUES[cue]}`
  if (/^word=/.test(feature)) return 'the word itself supports a name'
  return SUBJECTS.find(([pattern]) => pattern.test(feature))?.[1] ?? ANY_WORD
}

/** Reasons why the tokens of `range` are a name, strongest first; their weights add up to the margin over no name. */
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
  // Features overlap: what is about one thing is one reason, with the sum of their weights.
  const sums = new Map<string, { readonly token: string; readonly says: string; weight: number }>()
  const add = (token: string, says: string, weight: number) => {
    const key = `${token}\n${says}`
    const known = sums.get(key)
    if (known === undefined) sums.set(key, { token, says, weight })
    else known.weight += weight
  }
  features.each(reading, chain, (token, around, context) => {
    if (token < range.first || token >= range.end) return
    const label = labels[token - chain.first]!
    const { raw } = around[HERE]!
    for (const feature of features.allOf(around, context)) {
      const at = feature * LABELS
      const weight = weights.table[at + label]! - weights.table[at + Label.other]!
      if (weight !== 0) add(raw, subjectOf(weights.nameOf(feature), around), weight / weights.scale)
    }
  })
  for (let at = range.first; at < range.end; at++) {
    const learned = reading.learned?.[at] ?? 0
    if (learned > 0) add(text.word(at).raw, 'the learned model finds a name', learned)
  }
  const named = movesOf(labels, weights.moves)
  const plain = movesOf(
    labels.map((label, i) => (i + chain.first >= range.first && i + chain.first < range.end ? Label.other : label)),
    weights.moves,
  )
  if (named !== plain) add('', 'the number of its parts supports a name', (named - plain) / weights.scale)
  return [...sums.values()]
    .map((reason) => (reason.weight < 0 ? { ...reason, says: contradicting(reason.says) } : reason))
    .sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight) || (a.says < b.says ? -1 : 1))
}

const contradicting = (says: string): string => says.replace(/ support(s?) a name$/, ' contradict$1 a name')

const movesOf = (labels: readonly number[], moves: Int32Array): number =>
  labels.reduce((sum, label, i) => sum + moves[(i === 0 ? LABELS : labels[i - 1]!) * LABELS + label]!, 0)
