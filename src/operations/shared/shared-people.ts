// Texts that share their persons: the findings of a text together with the mentions of persons who are named in other texts, and the names
// that a text gives to the others.
import type { KnownPeople, TextKind } from '../../engines/detect/persons/known-people.ts'
import { append } from '../../lists.ts'
import type { Category } from '../../packs/schemas/category.ts'
import type { Finding } from '../../records/detection.ts'
import { ScannedText } from '../../text/scanned.ts'
import type { Context } from './context.ts'

const NAME = 'PII-1-NAME'
const NAME_SLOT = 'name'
const DETECTOR = 'rule:names_repeat'
/** How sure a name is that the rows of other people are searched for. */
export const LEAST_SHARED = 0.8

/** How the persons of other texts are looked for in a text. */
export interface ReadWith {
  readonly people: KnownPeople
  readonly kind: TextKind
}

/**
 * The findings of a text, disjoint and sorted, with the mentions of persons who are named elsewhere. The persons of the text are added to
 * them for the texts that are read next.
 */
export function withKnown(
  text: ScannedText,
  findings: readonly Finding[],
  shared: ReadWith,
  context: Context,
): readonly Finding[] {
  const all = withMentions(text, findings, shared, context)
  if (shared.kind !== 'name') for (const name of namesIn(text.source, findings, context, 0)) shared.people.add(name)
  return all
}

/** The findings of a text, disjoint and sorted, with the mentions of persons; no person is added to them. */
export function withMentions(
  text: ScannedText,
  findings: readonly Finding[],
  { people, kind }: ReadWith,
  { packs }: Context,
): readonly Finding[] {
  const mentions = people.mentions(text, kind)
  if (mentions.length === 0) return findings
  const categories = packs.categories()
  const all: Finding[] = []
  let next = 0
  for (const mention of mentions) {
    const { start, end } = mention
    const before = all.at(-1)
    if (before !== undefined && before.end > start) {
      // Two mentions in one finding: it goes on to the end of the second.
      all[all.length - 1] = { ...before, end: Math.max(before.end, Math.min(end, findings[next]?.start ?? end)) }
      continue
    }
    while (next < findings.length && findings[next]!.end <= start) all.push(findings[next++]!)
    let last = next
    while (last < findings.length && findings[last]!.start < end) last++
    const within = findings.slice(next, last)
    // Text that another category already hides stays unchanged.
    if (within.some((finding) => !isName(finding, categories))) continue
    next = last
    all.push(mentioned(mention, within, text.source))
  }
  for (; next < findings.length; next++) all.push(findings[next]!)
  return all
}

/** One finding for a mention and the findings of names that it overlaps, in order. */
function mentioned(
  { start, end, probability, person }: ReturnType<KnownPeople['mentions']>[number],
  within: readonly Finding[],
  source: string,
): Finding {
  const known = within.find(({ of }) => of !== undefined)?.of
  const own = known === undefined ? '' : source.slice(known.start, known.end)
  const { category, detector, strength } = within[0] ?? { category: NAME, detector: DETECTOR, strength: 'lexicon' }
  return {
    category,
    start: Math.min(start, within[0]?.start ?? start),
    end: Math.max(end, within.at(-1)?.end ?? end),
    confidence: within.reduce((most, { confidence }) => Math.max(most, confidence), probability),
    detector,
    strength,
    of: known,
    // The fuller of the names that this text and the others have for the person.
    person: person === null || wordsIn(own) >= wordsIn(person) ? undefined : person,
  }
}

function wordsIn(name: string): number {
  return name.match(/[\p{L}\p{M}]{2,}/gu)?.length ?? 0
}

/**
 * The findings of a text with the mentions of persons of the same row in its tables: each line with tabs is read separately, with
 * the names in it.
 */
export function withRows(text: string, findings: readonly Finding[], context: Context): readonly Finding[] {
  if (!text.includes('\t')) return findings
  const all: Finding[] = []
  let next = 0
  let start = 0
  for (const line of text.split('\n')) {
    const end = start + line.length
    const own: Finding[] = []
    for (; next < findings.length && findings[next]!.start <= end; next++) own.push(findings[next]!)
    // A finding over several lines is of no row.
    const isWhole = (all.at(-1)?.end ?? 0) <= start && own.every((finding) => finding.end <= end)
    append(all, line.includes('\t') && isWhole ? withRow(line, start, own, context) : own)
    start = end + 1
  }
  return all
}

function withRow(line: string, offset: number, findings: readonly Finding[], context: Context): readonly Finding[] {
  const moved = (finding: Finding, by: number): Finding => {
    const { start, end } = finding
    return { ...finding, start: start + by, end: end + by }
  }
  const own = findings.map((finding) => moved({ ...finding, of: undefined }, -offset))
  const names = namesIn(line, own, context, LEAST_SHARED)
  if (names.size === 0) return findings
  const before = new Map(findings.map((finding) => [finding.start, finding]))
  const all = withMentions(new ScannedText(line), own, { people: peopleOf(names, context), kind: 'about' }, context)
  // Findings from the whole text keep their person.
  return all.map((finding) => {
    const found = moved(finding, offset)
    const known = before.get(found.start)
    return known?.of !== undefined && known.end === found.end ? known : found
  })
}

/** The names of a text: the fullest of each person. `least`: only those that were found so surely, and not as mentions. */
export function namesIn(
  text: string,
  findings: readonly Finding[],
  { packs }: Context,
  least: number | null = null,
): ReadonlySet<string> {
  const categories = packs.categories()
  const names = new Set<string>()
  for (const finding of findings) {
    const { start, end, of, confidence, detector } = finding
    const isWanted = least === null || of !== undefined || (confidence >= least && detector !== DETECTOR)
    if (isName(finding, categories) && isWanted)
      names.add(text.slice(of?.start ?? start, of?.end ?? end).replace(/\s+/g, ' '))
  }
  return names
}

/** People by their names, complete. */
export function peopleOf(names: Iterable<string>, { engines }: Context): KnownPeople {
  const people = engines.detect.knownPeople()
  for (const name of names) people.add(name)
  people.close()
  return people
}

function isName({ category }: Finding, categories: ReadonlyMap<string, Category>): boolean {
  return categories.get(category)?.slot === NAME_SLOT
}

/** Sessions that are kept at most. */
const MOST_SESSIONS = 10_000

/** The persons of each session of a log, known to the lines that come after the one that names them. */
export class SessionPeople {
  /** The session that was read last is the last one. */
  readonly #sessions = new Map<string, KnownPeople>()

  /** The persons of a session. The sessions that were not read for longest are forgotten. */
  of(session: string, { engines }: Context): KnownPeople {
    const people = this.#sessions.get(session) ?? engines.detect.knownPeople()
    this.#sessions.delete(session)
    this.#sessions.set(session, people)
    const [oldest] = this.#sessions.keys()
    if (this.#sessions.size > MOST_SESSIONS) this.#sessions.delete(oldest!)
    return people
  }
}
