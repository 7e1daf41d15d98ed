// `selfsame documents`: files and folders of files read, each under its own law, and compared pair by pair; `selfsame structure`: what a file is made of.
import { readdirSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { Command } from 'commander'
import { SelfsameError } from '../errors.ts'
import { append } from '../lists.ts'
import { loadPacks } from '../packs/load.ts'
import { counted, escaped, htmlPage, percent, row, table, VERDICTS, value } from '../page/html-page.ts'
import type { DocumentReport, PairDecision, ProposedField } from '../records/documents.ts'
import { DocumentsRequest } from '../records/requests.ts'
import { isFolder } from './copies.ts'
import { readBytes } from './input.ts'
import { explained } from './manual.ts'
import {
  printJson,
  printLine,
  printMembers,
  printTable,
  recordedOrNot,
  remark,
  withoutCodes,
  writeWhole,
} from './output.ts'
import { Steps, withCancel, withProgress } from './progress.ts'
import {
  BACKEND,
  choosesEntity,
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

type Words = (code: string) => string

/** Names a field of the pack by its label, and a category by its title. */
function wordsOf(entity: string): Words {
  const packs = loadPacks()
  const words = new Map([...packs.categories().values()].map(({ code, title }) => [code, title]))
  for (const { name, label } of packs.entityPack(entity).pack.fields) words.set(name, label)
  return (code) => words.get(code) ?? code.replaceAll('_', ' ')
}

/** `title`: the files that were read; `given`: the jurisdiction that was passed. Values are shown as in the report, masked or not. */
function reportPage(report: DocumentReport, title: string, given: string | undefined): string {
  const names = [
    ...new Set([...report.documents.map(({ document }) => document), ...Object.keys(report.errors)]),
  ].sort()
  const { possible, compared } = report.review.pairs ?? {
    possible: report.decisions.length,
    compared: report.decisions.length,
  }
  const same = report.decisions.filter(({ identity }) => identity === 'same_entity').length
  const open = report.decisions.filter(({ identity }) => identity === 'review').length
  const failed = Object.keys(report.errors).length
  const steps = [
    failed === 0 ? '' : `See why ${failed} of the files could not be read: the reason is below the name of each.`,
    open === 0
      ? ''
      : `Decide <a href="#pairs">${counted(open, 'pair')} to review</a>: ${report.recorded ? 'answer with "selfsame review" or in the studio' : 'run again with --store --ledger FILE and answer with "selfsame review", or look at the values with --reveal'}.`,
    same === 0
      ? ''
      : `Check <a href="#pairs">${counted(same, 'pair')} held to be the same</a> against the fields below.`,
    'Look at fields with a low confidence, and at those whose values differ.',
  ]
  const words = wordsOf(report.entity)
  const body = `<h1>${value(title)}</h1>
<dl><dt>Files</dt><dd>${names.length}, ${failed} of them not processed</dd>
<dt>Entity</dt><dd>${escaped(report.entity)}</dd>
<dt>Pairs</dt><dd>${compared} compared of ${possible}${compared < possible ? ': those that share a value, because there are too many to compare all' : ''}; ${same} the same, ${open} to review</dd>
<dt>Recorded</dt><dd>${report.recorded ? 'yes' : 'no'}</dd></dl>
<section><h2>What to do next</h2><ol>${steps.map((step) => step && `<li>${step}</li>`).join('')}</ol></section>
${pairsSection(report.decisions, words)}
<nav aria-label="Files"><h2>Files</h2><ul>${names.map((name, at) => `<li><a href="#f${at}">${value(name)}</a></li>`).join('')}</ul></nav>
${names.map((name, at) => fileSection(report, name, at, given, words)).join('\n')}`
  return htmlPage({ title, body })
}

const ORDER: readonly PairDecision['identity'][] = ['review', 'same_entity', 'different']
/** Fields that agree, agree in part, or differ. Factors for one side follow the factor of the field. */
function evidence(factors: PairDecision['factors'], words: Words): string {
  const names = Object.keys(factors)
  const fields = names.filter((name) => !names.some((other) => other !== name && name.startsWith(`${other}_`)))
  const told = (what: string, test: (likeness: number) => boolean) => {
    const some = fields.filter((name) => test(factors[name]!))
    return some.length === 0 ? [] : [`${what}: ${some.map((name) => escaped(words(name))).join(', ')}`]
  }
  return [
    ...told('agree', (likeness) => likeness >= 0.9),
    ...told('alike', (likeness) => likeness > 0.1 && likeness < 0.9),
    ...told('differ', (likeness) => likeness <= 0.1),
  ].join('; ')
}

function pairsSection(decisions: readonly PairDecision[], words: Words): string {
  const sorted = ORDER.flatMap((identity) =>
    decisions.filter((pair) => pair.identity === identity).sort((a, b) => b.score - a.score),
  )
  const isOpen = ({ identity }: PairDecision) => identity === 'same_entity' || identity === 'review'
  const different = sorted.filter((pair) => !isOpen(pair))
  const listed = (caption: string, pairs: readonly PairDecision[]) =>
    table(
      caption,
      ['Decision', 'Score', 'One', 'Other', 'Evidence'],
      pairs.map((pair) => pairRow(pair, words)),
    )
  const folded =
    different.length === 0
      ? ''
      : `<details><summary>Different: ${counted(different.length, 'pair')}</summary>${listed('Pairs that are different', different)}</details>`
  return `<section id="pairs"><h2>Pairs</h2>${listed('To review, and the same', sorted.filter(isOpen))}${folded || (decisions.length === 0 ? '<p>No pair to compare.</p>' : '')}</section>`
}

const pairRow = ({ a, b, identity, score, factors }: PairDecision, words: Words): string =>
  row([
    `<span class="${identity}">${VERDICTS[identity]}</span>`,
    percent(score),
    value(a),
    value(b),
    evidence(factors, words),
  ])

function fileSection(
  report: DocumentReport,
  name: string,
  at: number,
  given: string | undefined,
  words: Words,
): string {
  const verdict = report.jurisdictions[name]
  const record = report.documents.find(({ document }) => document === name)
  const fields = report.review.proposed_fields.filter(({ document }) => document === name)
  const people = [...new Set(fields.map(({ person }) => person))]
  const titleOf = (person: number | undefined) => {
    if (person === undefined) return people.length > 1 ? 'Values of no one person' : 'The subject'
    return person === 1 ? 'The subject' : `Person ${person}`
  }
  const unread = report.review.unread?.[name] ?? []
  const law = verdict === undefined ? 'unknown' : lawOf(verdict, given)
  const found =
    record === undefined
      ? ''
      : Object.entries(record.detections)
          .map(([category, count]) => `${escaped(words(category))} ${count}`)
          .join(', ')
  return `<section id="f${at}"><h2>${value(name)}</h2>
${report.errors[name] === undefined ? '' : `<p class="error">${escaped(report.errors[name])}</p>`}
<dl><dt>Law</dt><dd>${escaped(law)}</dd>${found === '' ? '' : `<dt>Found</dt><dd>${found}</dd>`}${typeof record?.['encoding'] === 'string' ? `<dt>Encoding</dt><dd>${escaped(record['encoding'])}, inferred</dd>` : ''}</dl>
${unread.map((what) => `<p class="note">Not read: ${escaped(what)}</p>`).join('')}
${people
  .map((person) =>
    personTable(
      fields.filter((field) => field.person === person),
      titleOf(person),
      words,
    ),
  )
  .join('')}</section>`
}

/** The law of a document, and how it is known. */
const lawOf = (verdict: DocumentReport['jurisdictions'][string], given: string | undefined): string =>
  given === undefined
    ? `${verdict.country ?? 'undecided'} (${verdict.reason})`
    : `${given}, as given (the text: ${verdict.reason})`

/** Fields with one value per person: two values contradict, or belong to two people. */
const SINGLE: ReadonlySet<string> = new Set(['dob', 'national_id', 'passport', 'tax_id', 'registration_id'])

function personTable(fields: readonly ProposedField[], title: string, words: Words): string {
  const twice = [...SINGLE].filter((name) => fields.filter(({ field }) => field === name).length > 1)
  const rows = fields.map(({ field, value: shown, source, confidence, page, span }) =>
    row([
      `${escaped(words(field))}${twice.includes(field) ? ' <span class="review">(values differ)</span>' : ''}`,
      value(shown),
      percent(confidence),
      escaped(source),
      page === undefined ? `characters ${span === null ? '' : span.join('–')}` : `page ${page}`,
    ]),
  )
  return table(title, ['Field', 'Value', 'Confidence', 'From', 'Where'], rows)
}

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
        writeWhole(
          html,
          reportPage(report, paths.map((path) => basename(resolve(path))).join(', '), flags.jurisdiction),
        )
      for (const [name, message] of Object.entries(report.errors)) remark(`${name}: ${withoutCodes(message)}`)
      if (json) printJson(report)
      else if (out === undefined && html === undefined) printReport(report, flags.jurisdiction)
      else
        printLine(
          `${report.documents.length} of ${counted(files.length, 'file')} read, ${counted(report.decisions.length, 'pair')} compared`,
        )
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

function printReport(report: DocumentReport, given: string | undefined): void {
  for (const [name, verdict] of Object.entries(report.jurisdictions)) printLine(`${name}: ${lawOf(verdict, given)}`)
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

/** `selfsame structure`: what a file is made of, as a DoclingDocument on standard output. */
export function structureCommand(): Command {
  const command = new Command('structure').description('show the headings, paragraphs, lists and tables of a file')
  return explained(command, {
    does:
      'Reads one file as `documents` does and prints its structure as JSON in the shape of a DoclingDocument: texts with what they are, tables with ' +
      'their cells, and where each stands on its page. Everything in the file is shown as it is: nothing is masked.',
    examples: [['the tables of a letter', 'selfsame structure letter.docx']],
  })
    .argument('<file>', 'the file')
    .addOption(doclingOption())
    .action(async (path: string, flags: { docling?: string }) => {
      const upload = { name: basename(path), bytes: readBytes(path, path) }
      printJson(await withService(flags, (service) => service.structure(upload)))
    })
}
