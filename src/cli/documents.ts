// `selfsame documents`: files and folders of files read, each under its own law, and compared pair by pair.
import { readdirSync, statSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { Command } from 'commander'
import { SelfsameError } from '../errors.ts'
import { append } from '../lists.ts'
import type { DocumentReport } from '../records/documents.ts'
import { DocumentsRequest } from '../records/requests.ts'
import { BACKEND, choosesEntity } from './choices.ts'
import { readBytes, unreadable } from './input.ts'
import { explained } from './manual.ts'
import { printJson, printLine, printMembers, printTable, recordedOrNot, remark } from './output.ts'
import { Steps, withProgress } from './progress.ts'
import { reportPage } from './report-page.ts'
import {
  type DoclingFlag,
  doclingOption,
  type LedgerFlags,
  type MaskFlag,
  type ModelFlag,
  maskOption,
  modelOption,
  requestOf,
  withLedgerFlags,
  withService,
} from './shared-options.ts'
import { withCancel } from './with-cancel.ts'
import { writeWhole } from './write-whole.ts'

interface Flags extends LedgerFlags, DoclingFlag, ModelFlag, MaskFlag {
  entity?: string
  jurisdiction?: string
  backend?: string
  store?: boolean
  reveal?: boolean
  json?: boolean
  out?: string
  html?: string
}

export function documentsCommand(): Command {
  const command = new Command('documents').description(
    'extract the fields of several documents and compare them with each other',
  )
  return explained(withProgress(withLedgerFlags(choosesEntity(command))), {
    does:
      'Reads documents, each under its own law: text, tables, JSON, web pages, mail, office files, e-books, archives, PDF, and pictures where the ' +
      'ocr extra is installed. Takes the fields of everybody in them and compares the files pair by pair. A folder stands for all files in it. ' +
      'Values are masked without --reveal. A file that cannot be read is named on standard error; the others are answered.',
    examples: [
      ['two documents', 'selfsame documents letter.pdf letter.docx -j DE'],
      [
        'a folder, with a page for the reviewer',
        'selfsame documents cases/ -j DE --out report.json --html report.html',
      ],
      ['the whole report', 'selfsame documents letter.pdf letter.docx --json'],
    ],
  })
    .argument('<files...>', 'files and folders')
    .option('-j, --jurisdiction <code>', 'country code or EU; without it, each file must reveal its country')
    .option('--backend <name>', BACKEND)
    .option('--store', 'record the decisions in the ledger')
    .option('--reveal', 'show extracted values instead of masking them')
    .option('--json', 'print the whole report as JSON')
    .option('--out <path>', 'write the whole report as JSON to a file')
    .option('--html <path>', 'write the report as one page for a reviewer')
    .addOption(doclingOption())
    .addOption(modelOption())
    .addOption(maskOption())
    .action(async (paths: string[], flags: Flags) => {
      const { json, out, html } = flags
      const asked = requestOf(DocumentsRequest, flags)
      const files = filesOf(paths)
      const report = await withCancel('Stopped; nothing was recorded and no report written.', (signal) =>
        withService(flags, async (service) => {
          const uploads = files.map(({ name, path }) => ({ name, bytes: readBytes(path, path) }))
          const steps = new Steps('files', uploads.length)
          try {
            return await service.documents(asked, uploads, { signal, onFile: () => steps.next() })
          } finally {
            steps.clear()
          }
        }),
      )
      if (out !== undefined) writeWhole(out, `${JSON.stringify(report, null, 2)}\n`)
      if (html !== undefined)
        writeWhole(html, reportPage(report, paths.map((path) => basename(resolve(path))).join(', ')))
      for (const [name, message] of Object.entries(report.errors)) remark(`${name}: ${message}`)
      if (json) printJson(report)
      else if (out === undefined && html === undefined) printReport(report)
      else
        printLine(`${report.documents.length} of ${files.length} files read, ${report.decisions.length} pairs compared`)
    })
}

interface NamedFile {
  readonly name: string
  readonly path: string
}

/** The named files, and all files below the named folders, named by their path in the folder. Hidden files and links are left out. */
function filesOf(paths: readonly string[]): NamedFile[] {
  const files: NamedFile[] = []
  for (const path of paths) {
    if (!isFolder(path)) {
      files.push({ name: basename(path), path })
      continue
    }
    const found = readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
    if (found.length === 0) throw new SelfsameError('usage', `${path} holds no file`)
    append(
      files,
      found.map((file) => ({ name: relative(path, file), path: file })),
    )
  }
  return files
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch (error) {
    throw unreadable(path, error)
  }
}

function printReport(report: DocumentReport): void {
  for (const [name, verdict] of Object.entries(report.jurisdictions))
    printLine(`${name}: ${verdict.country ?? 'undecided'} (${verdict.reason})`)
  const fields = report.review.proposed_fields
  const hasPeople = fields.some(({ person }) => person !== undefined)
  printMembers(
    ['document', ...(hasPeople ? (['person'] as const) : []), 'field', 'value', 'confidence', 'source'],
    fields,
    'no field found',
  )
  printTable(
    ['a', 'b', 'identity', 'score', 'decision'],
    report.decisions.map(({ a, b, identity, score, decision_id }) => [a, b, identity, score, decision_id]),
    'no pair to compare',
  )
  for (const name of report.unlinked) printLine(`not linked to any other document: ${name}`)
  for (const [name, parts] of Object.entries(report.review.unread ?? {}))
    for (const part of parts) remark(`${name}: not read: ${part}`)
  if (report.decisions.length > 0) printLine(recordedOrNot(report))
}
