// The invariants of every answer: the contract's shape, no failure of the service, and nothing in an
// error that belongs to the caller's data or to the server's insides.
import { homedir, tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { MARK } from './values.mjs'

const REFUSALS = new Set([400, 403, 404, 405, 408, 413, 415, 422, 429, 431])

/** Longest sentence in an error; the list of jurisdictions with their statutes is the longest there is. */
const LONGEST_DETAIL = 2_000

const INSIDES = [
  [/\bat [\w.<>]+ ?\(|node_modules|node:internal|\.[mc]?[jt]s:\d+/, 'a stack'],
  [
    /\b(?:Type|Range|Reference|Syntax|Assertion)?Error:|\[object |\bundefined\b|\bNaN\b/,
    'the name of an error or of nothing',
  ],
]
const PATHS = [fileURLToPath(new URL('../..', import.meta.url)), tmpdir(), homedir(), '/proc/', '/usr/'].filter(
  (path) => path.length > 1,
)

/** The violation in an answer, or null. `request.echoes` lists planted values that the contract lets an error name. */
export function wrongWith(reply, request) {
  if (reply === null) return 'the connection was closed without an answer'
  const { status, headers, body } = reply
  if (status === 0) return `no HTTP: ${body}`
  if (status === 503 && headers['retry-after'] === undefined && !/no ledger/.test(body))
    return `503 without Retry-After: ${shortened(body)}`
  if (status >= 500 && status !== 503) return `status ${status}: ${shortened(body)}`
  if (status >= 400 && !REFUSALS.has(status) && status !== 503) return `undocumented status ${status}`
  if (status === 429 && headers['retry-after'] === undefined) return '429 without Retry-After'
  if (status < 400) return wrongSuccess(reply)
  return request.isHead ? null : wrongRefusal(headers, body)
}

function wrongSuccess({ status, headers, body }) {
  if (status !== 200 && status !== 204 && status !== 304 && status !== 302) return `undocumented status ${status}`
  if (!isJson(headers) || body === '') return null
  try {
    JSON.parse(body)
    return null
  } catch {
    return 'an answer that is no JSON'
  }
}

function wrongRefusal(headers, body) {
  if (!isJson(headers)) return `a refusal of type ${headers['content-type']}`
  let refusal
  try {
    refusal = JSON.parse(body)
  } catch {
    return `a refusal that is no JSON: ${shortened(body)}`
  }
  const names = refusal === null || typeof refusal !== 'object' ? [] : Object.keys(refusal)
  if (names.length !== 1 || typeof refusal.detail !== 'string' || refusal.detail === '')
    return `a refusal that is not {detail}: ${shortened(body)}`
  return wrongDetail(refusal.detail)
}

/** The violation in one sentence for a caller, or null: also applied to the entries of `errors`. */
export function wrongDetail(detail) {
  if (detail.length > LONGEST_DETAIL) return `a detail of ${detail.length} characters`
  for (const [pattern, what] of INSIDES) if (pattern.test(detail)) return `a detail with ${what}: ${shortened(detail)}`
  if (PATHS.some((path) => detail.includes(path))) return `a detail with a path of the server: ${shortened(detail)}`
  // The contract asks for the name of an unknown entity pack (POST /compare, rule 1).
  const told = detail.startsWith('there is no entity pack ') ? detail.slice(detail.indexOf('Packs:')) : detail
  if (told.toLowerCase().includes(MARK)) return `a detail that repeats what was sent: ${shortened(detail)}`
  return null
}

function isJson(headers) {
  return String(headers['content-type'] ?? '').startsWith('application/json')
}

function shortened(text) {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
