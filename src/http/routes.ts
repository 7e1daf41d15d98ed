// The operations as routes: what each needs of HTTP in addition to the table of operations.
import { SelfsameError } from '../errors.ts'
import type { ReadFile } from '../operations/documents.ts'
import type { HandledName } from '../operations/handlers.ts'
import { OPERATION_PATHS, type OperationName } from '../records/operation-paths.ts'
import { OPERATIONS, type Operation } from '../records/operations.ts'
import type { Upload } from '../records/requests.ts'
import type { Installation } from '../service.ts'
import type { SelfDescription } from './self-description.ts'

/** Input of a route: the request, unchecked, and the files of a form, read. */
export interface Call {
  readonly asked: never
  readonly files: readonly ReadFile[]
  /** The files of a form of a route that reads them itself. */
  readonly uploads: readonly Upload[]
  readonly service: Installation
  readonly selfDescription: SelfDescription
  /** As attestation knows it; null in a worker, where no answer depends on it. */
  readonly caller: string | null
}

type Respond = (call: Call) => Promise<object> | object

export interface Route extends Operation {
  /** Name of the operation, in attestations too. */
  readonly tool: OperationName
  readonly method: 'GET' | 'POST'
  /** As in the contract: `/decision/{id}`. */
  readonly path: string
  readonly carries: 'json' | 'form' | 'query'
  readonly respond: Respond
}

/** Operations that take more than a request: files of a form, or the state of the running service. */
const RESPOND: Readonly<Record<Exclude<OperationName, HandledName>, Respond>> = {
  documents: ({ service, asked, files }) => service.reportOf(asked, files),
  async deidentify_file({ service, asked, uploads }) {
    if (uploads.length !== 1)
      throw new SelfsameError('upload_missing', 'files: required, expected exactly one file to copy.')
    const { bytes, ...copy } = await service.deidentifyFile(asked, uploads[0]!)
    return { ...copy, content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64') }
  },
  livez: ({ selfDescription }) => selfDescription.liveness(),
  capabilities: ({ selfDescription }) =>
    selfDescription.capabilities(ALL_ROUTES.filter(({ added }) => added !== true).map(({ path }) => path)),
}

const respondTo = (name: OperationName): Respond =>
  Object.hasOwn(RESPOND, name)
    ? RESPOND[name as keyof typeof RESPOND]
    : ({ service, asked, caller }) => service[name as HandledName](asked, caller)

/** Everything that is routed: the contract, and what was added to it. */
export const ALL_ROUTES: readonly Route[] = Object.entries(OPERATIONS).map(([name, operation]: [string, Operation]) => {
  const tool = name as OperationName
  const [method, path] = OPERATION_PATHS[tool].split(' ') as ['GET' | 'POST', string]
  const carries = operation.form === true ? 'form' : method === 'GET' ? 'query' : 'json'
  return { ...operation, tool, method, path, carries, respond: respondTo(tool) }
})
