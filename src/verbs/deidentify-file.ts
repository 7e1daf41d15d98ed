// POST /files/deidentify: a redacted file in its own format, verified by reading it again, and the decision that binds both.
import type { CopyMaker } from '../copies/copy-maker.ts'
import type { Edit } from '../copies/copy-text.ts'
import { editsOf } from '../copies/edits.ts'
import { nameSpots } from '../copies/file-names.ts'
import type { FolderNames } from '../copies/folder-names.ts'
import { type Known, KnownValues } from '../copies/known-values.ts'
import type { OpenedFile } from '../copies/registry.ts'
import { type StandIn, standInsOf } from '../engines/deidentify/engine.ts'
import type { FileCopy } from '../records/copies.ts'
import { documentId } from '../records/ids.ts'
import type { DeidentifyFileRequest, DeidentifyRequest, Upload } from '../records/requests.ts'
import { ScannedText } from '../text/scanned.ts'
import { ENGINES } from '../version.ts'
import { actionForcedBy, copyOptions, decisionOver, type RuledText, rule, warnOfEmptySalt } from './deidentify.ts'
import type { Context } from './shared/context.ts'
import { givenCode } from './shared/governing.ts'
import { backendFor, readAhead } from './shared/learned.ts'
import { requireLedger } from './shared/recorded.ts'
import { withStated } from './shared/stated-findings.ts'

/** The text of a file, read ahead where a model reads it, under its law: what detection finds, and what tables and forms state. Throws what /deidentify throws. */
export function ruleFile(request: DeidentifyRequest, text: ScannedText, context: Context): RuledText {
  return rule(request, context, text, (findings) => withStated(request.text, findings, context))
}

export interface CopyTools {
  readonly maker: CopyMaker
  readonly signal?: AbortSignal | undefined
  readonly folder?: FolderNames | undefined
}

/** Throws document_unreadable, copy_leaks, extra_missing, timeout, and what /deidentify throws. */
export async function deidentifyFile(
  asked: DeidentifyFileRequest,
  upload: Upload,
  context: Context,
  { folder, maker, signal }: CopyTools,
): Promise<FileCopy> {
  const ledger = asked.store ? requireLedger(context) : null
  backendFor(asked.backend, context)
  actionForcedBy(asked.method)
  const languages = context.packs.countries().get(givenCode(asked.jurisdiction, context) ?? '')?.languages ?? []
  const opened = await maker.open(upload.bytes, languages, signal)
  const request: DeidentifyRequest = { ...asked, text: opened.text }
  const text = new ScannedText(opened.text)
  await readAhead(text, asked.backend, context)
  const ruled = ruleFile(request, text, context)
  const { standIns, record } = standInsOf(opened.text, ruled.ruled, copyOptions(request, ruled, context))
  if (request.salt === '' && ruled.ruled.some(({ action }) => action === 'tokenize')) warnOfEmptySalt(context)
  const { edits, values, repeats } = editsOf(opened.text, standIns)
  const needles = [...values, ...surnamesOf(opened.text, ruled, standIns, context)]
  const people = peopleOf(opened.text, ruled, standIns, context)
  const bytes = await maker.write(
    upload.bytes,
    opened,
    languages,
    withNames(opened, edits, new KnownValues(needles, 'names'), people, context),
    values.map(({ value }) => value),
    signal,
  )
  const file = {
    original: documentId(upload.bytes),
    copy: documentId(bytes),
    format: opened.format,
    reader: ENGINES.copies,
    removed: opened.removed,
  }
  const { answer, append } = decisionOver(request, ruled, { text: '', record }, context, file)
  if (ledger !== null) await ledger.append([append()])
  const { text: _, spans: __, recorded: ___, ...rest } = answer
  const masked = (known: KnownValues) => maskedName(upload.name, known, people, request, context)
  folder?.add(upload.name, needles, masked)
  const name = masked(new KnownValues(needles, 'names'))
  return { name, ...rest, ...file, removed: [...file.removed], repeats, recorded: ledger !== null, bytes }
}

/** Slot of categories of names of people. */
const NAME_SLOT = 'name'

/** The last word of each name that was found: files are called by surnames. `standIns`: in the order of the findings. */
function surnamesOf(text: string, ruled: RuledText, standIns: readonly StandIn[], context: Context): Known[] {
  const categories = context.packs.categories()
  return ruled.ruled.flatMap(({ category, start, end }, n): Known[] => {
    const { retained, text: instead } = standIns[n]!
    const surname = surnameIn(text.slice(start, end))
    if (retained || surname === undefined || categories.get(category)?.slot !== NAME_SLOT) return []
    return [{ value: surname, text: instead ?? '' }]
  })
}

/** Letters of a surname in the name of a file: shorter ones are words of other things. */
const [FEWEST_LETTERS, MOST_LETTERS] = [4, 61]

/** The end of the last word of a name, from its first capital on; undefined if it is too short or too long. */
function surnameIn(name: string): string | undefined {
  const word = name
    .trim()
    .split(/[^\p{L}\p{M}'’-]/u)
    .at(-1)!
  const capital = word.search(/\p{Lu}/u)
  const surname = capital === -1 ? '' : word.slice(capital)
  return surname.length >= FEWEST_LETTERS && surname.length <= MOST_LETTERS ? surname : undefined
}

/** The people of a text by their fullest names, each with what represents it in the copy. */
function peopleOf(
  text: string,
  { ruled }: RuledText,
  standIns: readonly StandIn[],
  context: Context,
): ReadonlyMap<string, string> {
  const categories = context.packs.categories()
  const people = new Map<string, string>()
  for (const [at, { category, start, end, of }] of ruled.entries()) {
    const standIn = standIns[at]!
    const name = text.slice(of?.start ?? start, of?.end ?? end)
    if (categories.get(category)?.slot === NAME_SLOT && !standIn.retained && !people.has(name))
      people.set(name, standIn.text ?? '')
  }
  return people
}

const PART = '\n\n'

/** The edits of a text with those of the names of files in it, which are read as names of files are. */
function withNames(
  { text, names }: OpenedFile,
  edits: readonly Edit[],
  known: KnownValues,
  people: ReadonlyMap<string, string>,
  context: Context,
): readonly Edit[] {
  // All names are read at once, each as a paragraph.
  const lines = names.map(({ start, end }) => text.slice(start, end).replaceAll('\n', ' '))
  const further: Edit[] = []
  let [line, from] = [0, 0]
  for (const edit of namesIn(lines.join(PART), known, people, context)) {
    while (edit.start > from + lines[line]!.length) from += lines[line++]!.length + PART.length
    const by = names[line]!.start - from
    if (edit.end <= from + lines[line]!.length)
      further.push({ start: edit.start + by, end: edit.end + by, text: edit.text || 'removed' })
  }
  return joined(edits, further).sort((a, b) => a.start - b.start)
}

/** The edits of both lists, of the second those that overlap none of the first. Both lists are sorted. */
function joined(first: readonly Edit[], second: readonly Edit[]): Edit[] {
  let at = 0
  const kept = second.filter(({ start, end }) => {
    while (at < first.length && first[at]!.end <= start) at++
    return at === first.length || first[at]!.start >= end
  })
  return [...first, ...kept]
}

/** What the name of a file says of the people and the values of the file. */
function namesIn(
  text: string,
  known: KnownValues,
  people: ReadonlyMap<string, string>,
  context: Context,
): readonly Edit[] {
  const persons = [...people.keys()]
  const mentions = context.engines.detect
    .mentions(new ScannedText(text), persons, true)
    .map(({ start, end, person }) => ({ start, end, text: person === null ? '' : people.get(persons[person]!)! }))
  return joined(mentions, known.in(text)).sort((a, b) => a.start - b.start)
}

/** Masks the file name, or each name of a path: known values, the people of the file, and personal data in the name itself. */
function maskedName(
  name: string,
  known: KnownValues,
  people: ReadonlyMap<string, string>,
  request: DeidentifyRequest,
  context: Context,
): string {
  const { spots, path } = nameSpots(name)
  for (const spot of spots) {
    const text = spot.value
    const found = namesIn(text, known, people, context)
    // Only rules read names of files: a model expects sentences.
    const asked = { ...request, text, backend: 'basic' }
    const ruled = rule(asked, context)
    const { standIns } = standInsOf(text, ruled.ruled, copyOptions(asked, ruled, context))
    const { edits } = editsOf(text, standIns)
    const all = joined(found, edits).map(({ start, end, text: instead }) => ({
      start,
      end,
      text: instead || 'removed',
    }))
    if (all.length > 0) spot.edit(all)
  }
  return path()
}
