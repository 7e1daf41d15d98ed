// Runs a stored decision again from the ledger's data: one entry per operation that records decisions.
import { z } from 'zod'
import { SelfsameError } from '../errors.ts'
import type { DecisionEntry, RecordedDecision } from '../ledger/store.ts'
import type { RecordContent } from '../records/ids.ts'
import { CompareRequest, DeidentifyRequest } from '../records/requests.ts'
import { ScannedText } from '../text/scanned.ts'
import { decideCompare, textsReadAhead } from './compare.ts'
import { decideDeidentification, decisionOver } from './deidentify.ts'
import { ruleFile } from './deidentify-file.ts'
import { decidePair } from './documents.ts'
import type { Context } from './shared/context.ts'
import { readAhead } from './shared/learned-backend.ts'
import { answeredDecision, contentsOf } from './shared/recorded.ts'
import { tablesAgain } from './tables.ts'

/** The current decision of the installed engines. `shared`: the values that both sides of a comparison have. */
export interface Rerun {
  readonly entry: DecisionEntry
  readonly shared: Readonly<Record<string, string>>
}

type Again = (stored: RecordedDecision, records: readonly RecordContent[], context: Context) => Rerun | Promise<Rerun>

const AGAIN: Readonly<Record<RecordedDecision['verb'], Again>> = {
  deidentify: deidentifyAgain,
  documents: documentsAgain,
  compare: compareAgain,
  resolve: () => {
    throw impossible('it is over entities; replay the comparisons that its pins name under "because"')
  },
  tables: tablesAgain,
  review: answeredAgain,
}

/** Decides again without writing. Throws replay_impossible if values were erased or arguments were not kept. */
export async function rerun(stored: RecordedDecision, context: Context): Promise<Rerun> {
  const contents: RecordContent[] = []
  const found = await contentsOf(stored, context)
  for (const [at, content] of found.entries()) {
    const id = at === 0 ? (stored.record_a ?? stored.record_b) : stored.record_b
    if (content === null) throw impossible(`the values of ${id} were erased`)
    contents.push(content)
  }
  return AGAIN[stored.verb](stored, contents, context)
}

/** The backend that ran then, if it is available: a decision by rules only stays so, even if a model has been installed since. */
function backendOf(model: unknown): string {
  return typeof model === 'string' ? 'auto' : 'basic'
}

async function deidentifyAgain(
  stored: RecordedDecision,
  records: readonly RecordContent[],
  context: Context,
): Promise<Rerun> {
  const [document] = records
  if (document === undefined && stored.pins['file'] !== undefined)
    throw impossible('it is about a file, which a ledger does not keep; copy the file again and compare the ids')
  if (document === undefined || !('text' in document)) throw impossible('its text was not stored')
  if (stored.pins['shared_names'] !== undefined)
    throw impossible(
      'its text was read together with others, whose persons a ledger does not keep; mask them again together',
    )
  // The salt is never stored and binds nothing: any salt gives the same spans, pins and id.
  const request = DeidentifyRequest.safeParse({ ...stored.call, text: document.text })
  if (!request.success) throw notKept(request.error)
  const backend = backendOf(stored.pins['model'])
  const asked = { ...request.data, backend }
  const text = new ScannedText(document.text)
  await readAhead(text, backend, context)
  const file = CopiedFile.safeParse(stored.pins['file'])
  // For a file, its text was stored; the hashes of the original and of the redacted file are kept as recorded.
  const decided = file.success
    ? decisionOver(
        asked,
        ruleFile(asked, text, file.data.format, context),
        { text: '', record: {} },
        context,
        file.data,
      )
    : decideDeidentification(asked, context, text)
  return { entry: decided.append().entry, shared: {} }
}

const CopiedFile = z.strictObject({
  original: z.string(),
  copy: z.string(),
  format: z.string(),
  reader: z.string(),
  removed: z.array(z.string()),
})

function documentsAgain(stored: RecordedDecision, records: readonly RecordContent[], context: Context): Rerun {
  const [a, b = a] = records
  const call = PairCall.safeParse(stored.call)
  const provenance = Provenance.safeParse(stored.pins['provenance'])
  if (a === undefined || b === undefined || !('attributes' in a) || !('attributes' in b)) {
    throw impossible('the fields of its documents were not stored')
  }
  if (!call.success) throw notKept(call.error)
  if (!provenance.success) throw notKept(provenance.error)
  const { document_content_id_a, document_content_id_b, model = null } = provenance.data
  requirePack(call.data.entity, context)
  const pair = {
    ...call.data,
    // The stored fields are results of the model: it does not run again, but stays in the pins.
    model,
    a: { attributes: a.attributes, documentId: document_content_id_a },
    b: { attributes: b.attributes, documentId: document_content_id_b },
  }
  const { append, comparison } = decidePair(pair, context)
  return { entry: append.entry, shared: comparison.shared }
}

/** No reviewer is asked again: this runs the engine's decision that people have answered. */
function answeredAgain(
  stored: RecordedDecision,
  records: readonly RecordContent[],
  context: Context,
): Rerun | Promise<Rerun> {
  const { verb, pins } = answeredDecision(stored)
  return AGAIN[verb]({ ...stored, verb, pins }, records, context)
}

async function compareAgain(
  stored: RecordedDecision,
  records: readonly RecordContent[],
  context: Context,
): Promise<Rerun> {
  const [a, b = a] = records
  if (a === undefined || b === undefined) throw impossible('its records were not stored')
  const request = CompareRequest.safeParse({ ...stored.call, a: sideOf(a), b: sideOf(b) })
  if (!request.success) throw notKept(request.error)
  requirePack(request.data.entity, context)
  const provenance = Provenance.safeParse(stored.pins['provenance'])
  const asked = { ...request.data, backend: backendOf(provenance.data?.model) }
  const texts = await textsReadAhead(asked, context)
  const { append, comparison } = decideCompare(asked, context, texts ?? undefined)
  return { entry: append.entry, shared: comparison.shared }
}

function sideOf(content: RecordContent): string | Record<string, string> {
  return 'text' in content ? content.text : content.attributes
}

const PairCall = z.strictObject({ entity: z.string(), jurisdiction: z.string().nullable(), backend: z.string() })
const Provenance = z.looseObject({
  document_content_id_a: z.string(),
  document_content_id_b: z.string(),
  model: z.string().optional(),
})

/** True if the pack of a stored decision is available. A pack that a caller supplied may not be. */
export function hasPack(entity: unknown, { engines }: Context): boolean {
  return typeof entity === 'string' && engines.compare.entities().includes(entity)
}

function requirePack(entity: string, context: Context): void {
  if (hasPack(entity, context)) return
  throw impossible(
    `it was made under the entity pack '${entity}', which is not shipped; pass that pack to the library, or verify the decision from its receipt`,
  )
}

function impossible(why: string): SelfsameError {
  return new SelfsameError('replay_impossible', `this decision cannot be made again: ${why}`)
}

/** The message names the arguments, never their values. */
function notKept(error: z.ZodError): SelfsameError {
  const names = [...new Set(error.issues.map(({ path }) => String(path[0] ?? 'call')))].join(', ')
  return impossible(
    `it was recorded with arguments the ledger could not store (${names}); it can still be verified from its receipt`,
  )
}
