// `selfsame documents`: files read, each under its own law, and compared pair by pair.
import { basename } from 'node:path'
import { Command } from 'commander'
import { BACKEND, choosesEntity } from './choices.ts'
import { readBytes } from './input.ts'
import { explained } from './manual.ts'
import { printJson, printLine, printTable, recordedOrNot, remark } from './output.ts'
import { type LedgerFlags, withLedgerFlags, withService } from './shared-options.ts'

interface Flags extends LedgerFlags {
  entity?: string
  jurisdiction?: string
  backend?: string
  store?: boolean
  reveal?: boolean
  json?: boolean
}

export function documentsCommand(): Command {
  const command = new Command('documents').description(
    'extract the fields of several documents and compare them with each other',
  )
  return explained(withLedgerFlags(choosesEntity(command)), {
    does:
      'Reads documents (text, PDF, DOCX), each under its own law, takes the fields of the person or thing each is about, and compares ' +
      'every pair. Values are masked without --reveal. A file that cannot be read is named on standard error; the others are answered.',
    examples: [
      ['two documents', 'selfsame documents letter.pdf letter.docx -j DE'],
      ['the whole report', 'selfsame documents letter.pdf letter.docx --json'],
    ],
  })
    .argument('<files...>', 'text, PDF or DOCX files')
    .option('-j, --jurisdiction <code>', 'country code or EU; left out, each file must say')
    .option('--backend <name>', BACKEND)
    .option('--store', 'record the decisions in the ledger')
    .option('--reveal', 'show extracted values instead of masking them')
    .option('--json', 'print the whole report as JSON')
    .action(async (files: string[], flags: Flags) => {
      const { json, ledger: _, ledgerKey: __, ...asked } = flags
      const uploads = files.map((path) => ({ name: basename(path), bytes: readBytes(path, path) }))
      const report = await withService(flags, (service) => service.documents(asked, uploads))
      if (json) return printJson(report)
      for (const [name, verdict] of Object.entries(report.jurisdictions))
        printLine(`${name}: ${verdict.country ?? 'undecided'} (${verdict.reason})`)
      printTable(
        ['document', 'field', 'value', 'confidence'],
        report.review.proposed_fields.map(({ document, field, value, confidence }) => [
          document,
          field,
          value,
          confidence,
        ]),
        'no field found',
      )
      printTable(
        ['a', 'b', 'identity', 'score', 'decision'],
        report.decisions.map(({ a, b, identity, score, decision_id }) => [a, b, identity, score, decision_id]),
        'no pair to compare',
      )
      for (const name of report.unlinked) printLine(`unlinked: ${name}`)
      if (report.decisions.length > 0) printLine(recordedOrNot(report))
      for (const [name, message] of Object.entries(report.errors)) remark(`${name}: ${message}`)
    })
}
