// The operator's log: one JSON line per event on standard error, never a body, a query value, a decision id or a stack.
import { destination, pino } from 'pino'
import { SelfsameError } from '../errors.ts'

export const LEVELS = ['silent', 'error', 'warn', 'info'] as const
export type LogLevel = (typeof LEVELS)[number]

export interface Log {
  /** Null: the log has no reader. */
  readonly answered: ((entry: AnsweredEntry) => void) | null
  warn(message: string): void
  /** Values were shown to a caller: written at every level but `silent`. */
  revealed(entry: RevealedEntry): void
  /** A failure that the caller did not cause: its kind and place. Only messages of our own errors are free of values. */
  failed(error: unknown, at: { readonly route: string | null; readonly id: string | null }): void
}

export interface AnsweredEntry {
  readonly id: string
  /** Null without a well-formed request. */
  readonly method: string | null
  /** The pattern of the table, null when nothing matched. */
  readonly route: string | null
  readonly status: number
  readonly ms: number | null
}

export interface RevealedEntry {
  readonly id: string
  readonly shown: string
  readonly caller: string | null
}

const SILENT: Log = { answered: null, warn() {}, revealed() {}, failed() {} }

export function createLog(level: LogLevel): Log {
  if (level === 'silent') return SILENT
  // Lines are written after the answers, in order; the remaining lines are written when the process ends.
  const stream = destination({ dest: 2, sync: false })
  process.once('exit', () => stream.flushSync())
  const logger = pino({ level, base: null }, stream)
  // Access to values is an audit record: it is written at every log level.
  const audit = pino({ level: 'info', base: null }, stream)
  return {
    answered: level === 'info' ? (entry) => logger.info(entry, 'answered') : null,
    warn: (message) => logger.warn(message),
    revealed: (entry) => audit.info(entry, 'revealed'),
    failed: (error, at) => logger.error({ ...at, ...kindOf(error) }, 'failed'),
  }
}

export function kindOf(error: unknown): { kind: string; code: string | null; at: string | null; reason?: string } {
  if (!(error instanceof Error)) return { kind: typeof error, code: null, at: null }
  const code = (error as NodeJS.ErrnoException).code
  const at = /\/(?:dist|src)\/([\w./-]{1,200}:\d{1,9}:\d{1,9})/.exec(error.stack ?? '')?.[1]
  const reason = error instanceof SelfsameError ? { reason: error.message } : {}
  return { kind: error.name, code: typeof code === 'string' ? code : null, at: at ?? null, ...reason }
}
