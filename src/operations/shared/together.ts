// Answers many requests of an operation over texts as a batch. The answers are the same as one by one, in about half the time,
// because the detectors read all texts together.
import { setImmediate } from 'node:timers/promises'
import type { DetectScope } from '../../engines/detect/evidence.ts'
import { SelfsameError } from '../../errors.ts'
import { ScannedText } from '../../text/scanned.ts'
import type { Context, TextHandler } from './context.ts'
import { governingLaw, type LawRequest, leavesToText } from './governing.ts'
import { readAllAhead } from './learned-backend.ts'
import { Refused } from './recorded.ts'
import type { SessionPeople } from './shared-people.ts'

type TextRequest = LawRequest & { readonly text: string; readonly backend: string }

/** Maximum number of texts per batch: a larger batch loads code and tables less often, but its data must stay in the cache. */
const MOST_TEXTS = 128
/** Maximum number of characters per batch, which bounds memory and lets other work run. */
const MOST_CHARACTERS = 250_000

/** The sessions that the texts of requests belong to, with the persons of each. */
export interface Sessions {
  readonly people: SessionPeople
  /** By request, its session; null for none. */
  readonly of: readonly (string | null)[]
}

/**
 * Answers requests in order. A refused request does not affect the others; other work can run between batches. Persons of a session are
 * known to the texts of it that come after.
 */
export async function answerTogether<Request extends TextRequest, Answer>(
  requests: readonly (Request | Refused)[],
  verb: TextHandler<Request, Answer>,
  context: Context,
  sessions?: Sessions,
): Promise<PromiseSettledResult<Answer>[]> {
  const answers: PromiseSettledResult<Answer>[] = []
  for (let from = 0; from < requests.length; ) {
    const part = requests.slice(from, endOfPart(requests, from))
    const scanned = part.map((request) => (request instanceof Refused ? undefined : new ScannedText(request.text)))
    if (context.model) {
      const asked = part.flatMap((request, i) =>
        request instanceof Refused ? [] : [{ text: scanned[i]!, asked: request.backend }],
      )
      await readAllAhead(asked, context)
    }
    readSideBySide(part, scanned, context)
    const first = from
    const answered = part.map((request, i) => {
      if (request instanceof Refused) return Promise.reject(request.reason)
      const session = sessions?.of[first + i] ?? null
      const people = session === null ? undefined : sessions!.people.of(session, context)
      return verb(request, context, scanned[i]!, people)
    })
    for (const answer of await Promise.allSettled(answered)) answers.push(answer)
    from += part.length
    if (from < requests.length) await setImmediate()
  }
  return answers
}

/** End of the batch that begins at `from`: at least one request further. */
function endOfPart(requests: readonly (TextRequest | Refused)[], from: number): number {
  let characters = 0
  let end = from
  for (; end < requests.length && end - from < MOST_TEXTS; end++) {
    const request = requests[end]!
    if (!(request instanceof Refused)) characters += request.text.length
    if (characters > MOST_CHARACTERS && end > from) break
  }
  return end
}

/** Reads the texts of requests together, each under its law, so that the scan of each finds the results. */
function readSideBySide(
  requests: readonly (TextRequest | Refused)[],
  texts: readonly (ScannedText | undefined)[],
  context: Context,
): void {
  const { detect } = context.engines
  const silent: ScannedText[] = []
  const asked: { readonly request: TextRequest; readonly text: ScannedText }[] = []
  for (const [i, request] of requests.entries()) {
    const text = texts[i]
    if (request instanceof Refused || text === undefined) continue
    asked.push({ request, text })
    if (leavesToText(request.jurisdiction)) silent.push(text)
  }
  // Before its law is determined, a text is read without a jurisdiction.
  detect.readAll(
    silent,
    silent.map(() => ({ jurisdiction: null })),
  )
  const governed: ScannedText[] = []
  const scopes: DetectScope[] = []
  for (const { request, text } of asked) {
    const jurisdiction = readerOf(request, text, context)
    if (jurisdiction === undefined) continue
    governed.push(text)
    scopes.push({ jurisdiction })
  }
  detect.readAll(governed, scopes)
}

/** Country whose rules read the text; undefined if its law cannot be determined, an error that its own scan reports. */
function readerOf(request: LawRequest, text: ScannedText, context: Context): string | null | undefined {
  try {
    return governingLaw(request, text, context).reader
  } catch (error) {
    if (error instanceof SelfsameError) return undefined
    throw error
  }
}
