// Record values at rest: AES-256-GCM under a data key per record, wrapped by the ledger key (NIST SP 800-38D), or unencrypted.
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { SelfsameError } from '../errors.ts'
import type { RecordContent } from '../records/ids.ts'
import type { LedgerKey } from './store.ts'

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Values as they are stored. `wrapped_key` and `key_id` are null for unencrypted values. */
export interface KeptValue {
  readonly value: Uint8Array
  readonly wrapped_key: Uint8Array | null
  readonly key_id: string | null
}

/** A ledger key from 32 bytes written as hex or base64. Throws key_file. */
export function ledgerKey(text: string): LedgerKey {
  const trimmed = text.trim()
  const bytes = /^[0-9a-f]{64}$/i.test(trimmed) ? Buffer.from(trimmed, 'hex') : Buffer.from(trimmed, 'base64')
  if (bytes.length !== KEY_BYTES || !/^[0-9A-Za-z+/=_-]{43,64}$/.test(trimmed)) {
    throw new SelfsameError(
      'key_file',
      'the ledger key is not 32 bytes in hex or base64; make one with "selfsame ledger keygen"',
    )
  }
  return { id: createHmac('sha256', bytes).update('selfsame ledger key id').digest('hex').slice(0, 16), bytes }
}

/** The stored form of a record's values under `key`, or unencrypted without one. */
export function keep(recordId: string, content: RecordContent, key: LedgerKey | null): KeptValue {
  const plain = Buffer.from(JSON.stringify(content))
  return key === null ? { value: plain, wrapped_key: null, key_id: null } : sealUnder(recordId, plain, key)
}

function sealUnder(recordId: string, plain: Uint8Array, key: LedgerKey): KeptValue {
  const dataKey = randomBytes(KEY_BYTES)
  return {
    value: encrypt(dataKey, plain, recordId),
    wrapped_key: encrypt(key.bytes, dataKey, wrapContext(recordId)),
    key_id: key.id,
  }
}

/** True if the parts have the lengths of encryption; needs no key. Otherwise a key id alone would pass changed values off as encrypted. */
export function isWhole({ value, wrapped_key, key_id }: KeptValue): boolean {
  if (key_id === null || wrapped_key === null) return key_id === wrapped_key
  return value.length >= NONCE_BYTES + TAG_BYTES && wrapped_key.length === NONCE_BYTES + KEY_BYTES + TAG_BYTES
}

export const opens = (kept: KeptValue, key: LedgerKey | null): boolean =>
  kept.key_id === null || kept.key_id === key?.id

/** Decrypts the values; check `opens` first. Throws ledger_corrupt if they are not as written. */
export function open(recordId: string, kept: KeptValue, key: LedgerKey | null): RecordContent {
  try {
    return writtenContent(Buffer.from(unseal(recordId, kept, key)))
  } catch (error) {
    if (error instanceof SelfsameError) throw error
    throw new SelfsameError('ledger_corrupt', `the values of ${recordId} are not what was written`, { cause: error })
  }
}

/** Throws SyntaxError for bytes that keep() does not write for the values in them. */
function writtenContent(bytes: Buffer): RecordContent {
  const content = JSON.parse(bytes.toString('utf8')) as RecordContent
  // Parsing hides spaces, duplicate members and bytes that are not UTF-8; all of them are changes.
  const isWritten =
    Buffer.from(JSON.stringify(content)).equals(bytes) && /^entity (?:attributes|text)$/.test(membersOf(content))
  if (!isWritten) throw new SyntaxError('the values are not written as a ledger writes them')
  return content
}

const membersOf = (content: object): string => Object.keys(content).join(' ')

/** The same values kept under `to`: an encrypted value keeps its data key, an unencrypted value gets its first. */
export function rewrap(recordId: string, kept: KeptValue, from: LedgerKey | null, to: LedgerKey): KeptValue {
  if (kept.wrapped_key === null) return sealUnder(recordId, kept.value, to)
  const dataKey = decrypt(needed(kept, from).bytes, kept.wrapped_key, wrapContext(recordId))
  return { value: kept.value, wrapped_key: encrypt(to.bytes, dataKey, wrapContext(recordId)), key_id: to.id }
}

function unseal(recordId: string, kept: KeptValue, key: LedgerKey | null): Uint8Array {
  if (kept.wrapped_key === null) return kept.value
  const dataKey = decrypt(needed(kept, key).bytes, kept.wrapped_key, wrapContext(recordId))
  return decrypt(dataKey, kept.value, recordId)
}

function needed(kept: KeptValue, key: LedgerKey | null): LedgerKey {
  if (key !== null && key.id === kept.key_id) return key
  throw keyWrong()
}

export const keyWrong = (): SelfsameError =>
  new SelfsameError('key_file', 'the ledger key is not the one the values in this ledger are sealed with')

/** The values are encrypted under another key than this process has: the key was changed while it ran. */
export function keyOther(): SelfsameError {
  const sentence = 'the values are sealed with another ledger key than this process has: start it with the present key'
  return new SelfsameError('ledger_unavailable', sentence)
}

/** The ledger has encrypted values and no key is configured. A missing setting must not lead to unencrypted values. */
export function keyMissing(): SelfsameError {
  const sentence =
    'the values in this ledger are encrypted and no ledger key is configured: give --ledger-key or set SERVICE_LEDGER_KEY'
  return new SelfsameError('ledger_unavailable', sentence)
}

/** The key of the ledger was changed while this process had it open. */
export function keyChanged(): SelfsameError {
  const sentence = 'the ledger key was changed while this process ran; nothing was recorded: start it with the new key'
  return new SelfsameError('ledger_unavailable', sentence)
}

/** Whether a ledger has values encrypted with the key it was opened with, and with another key. */
export interface SealedUnder {
  readonly own: boolean | number
  readonly other: boolean | number
}

/** True if a key is needed and missing. Throws key_file for a wrong key, ledger_corrupt if it fits only some values, except for readers. */
export function needsKey(sealed: SealedUnder, key: LedgerKey | null, readOnly: boolean): boolean {
  if (key === null) return Boolean(sealed.other)
  if (!sealed.other || (readOnly && sealed.own)) return false
  if (!sealed.own) throw keyWrong()
  const sentence =
    'some values are sealed with another key than the one given, the others are not; run "selfsame ledger verify"'
  throw new SelfsameError('ledger_corrupt', sentence)
}

// The record id is bound into both layers, so that one record's value or key cannot replace another's.
const wrapContext = (recordId: string): string => `key of ${recordId}`

function encrypt(key: Uint8Array, plain: Uint8Array, context: string): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

function decrypt(key: Uint8Array, sealed: Uint8Array, context: string): Uint8Array {
  const bytes = Buffer.from(sealed)
  const tagAt = bytes.length - TAG_BYTES
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(tagAt))
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, tagAt)), decipher.final()])
}
