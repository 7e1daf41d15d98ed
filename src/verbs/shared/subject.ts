// Whom a text is about: the fields of its best-supported subject. A letter names a patient, a doctor and a clerk; mixing
// their fields would make one person of three, so every value goes to the name it stands with and one subject is chosen.
import { append } from '../../lists.ts'
import type { DocumentFieldSet } from '../../packs/schemas/document-fields.ts'
import type { Finding } from '../../records/detection.ts'
import type { ProposedEntity } from '../../records/mentions.ts'
import { fold } from '../../text/fold.ts'
import type { Stated, StatedBy, StatedValue } from './stated-values.ts'

/** A value stands with the last name before it, if no further away than this many characters. */
const REACH_BACK = 400
/** A value before the first name (a letter head) stands with that name only when this close. */
const REACH_AHEAD = 120

export interface Subject {
  /** Field -> value as written, in the order of the field set. */
  readonly attributes: Readonly<Record<string, string>>
  /** Field -> confidence of the finding it came from, in [0, 1]. */
  readonly confidence: Readonly<Record<string, number>>
  /** How many different subjects the text names; 0 when it names none. */
  readonly subjects: number
  /** How well the text supports it: comparable among the subjects of one text. */
  readonly support: number
  /** Every value that stands with it, its names too, in text order. */
  readonly values: readonly OwnedValue[]
}

/** A value found in a text, by the field it may fill. */
export interface OwnedValue {
  readonly source: string
  /** UTF-16 indexes of the text, end exclusive. */
  readonly start: number
  readonly end: number
  readonly text: string
  /** In [0, 1]. */
  readonly confidence: number
  readonly by: 'document' | StatedBy
}

interface Value extends OwnedValue {
  /** The part of a name that a label says it is. */
  readonly part: 'given_name' | 'family_name' | null
  /** The row of a table of people that it stands in. */
  readonly row: string | null
}

interface Group {
  readonly names: Value[]
  readonly values: Value[]
  /** Words of the fullest name. */
  words: ReadonlySet<string>
  /** Where it was mentioned last. */
  last: number
}

/** The slot of a category, and whether what stands in a slot is a number of some register. */
export interface Slots {
  slotOf(category: string): string | undefined
  isNumber(slot: string): boolean
}

/** The words of a name that tell something; initials do not. */
function wordsOf(name: string): ReadonlySet<string> {
  return new Set(
    fold(name)
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length > 1),
  )
}

/** Do two spellings name one subject? Equal words, or all words of one among the other's. */
function sameWords(x: ReadonlySet<string>, y: ReadonlySet<string>): boolean {
  const [short, long] = x.size <= y.size ? [x, y] : [y, x]
  if (short.size === 0) return false
  for (const word of short) if (!long.has(word)) return false
  return true
}

/** Subjects looked at for one word of a name: those mentioned last. A roll of a thousand Smiths stays linear. */
const MOST_NAMESAKES = 50

/**
 * Names as subjects: a part of a name ("Mrs Bello") is another mention of the last name before it that has its words. Two
 * full names of different length are two subjects where each has its own number in a register.
 */
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

/** Values of a subject that a further name's are held against. */
const MOST_NUMBERS = 50

/** Different numbers of one kind and length: a person has one. */
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

/** A value without what separates its parts. */
function bare(text: string): string {
  return fold(text).replace(/[^\p{L}\p{N}]+/gu, '')
}

const SLOT = 'slot:'
const NOTHING_STATED: Stated = { values: [], labels: [] }

/** Fields of labels that fill a source under another name; the others fill the slot that is called like them. */
const SOURCES: Readonly<Record<string, string>> = {
  given_name: 'slot:name',
  family_name: 'slot:name',
  street: 'slot:address',
  website: 'entity:URL',
  organisation_name: 'entity:ORGANIZATION',
}
/** How sure a value is that a label states and that has the shape of one; properties name the maker, and at times a program. */
const STATED: Readonly<Record<StatedBy, number>> = { table: 0.95, label: 0.95, metadata: 0.9 }

/** Settled findings, proposed entities and what the file states as one list of values by source, in text order. */
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

/** Values that do not begin in a label. */
function outside(values: readonly Value[], labels: Stated['labels']): Value[] {
  let next = 0
  return values.filter(({ start }) => {
    while (next < labels.length && labels[next]!.end <= start) next++
    return next >= labels.length || labels[next]!.start > start
  })
}

/** What is stated takes the place of what was found there; a finding of the same kind makes it surer (two witnesses of one value). */
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
      // A number that a check digit proves is of its own kind, whatever the column is called.
      else if (value.confidence > STATED[by] && !isSameKind(value.source, source)) yield value
    }
    const part = field === 'given_name' || field === 'family_name' ? field : null
    yield { source, start, end, text: text.slice(start, end), confidence: 1 - doubt, by, part, row }
  }
  for (; next < found.length; next++) yield found[next]!
}

/** Names and entities say what words are, and a label says more; numbers are told apart by their form. */
function isSameKind(found: string, stated: string): boolean {
  return found.startsWith('entity:') || found === 'slot:name' || found === 'slot:location' || stated === found
}

/** How far apart the parts of one name stand in a form, in UTF-16 units: the lines between are short. */
const PARTS_APART = 200

/** A first name and a family name that labels tell apart, in one row or close together, are one name. */
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
 * The subjects of a text, best supported first: the one with the most different kinds of value around its name, then the
 * most mentions, then the first. At least one: what stands in a text without names makes a subject of its own. `text` is
 * the text as sent; offsets of findings and entities are UTF-16.
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
  // What stands with no name belongs to the subject only when there is no other it could belong to.
  const spare = groups.length <= 1 ? unowned : []
  const made = ({ group, by }: (typeof ranked)[number]) =>
    subjectFrom(group.names, [...group.values, ...spare], fieldSet, groups.length, by)
  const ranked = groups.map((group) => ({ group, by: support(group) })).sort((a, b) => b.by - a.by)
  const [first, ...others] = ranked
  if (first === undefined) return [subjectFrom([], spare, fieldSet, 0, 0)]
  // What stands with nobody of several is somebody's all the same: it is told last, as a subject without a name.
  const nobody = groups.length > 1 && unowned.length > 0 ? [subjectFrom([], unowned, fieldSet, groups.length, -1)] : []
  return [made(first), ...others.map(made), ...nobody]
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
  const stood = [...names, ...own].sort((a, b) => a.start - b.start || a.end - b.end)
  return { attributes, confidence, subjects, support, values: stood }
}

/**
 * The two subjects to compare: the best supported of either text; of several that are supported equally well those of one
 * name, so that a list of people is compared by whom both texts are about.
 */
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

/** Subjects of equal support that are looked at: a list of a thousand names against another is not compared name by name. */
const MOST_EQUAL = 50
