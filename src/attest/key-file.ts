// The signing key on disk: PKCS#8 PEM, Ed25519, readable by its owner alone. Never made on the fly, never overwritten by accident.
import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { SelfsameError } from '../errors.ts'
import { didKeyOf } from './did-key.ts'

const OWNER_ONLY = 0o600
const OTHERS = 0o077
// Windows has no permission bits to check; the folder's access list has to protect the key there.
const HAS_MODES = process.platform !== 'win32'

/** A private key and the identifier that verifiers pin. */
export interface Signer {
  readonly did: string
  readonly privateKey: KeyObject
}

/** The signer of a private key. Throws key_file when it is not Ed25519. */
export const signerOf = (privateKey: KeyObject): Signer => ({ did: didKeyOf(privateKey), privateKey })

/** Creates an Ed25519 key at `path` (mode 0600, folders 0700) and returns its signer. Throws key_file if the file exists without `force`. */
export function createKeyFile(path: string, options: { force?: boolean } = {}): Signer {
  const { privateKey } = generateKeyPairSync('ed25519')
  const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  const why = 'answers signed with it could no longer be told from yours, so pass --force only to replace it'
  createSecretFile(path, pem, why, { ...options, folders: true })
  return signerOf(privateKey)
}

/** Writes a new file completely or not at all (mode 0600; `folders`: missing ones, too, 0700). Throws key_file; `why` an existing one is not replaced. */
export function createSecretFile(
  path: string,
  text: string,
  why: string,
  { force = false, folders = false } = {},
): void {
  // Written to a temporary file and renamed: a crash leaves the old key or the new one.
  const written = force ? `${path}.new` : path
  try {
    if (folders) mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    if (force) rmSync(written, { force: true })
    writeOwnerOnly(written, text)
    if (force) renameSync(written, path)
  } catch (cause) {
    // EEXIST also if a file has the name of the folder.
    const { code, syscall } = cause as NodeJS.ErrnoException
    const sentence =
      code === 'EEXIST' && syscall === 'open'
        ? `the key file exists already; ${why}`
        : 'the key file cannot be written; check that its folder exists and may be written, and that the disk is not full'
    throw new SelfsameError('key_file', sentence, { cause })
  }
}

/** Writes a file that is not there yet; a link in its place is not followed. */
function writeOwnerOnly(path: string, text: string): void {
  const file = openSync(path, 'wx', OWNER_ONLY)
  try {
    // The mode of open() is narrowed by the umask: say it again.
    fchmodSync(file, OWNER_ONLY)
    writeSync(file, text)
    fsyncSync(file)
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
}

/** Loads the signer kept at `path`. Throws key_file when it is missing, no file, readable by others, or no Ed25519 private key. */
export function loadKeyFile(path: string): Signer {
  const pem = ownersText(path)
  let privateKey: KeyObject
  try {
    privateKey = createPrivateKey(pem)
  } catch (cause) {
    throw new SelfsameError(
      'key_file',
      'the signing key file holds no PKCS#8 PEM private key; create one with "attest keygen"',
      {
        cause,
      },
    )
  }
  return signerOf(privateKey)
}

function ownersText(path: string): string {
  let file: number
  try {
    // Without O_NONBLOCK, opening a pipe would block until it is written to.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  } catch (cause) {
    throw new SelfsameError('key_file', 'the signing key file cannot be read; create one with "attest keygen"', {
      cause,
    })
  }
  try {
    // Asked of the open file, so that nothing else can be put in its place between the question and the reading.
    const about = fstatSync(file)
    if (!about.isFile()) throw new SelfsameError('key_file', 'the signing key file is a folder or a device, not a file')
    if (HAS_MODES && (about.mode & OTHERS) !== 0)
      throw new SelfsameError('key_file', 'the signing key file can be read by others; run "chmod 600" on it')
    return readFileSync(file, 'utf8')
  } finally {
    closeSync(file)
  }
}
