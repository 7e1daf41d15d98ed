// Options of an application, and the SERVICE_* variables that complete them.
import { SelfsameError } from '../errors.ts'
import { loadLedgerKey } from '../ledger/key-source.ts'
import { type OptionKinds, oneOf, PROCESSES, TEXT_OR_NULL, TEXTS, YES_OR_NO } from '../options.ts'
import { SERVICE_OPTIONS, type ServiceOptions } from '../service.ts'
import { MASKS, type MaskValues } from '../text/mask.ts'
import { LEVELS, type LogLevel } from './log.ts'

export interface AppOptions extends Omit<ServiceOptions, 'warn' | 'readers'> {
  /** Path of the key file that answers are signed with. Null or absent: nothing is attested. */
  readonly signingKey?: string | null | undefined
  /** Load models and parsers in the background once the application is ready. */
  readonly warm?: boolean | undefined
  /** Host names that are served in addition to the loopback names. */
  readonly allowedHosts?: readonly string[] | undefined
  /** Processes that answer heavy requests and, as many again, read files. Default: one a core. */
  readonly workers?: number | undefined
  /** Serve the studio at /studio. Default: false. */
  readonly studio?: boolean | undefined
  /** Serve the FHIR R4 facade at /fhir. Default: false. */
  readonly fhir?: boolean | undefined
  /** Key of the tokens of /fhir/$de-identify where a request has none. Default: a random one for each request. */
  readonly fhirSalt?: string | null | undefined
  /** Least severe log line written, as JSON to standard error. Default: silent. */
  readonly log?: LogLevel | undefined
}

const { warn: _warn, readers: _readers, ...OF_SERVICE } = SERVICE_OPTIONS

/** Every option of `createApp`; the compiler refuses a missing one. */
export const APP_OPTIONS: OptionKinds<AppOptions> = {
  ...OF_SERVICE,
  signingKey: TEXT_OR_NULL,
  warm: YES_OR_NO,
  allowedHosts: TEXTS,
  workers: PROCESSES,
  studio: YES_OR_NO,
  fhir: YES_OR_NO,
  fhirSalt: TEXT_OR_NULL,
  log: oneOf(LEVELS),
}

/** The options completed from SERVICE_* variables; null overrides the variable. Throws usage for a variable that cannot be used, key_file. */
export function withEnvironment(options: AppOptions): AppOptions {
  const completed: { -readonly [Name in keyof AppOptions]: AppOptions[Name] } = { ...options }
  if (options.ledger === undefined) completed.ledger = variable('SERVICE_LEDGER')
  if (options.signingKey === undefined) completed.signingKey = variable('SERVICE_SIGNING_KEY')
  completed.docling ??= variable('SERVICE_DOCLING')
  completed.model ??= variable('SERVICE_MODEL')
  completed.warm ??= isTrue('SERVICE_WARM', process.env['SERVICE_WARM'])
  if (options.ledgerKey === undefined) {
    const source = variable('SERVICE_LEDGER_KEY')
    if (source !== undefined) completed.ledgerKey = Buffer.from(loadLedgerKey(source).bytes).toString('hex')
  }
  if (options.maskValues === undefined) {
    const mask = variable('SERVICE_MASK_VALUES')
    if (mask !== undefined) completed.maskValues = maskOf(mask)
  }
  return completed
}

/** A variable. An empty one is refused: to run without what it names would be to run unsigned or unencrypted by accident. Throws usage. */
function variable(name: string): string | undefined {
  const value = process.env[name]
  if (value === undefined || value.trim() !== '') return value
  throw new SelfsameError('usage', `${name} is empty; give it a value, or leave it unset.`)
}

function maskOf(value: string): MaskValues {
  const known = MASKS.find((mask) => mask === value)
  if (known !== undefined) return known
  throw new SelfsameError('usage', `SERVICE_MASK_VALUES must be one of ${MASKS.join(', ')}.`)
}

/** Is an environment variable set to 1, true or yes? Unset or empty is no. Throws usage for what says neither yes nor no. */
function isTrue(name: string, value: string | undefined): boolean {
  if (/^(?:1|true|yes|on)$/i.test(value ?? '')) return true
  if (/^(?:0|false|no|off|)$/i.test(value ?? '')) return false
  throw new SelfsameError('usage', `${name} must be yes or no`)
}
