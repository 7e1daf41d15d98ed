// POST /files/deidentify: a redacted file in its own format, verified by reading it again, and the decision that binds both.
import type { CopyMaker } from '../copies/copy-maker.ts'
import { rewritten } from '../copies/copy-text.ts'
import { editsOf } from '../copies/edits.ts'
import { type Known, KnownValues } from '../copies/known-values.ts'
import { standInsOf } from '../engines/deidentify/engine.ts'
import type { FileCopy } from '../records/copies.ts'
import { documentId } from '../records/ids.ts'
import type { DeidentifyFileRequest, DeidentifyRequest, Upload } from '../records/requests.ts'
import { ScannedText } from '../text/scanned.ts'
import { ENGINES } from '../version.ts'
import { actionForcedBy, copyOptions, decisionOver, type RuledText, rule, warnOfEmptySalt } from './deidentify.ts'
import type { Context } from './shared/context.ts'
import { givenCode } from './shared/governing.ts'
import { backendFor, readAhead } from './shared/learned.ts'
import { requireLedger } from './shared/recorded.ts'
import { withStated } from './shared/stated-findings.ts'

/** The text of a file, read ahead where a model reads it, under its law: what detection finds, and what tables and forms state. Throws what /deidentify throws. */
export function ruleFile(request: DeidentifyRequest, text: ScannedText, context: Context): RuledText {
  return rule(request, context, text, (findings) => withStated(request.text, findings, context))
}

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
  backendFor(asked.backend, context)
  actionForcedBy(asked.method)
  const languages = context.packs.countries().get(givenCode(asked.jurisdiction, context) ?? '')?.languages ?? []
  const opened = await maker.open(upload.bytes, languages, signal)
  const request: DeidentifyRequest = { ...asked, text: opened.text }
  const text = new ScannedText(opened.text)
  await readAhead(text, asked.backend, context)
  const ruled = ruleFile(request, text, context)
  const { standIns, record } = standInsOf(opened.text, ruled.ruled, copyOptions(request, ruled, context))
  if (request.salt === '' && ruled.ruled.some(({ action }) => action === 'tokenize')) warnOfEmptySalt(context)
  const { edits, values, repeats } = editsOf(opened.text, standIns)
  const bytes = await maker.write(
    upload.bytes,
    opened,
    languages,
    edits,
    values.map(({ value }) => value),
    signal,
  )
  const file = {
    original: documentId(upload.bytes),
    copy: documentId(bytes),
    format: opened.format,
    reader: ENGINES.copies,
    removed: opened.removed,
  }
  const { answer, append } = decisionOver(request, ruled, { text: '', record }, context, file)
  if (ledger !== null) await ledger.append([append()])
  const { text: _, spans: __, recorded: ___, ...rest } = answer
  const name = maskedName(upload.name, values, request, context)
  return { name, ...rest, ...file, removed: [...file.removed], repeats, recorded: ledger !== null, bytes }
}

/** Masks the file name, or each name of a path: values found in the file, and personal data in the name itself. */
function maskedName(name: string, values: readonly Known[], request: DeidentifyRequest, context: Context): string {
  const known = new KnownValues(values)
  return name
    .split('/')
    .map((part) => {
      const ending = /\.[A-Za-z0-9]{1,8}$/.exec(part)?.[0] ?? ''
      const stem = part.slice(0, part.length - ending.length)
      // File names have signs in place of spaces.
      const text = stem.replace(/[_.\-+]/g, ' ')
      const found = known.in(text)
      // Only rules read file names, because models expect sentences.
      const asked = { ...request, text, backend: 'basic' }
      const ruled = rule(asked, context)
      const { standIns } = standInsOf(text, ruled.ruled, copyOptions(asked, ruled, context))
      const { edits } = editsOf(text, standIns)
      const own = edits.filter(({ start, end }) => !found.some((other) => other.start < end && start < other.end))
      const all = [...found, ...own].map(({ start, end, text: instead }) => ({
        start,
        end,
        text: instead || 'removed',
      }))
      return rewritten(stem, all).replace(/[[\]<>:"|?*\\]/g, '') + ending
    })
    .join('/')
}
