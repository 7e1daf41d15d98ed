// `selfsame attest`: making the signing key, and checking what was signed.
import { basename } from 'node:path'
import { Command } from 'commander'
import { z } from 'zod'
import {
  createKeyFile,
  type KeyResolver,
  publicKeyOf,
  type Supplied,
  type TrustedKey,
  type Verification,
  verifyEnvelope,
} from '../attest/index.ts'
import { SelfsameError } from '../errors.ts'
import { PathAnswer } from '../records/graph.ts'
import { sha256Hex } from '../records/ids.ts'
import { OPERATIONS, type Operation } from '../records/operations.ts'
import { repeatsName } from '../records/strict-json.ts'
import { parsed, readBytes, readText, repeated } from './input.ts'
import { explained } from './manual.ts'

// Signed JSON is read strictly, because two programs could read duplicate members differently under one signature (RFC 7493, 2).

/** The value in a JSON file ("-": standard input). Throws usage when it is not UTF-8, not JSON, or names a member of one object twice. */
export function readEvidence(file: string): unknown {
  const name = file === '-' ? 'standard input' : `the file ${file}`
  const text = readText(file === '-' ? 0 : file, name)
  const value = parsed(text)
  if (value === undefined) throw new SelfsameError('usage', `${name} is not JSON`)
  if (repeatsName(text, value))
    throw new SelfsameError('usage', `${name} names a member of one object twice, so programs read it differently`)
  return value
}

interface VerifyOptions {
  inputs?: string
  response?: string
  upload?: string[]
  publicKey?: string
  trusted?: string[]
  json?: boolean
}

export function attestCommand(): Command {
  const attest = new Command('attest').description('make a signing key, and verify signed answers')
  const keygen = attest
    .command('keygen')
    .argument('<out>', 'where to write the key (PKCS#8 PEM, mode 0600)')
    .option('--force', 'replace an existing key file')
    .description('create a signing key and print the did:key to publish')
    .action((out: string, options: { force?: boolean }) => {
      const signer = createKeyFile(out, { force: options.force ?? false })
      process.stdout.write(`${signer.did}\n`)
    })
  explained(keygen, {
    does: 'Makes the key that a service signs its answers with, and prints its did:key, which is what those who verify have to know.',
    examples: [['a new key', 'selfsame attest keygen new.key']],
    files: [
      'The key is PKCS#8 in PEM, for its owner alone (mode 0600). It is made new, and replaced only with --force.',
    ],
  })
  const verify = attest
    .command('verify')
    .argument('<file>', 'an envelope, or a whole response that carries one ("-": standard input)')
    .option('--inputs <file>', 'the request that was sent')
    .option('--response <file>', 'the answer, when <file> holds the envelope alone')
    .option(
      '--upload <file>',
      'for /documents: a file that was sent; repeat it in the order sent, --inputs is then the other form fields',
      repeated,
    )
    .option('--public-key <key>', 'the signer you expect: a did:key, a public key in PEM, or a file with one')
    .option('--trusted <did>', 'a signer you trust; may be repeated', repeated)
    .option('--json', 'print the result as JSON')
    .description('verify an envelope offline; exits 0 only when it is ok')
    .action(async (file: string, options: VerifyOptions) => {
      const result = await verifyFile(file, options)
      process.stdout.write(options.json ? `${JSON.stringify(result, null, 2)}\n` : inWords(result))
      process.exitCode = result.ok ? 0 : 1
    })
  explained(verify, {
    does:
      'Checks a signed answer without the service and without a network: that it is as it was signed, by whom, and that it is the ' +
      'answer to the request given. Without a key you expect, the signature is checked with the key in the answer, which shows that nothing was ' +
      'changed since, not who signed; the exit code is then 0 as well.',
    examples: [
      ['an answer as it was received', 'selfsame attest verify answer.json'],
      [
        'the signer and the request as well',
        'selfsame attest verify answer.json --public-key "$did" --inputs request.json',
      ],
    ],
    exits: { 1: 'not as it was signed, or the check failed for the reason given on standard error' },
  })
  return explained(attest, {
    does: 'Makes signing keys, and verifies what was signed with them.',
    examples: [['what each does', 'selfsame attest verify --help']],
  })
}

async function verifyFile(file: string, options: VerifyOptions): Promise<Verification> {
  if ([file, options.inputs, options.response].filter((name) => name === '-').length > 1)
    throw new SelfsameError('usage', 'standard input can be read once: name a file for the others')
  const envelope = readEvidence(file)
  const supplied = {
    envelope,
    ...(options.response === undefined ? {} : { response: readEvidence(options.response) }),
    ...pinnedKey(options),
  }
  return withSteps(await verified(supplied, givenInputs(options)), supplied.response ?? envelope)
}

async function verified(supplied: Supplied, inputs: unknown): Promise<Verification> {
  if (inputs === undefined) return verifyEnvelope(supplied)
  const asGiven = await verifyEnvelope({ ...supplied, inputs })
  if (asGiven.inputs_match) return asGiven
  // The hash covers the request with its defaults, which a request as sent often omits.
  const completed = withDefaults(asGiven.tool, inputs)
  return completed === undefined ? asGiven : verifyEnvelope({ ...supplied, inputs: completed })
}

/** The result for a path of decisions. The file alone is enough to check each step. */
async function withSteps(result: Verification, response: unknown): Promise<Verification> {
  const answer = result.tool === 'path' ? PathAnswer.safeParse(response).data : undefined
  if (answer === undefined) return result
  const { pathProblems } = await import('../operations/graph/path.ts')
  const problems = pathProblems(answer)
  return { ...result, ok: result.ok && problems.length === 0, problems: [...result.problems, ...problems] }
}

/** The request as it was sent; uploads count by name, bytes and size, in the order sent. */
function givenInputs({ inputs, upload = [] }: VerifyOptions): unknown {
  if (upload.length === 0) return inputs === undefined ? undefined : readEvidence(inputs)
  const fields = inputs === undefined ? {} : readEvidence(inputs)
  if (fields === null || typeof fields !== 'object' || Array.isArray(fields) || 'files' in fields)
    throw new SelfsameError('usage', 'with --upload, --inputs holds the other form fields as a JSON object')
  const files = upload.map((path) => {
    const bytes = readBytes(path, path)
    return { name: basename(path), sha256: sha256Hex(bytes), size: bytes.length }
  })
  return { ...fields, files }
}

function pinnedKey(options: VerifyOptions): { publicKey?: TrustedKey | KeyResolver } {
  const keys = options.trusted ?? []
  if (options.publicKey !== undefined) {
    if (keys.length > 0) throw new SelfsameError('usage', 'give either --public-key or --trusted, not both')
    const written = /^(?:did:|-----BEGIN )/.test(options.publicKey)
    return { publicKey: written ? options.publicKey : keyAt(options.publicKey) }
  }
  if (keys.length === 0) return {}
  // A misspelt key would otherwise look like an untrusted signer.
  for (const key of keys) publicKeyOf(key)
  return { publicKey: (keyId) => (keys.includes(keyId) ? keyId : null) }
}

function keyAt(path: string): string {
  if (path === '')
    throw new SelfsameError('usage', '--public-key is empty: give a did:key, or a file with a public key')
  return readText(path, `the public key file ${path}`).trim()
}

/** The request of a route with its defaults filled in; of a form with the files it carried. */
function withDefaults(tool: string | null, inputs: unknown): unknown {
  const operation = Object.entries<Operation>(OPERATIONS).find(([name]) => name === tool)?.[1]
  const request =
    operation?.form === true ? operation.request.extend({ files: z.array(z.looseObject({})) }) : operation?.request
  const parsed = request?.safeParse(inputs)
  return parsed?.success ? parsed.data : undefined
}

function inWords(result: Verification): string {
  const side = (match: boolean | null): string => (match === null ? 'not checked' : match ? 'yes' : 'no')
  const unchecked = [
    !result.trusted && 'who signed it (--public-key or --trusted)',
    result.inputs_match === null && 'that it answers your request (--inputs)',
    result.response_match === null && 'the answer (--response)',
  ].filter((one) => one !== false)
  const close = unchecked.length === 0 ? 'OK' : `OK, but not checked: ${unchecked.join(', ')}`
  return [
    `tool            ${result.tool ?? '-'}`,
    `signer          ${result.signer ?? '-'}`,
    `valid           ${side(result.valid)}`,
    `trusted         ${side(result.trusted)}`,
    `inputs match    ${side(result.inputs_match)}`,
    `response match  ${side(result.response_match)}`,
    ...result.decision_ids.map((id) => `id              ${id}`),
    ...result.problems.map((problem) => `problem         ${problem}`),
    result.ok ? close : 'NOT OK',
    '',
  ].join('\n')
}
