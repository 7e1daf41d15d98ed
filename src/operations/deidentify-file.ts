// POST /files/deidentify: a redacted file in its own format, verified by reading it again, and the decision that binds both.

import { type RuledFinding, standInsOf } from '../engines/deidentify/engine.ts'
import type { KnownPeople } from '../engines/detect/persons/known-people.ts'
import { editsOf } from '../formats/edits.ts'
import type { CopyMaker } from '../formats/file-processes.ts'
import type { OpenedFile } from '../formats/one-file.ts'
import type { Edit } from '../formats/shared/copy-text.ts'
import { type KnownValues, valuesInNames } from '../formats/shared/known-values.ts'
import { nameSpots } from '../formats/shared/partial-spots.ts'
import { isHeaderRow } from '../formats/table/csv.ts'
import { append } from '../lists.ts'
import type { Labels } from '../packs/labels.ts'
import type { Finding } from '../records/detection.ts'
import type { FileCopy } from '../records/documents.ts'
import { documentId } from '../records/ids.ts'
import type { DeidentifyFileRequest, DeidentifyRequest, Upload } from '../records/requests.ts'
import type { Block, Cell, Structure } from '../records/structure.ts'
import type { Range } from '../text/range.ts'
import { ScannedText } from '../text/scanned.ts'
import { ENGINES } from '../version.ts'
import { actionForcedBy, copyOptions, decisionOver, type RuledText, rule, warnOfEmptySalt } from './deidentify.ts'
import type { Context } from './shared/context.ts'
import type { FolderNames } from './shared/folder-names.ts'
import { givenCode } from './shared/governing.ts'
import { backendFor, readAhead } from './shared/learned-backend.ts'
import { requireLedger } from './shared/recorded.ts'
import { namesIn, peopleOf, type ReadWith, withMentions, withRows } from './shared/shared-people.ts'
import { statedValues } from './shared/stated-values.ts'

const DETECTOR = 'rule:stated'
const CONFIDENCE = 0.9
/** Fields that identify a person only together with others, or that belong to companies. */
const NO_FIELDS: ReadonlySet<string> = new Set(['registration_id', 'lei', 'vat_id', 'location', 'url'])
/** Fields that are parts of a value, with the field of the whole. */
const WHOLE: Readonly<Record<string, string>> = { given_name: 'name', family_name: 'name', street: 'address' }

/** Whether a label, a heading or a cell says what a finding is. */
function isStated({ detector }: Finding): boolean {
  return detector === DETECTOR
}

/** Adds the labelled values to the findings. `findings` and the result are disjoint and sorted. */
function withStated(text: string, findings: readonly Finding[], format: string, { packs }: Context): Finding[] {
  const categories = new Map<string, string>()
  for (const { slot, code } of packs.categories().values())
    if (!categories.has(slot) && !NO_FIELDS.has(slot)) categories.set(slot, code)
  const { values, labels } = statedValues(text, structureOf(text, format), packs.labels())
  const name = categories.get('name')
  // A label is not a person's name.
  const kept = without(besideHeadings(findings, text, packs.labels()), labels, (finding) => finding.category === name)
  const added: Finding[] = []
  for (const { field, start, end } of values) {
    const category = categories.get(WHOLE[field] ?? field)
    if (category === undefined || end <= start) continue
    added.push({ category, start, end, confidence: CONFIDENCE, detector: DETECTOR, strength: 'pattern' })
  }
  return merged(kept, added)
}

/** The findings without the headings that they begin or end with: a name does not go on in the next cell of those. */
function besideHeadings(findings: readonly Finding[], text: string, labels: Labels): readonly Finding[] {
  const isHeading = (cell: string) => labels.kindsOf(cell, null).kinds.size > 0
  const cuts = new Map<number, Range>()
  for (const { start, end } of findings) {
    const cells = text.slice(start, end).split('\t')
    let [from, to] = [start, end]
    while (cells.length > 1 && isHeading(cells[0]!)) from += cells.shift()!.length + 1
    while (cells.length > 1 && isHeading(cells.at(-1)!)) to -= cells.pop()!.length + 1
    if (to - from < end - start) cuts.set(start, { start: from, end: to })
  }
  if (cuts.size === 0) return findings
  const cut = (range: Range) => cuts.get(range.start) ?? { start: range.start, end: range.end }
  return findings.map((finding) => ({ ...finding, ...cut(finding), of: finding.of && cut(finding.of) }))
}

/** Removes the findings inside a range for which `may` returns true. Both lists are sorted and disjoint. */
function without(
  findings: readonly Finding[],
  ranges: readonly Range[],
  may: (finding: Finding) => boolean,
): Finding[] {
  let next = 0
  return findings.filter((finding) => {
    while (next < ranges.length && ranges[next]!.end < finding.end) next++
    const range = ranges[next]
    return range === undefined || range.start > finding.start || !may(finding)
  })
}

/** Adds a labelled value in a place without findings, or where it covers only parts of the same category. */
function merged(findings: readonly Finding[], stated: readonly Finding[]): Finding[] {
  const all: Finding[] = []
  let next = 0
  for (const value of stated) {
    while (next < findings.length && findings[next]!.end <= value.start) all.push(findings[next++]!)
    const within: Finding[] = []
    for (let n = next; n < findings.length && findings[n]!.start < value.end; n++) within.push(findings[n]!)
    const covers = within.every(
      ({ category, start, end }) => start >= value.start && end <= value.end && category === value.category,
    )
    const isWhole = within.length === 1 && within[0]!.start === value.start && within[0]!.end === value.end
    if (within.length > 0 && (!covers || isWhole)) continue
    next += within.length
    all.push(value)
  }
  append(all, findings.slice(next))
  return all
}

/** Consecutive lines with tabs are a table; other lines are paragraphs. Only a table in text is known to begin with its headings. */
function structureOf(text: string, format: string): Structure {
  const blocks: Block[] = []
  let at = 0
  let table: { start: number; end: number; cells: Cell[]; rows: number } | null = null
  let lines: { start: number; end: number } | null = null
  const block = (kind: Block['kind'], start: number, end: number, cells: readonly Cell[]) =>
    blocks.push({ kind, origin: 'body', start, end, level: null, part: null, cells })
  const endTable = () => {
    if (table !== null) block('table', table.start, table.end, table.cells)
    table = null
  }
  const endLines = () => {
    if (lines !== null) block('paragraph', lines.start, lines.end, [])
    lines = null
  }
  for (const line of text.split('\n')) {
    const end = at + line.length
    if (line.includes('\t')) {
      endLines()
      table ??= { start: at, end, cells: [], rows: 0 }
      addRow(table, line, at, format === 'csv' && at === 0)
      table.end = end
    } else {
      endTable()
      if (line.trim() === '') endLines()
      else if (lines === null) lines = { start: at, end }
      else lines.end = end
    }
    at = end + 1
  }
  endTable()
  endLines()
  return { blocks, placed: [], pages: [] }
}

function addRow(table: { cells: Cell[]; rows: number }, line: string, start: number, isFirst: boolean): void {
  const cells = line.split('\t')
  const header = isFirst && isHeaderRow(cells)
  let at = start
  for (const [column, cell] of cells.entries()) {
    table.cells.push({
      row: table.rows,
      column,
      rowSpan: 1,
      columnSpan: 1,
      header,
      start: at,
      end: at + cell.length,
    })
    at += cell.length + 1
  }
  table.rows++
}

/**
 * The text of a file, read ahead where a model reads it, under its law: what detection finds, what tables and forms state, and mentions of
 * the persons of a row and of those that a table states. Throws what /deidentify throws.
 */
export function ruleFile(
  request: DeidentifyRequest,
  text: ScannedText,
  format: string,
  context: Context,
  shared?: ReadWith | undefined,
): RuledText {
  const besides = (findings: readonly Finding[]) => {
    const all = withRows(request.text, withStated(request.text, findings, format, context), context)
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
  const ofFile = valuesInNames(values)
  const hidden = {
    edits: withNames(opened, edits, (text) => inNames(text, ofFile, shared?.people ?? people)),
    values: values.map(({ value }) => value),
    leaksIn: (read: string, isName: boolean) =>
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
  return { request, opened, languages, ruled: ruleFile(request, text, opened.format, context, shared) }
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
  const hits = known.in(text)
  // A finding inside of a known value is a part of it: "l l" in "W a l l r a f f".
  const isWithin = (edit: Edit) => hits.some(({ start, end }) => start <= edit.start && edit.end <= end)
  const all = joined(
    editsOf(text, standIns).edits.filter((edit) => !isWithin(edit)),
    hits,
  )
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
