// POST /files/deidentify: a masked copy of a file in its own format, proven by reading it again, and the decision that binds both.
import type { CopyMaker } from '../copies/copy-maker.ts'
import { editsOf } from '../copies/edits.ts'
import { standInsOf } from '../engines/deidentify/engine.ts'
import type { FileCopy } from '../records/copies.ts'
import { documentId } from '../records/ids.ts'
import type { DeidentifyFileRequest, DeidentifyRequest, Upload } from '../records/requests.ts'
import { actionForcedBy, copyOptions, decisionOver, rule, warnOfEmptySalt } from './deidentify.ts'
import type { Context } from './shared/context.ts'
import { requireLedger } from './shared/recorded.ts'
import { backendFor } from './shared/scan.ts'

export interface CopyTools {
  readonly maker: CopyMaker
  readonly signal?: AbortSignal | undefined
}

/** Throws document_unreadable, copy_leaks, extra_missing, timeout, and what /deidentify throws. */
export async function deidentifyFile(
  asked: DeidentifyFileRequest,
  upload: Upload,
  context: Context,
  { maker, signal }: CopyTools,
): Promise<FileCopy> {
  const ledger = asked.store ? requireLedger(context) : null
  backendFor(asked.backend)
  actionForcedBy(asked.method)
  const opened = await maker.open(upload.bytes, signal)
  const request: DeidentifyRequest = { ...asked, text: opened.text }
  const ruled = rule(request, context)
  const { standIns, record } = standInsOf(opened.text, ruled.ruled, copyOptions(request, ruled, context))
  if (request.salt === '' && ruled.ruled.some(({ action }) => action === 'tokenize')) warnOfEmptySalt(context)
  const { edits, values, repeats } = editsOf(opened.text, standIns)
  const bytes = await maker.write(
    upload.bytes,
    edits,
    values.map(({ value }) => value),
    signal,
  )
  const file = {
    original: documentId(upload.bytes),
    copy: documentId(bytes),
    format: opened.format,
    removed: opened.removed,
  }
  const { answer, append } = decisionOver(request, ruled, { text: '', record }, context, file)
  if (ledger !== null) await ledger.append([append()])
  const { text: _, spans: __, recorded: ___, ...rest } = answer
  return { ...rest, ...file, removed: [...file.removed], repeats, recorded: ledger !== null, bytes }
}
