// POST /files/deidentify: a redacted file in its own format, verified by reading it again, and the decision that binds both.
import type { CopyMaker } from '../formats/copy-maker.ts'
import type { Edit } from '../formats/copy-text.ts'
import { editsOf } from '../formats/edits.ts'
import { nameSpots } from '../formats/file-names.ts'
import { KnownValues } from '../formats/known-values.ts'
import type { OpenedFile } from '../formats/copying.ts'
import { type RuledFinding, standInsOf } from '../engines/deidentify/engine.ts'
import type { KnownPeople } from '../engines/detect/persons/known-people.ts'
import type { FileCopy } from '../records/copies.ts'
import type { Finding } from '../records/detection.ts'
import { documentId } from '../records/ids.ts'
import type { DeidentifyFileRequest, DeidentifyRequest, Upload } from '../records/requests.ts'
import { ScannedText } from '../text/scanned.ts'
import { ENGINES } from '../version.ts'
import { actionForcedBy, copyOptions, decisionOver, type RuledText, rule, warnOfEmptySalt } from './deidentify.ts'
import type { Context } from './shared/context.ts'
import type { FolderNames } from './shared/folder-names.ts'
import { givenCode } from './shared/governing.ts'
import { namesIn, peopleOf, type ReadWith, withMentions, withRows } from './shared/known-people.ts'
import { backendFor, readAhead } from './shared/learned.ts'
import { requireLedger } from './shared/recorded.ts'
import { isStated, withStated } from './shared/stated-findings.ts'

/**
 * The text of a file, read ahead where a model reads it, under its law: what detection finds, what tables and forms state, and mentions of
 * the persons of a row and of those that a table states. Throws what /deidentify throws.
 */
export function ruleFile(
  request: DeidentifyRequest,
  text: ScannedText,
  context: Context,
  shared?: ReadWith | undefined,
): RuledText {
  const besides = (findings: readonly Finding[]) => {
    const all = withRows(request.text, withStated(request.text, findings, context), context)
    const names = namesIn(request.text, all.filter(isStated), context)
    if (names.size === 0) return all
    return withMentions(text, all, { people: peopleOf(names, context), kind: 'text' }, context)
  }
  return rule(request, context, text, { besides, shared })
}

export interface CopyTools {
  readonly maker: CopyMaker
  readonly signal?: AbortSignal | undefined
  readonly folder?: FolderNames | undefined
}

/** Adds the persons of a file to those of its folder, for the copies of all its files. Throws what deidentifyFile throws. */
export async function readPeople(
  asked: DeidentifyFileRequest,
  upload: Upload,
  context: Context,
  tools: CopyTools,
): Promise<void> {
  const { request, ruled } = await readFile(asked, upload, context, tools)
  tools.folder?.addPeople(namesIn(request.text, hiddenOf(ruled), context))
}

/** Throws document_unreadable, copy_leaks, extra_missing, timeout, and what /deidentify throws. */
export async function deidentifyFile(
  asked: DeidentifyFileRequest,
  upload: Upload,
  context: Context,
  tools: CopyTools,
): Promise<FileCopy> {
  const { folder, maker, signal } = tools
  const ledger = asked.store ? requireLedger(context) : null
  const shared = folder?.isTogether ? { people: folder.people(context), kind: 'text' as const } : undefined
  const { request, opened, languages, ruled } = await readFile(asked, upload, context, tools, shared)
  const { standIns, record } = standInsOf(opened.text, ruled.ruled, copyOptions(request, ruled, context))
  if (request.salt === '' && ruled.ruled.some(({ action }) => action === 'tokenize')) warnOfEmptySalt(context)
  const { edits, values, repeats } = editsOf(opened.text, standIns)
  const names = namesIn(opened.text, hiddenOf(ruled), context)
  const people = peopleOf(names, context)
  const { jurisdiction, statute } = ruled.law
  const underLaw = { ...request, jurisdiction, statute: statute.name }
  const inNames = (text: string, known: KnownValues, others: KnownPeople) =>
    editsOfName(text, known, others, underLaw, context)
  const ofFile = new KnownValues(values, 'names')
  const hidden = {
    edits: withNames(opened, edits, (text) => inNames(text, ofFile, shared?.people ?? people)),
    values: values.map(({ value }) => value),
    shows: (read: string, isName: boolean) =>
      people.mentions(new ScannedText(read), isName ? 'name' : 'text').filter(isSure),
  }
  const bytes = await maker.write(upload.bytes, opened, languages, hidden, signal)
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
  const masked = (known: KnownValues, others: KnownPeople) =>
    maskedName(upload.name, (text) => inNames(text, known, others))
  folder?.addPeople(names)
  folder?.add(upload.name, values, context, masked)
  const name = masked(ofFile, shared?.people ?? people)
  return { name, ...rest, ...file, removed: [...file.removed], repeats, recorded: ledger !== null, bytes }
}

async function readFile(
  asked: DeidentifyFileRequest,
  { bytes }: Upload,
  context: Context,
  { maker, signal }: CopyTools,
  shared?: ReadWith,
) {
  backendFor(asked.backend, context)
  actionForcedBy(asked.method)
  const languages = context.packs.countries().get(givenCode(asked.jurisdiction, context) ?? '')?.languages ?? []
  const opened = await maker.open(bytes, languages, signal)
  const request: DeidentifyRequest = { ...asked, text: opened.text }
  const text = new ScannedText(opened.text)
  await readAhead(text, asked.backend, context)
  return { request, opened, languages, ruled: ruleFile(request, text, context, shared) }
}

/** From this probability on a mention that is left in a copy fails it: what is less sure was judged in its sentence, which the copy changes. */
const SURE = 0.95

function isSure({ probability }: { readonly probability: number }): boolean {
  return probability >= SURE
}

function hiddenOf({ ruled }: RuledText): readonly RuledFinding[] {
  return ruled.filter(({ action }) => action !== 'retain')
}

const PART = '\n\n'

/** The edits of a text with those of the names of files in it, which are read as names of files are. */
function withNames(
  { text, names }: OpenedFile,
  edits: readonly Edit[],
  inNames: (text: string) => readonly Edit[],
): readonly Edit[] {
  if (names.length === 0) return edits
  // All names are read at once, each as a paragraph.
  const lines = names.map(({ start, end }) => text.slice(start, end).replaceAll('\n', ' '))
  const further: Edit[] = []
  let [line, from] = [0, 0]
  for (const edit of inNames(lines.join(PART))) {
    while (edit.start > from + lines[line]!.length) from += lines[line++]!.length + PART.length
    const by = names[line]!.start - from
    if (edit.end <= from + lines[line]!.length)
      further.push({ start: edit.start + by, end: edit.end + by, text: edit.text })
  }
  return joined(edits, further)
}

/** The edits of both lists, sorted, of the second those that overlap none of the first. Both lists are sorted. */
function joined(first: readonly Edit[], second: readonly Edit[]): Edit[] {
  let at = 0
  const kept = second.filter(({ start, end }) => {
    while (at < first.length && first[at]!.end <= start) at++
    return at === first.length || first[at]!.start >= end
  })
  return [...first, ...kept].sort((a, b) => a.start - b.start)
}

/** Edits of the name of a file: the people of the file, known values, and personal data in the name itself. */
function editsOfName(
  text: string,
  known: KnownValues,
  people: KnownPeople,
  request: DeidentifyRequest,
  context: Context,
): readonly Edit[] {
  // Only rules read names of files: a model expects sentences.
  const asked = { ...request, text, backend: 'basic' }
  const ruled = rule(asked, context, new ScannedText(text), { shared: { people, kind: 'name' } })
  const { standIns } = standInsOf(text, ruled.ruled, copyOptions(asked, ruled, context))
  const all = joined(editsOf(text, standIns).edits, known.in(text))
  return all.map(({ start, end, text: instead }) => ({ start, end, text: instead || 'removed' }))
}

/** Masks the file name, or each name of a path. */
function maskedName(name: string, inNames: (text: string) => readonly Edit[]): string {
  const { spots, path } = nameSpots(name)
  for (const spot of spots) {
    const edits = inNames(spot.value)
    if (edits.length > 0) spot.edit(edits)
  }
  return path()
}
