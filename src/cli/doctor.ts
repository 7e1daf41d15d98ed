// `selfsame doctor`: whether this installation can do its work, and what to do where it cannot.
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { SelfsameError } from '../errors.ts'
import { installable, isInstalled, parsersOf } from '../extras.ts'
import { OCR_PACKAGES } from '../formats/shared/format.ts'
import { DEFAULT_PORT } from '../limits.ts'
import { DETECT_PACKAGES } from '../model/model-session.ts'
import { createService } from '../service.ts'
import { VERSION } from '../version.ts'
import { explained } from './manual.ts'
import { printJson, printTable } from './output.ts'

/** `missing` is an optional part that is not installed, `taken` a port that another program has; neither fails the check. */
type Outcome = 'ok' | 'missing' | 'taken' | 'failed'

interface Check {
  readonly check: string
  readonly outcome: Outcome
  /** The result of the check, or what to do. */
  readonly says: string
}

/** The first Node release that package.json allows. */
const NODE = { major: 20, minor: 19 }

/** A text and two records that are invented; what has to come out is known. */
const TEXT = 'Patient Friedlinde Kaltwasser, IBAN DE89 3704 0044 0532 0130 00'
const RECORDS = {
  entity: 'organisation',
  a: { name: 'Northern Lantern GmbH', registration_id: 'HRB 88421' },
  b: { name: 'Northern Lantern', registration_id: 'HRB 88421' },
  store: true,
}

export function doctorCommand(): Command {
  return explained(
    new Command('doctor').description('check this installation, and say what to do about what is wrong'),
    {
      does:
        'Checks Node, the facts, optional parts, the default port, the folders for temporary and new files, and runs a text, a masked copy, a ' +
        'comparison and a ledger of its own through the product. What is optional and not installed is named and is not a failure.',
      examples: [['after an installation', 'selfsame doctor']],
      exits: { 1: 'a check failed' },
    },
  )
    .option('--json', 'print the checks as JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const checks = await allChecks()
      if (json) printJson({ version: VERSION, checks })
      else
        printTable(
          ['check', 'outcome', ''],
          checks.map(({ check, outcome, says }) => [check, outcome, says]),
          '',
        )
      if (checks.some(({ outcome }) => outcome === 'failed')) process.exitCode = 1
    })
}

async function allChecks(): Promise<Check[]> {
  return [
    node(),
    writable('folder for temporary files', tmpdir(), 'set TMPDIR to a folder that this user may write to'),
    writable('current folder', process.cwd(), 'run the command in a folder that this user may write to'),
    ...optional(),
    await port(),
    ...(await selfTest()),
  ]
}

function node(): Check {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const isEnough = major > NODE.major || (major === NODE.major && minor >= NODE.minor)
  return {
    check: 'Node',
    outcome: isEnough ? 'ok' : 'failed',
    says: isEnough ? process.versions.node : `${process.versions.node}; install ${NODE.major}.${NODE.minor} or later`,
  }
}

function writable(check: string, folder: string, measure: string): Check {
  try {
    accessSync(folder, constants.W_OK)
    return { check, outcome: 'ok', says: 'can be written' }
  } catch {
    return { check, outcome: 'failed', says: `cannot be written; ${measure}` }
  }
}

/** Packages of extras, and what they are for. */
const EXTRAS: readonly (readonly [name: string, packages: string, purpose: string])[] = [
  ['ocr', OCR_PACKAGES, 'letters in pictures and scans'],
  ['pdf-copies', '@cantoo/pdf-lib', 'masked copies of PDF files'],
  ['detect', DETECT_PACKAGES, 'a learned model'],
  ['postgres', 'pg', 'a ledger on a server'],
]

function optional(): Check[] {
  const { pdf, docx } = parsersOf()
  return [
    ...(pdf && docx ? [] : [{ check: 'parsers', outcome: 'failed' as const, says: 'run npm ci again' }]),
    ...EXTRAS.map(([name, packages, purpose]): Check => {
      const isThere = packages.split(' ').every(isInstalled)
      return {
        check: `${name} extra`,
        outcome: isThere ? 'ok' : 'missing',
        says: isThere ? purpose : installable(`${purpose}; npm install ${packages}`),
      }
    }),
  ]
}

async function port(): Promise<Check> {
  const isFree = await new Promise<boolean>((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(DEFAULT_PORT, '127.0.0.1', () => server.close(() => resolve(true)))
  })
  const check = `port ${DEFAULT_PORT}`
  if (isFree) return { check, outcome: 'ok', says: 'free' }
  const other = 'start another service with "selfsame serve --port N"'
  return {
    check,
    outcome: 'taken',
    says: `${(await isOurs()) ? 'a selfsame service' : 'another program'} listens there; ${other}`,
  }
}

async function isOurs(): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${DEFAULT_PORT}/capabilities`, { signal: AbortSignal.timeout(2000) })
    const { endpoints } = (await answer.json()) as { endpoints?: unknown }
    return Array.isArray(endpoints) && endpoints.includes('/deidentify')
  } catch {
    return false
  }
}

async function selfTest(): Promise<Check[]> {
  const folder = mkdtempSync(join(tmpdir(), 'selfsame-doctor-'))
  const service = createService({ ledger: join(folder, 'ledger.sqlite') })
  try {
    return [
      await tried('detection', async () => {
        const { detections } = await service.detect({ text: TEXT, jurisdiction: 'DE' })
        const found = new Set(detections.map(({ category }) => category))
        return found.has('PII-1-NAME') && found.has('PII-5-IBAN')
      }),
      await tried('masked copy', async () => {
        const { text } = await service.deidentify({ text: TEXT, jurisdiction: 'DE' })
        return !text.includes('Kaltwasser') && !text.includes('3704')
      }),
      await tried('comparison and ledger', async () => {
        const receipt = await service.compare(RECORDS)
        const replayed = await service.replay({ id: receipt.decision_id })
        return receipt.identity === 'same_entity' && receipt.recorded && replayed.reproduced
      }),
    ]
  } finally {
    await service.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function tried(check: string, test: () => Promise<boolean>): Promise<Check> {
  try {
    const says = 'another answer than expected; run npm ci, and report it if that does not help'
    return (await test()) ? { check, outcome: 'ok', says: 'as expected' } : { check, outcome: 'failed', says }
  } catch (error) {
    const says = error instanceof SelfsameError ? error.message : 'failed for an unexpected reason; run npm ci again'
    return { check, outcome: 'failed', says }
  }
}
