// The operations as tools for agents: request, answer, the part of the answer that an agent may see, and the files it may name.
import { isUtf8 } from 'node:buffer'
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, relative, resolve, sep } from 'node:path'
import { z } from 'zod'
import { SelfsameError } from '../errors.ts'
import type { HandledName } from '../operations/handlers.ts'
import { FindRequest } from '../records/find.ts'
import {
  CasesRequest,
  EntitiesRequest,
  EntityRequest,
  HistoryRequest,
  ObserveRequest,
  PathRequest,
  ResolveRequest,
} from '../records/graph.ts'
import { sha256Hex } from '../records/ids.ts'
import { OPERATIONS } from '../records/operations.ts'
import {
  CompareRequest,
  DeidentifyRequest,
  DetectRequest,
  DocumentsRequest,
  ExtractRequest,
  PlacesRequest,
  type Upload,
} from '../records/requests.ts'
import { PairRequest, QueueRequest } from '../records/review.ts'
import type { Service } from '../service.ts'
import { shower } from '../text/mask.ts'

interface AllowedFiles {
  /** Throws file_refused unless the path is a readable file below an allowed folder. */
  bytes(path: string): Buffer
  /** The same as UTF-8 text. */
  text(path: string): string
  upload(path: string): Upload
}

/**
 * `folders` are paths given by the operator; `most` is the maximum bytes of one file; `own`: files of the service (salt, keys, ledger,
 * indexes), which no tool may read, wherever they are. Throws usage for a missing folder.
 */
export function allowedFiles(folders: readonly string[], most: number, own: readonly string[] = []): AllowedFiles {
  const roots = folders.map((folder) => {
    try {
      return realpathSync(folder)
    } catch (cause) {
      throw new SelfsameError('usage', `the folder ${folder} is not there; check --folder`, { cause })
    }
  })

  function bytes(path: string): Buffer {
    if (roots.length === 0) throw refused('no folder is allowed; the operator allows one with --folder')
    for (const root of roots) {
      const found = below(root, path)
      if (found === null || own.some((path) => isPartOf(path, found))) continue
      if (statSync(found).size > most) throw refused('the file exceeds the size limit')
      return readFileSync(found)
    }
    throw refused('there is no such file below an allowed folder')
  }

  return {
    bytes,
    text(path) {
      const content = bytes(path)
      if (!isUtf8(content)) throw refused('the file is not UTF-8 text; the tool documents reads other formats')
      return content.toString('utf8')
    },
    upload: (path) => ({ name: basename(path), bytes: bytes(path) }),
  }
}

/** The real path of a file below `root`; null if there is none. A file outside is treated as missing. */
function below(root: string, path: string): string | null {
  try {
    const found = realpathSync(resolve(root, path))
    const way = relative(root, found)
    const isInside = way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && resolve(root, way) === found
    return isInside && statSync(found).isFile() ? found : null
  } catch {
    return null
  }
}

/** True for the same file, also by another name or link, for a file in the folder `own`, and for what SQLite writes beside its file. */
function isPartOf(own: string, found: string): boolean {
  try {
    const [whole, mine, theirs] = [realpathSync(own), statSync(own), statSync(found)]
    if (mine.dev === theirs.dev && mine.ino === theirs.ino) return true
    return (
      found.startsWith(`${whole}${sep}`) ||
      (found.startsWith(whole) && /^-(?:wal|shm|journal)$/.test(found.slice(whole.length)))
    )
  } catch {
    return false
  }
}

const refused = (why: string): SelfsameError => new SelfsameError('file_refused', `The file cannot be read: ${why}.`)

export interface Tools {
  readonly service: Service
  readonly files: AllowedFiles
  /** Key of tokens: the operator's, never an agent's. */
  readonly salt: string
  /** Values may be shown to the agent. */
  readonly reveal: boolean
}

/** An answer, and the request that an attestation binds with it. */
export interface ToolResult {
  readonly answer: object
  readonly inputs: object
}

export interface Tool {
  /** Name of the route with the same answer, also used in attestations. */
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: z.ZodObject
  readonly output: z.ZodObject
  /** True if it can write to the ledger on request. */
  readonly writes: boolean
  call(asked: never, tools: Tools): Promise<ToolResult>
}

/** The tool of an operation. Without a `call` it passes the request on, with `reveal` as the operator set it. */
function tool<Input extends z.ZodObject>(
  spec: Omit<Tool, 'name' | 'input' | 'output' | 'writes' | 'call'> & {
    readonly name: HandledName | 'documents'
    readonly input: Input
    readonly output?: z.ZodObject
    readonly writes?: boolean
    call?(asked: z.output<Input>, tools: Tools): Promise<ToolResult>
  },
): Tool {
  const { request, answer, ledger } = OPERATIONS[spec.name]
  async function call(asked: object, { service, reveal }: Tools): Promise<ToolResult> {
    const inputs = 'reveal' in request.shape ? { ...asked, reveal } : asked
    return { inputs, answer: await service[spec.name as HandledName](inputs as never) }
  }
  return { output: answer, writes: ledger === 'stored', call, ...spec } as unknown as Tool
}

const file = z
  .string()
  .optional()
  .describe(
    'Instead of the text: a file below the folder that the operator allowed. Its content is read here and not by you.',
  )
const text = z
  .string()
  .optional()
  .describe('The text. Prefer `file` for personal data: it then need not pass through you.')

/** The request with its text, or with that of the file that it names. Throws file_refused; without both, the operation throws shape. */
function withText<Asked extends { text?: string | undefined; file?: string | undefined }>(
  { file, ...asked }: Asked,
  { files }: Tools,
): Omit<Asked, 'file'> & { text: string } {
  if (asked.text !== undefined && file !== undefined)
    throw new SelfsameError('shape', 'text and file: pass one of them.')
  return { ...asked, text: asked.text ?? (file === undefined ? (undefined as never) : files.text(file)) }
}

const Side = z.union([z.record(z.string(), z.string()), z.string()])

/** Members of every explanation; further members depend on the operation. */
const Explained = z.looseObject({
  identity: z.string().nullable(),
  action: z.string(),
  basis: z.string(),
  explanation: z.string(),
})

const Id = z.object({ id: z.string().describe('A decision id: dec:, xwd: or red:.') })

const withoutText = { text: true } as const

export const TOOLS: readonly Tool[] = [
  tool({
    name: 'detect',
    title: 'Find personal data',
    description:
      'Says where personal data stands in a text, of what kind, and which provision makes it so. Never shows a value.',
    input: DetectRequest.omit(withoutText).extend({ text, file }),
    async call(asked, tools) {
      const inputs = withText(asked, tools)
      return { inputs, answer: await tools.service.detect(inputs) }
    },
  }),
  tool({
    name: 'deidentify',
    title: 'Make a safe copy',
    description:
      'Rewrites every piece of personal data as the governing statute says. The copy is safe to read and to pass on.',
    input: DeidentifyRequest.omit({ ...withoutText, salt: true }).extend({ text, file }),
    async call(asked, tools) {
      const inputs = { ...withText(asked, tools), salt: tools.salt }
      return { inputs, answer: await tools.service.deidentify(inputs) }
    },
  }),
  tool({
    name: 'compare',
    title: 'Are these two the same?',
    description:
      'Compares two records (objects) or two texts and answers same_entity, review or different with a calibrated score. review means that a person has to decide: do not decide for them.',
    input: CompareRequest.omit({ a: true, b: true }).extend({
      a: Side.optional().describe('A record or a text.'),
      b: Side.optional(),
      file_a: file,
      file_b: file,
    }),
    async call({ file_a, file_b, a, b, ...asked }, tools) {
      const side = (given: z.output<typeof Side> | undefined, path: string | undefined) =>
        given ?? (path === undefined ? (undefined as never) : tools.files.text(path))
      const inputs = { ...asked, a: side(a, file_a), b: side(b, file_b) }
      return { inputs, answer: await tools.service.compare(inputs) }
    },
  }),
  tool({
    name: 'documents',
    title: 'Read and compare documents',
    description:
      'Reads files the operator allowed, each under its own law, takes their fields and compares them pair by pair. Values are masked.',
    input: DocumentsRequest.omit({ reveal: true }).extend({
      files: z.array(z.string()).min(1).max(50).describe('Files below the folder that the operator allowed.'),
    }),
    async call({ files, ...asked }, tools) {
      const uploads = files.map((path) => tools.files.upload(path))
      const inputs = { ...asked, reveal: tools.reveal }
      const bound = uploads.map(({ name, bytes }) => ({ name, sha256: sha256Hex(bytes), size: bytes.length }))
      return { inputs: { ...inputs, files: bound }, answer: await tools.service.documents(inputs, uploads) }
    },
  }),
  tool({
    name: 'places',
    title: 'Find places',
    description:
      'Places in a text and the role of each: origin, destination, via, location or unknown. Their names are masked unless the operator shows values.',
    input: PlacesRequest.omit(withoutText).extend({ text, file }),
    async call(asked, tools) {
      const inputs = withText(asked, tools)
      const answer = await tools.service.places(inputs)
      const show = shower(tools.reveal, tools.service.maskValues)
      const mentions = answer.mentions.map((mention) => ({
        ...mention,
        text: show(mention.text),
        components: Object.fromEntries(
          Object.entries(mention.components).map(([name, value]) => [name, show(String(value))]),
        ),
      }))
      return { inputs, answer: tools.reveal ? answer : { ...answer, mentions } }
    },
  }),
  tool({
    name: 'extract',
    title: 'Propose entities',
    description:
      'Persons, organisations, places, identifiers, dates and money in a text. Their values are masked unless the operator shows values.',
    input: ExtractRequest.omit(withoutText).extend({ text, file }),
    async call(asked, tools) {
      const inputs = withText(asked, tools)
      const answer = await tools.service.extract(inputs)
      const show = shower(false, tools.service.maskValues)
      const entities = answer.entities.map((entity) => ({ ...entity, text: show(entity.text), metadata: {} }))
      return { inputs, answer: tools.reveal ? answer : { ...answer, entities } }
    },
  }),
  tool({
    name: 'find',
    title: 'Find one record among many',
    description:
      'Looks for the entity of a record in an index of the operator: found, ambiguous with the fields that would settle it, or not_found. ambiguous means that a person has to decide. Values of candidates are masked unless the operator shows them.',
    input: FindRequest.omit({ reveal: true }),
  }),
  tool({
    name: 'resolve',
    title: 'Join a record to an entity',
    description:
      'Records which entity of the ledger a record belongs to: it joins one, founds one, or opens a case. A case means that a person has to decide: do not decide for them, but ask for a field of would_settle.',
    input: ResolveRequest.omit({ reveal: true }),
    writes: true,
  }),
  tool({
    name: 'observe',
    title: 'Add what became known of a record',
    description:
      'Adds values to a resolved record, such as a field that would settle a case. Its comparisons are made again and supersede the earlier ones.',
    input: ObserveRequest.omit({ reveal: true }),
    writes: true,
  }),
  tool({
    name: 'entities',
    title: 'The entities of the ledger',
    description: 'How many records and entities there are, and the entities of several records, the largest first.',
    input: EntitiesRequest,
  }),
  tool({
    name: 'entity',
    title: 'One entity',
    description:
      'The records of an entity, and one value a field with its rule and sources; values are masked unless the operator shows them.',
    input: EntityRequest.omit({ reveal: true }),
  }),
  tool({
    name: 'path',
    title: 'Why two records are one',
    description: 'The chain of decisions that makes two records one, with its weakest; values are masked.',
    input: PathRequest.omit({ reveal: true }),
  }),
  tool({
    name: 'history',
    title: 'What was decided about a record or an entity',
    description: 'Every decision about a record and its earlier versions, or about an entity, without values.',
    input: HistoryRequest,
  }),
  tool({
    name: 'cases',
    title: 'Open cases',
    description:
      'Pairs of records in different entities that wait for a person, with the fields any one of which would decide. No tool answers them; observe adds such a field.',
    input: CasesRequest,
  }),
  tool({
    name: 'decision',
    title: 'Read a stored decision',
    description: 'A decision as it was stored, without values.',
    input: Id,
  }),
  tool({
    name: 'explain',
    title: 'Why a decision came out as it did',
    description: 'What supported a stored decision, what spoke against it, what was missing; shared values are masked.',
    input: Id,
    output: Explained,
  }),
  tool({
    name: 'replay',
    title: 'Decide again',
    description: 'Decides again from the stored inputs and says whether the same comes out, and what moved.',
    input: Id,
  }),
  tool({
    name: 'queue',
    title: 'What waits for a person',
    description:
      'Pairs that stored decisions ask a person about. They are answered by people, in the studio, the terminal or over HTTP; no tool answers them.',
    input: QueueRequest,
  }),
  tool({
    name: 'pair',
    title: 'One pair that waits',
    description:
      'Two records beside each other with the likeness of each field; values are masked unless the operator shows them.',
    input: PairRequest.omit({ reveal: true }),
  }),
]
