// The subject of a text: every value is assigned to a name next to it, and the best-supported person is chosen.
import { append } from '../../lists.ts'
import type { DocumentFieldSet } from '../../packs/schemas/field-labels.ts'
import type { Finding } from '../../records/detection.ts'
import type { ProposedEntity } from '../../records/mentions.ts'
import { fold } from '../../text/fold.ts'
import type { Stated, StatedBy, StatedValue } from './stated-values.ts'

/** Maximum distance in characters from a value back to the last name before it. */
const REACH_BACK = 400
/** Maximum distance in characters from a value ahead to the first name, as in a letterhead. */
const REACH_AHEAD = 120

export interface Subject {
  readonly attributes: Readonly<Record<string, string>>
  /** Field -> confidence of its finding, in [0, 1]. */
  readonly confidence: Readonly<Record<string, number>>
  /** Number of different subjects in the text; 0 if it names none. */
  readonly subjects: number
  /** Strength of the evidence; comparable among the subjects of one text. */
  readonly support: number
  /** Every value assigned to it, including its names, in text order. */
  readonly values: readonly OwnedValue[]
}

export interface OwnedValue {
  readonly source: string
  readonly start: number
  readonly end: number
  readonly text: string
  /** In [0, 1]. */
  readonly confidence: number
  readonly by: 'document' | StatedBy
}

interface Value extends OwnedValue {
  /** The part of a name, if a label gives it. */
  readonly part: 'given_name' | 'family_name' | null
  /** The row, if it is in a table of people. */
  readonly row: string | null
}

interface Group {
  readonly names: Value[]
  readonly values: Value[]
  /** Words of the fullest name. */
  words: ReadonlySet<string>
  last: number
}

/** The slot of a category, and whether the values of a slot are numbers of a register. */
export interface Slots {
  slotOf(category: string): string | undefined
  isNumber(slot: string): boolean
}

function wordsOf(name: string): ReadonlySet<string> {
  return new Set(
    fold(name)
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length > 1),
  )
}

/** True if two spellings name one subject: all words of the shorter are in the longer. */
function sameWords(x: ReadonlySet<string>, y: ReadonlySet<string>): boolean {
  const [short, long] = x.size <= y.size ? [x, y] : [y, x]
  if (short.size === 0) return false
  for (const word of short) if (!long.has(word)) return false
  return true
}

/** Maximum number of earlier subjects with a word of a name that are compared, latest first. A list of a thousand Smiths stays linear. */
const MOST_NAMESAKES = 50

/** Groups names into subjects: "Mrs Bello" is a mention of the last full name with its words, unless each has its own register number. */
function grouped(names: readonly Value[], owned: ReadonlyMap<Value, readonly Value[]>, slots: Slots): Group[] {
  const groups: Group[] = []
  const namesakes = new Map<string, Group[]>()
  for (const name of names) {
    const values = owned.get(name) ?? []
    const words = wordsOf(name.text)
    let group: Group | null = null
    for (const word of words)
      for (const known of namesakes.get(word)?.slice(-MOST_NAMESAKES) ?? [])
        if ((group === null || known.last > group.last) && isMention(words, values, known, slots)) group = known
    if (group === null) {
      group = { names: [], values: [], words, last: 0 }
      groups.push(group)
    }
    for (const word of words) {
      const known = namesakes.get(word)
      if (known === undefined) namesakes.set(word, [group])
      else if (known.at(-1) !== group) known.push(group)
    }
    group.names.push(name)
    append(group.values, values)
    group.last = name.start
    if (words.size > group.words.size) group.words = words
  }
  return groups
}

function isMention(words: ReadonlySet<string>, values: readonly Value[], group: Group, slots: Slots): boolean {
  if (!sameWords(words, group.words)) return false
  const full = words.size !== group.words.size && Math.min(words.size, group.words.size) > 1
  return !(full && contradict(group.values, values, slots))
}

/** Maximum number of values of a subject that are compared with those of a further name. */
const MOST_NUMBERS = 50

/** True for different numbers of one kind and length: a person has only one. */
function contradict(a: readonly Value[], b: readonly Value[], { isNumber }: Slots): boolean {
  return a.slice(0, MOST_NUMBERS).some((x) => {
    if (!isNumber(x.source.slice(SLOT.length))) return false
    const number = bare(x.text)
    return b.some((y) => {
      const other = y.source === x.source ? bare(y.text) : number
      return other !== number && other.length === number.length
    })
  })
}

const bare = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]+/gu, '')

const SLOT = 'slot:'
const NOTHING_STATED: Stated = { values: [], labels: [] }

/** Fields of labels whose source has another name; the other fields fill the slot of the same name. */
const SOURCES: Readonly<Record<string, string>> = {
  given_name: 'slot:name',
  family_name: 'slot:name',
  street: 'slot:address',
  website: 'entity:URL',
  organisation_name: 'entity:ORGANIZATION',
}
/** Confidence of a labelled value with a fitting shape; lower for properties, which name the author and sometimes a program. */
const STATED: Readonly<Record<StatedBy, number>> = { table: 0.95, label: 0.95, metadata: 0.9 }

/** Findings, proposed entities and labelled values as one list of values by source, in text order. */
function valuesOf(
  text: string,
  findings: readonly Finding[],
  entities: readonly ProposedEntity[],
  { slotOf }: Slots,
  stated: Stated,
): Value[] {
  const found: Value[] = []
  const add = (source: string, { start, end, confidence }: { start: number; end: number; confidence: number }) =>
    found.push({ source, start, end, text: text.slice(start, end), confidence, by: 'document', part: null, row: null })
  for (const finding of findings) {
    const slot = slotOf(finding.category)
    if (slot !== undefined) add(`${SLOT}${slot}`, finding)
  }
  for (const entity of entities) add(`entity:${entity.entity_type}`, entity)
  const inOrder = (a: Value, b: Value) => a.start - b.start || a.end - b.end || (a.source < b.source ? -1 : 1)
  found.sort(inOrder)
  if (stated.values.length + stated.labels.length === 0) return found
  return [...withStated(text, outside(found, stated.labels), stated.values)].sort(inOrder)
}

function outside(values: readonly Value[], labels: Stated['labels']): Value[] {
  let next = 0
  return values.filter(({ start }) => {
    while (next < labels.length && labels[next]!.end <= start) next++
    return next >= labels.length || labels[next]!.start > start
  })
}

/** Labelled values replace the values found at the same place; a finding of the same kind increases their confidence (two independent sources). */
function* withStated(text: string, found: readonly Value[], stated: readonly StatedValue[]): Generator<Value> {
  let next = 0
  for (const { field, by, start, end, row } of stated) {
    const source = SOURCES[field] ?? `${SLOT}${field}`
    let doubt = 1 - STATED[by]
    for (; next < found.length && found[next]!.start < end; next++) {
      const value = found[next]!
      if (value.end <= start) yield value
      else if (value.source === source) doubt *= 1 - value.confidence
      else if (value.start < start || value.end > end) yield value
      // A number with a valid check digit keeps its kind, independent of the column header.
      else if (value.confidence > STATED[by] && !isSameKind(value.source, source)) yield value
    }
    const part = field === 'given_name' || field === 'family_name' ? field : null
    yield { source, start, end, text: text.slice(start, end), confidence: 1 - doubt, by, part, row }
  }
  for (; next < found.length; next++) yield found[next]!
}

/** True for names and entities, which depend on the meaning of words, so that a label takes precedence; numbers are recognised by their form. */
const isSameKind = (found: string, stated: string): boolean =>
  found.startsWith('entity:') || found === 'slot:name' || found === 'slot:location' || stated === found

/** Maximum distance of the parts of one name in a form, in UTF-16 units: the lines between are short. */
const PARTS_APART = 200

/** Joins a first name and a family name with separate labels, in one row or close together, to one name. */
function joinedParts(values: readonly Value[]): Value[] {
  const joined: Value[] = []
  for (const value of values) {
    const before = joined.at(-1)
    const isOther = before !== undefined && before.part !== null && value.part !== null && before.part !== value.part
    if (isOther && before.row === value.row && value.start - before.end <= PARTS_APART) {
      const [given, family] = before.part === 'given_name' ? [before, value] : [value, before]
      joined[joined.length - 1] = {
        ...before,
        text: `${given.text} ${family.text}`,
        confidence: Math.min(before.confidence, value.confidence),
        part: null,
      }
    } else joined.push(value)
  }
  return joined
}

/**
 * The subjects of a text, best supported first: by the number of different kinds of value next to the name, then by
 * mentions, then by position. At least one: the values of a text without names form a subject. `text` is
 * the original text; offsets of findings and entities are UTF-16.
 */
export function subjectsOf(
  text: string,
  findings: readonly Finding[],
  entities: readonly ProposedEntity[],
  fieldSet: DocumentFieldSet,
  slots: Slots,
  stated: Stated = NOTHING_STATED,
): readonly [Subject, ...Subject[]] {
  const nameSources = new Set(fieldSet.fields[fieldSet.subject])
  const all = valuesOf(text, findings, entities, slots, stated)
  const names = joinedParts(all.filter(({ source }) => nameSources.has(source)))
  const parts = all.filter(({ source }) => !nameSources.has(source))
  const values = [...names, ...parts].sort(
    (a, b) => a.start - b.start || a.end - b.end || (a.source < b.source ? -1 : 1),
  )
  const wanted = new Set(Object.values(fieldSet.fields).flat())
  const owned = new Map<Value, Value[]>(names.map((name) => [name, []]))
  const byRow = new Map(names.flatMap((name) => (name.row === null ? [] : [[name.row, name] as const])))
  const unowned: Value[] = []
  let before: Value | null = null
  let next = 0
  for (const value of values) {
    if (owned.has(value)) {
      before = value
      next++
      continue
    }
    if (!wanted.has(value.source)) continue
    const ahead: Value | undefined = names[next]
    const owner =
      value.row !== null && byRow.has(value.row)
        ? byRow.get(value.row)!
        : before !== null && value.start - before.end <= REACH_BACK
          ? before
          : ahead !== undefined && ahead.start - value.end <= REACH_AHEAD
            ? ahead
            : null
    if (owner) owned.get(owner)!.push(value)
    else unowned.push(value)
  }
  const groups = grouped(names, owned, slots)
  const support = (group: Group) => new Set(group.values.map(({ source }) => source)).size * 100 + group.names.length
  // Values without a name next to them belong to the subject only if there is just one.
  const spare = groups.length <= 1 ? unowned : []
  const made = ({ group, by }: (typeof ranked)[number]) =>
    subjectFrom(group.names, [...group.values, ...spare], fieldSet, groups.length, by)
  const ranked = groups.map((group) => ({ group, by: support(group) })).sort((a, b) => b.by - a.by)
  const [first, ...others] = ranked
  if (first === undefined) return [subjectFrom([], spare, fieldSet, 0, 0)]
  // With several subjects, values without a name next to them form a further subject without a name, which is last.
  const extra = groups.length > 1 && unowned.length > 0 ? [subjectFrom([], unowned, fieldSet, groups.length, -1)] : []
  return [made(first), ...others.map(made), ...extra]
}

function subjectFrom(
  names: readonly Value[],
  values: readonly Value[],
  fieldSet: DocumentFieldSet,
  subjects: number,
  support: number,
): Subject {
  const own = [...values].sort((a, b) => a.start - b.start)
  const best = names.reduce<Value | undefined>(
    (a, b) => (a === undefined || b.text.length > a.text.length ? b : a),
    undefined,
  )
  const attributes: Record<string, string> = {}
  const confidence: Record<string, number> = {}
  for (const [field, sources] of Object.entries(fieldSet.fields)) {
    let value: Value | undefined
    if (field === fieldSet.subject) value = best
    else for (const source of sources) value ??= own.find((candidate) => candidate.source === source)
    if (value === undefined) continue
    attributes[field] = value.text.replace(/\s+/g, ' ').trim()
    confidence[field] = value.confidence
  }
  const assigned = [...names, ...own].sort((a, b) => a.start - b.start || a.end - b.end)
  return { attributes, confidence, subjects, support, values: assigned }
}

/** The subjects to compare: the best supported of each text; of several with equal support, two of the same name. */
export function subjectPair(
  a: readonly [Subject, ...Subject[]],
  b: readonly [Subject, ...Subject[]],
  field: string,
): readonly [Subject, Subject] {
  const best = (subjects: readonly [Subject, ...Subject[]]) =>
    subjects.filter(({ support }) => support === subjects[0].support).slice(0, MOST_EQUAL)
  for (const x of best(a))
    for (const y of best(b))
      if (sameWords(wordsOf(x.attributes[field] ?? ''), wordsOf(y.attributes[field] ?? ''))) return [x, y]
  return [a[0], b[0]]
}

/** Maximum number of subjects of equal support that are compared: two lists of a thousand names are not compared name by name. */
const MOST_EQUAL = 50
