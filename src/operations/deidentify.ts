// POST /deidentify: a redacted text, and the decision that records the actions and the law.
import { type CopyOptions, type MaskedCopy, maskedCopy, type RuledFinding } from '../engines/deidentify/engine.ts'
import type { KnownPeople } from '../engines/detect/persons/known-people.ts'
import { SelfsameError } from '../errors.ts'
import type { LedgerAppend } from '../ledger/store.ts'
import { compareCodePoints, round4 } from '../records/canonical.ts'
import type { Action, DeidentifyAnswer, Finding, Span } from '../records/detection.ts'
import { contentId, documentId, recordId } from '../records/ids.ts'
import { canonicalSpans } from '../records/receipt.ts'
import type { DeidentifyRequest } from '../records/requests.ts'
import { CodePoints } from '../text/offsets.ts'
import { ScannedText } from '../text/scanned.ts'
import { ENGINES } from '../version.ts'
import type { Context, TextHandler } from './shared/context.ts'
import type { GoverningLaw } from './shared/governing.ts'
import { type BackendUsed, backendFor, readAhead } from './shared/learned-backend.ts'
import { requireLedger } from './shared/recorded.ts'
import { ruleFor, scan } from './shared/scan.ts'
import { type ReadWith, withKnown } from './shared/shared-people.ts'

export const DEIDENTIFY_SCHEMA = 'selfsame.deidentify.v1'

/** The action that a method forces; null leaves it to the statute. */
export const METHODS: ReadonlyMap<string, Action | null> = new Map([
  ['statute', null],
  ['mask', 'mask'],
  ['token', 'tokenize'],
  ['drop', 'drop'],
])

const PARTICIPLE: Readonly<Record<Action, string>> = {
  mask: 'masked',
  tokenize: 'tokenised',
  drop: 'dropped',
  generalize: 'generalised',
  retain: 'retained',
}

export interface Deidentification {
  readonly answer: DeidentifyAnswer
  /** The ledger entry, created on demand because most results are never recorded. Neither part contains the salt. */
  readonly append: () => LedgerAppend
}

/** The file that a decision binds, with its redacted version. */
export interface CopiedFile {
  /** `doc:` ids of the bytes of the original and of the redacted file. */
  readonly original: string
  readonly copy: string
  readonly format: string
  /** Version of the reader of the file. */
  readonly reader: string
  /** Parts that were removed from the file because they cannot be masked. */
  readonly removed: readonly string[]
}

export interface RuledText {
  readonly law: GoverningLaw
  readonly used: BackendUsed
  readonly forced: Action | null
  readonly ruled: readonly RuledFinding[]
  /** Names from other texts that it was read with; null where it was read alone. */
  readonly shared: number | null
}

export function actionForcedBy(method: string): Action | null {
  const forced = METHODS.get(method)
  if (forced !== undefined) return forced
  throw new SelfsameError('method_unknown', `There is no such method. Pass one of ${[...METHODS.keys()].join(', ')}.`)
}

export interface RuleOptions {
  /** Adds further findings. */
  readonly besides?: (findings: readonly Finding[]) => readonly Finding[]
  /** The persons that other texts name. */
  readonly shared?: ReadWith | undefined
}

/** Determines the law and its action for each finding. Throws backend_unknown, method_unknown and what governingLaw throws. */
export function rule(
  request: DeidentifyRequest,
  context: Context,
  text?: ScannedText,
  { besides = (findings) => findings, shared }: RuleOptions = {},
): RuledText {
  const used = backendFor(request.backend, context)
  const forced = actionForcedBy(request.method)
  const read = text ?? new ScannedText(request.text)
  const { law, findings } = scan(read, request, context)
  const others = shared?.people.size ?? null
  const own = besides(findings)
  const all = shared === undefined ? own : withKnown(read, own, shared, context)
  const ruled = all.map((finding): RuledFinding => {
    // Copied member by member: spreading findings of several object shapes is slow.
    const { category, start, end, confidence, detector, strength, country, of, person } = finding
    const { action, citation, generalize } = ruleFor(law, category)
    return {
      category,
      start,
      end,
      confidence,
      detector,
      strength,
      country,
      of,
      person,
      action: forced ?? action,
      citation,
      generalize,
    }
  })
  return { law, used, forced, ruled, shared: others }
}

/** Options for redacting a ruled text. */
export function copyOptions(request: DeidentifyRequest, { law }: RuledText, context: Context): CopyOptions {
  const { keeper } = context
  return {
    categories: context.packs.categories(),
    jurisdiction: law.reader,
    salt: request.salt,
    limits: law.statute,
    keeper,
  }
}

/**
 * Decides without writing anything: the same request gives the same answer and decision id, for any salt. Replay
 * runs this again. If a model reads the text, it must have been read ahead. Throws what `rule` throws.
 */
export function decideDeidentification(
  request: DeidentifyRequest,
  context: Context,
  text?: ScannedText,
  people?: KnownPeople,
): Deidentification {
  const ruled = rule(request, context, text, { shared: people && { people, kind: 'about' } })
  return decisionOver(
    request,
    ruled,
    maskedCopy(request.text, ruled.ruled, copyOptions(request, ruled, context)),
    context,
  )
}

/** The decision over a ruled text and its redacted version; for the text of a file, the decision binds the original and the redacted file. */
export function decisionOver(
  request: DeidentifyRequest,
  { law, used, forced, ruled, shared }: RuledText,
  copy: MaskedCopy,
  context: Context,
  file: CopiedFile | null = null,
): Deidentification {
  const { backend, model } = used
  const spans = spansOf(request.text, ruled)
  const counts = countBy(spans.map((span) => span.category))
  const pins = {
    engine: ENGINES.deidentify,
    rules_sha256: context.packs.rulesSha256(),
    statute: law.statute.name,
    statute_version: law.statute.version,
    jurisdiction: law.jurisdiction,
    jurisdiction_source: law.source,
    method: request.method,
    backend,
    model,
    ...(file === null ? {} : { file: { ...file } }),
    ...(shared === null ? {} : { shared_names: shared }),
  }
  const decisionId = contentId('red', {
    schema: DEIDENTIFY_SCHEMA,
    document: documentId(request.text),
    spans: canonicalSpans(spans),
    pins,
  })
  return {
    answer: {
      text: copy.text,
      decision_id: decisionId,
      jurisdiction: law.jurisdiction,
      statute: law.statute.name,
      backend,
      model,
      method: request.method,
      count: spans.length,
      by_category: counts,
      spans,
      record: copy.record,
      recorded: false,
    },
    append: () => {
      const document = { entity: 'document', text: request.text }
      return {
        entry: {
          decision_id: decisionId,
          verb: 'deidentify',
          identity: null,
          action: request.method,
          basis: forced === null ? `statute:${law.statute.name}` : `method:${request.method}`,
          score: null,
          explanation: explain(spans, law.statute.name, law.statute.version),
          factors: counts,
          pins,
          call: {
            jurisdiction: request.jurisdiction,
            statute: request.statute,
            backend: request.backend,
            method: request.method,
          },
          evidence: {
            kind: 'deidentification',
            statute: law.statute.name,
            jurisdiction: law.jurisdiction,
            by_category: counts,
            spans,
          },
          record_a: recordId(document),
          record_b: null,
        },
        records: [document],
      }
    },
  }
}

export const deidentify: TextHandler<DeidentifyRequest, DeidentifyAnswer> = async (request, context, given, people) => {
  const ledger = request.store ? requireLedger(context) : null
  const text = given ?? new ScannedText(request.text)
  const reading = readAhead(text, request.backend, context)
  if (reading !== null) await reading
  const { answer, append } = decideDeidentification(request, context, text, people)
  if (request.salt === '' && answer.spans.some((span) => span.action === 'tokenize')) warnOfEmptySalt(context)
  if (ledger === null) return answer
  await ledger.append([append()])
  return { ...answer, recorded: true }
}

/** Converts offsets to code points; done only here. */
function spansOf(text: string, ruled: readonly RuledFinding[]): Span[] {
  const points = new CodePoints(text)
  return ruled.map(({ category, start, end, confidence, action, citation, detector }) => ({
    category,
    start: points.of(start),
    end: points.of(end),
    confidence: round4(confidence),
    action,
    citation,
    detector,
  }))
}

function countBy(names: readonly string[]): Record<string, number> {
  const counted = new Map<string, number>()
  for (const name of names) counted.set(name, (counted.get(name) ?? 0) + 1)
  return Object.fromEntries([...counted].sort(([one], [other]) => compareCodePoints(one, other)))
}

function explain(spans: readonly Span[], statute: string, version: string): string {
  const under = `under ${statute} ${version}`
  if (spans.length === 0) return `No personal data was found; nothing was changed ${under}.`
  const done = Object.entries(countBy(spans.map((span) => span.action))).map(
    ([action, count]) => `${count} ${PARTICIPLE[action as Action]}`,
  )
  return `${spans.length} ${spans.length === 1 ? 'span' : 'spans'} of personal data ${under}: ${done.join(', ')}.`
}

const warned = new WeakSet<Context['warn']>()

/** Warns once per installation: a warning on every call would hide others. */
export function warnOfEmptySalt(context: Context): void {
  if (warned.has(context.warn)) return
  warned.add(context.warn)
  context.warn(
    'tokens are made with an empty salt: values that can be enumerated can be recovered from them; pass a secret salt',
  )
}
