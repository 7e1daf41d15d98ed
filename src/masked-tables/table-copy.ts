// A masked copy of a table file: planned, masked in pieces by all cores, written to a temporary file, bound by a decision, and only then
// moved to its place. A copy that fails or is stopped leaves nothing.
import { createHash } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, realpathSync, renameSync, rmSync, writeSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { maskedCopy, type TokenKeeper } from '../engines/deidentify/engine.ts'
import type { KnownPeople } from '../engines/detect/persons/known-people.ts'
import { SelfsameError } from '../errors.ts'
import type { LedgerAppend } from '../ledger/store.ts'
import { copyOptions, rule, warnOfEmptySalt } from '../operations/deidentify.ts'
import type { Context } from '../operations/shared/context.ts'
import { type GoverningLaw, governingLaw } from '../operations/shared/governing.ts'
import type { Finding } from '../records/detection.ts'
import { documentIdOfHash } from '../records/ids.ts'
import type { DeidentifyTableRequest } from '../records/requests.ts'
import { inertCell } from '../text/inert-cells.ts'
import { ScannedText } from '../text/scanned.ts'
import { shareOfNames } from './cell-shapes.ts'
import {
  askedColumns,
  type MaskSetting,
  planTable,
  type ShownAgain,
  shownAgain,
  type TablePlan,
} from './column-plan.ts'
import { refuseLabelled } from './label-columns.ts'
import { type MaskedPiece, maskJob } from './mask-job.ts'
import { masked } from './mask-pool.ts'
import { ParquetCopy, parquetHead } from './parquet.ts'
import { GroupCounts, quasiColumns, viewsOf } from './row-groups.ts'
import { RowPeople } from './row-people.ts'
import { type TableDecision, tableDecision } from './table-decision.ts'
import { piecesOf, type ReadPiece, type TableFile, type TableHead, tableHead } from './table-files.ts'
import type { ColumnCounts } from './table-masker.ts'
import { written } from './text-rows.ts'

/** The inputs of a copy. */
export type TableRequest = Omit<DeidentifyTableRequest, 'store' | 'encoding'>

export interface TableOptions {
  readonly out: string
  /** Processes; default: one a core, none for a short table. */
  readonly processes?: number | undefined
  /** Whether what remains is counted, for a report. */
  readonly report: boolean
  /** Names of persons of other files of the case. */
  readonly people?: readonly string[] | undefined
  readonly keeper?: TokenKeeper | undefined
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((rows: number, bytes: number) => void) | undefined
  /** Records the decision; called when the copy is on the disk and before it is in its place. */
  readonly record?: ((append: LedgerAppend) => Promise<void>) | undefined
}

/** Number of rows that are unique by their remaining attributes, under one view. */
export interface Remains {
  readonly says: string
  readonly groups: number
  readonly alone: number
  readonly few: number
}

export interface ColumnDone extends ColumnCounts {
  /** Tokens that two different values of the column are likely to share, on average; 0 below a tenth. */
  readonly shared: number
}

export interface TableCopy extends TableDecision {
  readonly rows: number
  readonly plan: TablePlan
  readonly shown: readonly ShownAgain[]
  readonly columns: readonly ColumnDone[]
  readonly remains: readonly Remains[]
  /** Rows of the sample and their copies, for examples. */
  readonly sample: readonly { readonly before: readonly string[]; readonly after: readonly string[] }[]
  readonly recorded: boolean
}

/** Rows in a group of fewer than this are few: the usual threshold of statistical offices. */
export const FEW = 5
/** Bytes of a table that one process masks before others have started. */
const SHORT = 3 * 1024 * 1024
/** Text that the law is inferred from, where the caller does not name it. */
const MOST_INFERRED_FROM = 20_000
const EXAMPLES = 3

export interface PlannedTable {
  readonly file: TableFile
  readonly head: TableHead
  readonly law: GoverningLaw
  readonly plan: TablePlan
  readonly shown: readonly ShownAgain[]
}

/** Settles the law and the policy of each column, writing nothing. Throws what governingLaw throws, method_unknown and usage. */
export async function planFile(file: TableFile, request: TableRequest, context: Context): Promise<PlannedTable> {
  const kinds = context.packs.labels()
  const namesPeople = (cells: readonly string[]) =>
    cells.some((cell) => shareOfNames([cell], context.packs.names()) > 0)
  const head =
    file.format === 'parquet'
      ? await parquetHead(file.path)
      : await tableHead(file, { hasHeadings: request.headings, kinds, namesPeople })
  const text = written([head.headings, ...head.rows], file.dialect).slice(0, MOST_INFERRED_FROM)
  const law = governingLaw(request, new ScannedText(text), context)
  const asked = askedColumns(request.columns ?? undefined, kinds.kinds.keys())
  const { method } = request
  const plan = planTable({ ...head, law, method, asked, shiftBy: request.shiftDates }, context)
  if (request.salt === '' && plan.columns.some(({ action }) => action === 'shift'))
    throw new SelfsameError('usage', 'dates are shifted by a salt: give --salt-file, or anybody could shift them back')
  refuseLabelled([head.headings, ...head.rows], plan.columns, kinds)
  const people = new RowPeople({ plan, people: [] }, context).statedIn(head.rows)
  const columns = plan.columns.map((column) => {
    const isNamed =
      column.by === 'heading' || (column.by === 'asked' && kinds.kindsOf(column.heading, null).kinds.size > 0)
    const heading = headingWithout(column.heading, { isNamed, people, law }, request, context)
    // The path to a value is how it is found in every line.
    if (file.format === 'json lines' && heading !== column.heading)
      throw new SelfsameError(
        'copy_leaks',
        `No copy was made: the name of member ${column.index + 1} of the lines says who somebody is; rename it, or convert the table to CSV.`,
      )
    return { ...column, heading }
  })
  const settled = { ...plan, columns }
  return { file, head, law, plan: settled, shown: shownAgain(settled, head.rows) }
}

/** A heading without the people of the table; one without a kind is read as a text, and may name another person. */
function headingWithout(
  heading: string,
  { isNamed, people, law }: { readonly isNamed: boolean; readonly people: KnownPeople; readonly law: GoverningLaw },
  { method, salt }: TableRequest,
  context: Context,
): string {
  const { jurisdiction, statute } = law
  const asked = { jurisdiction, statute: statute.name, backend: 'auto', method, salt, store: false, text: heading }
  const besides = (findings: readonly Finding[]) => (isNamed ? [] : findings)
  const read = rule(asked, context, new ScannedText(heading), { besides, shared: { people, kind: 'text' } })
  // Somebody may be called as a kind of column is.
  const isKind = ({ start, end }: Finding) =>
    context.packs.labels().kindsOf(heading.slice(start, end), null).kinds.size > 0
  const ruled = read.ruled.filter((finding) => !isKind(finding))
  return maskedCopy(heading, ruled, copyOptions(asked, read, context)).text
}

/** Throws usage, copy_leaks, timeout when the signal is aborted, and what `record` throws. */
export async function copyTable(
  planned: PlannedTable,
  request: TableRequest,
  options: TableOptions,
  context: Context,
): Promise<TableCopy> {
  const { file, head, law, plan } = planned
  const { out, signal } = options
  if (existsSync(out) && realpathSync(out) === realpathSync(file.path))
    throw new SelfsameError('usage', '--out must name another file than the one that is copied')
  const setting: MaskSetting = {
    plan,
    jurisdiction: law.jurisdiction,
    statute: law.statute.name,
    reader: law.reader,
    method: request.method,
    salt: request.salt,
    tokenDigits: request.tokenDigits,
    keepsTokens: options.keeper !== undefined,
    people: options.people ?? [],
  }
  if (request.salt === '' && plan.columns.some(({ action }) => action === 'tokenize' || action === 'text'))
    warnOfEmptySalt(context)
  const done = new Done(plan)
  const beside = `${out}.${process.pid}.part`
  const source = createHash('sha256')
  const processes = options.processes ?? (file.size < SHORT ? 0 : availableParallelism())
  let sink: Sink | undefined
  try {
    sink = sinkOf(planned, beside)
    const orders = ordersOf(
      sink.pieces((bytes) => source.update(bytes)),
      options.report,
    )
    for await (const { piece, bytes } of masked(orders, setting, processes, context, signal)) {
      await sink.write(piece)
      options.keeper?.keep(piece.tokens)
      done.add(piece)
      options.onProgress?.(done.rows, bytes)
    }
    signal?.throwIfAborted()
    const copy = idOf(await sink.close())
    const { decision, append } = tableDecision(
      {
        original: idOf(source),
        copy,
        format: file.format,
        setting,
        rows: done.rows,
        counts: done.counts,
        shiftDates: request.shiftDates,
      },
      law,
      context,
    )
    options.keeper?.commit()
    await options.record?.(append)
    renameSync(beside, out)
    const sample = head.rows.slice(0, EXAMPLES)
    const shown = maskJob(context)({
      setting: { ...setting, keepsTokens: false },
      piece: { kind: 'rows', rows: sample },
      first: 1,
      counts: false,
    })
    return {
      ...decision,
      plan,
      shown: planned.shown,
      rows: done.rows,
      columns: done.columns(request.tokenDigits),
      remains: done.remains(),
      sample: sample.map((before, at) => ({ before, after: shown.rows[at]! })),
      recorded: options.record !== undefined,
    }
  } finally {
    sink?.abandon()
    rmSync(beside, { force: true })
  }
}

function idOf(digest: ReturnType<typeof createHash>): string {
  const bytes = digest.digest()
  return documentIdOfHash(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer)
}

async function* ordersOf(pieces: AsyncIterable<ReadPiece>, counts: boolean) {
  for await (const { piece, first, bytes } of pieces) yield { piece, first, bytes, counts }
}

/** The source of a table and the target of its copy. */
interface Sink {
  pieces(seen: (bytes: Buffer) => void): AsyncIterable<ReadPiece>
  write(piece: MaskedPiece): Promise<void> | void
  /** Everything is on the disk; gives the hash of all bytes. */
  close(): Promise<ReturnType<typeof createHash>> | ReturnType<typeof createHash>
  /** Closes the file, in every state. */
  abandon(): void
}

function sinkOf({ file, head, plan }: PlannedTable, path: string): Sink {
  const handle = openFor(path)
  const digest = createHash('sha256')
  let isOpen = true
  const append = (bytes: Uint8Array) => {
    digest.update(bytes)
    for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at)
  }
  const abandon = () => {
    if (isOpen) closeSync(handle)
    isOpen = false
  }
  const finish = () => {
    fsyncSync(handle)
    abandon()
    return digest
  }
  if (file.format === 'parquet') {
    const parquet = new ParquetCopy(file.path, plan.columns, append)
    return {
      pieces: (seen) => parquet.pieces(seen),
      write: (piece) => parquet.write(piece.rows),
      close: async () => {
        await parquet.close()
        return finish()
      },
      abandon,
    }
  }
  if (file.mark > 0) append(Buffer.from('\ufeff'))
  if (head.hasHeadings)
    append(
      Buffer.from(
        written(
          [plan.columns.map(({ heading }, at) => (heading === `column ${at + 1}` ? '' : inertCell(heading)))],
          file.dialect,
        ),
      ),
    )
  return {
    pieces: (seen) => piecesOf(file, head.hasHeadings, seen),
    write: (piece) => append(Buffer.from(piece.text)),
    close: finish,
    abandon,
  }
}

function openFor(path: string): number {
  try {
    return openSync(path, 'wx', 0o600)
  } catch (cause) {
    throw new SelfsameError('usage', 'the copy cannot be written there; check the folder and its permissions', {
      cause,
    })
  }
}

/** Slots that tokens are hashed into: the number of empty ones gives the number of distinct tokens (Whang 1990, linear counting). */
const SLOTS = 2 ** 23

/** The totals so far. */
class Done {
  readonly counts: ColumnCounts[]
  rows = 0
  readonly #views: readonly { readonly says: string; readonly groups: GroupCounts }[]
  readonly #drawn: (Uint8Array | null)[]
  #isCounted = false

  constructor({ columns }: TablePlan) {
    this.counts = columns.map(() => ({ cells: 0, changed: 0, unread: 0, found: {} }))
    const quasis = new Set(quasiColumns(columns).map(({ quasi }) => quasi))
    this.#views = quasis.size === 0 ? [] : viewsOf(quasis).map(({ says }) => ({ says, groups: new GroupCounts() }))
    this.#drawn = columns.map(() => null)
  }

  add({ counts, rowCount, groups, drawn }: MaskedPiece): void {
    this.rows += rowCount
    for (const [at, { cells, changed, unread, found }] of counts.entries()) {
      const sum = this.counts[at]!
      sum.cells += cells
      sum.changed += changed
      sum.unread += unread
      for (const [category, count] of Object.entries(found)) sum.found[category] = (sum.found[category] ?? 0) + count
    }
    for (const [at, keys] of groups.entries()) this.#views[at]!.groups.add(keys)
    this.#isCounted ||= groups.length > 0
    for (const [at, bits] of drawn.entries()) {
      if (bits === null) continue
      const slots = this.#drawn[at] ?? new Uint8Array(SLOTS / 8)
      this.#drawn[at] = slots
      for (const draw of bits) slots[(draw >>> 9) >> 3]! |= 1 << ((draw >>> 9) & 7)
    }
  }

  columns(digits: number): ColumnDone[] {
    return this.counts.map((count, at) => {
      const values = this.#drawn[at] === null ? 0 : valuesIn(this.#drawn[at]!)
      const shared = (values * values) / 2 / 16 ** digits
      return { ...count, shared: shared < 0.1 ? 0 : Math.round(shared * 10) / 10 }
    })
  }

  remains(): Remains[] {
    return this.#isCounted ? this.#views.map(({ says, groups }) => ({ says, ...groups.told(FEW) })) : []
  }
}

function valuesIn(slots: Uint8Array): number {
  let taken = 0
  for (const byte of slots) for (let bits = byte; bits > 0; bits &= bits - 1) taken++
  return -SLOTS * Math.log(Math.max(1, SLOTS - taken) / SLOTS)
}
