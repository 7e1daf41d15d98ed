// Whom a text is about: the fields of its best-supported subject. A letter names a patient, a doctor and a clerk; mixing
// their fields would make one person of three, so every value goes to the name it stands with and one subject is chosen.
import type { DocumentFieldSet } from '../packs/schemas/document-fields.ts'
import type { Finding } from '../records/detection.ts'
import type { ProposedEntity } from '../records/mentions.ts'
import { fold } from '../text/fold.ts'

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
}

interface Value {
  readonly source: string
  readonly start: number
  readonly end: number
  readonly text: string
  readonly confidence: number
}

interface Group {
  readonly names: Value[]
  readonly values: Value[]
}

/** Do two spellings name one subject? Equal words, or all words of one among the other's. */
function sameName(a: string, b: string): boolean {
  const words = (text: string) =>
    new Set(
      fold(text)
        .split(/[^\p{L}\p{N}]+/u)
        .filter((word) => word.length > 1),
    )
  const [x, y] = [words(a), words(b)]
  const [short, long] = x.size <= y.size ? [x, y] : [y, x]
  return short.size > 0 && [...short].every((word) => long.has(word))
}

function groupOf(groups: Group[], name: Value): Group {
  const known = groups.find((group) => group.names.some((other) => sameName(other.text, name.text)))
  if (known) {
    known.names.push(name)
    return known
  }
  const group: Group = { names: [name], values: [] }
  groups.push(group)
  return group
}

/** Settled findings and proposed entities as one list of values by source, in text order. */
function valuesOf(
  text: string,
  findings: readonly Finding[],
  entities: readonly ProposedEntity[],
  slotOf: (category: string) => string | undefined,
): Value[] {
  const values: Value[] = []
  for (const { category, start, end, confidence } of findings) {
    const slot = slotOf(category)
    if (slot !== undefined)
      values.push({ source: `slot:${slot}`, start, end, text: text.slice(start, end), confidence })
  }
  for (const { entity_type, start, end, confidence } of entities)
    values.push({ source: `entity:${entity_type}`, start, end, text: text.slice(start, end), confidence })
  return values.sort((a, b) => a.start - b.start || a.end - b.end || (a.source < b.source ? -1 : 1))
}

/**
 * The fields of the best-supported subject: the one with the most different kinds of value around its name, then the
 * most mentions, then the first. `text` is the text as sent; offsets of findings and entities are UTF-16.
 */
export function subjectOf(
  text: string,
  findings: readonly Finding[],
  entities: readonly ProposedEntity[],
  fieldSet: DocumentFieldSet,
  slotOf: (category: string) => string | undefined,
): Subject {
  const values = valuesOf(text, findings, entities, slotOf)
  const nameSources = new Set(fieldSet.fields[fieldSet.subject])
  const wanted = new Set(Object.values(fieldSet.fields).flat())
  const names = values.filter(({ source }) => nameSources.has(source))
  const groups: Group[] = []
  const groupAt = new Map(names.map((name) => [name, groupOf(groups, name)]))
  const unowned: Value[] = []
  let before: Value | null = null
  let next = 0
  for (const value of values) {
    if (groupAt.has(value)) {
      before = value
      next++
      continue
    }
    if (!wanted.has(value.source)) continue
    const ahead: Value | undefined = names[next]
    const owner =
      before !== null && value.start - before.end <= REACH_BACK
        ? before
        : ahead !== undefined && ahead.start - value.end <= REACH_AHEAD
          ? ahead
          : null
    if (owner) groupAt.get(owner)!.values.push(value)
    else unowned.push(value)
  }
  const support = (group: Group) => new Set(group.values.map(({ source }) => source)).size * 100 + group.names.length
  let chosen: Group | null = null
  for (const group of groups) if (chosen === null || support(group) > support(chosen)) chosen = group
  // What stands with no name belongs to the subject only when there is no other it could belong to.
  const own = [...(chosen?.values ?? []), ...(groups.length <= 1 ? unowned : [])].sort((a, b) => a.start - b.start)
  const best = chosen === null ? null : chosen.names.reduce((a, b) => (b.text.length > a.text.length ? b : a))
  const attributes: Record<string, string> = {}
  const confidence: Record<string, number> = {}
  for (const [field, sources] of Object.entries(fieldSet.fields)) {
    let value: Value | undefined
    if (field === fieldSet.subject) value = best ?? undefined
    else for (const source of sources) value ??= own.find((candidate) => candidate.source === source)
    if (value === undefined) continue
    attributes[field] = value.text.replace(/\s+/g, ' ').trim()
    confidence[field] = value.confidence
  }
  return { attributes, confidence, subjects: groups.length }
}
