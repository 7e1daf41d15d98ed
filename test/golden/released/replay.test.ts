// Decisions of released engines, as their ledgers kept them: the installed engine gives each again byte for byte, or says what moved.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packed } from '../../../src/formats/shared/format.ts'
import type { DecisionEntry, Ledger } from '../../../src/ledger/store.ts'
import { verifyLedger } from '../../../src/ledger/verify-chain.ts'
import { openLedger } from '../../../src/open-ledger.ts'
import { compare } from '../../../src/operations/compare.ts'
import { expectedDecisionId } from '../../../src/operations/decision-id.ts'
import { deidentify } from '../../../src/operations/deidentify.ts'
import { documents } from '../../../src/operations/documents.ts'
import { explain } from '../../../src/operations/explain.ts'
import { replay } from '../../../src/operations/replay.ts'
import { type Context, createEngines } from '../../../src/operations/shared/context.ts'
import { loadPacks } from '../../../src/packs/load.ts'
import { canonicalJson } from '../../../src/records/canonical.ts'
import { documentId, type RecordContent } from '../../../src/records/ids.ts'
import { CompareRequest, DeidentifyRequest, DocumentsRequest } from '../../../src/records/requests.ts'

interface Frozen {
  readonly documents: readonly (readonly [string, string])[]
  readonly decisions: readonly {
    readonly verb: string
    readonly request: Record<string, unknown> & { readonly files?: { readonly a: string; readonly b: string } }
    readonly entry: DecisionEntry
    readonly records: readonly RecordContent[]
  }[]
}

const here = new URL('.', import.meta.url)
const releases = readdirSync(here, { withFileTypes: true }).filter((entry) => entry.isDirectory())
const packs = loadPacks()
const folder = mkdtempSync(join(tmpdir(), 'released-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('keeps at least one release', () => {
  expect(releases.length).toBeGreaterThan(0)
})

describe.each(releases.map(({ name }) => name))('a ledger of release %s', (release) => {
  const frozen = JSON.parse(readFileSync(new URL(`${release}/decisions.json`, here), 'utf8')) as Frozen
  const { decisions } = frozen
  let ledger: Ledger
  let context: Context
  /** What the installed engines decide today when they are asked afresh, through a ledger of its own. */
  const today = new Map<string, DecisionEntry>()

  beforeAll(async () => {
    ledger = await openLedger(join(folder, `${release}.ledger`))
    await ledger.append(decisions.map(({ entry, records }) => ({ entry, records })))
    context = { packs, engines: createEngines(packs), ledger, warn: () => {} }
    const afresh = await openLedger(join(folder, `${release}-afresh.ledger`))
    const asked = { ...context, ledger: afresh }
    const files = frozen.documents.map(([name, text]) => ({
      name,
      id: documentId(Buffer.from(text)),
      content: packed({
        format: 'text' as const,
        text,
        encoding: 'utf-8',
        blocks: [],
        placed: [],
        pages: [],
        unread: [],
      }),
    }))
    const request = DocumentsRequest.parse({ jurisdiction: 'NG', store: true })
    const report = await documents(request, files, asked)
    for (const { verb, request, entry } of decisions) {
      const files = request.files
      const id =
        files !== undefined
          ? report.decisions.find(({ a, b }) => a === files.a && b === files.b)!.decision_id
          : verb === 'compare'
            ? (await compare(CompareRequest.parse({ ...request, store: true }), asked)).decision_id
            : (await deidentify(DeidentifyRequest.parse({ ...request, store: true }), asked)).decision_id
      today.set(entry.decision_id, (await afresh.decision(id))!)
    }
    await afresh.close()
  })
  afterAll(() => ledger.close())

  it('verifies, every id following from what was decided then', async () => {
    const verified = await verifyLedger(ledger, { decisionId: expectedDecisionId })
    expect(verified).toMatchObject({ ok: true, decisions: decisions.length, ids_recomputed: decisions.length })
  })

  it('holds every kind of decision', () => {
    const kinds = decisions.map(({ verb, entry }) => `${verb} ${entry.decision_id.slice(0, 3)}`)
    expect([...new Set(kinds)].sort()).toEqual(['compare dec', 'compare xwd', 'deidentify red', 'documents dec'])
    const verdicts = new Set(decisions.map(({ entry }) => entry.identity))
    expect([...verdicts].sort()).toEqual(['different', null, 'review', 'same_entity'].sort())
  })

  it.each(decisions.map(({ entry }) => [entry.decision_id.slice(0, 24), entry] as const))(
    'replays %s, and names a pin where the answer moved',
    async (_, then) => {
      const now = today.get(then.decision_id)!
      const answer = await replay({ id: then.decision_id }, context)
      const { decision_id, identity, action, score, factors } = now
      expect(answer.now).toEqual({ decision_id, identity, action, score, factors })
      expect(answer.reproduced).toBe(decision_id === then.decision_id)
      if (answer.reproduced) {
        const moving = ({ explanation: _, basis: __, evidence: ___, ...bound }: DecisionEntry) => canonicalJson(bound)
        const {
          recorded_at: _,
          supersedes: __,
          superseded_by: ___,
          ...stored
        } = now as DecisionEntry & Record<string, unknown>
        expect(moving(stored as DecisionEntry)).toBe(moving(then))
        expect(answer.changed).toEqual({})
      } else {
        const { spans, decision_id: __, ...named } = answer.changed
        expect(named).toEqual(difference(then, now))
        expect(spans === undefined).toBe(canonicalJson(spansOf(then)) === canonicalJson(spansOf(now)))
        // Without such a pin: move the version of the engine that decided it (CONTRIBUTING.md, rule 4).
        expect(Object.keys(answer.changed)).toContainEqual(expect.stringMatching(/^pins\./))
      }
    },
  )

  it('is still explained', async () => {
    for (const { entry } of decisions) {
      const answer = await explain({ id: entry.decision_id, reveal: false }, context)
      expect(answer).toMatchObject({ identity: entry.identity, action: entry.action, basis: entry.basis })
    }
  })
})

const spansOf = ({ evidence }: DecisionEntry) => (evidence.kind === 'deidentification' ? evidence.spans : [])

/** Every leaf of two decisions that is not the same, by its path; found without the code that replay finds it with. */
function difference(then: DecisionEntry, now: DecisionEntry): Record<string, unknown> {
  const moved: Record<string, unknown> = {}
  const descend = (path: string, was: unknown, is: unknown): void => {
    if (isTree(was) && isTree(is)) {
      for (const name of Object.keys({ ...was, ...is })) descend(`${path}.${name}`, was[name], is[name])
    } else if (JSON.stringify(was) !== JSON.stringify(is)) {
      moved[path] = Object.fromEntries([
        ['then', was ?? null],
        ['now', is ?? null],
      ])
    }
  }
  for (const part of ['identity', 'score', 'factors', 'pins'] as const) descend(part, then[part], now[part])
  return moved
}

function isTree(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
