// From the replacement of each found value to the edits of the file: gaps of dropped values closed, and every repeat of a value that nothing
// announces hidden as the value is.
import type { StandIn } from '../engines/deidentify/engine.ts'
import type { Edit } from './shared/copy-text.ts'
import { type Known, KnownValues, type Occurrence, wordsOfValues } from './shared/known-values.ts'

export interface MaskedValues {
  /** Disjoint, sorted. */
  readonly edits: readonly Edit[]
  /** Every value that is hidden, each once, with its replacement. */
  readonly values: readonly Known[]
  /** Number of repeats that were hidden in addition to the findings. */
  readonly repeats: number
}

const CLOSING = /[.,;:!?)\]}%»”’…、。]/

/** `standIns`: disjoint and sorted, over `text`. */
export function editsOf(text: string, standIns: readonly StandIn[]): MaskedValues {
  const hidden = standIns.filter(({ retained }) => !retained)
  const found = hidden.map((standIn) =>
    standIn.text === null ? withoutGap(text, standIn) : { ...standIn, text: standIn.text },
  )
  const values = new Map<string, string>()
  for (const { start, end, text: instead } of hidden) {
    const value = text.slice(start, end).trim()
    // A generalised value may keep a part of the original: that part was not hidden.
    if (value !== '' && !values.has(value) && instead?.includes(value) !== true) values.set(value, instead ?? '')
  }
  const known = [...values].map(([value, instead]): Known => ({ value, text: instead }))
  const words = wordsOfValues(known)
  const parted = words.map((word) => ({ ...word, isParted: true }))
  const encoded = encodedIn(text, () => new KnownValues([...known, ...words]))
  const edits: Edit[] = []
  let next = 0
  let repeats = 0
  for (const { start, end, text: instead, isParted } of merged(
    new KnownValues([...known, ...parted]).in(text),
    encoded,
  )) {
    while (next < found.length && found[next]!.start < start) edits.push(found[next++]!)
    let last = next
    while (last < found.length && found[last]!.start < end) last++
    // A finding inside of a value that markup parts is a part of it.
    const isWhole = isParted === true && (last === next || found[last - 1]!.end <= end)
    if ((edits.at(-1)?.end ?? 0) > start || (last > next && !isWhole)) continue
    next = last
    edits.push({ start, end, text: instead })
    repeats++
  }
  for (; next < found.length; next++) edits.push(found[next]!)
  return { edits: disjoint(edits), values: known, repeats }
}

const BASE64 = /(?<![\w+/-])[\w+/-]{11,}={0,2}(?![\w+/=-])/g
const CONTROL = /[\u0000-\u0008\u000e-\u001f\u007f\ufffd]/

/** Words that are the base64 of a text with a known value. */
function encodedIn(text: string, values: () => KnownValues): Occurrence[] {
  const found: Occurrence[] = []
  let known: KnownValues | null = null
  for (const { 0: word, index } of text.matchAll(BASE64)) {
    const decoded = Buffer.from(word, 'base64url').toString('utf8')
    if (CONTROL.test(decoded)) continue
    known ??= values()
    const [said] = known.in(decoded)
    if (said !== undefined) found.push({ ...said, start: index, end: index + word.length })
  }
  return found
}

function merged(first: readonly Occurrence[], second: readonly Occurrence[]): readonly Occurrence[] {
  return second.length === 0 ? first : first.concat(second).sort((a, b) => a.start - b.start)
}

/** A dropped value takes one of the spaces around it along. */
function withoutGap(text: string, { start, end }: StandIn): Edit {
  const before = text[start - 1]
  const behind = text[end]
  if (behind === ' ' && (before === undefined || /\s/.test(before))) return { start, end: end + 1, text: '' }
  if (before === ' ' && (behind === undefined || /\s/.test(behind) || CLOSING.test(behind)))
    return { start: start - 1, end, text: '' }
  return { start, end, text: '' }
}

/** The spaces that two dropped values share belong to the first. */
function disjoint(edits: readonly Edit[]): Edit[] {
  const kept: Edit[] = []
  for (const edit of edits) {
    const at = kept.at(-1)?.end ?? 0
    if (edit.start >= at) kept.push(edit)
    else if (edit.end > at) kept.push({ ...edit, start: at })
  }
  return kept
}
