// Clusters as graphs: which hang on little, on which edge, why that edge is there, and cutting it for good.
import { useEffect, useRef, useState } from 'preact/hooks'
import type { ClusterAnswer, ClustersAnswer } from '../../src/records/clusters.ts'
import type { WeighAnswer } from '../../src/records/explanations.ts'
import type { Explanation } from '../../src/records/ledger.ts'
import { Waterfall } from './compare.tsx'
import { plainly } from './letters.ts'
import {
  BesideTable,
  Failure,
  Field,
  fieldsOf,
  ListTable,
  Scrolls,
  scoreInWords,
  useLoaded,
  useWork,
  Value,
  wordsOf,
} from './parts.tsx'
import { service } from './service.ts'

type Edge = ClusterAnswer['edges'][number]
/** A cluster, and whether its values are shown in it. */
interface Opened {
  readonly cluster: ClusterAnswer
  readonly revealed: boolean
}
type Entity = ClusterAnswer['records'][number]
/** The list, and the result of the run that wrote it: how many entities there are in all. */
type Listed = ClustersAnswer & { readonly result: string }

export function ClustersScreen() {
  const list = useLoaded<Listed>(async () => {
    const answer = await service.clusters()
    const run = answer.decision_id === null ? null : await service.decision(answer.decision_id)
    return { ...answer, result: run?.explanation ?? '' }
  })
  const [reveal, setReveal] = useState(false)
  const [id, setId] = useState<string | null>(null)
  const work = useWork<Opened>()
  const heading = useRef<HTMLHeadingElement>(null)
  const load = (wanted: string, shown: boolean) =>
    work.run(async () => ({ cluster: await service.cluster(wanted, { reveal: shown }), revealed: shown }))
  const open = async (wanted: string) => {
    setId(wanted)
    if ((await load(wanted, reveal)) !== null) heading.current?.focus()
  }
  const toggle = () => {
    setReveal(!reveal)
    if (id !== null) void load(id, !reveal)
  }
  const clusters = list.answer?.clusters ?? []
  return (
    <>
      <h1>Clusters</h1>
      <p role="status">{saysOf(list.answer)}</p>
      <Failure sentence={list.failure ?? work.failure} />
      {clusters.length === 0 ? null : <ClusterTable clusters={clusters} opened={id} onOpen={open} />}
      {work.answer === null ? null : (
        <section aria-label="The cluster">
          <h2 tabIndex={-1} ref={heading}>
            A cluster of {work.answer.cluster.size} records
          </h2>
          <div class="row">
            <button type="button" aria-pressed={reveal} onClick={toggle}>
              {reveal ? 'Hide values' : 'Reveal values'}
            </button>
          </div>
          <Cluster key={work.answer.cluster.cluster_id} {...work.answer} onCut={() => load(id!, reveal)} />
        </section>
      )}
    </>
  )
}

function saysOf(answer: Listed | null): string {
  if (answer === null) return ''
  if (answer.decision_id === null)
    return 'No run has listed clusters of three or more records yet: "selfsame dedupe" and "selfsame link" do with --reviews --ledger PLACE.'
  const { clusters, entity, result } = answer
  return `${clusters.length} ${clusters.length === 1 ? 'cluster' : 'clusters'} of entity ${entity}, the one with the weakest edge first: those of three or more records, at most 50. Not listed are smaller ones, which are in the files of the run: ${result}`
}

interface ListProps {
  readonly clusters: ClustersAnswer['clusters']
  readonly opened: string | null
  readonly onOpen: (id: string) => void
}

function ClusterTable({ clusters, opened, onOpen }: ListProps) {
  return (
    <ListTable
      label="Clusters"
      titles={['Cluster', 'Records', 'Pairs the same', 'Weakest edge', 'Bridges']}
      rows={clusters.map(({ cluster_id, size, same, weakest_score, bridges }, at) => ({
        id: cluster_id,
        current: cluster_id === opened,
        cells: [
          <button type="button" class="link" title={cluster_id} onClick={() => onOpen(cluster_id)}>
            Open <span class="hidden">cluster</span> {at + 1}
          </button>,
          size,
          same,
          weakest_score === null ? 'people' : scoreInWords(weakest_score),
          bridges,
        ],
      }))}
    />
  )
}

interface ClusterProps extends Opened {
  readonly onCut: () => Promise<unknown>
}

function Cluster({ cluster, revealed, onCut }: ClusterProps) {
  const { records, edges, size, same } = cluster
  const [chosen, setChosen] = useState<number | null>(null)
  const edge = chosen === null ? null : edges[chosen]!
  return (
    <>
      {records.length < size || edges.length < same ? (
        <p>
          Shown: {records.length} of {size} records and {edges.length} of {same} pairs, those first on which it hangs.
        </p>
      ) : null}
      <div class="graphed">
        <Graph records={records} edges={edges} chosen={chosen} />
        <EdgeTable edges={edges} chosen={chosen} onChoose={setChosen} />
      </div>
      {edge === null ? (
        <p class="quiet">Choose an edge to see why it is there, and to cut it.</p>
      ) : (
        <EdgePanel key={edge.decision_id} edge={edge} cluster={cluster} revealed={revealed} onCut={onCut} />
      )}
      <h3>Its records</h3>
      <RecordTable records={records} />
    </>
  )
}

const SIDE = 400
const MIDDLE = SIDE / 2

/** Records on a circle in the order of the edges: the same cluster is drawn the same way each time. */
function placeOf(at: number, count: number): { readonly x: number; readonly y: number } {
  const turn = (2 * Math.PI * at) / count - Math.PI / 2
  const radius = MIDDLE - 34
  return { x: MIDDLE + radius * Math.cos(turn), y: MIDDLE + radius * Math.sin(turn) }
}

interface GraphProps {
  readonly records: readonly Entity[]
  readonly edges: readonly Edge[]
  readonly chosen: number | null
}

/** Decorative: screen readers read the tables next to it. */
function Graph({ records, edges, chosen }: GraphProps) {
  const places = records.map((_, at) => placeOf(at, records.length))
  const radius = records.length > 30 ? 8 : 14
  return (
    <figure class="graph">
      <svg viewBox={`0 0 ${SIDE} ${SIDE}`} aria-hidden="true">
        {edges.map(({ a, b, score, bridge, weakest, state }, at) => {
          const [from, to] = [places[a]!, places[b]!]
          const marks = [bridge ? 'bridge' : '', state === 'different' ? 'cut' : '', at === chosen ? 'chosen' : '']
          const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }
          return (
            <g key={at} class={`edge ${marks.join(' ')}`}>
              <line x1={from.x} y1={from.y} x2={to.x} y2={to.y} stroke-width={widthOf(score)} />
              {weakest ? <path class="weakest" d={`M${middle.x} ${middle.y - 11}l11 11-11 11-11-11z`} /> : null}
              {weakest ? (
                <text x={middle.x} y={middle.y + 5}>
                  {state === 'different' ? '✕' : '!'}
                </text>
              ) : null}
              {state === 'different' && !weakest ? (
                <text x={middle.x} y={middle.y + 5}>
                  ✕
                </text>
              ) : null}
            </g>
          )
        })}
        {places.map(({ x, y }, at) => (
          <g key={at} class="node">
            <circle cx={x} cy={y} r={radius} />
            <text x={x} y={y + 4.5} class={radius < 14 ? 'small' : ''}>
              {at + 1}
            </text>
          </g>
        ))}
      </svg>
      <figcaption class="quiet">
        An edge: the engine or a person says that two records are the same. Thicker: a higher score. Dashed: a bridge,
        without which the cluster falls apart. ! in a diamond: the weakest edge. ✕: cut by a person.
      </figcaption>
    </figure>
  )
}

/** Scores of edges are close to 1: the distance to 1, in powers of ten, is the width. */
function widthOf(score: number): number {
  return 0.75 + 1.25 * Math.min(4, -Math.log10(1 - Math.min(score, 0.9999)))
}

interface EdgesProps {
  readonly edges: readonly Edge[]
  readonly chosen: number | null
  readonly onChoose: (edge: number) => void
}

function EdgeTable({ edges, chosen, onChoose }: EdgesProps) {
  return (
    <div class="edges">
      <Scrolls label="Its edges">
        <table>
          <thead>
            <tr>
              <th scope="col">Edge</th>
              <th scope="col">Score</th>
              <th scope="col">What it is</th>
            </tr>
          </thead>
          <tbody>
            {edges.map((edge, at) => (
              <tr key={edge.decision_id}>
                <th scope="row">
                  <button type="button" class="plain" aria-pressed={at === chosen} onClick={() => onChoose(at)}>
                    {edge.a + 1} – {edge.b + 1}
                  </button>
                </th>
                <td>{scoreInWords(edge.score)}</td>
                <td>{marksOf(edge)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolls>
    </div>
  )
}

const BASIS: Readonly<Record<Edge['basis'], string>> = {
  comparison: '',
  fit: 'by weights fitted to the table',
  people: 'by people',
}

function marksOf({ weakest, bridge, basis, state }: Edge): string {
  const marks = [
    weakest ? 'weakest' : '',
    bridge ? 'bridge' : '',
    BASIS[basis],
    state === null || state === 'settled' ? '' : STATES[state],
  ]
  return marks.filter(Boolean).join(', ') || '–'
}

const STATES: Readonly<Record<NonNullable<Edge['state']>, string>> = {
  waiting: 'waits for review',
  second: 'a second person is asked',
  adjudicate: 'a third person is asked',
  same: 'people said: same',
  different: 'cut',
  cannot_tell: 'people cannot tell',
  implied_same: 'the same by other answers',
  implied_different: 'different by other answers',
  settled: '',
  erased: 'values erased',
}

interface PanelProps extends ClusterProps {
  readonly edge: Edge
}

function EdgePanel({ edge, cluster, revealed, onCut }: PanelProps) {
  const [reason, setReason] = useState('')
  const [said, setSaid] = useState('')
  const why = useLoaded<Explanation>(() => service.explain(edge.decision_id))
  const weighed = useWork<WeighAnswer>()
  const cutting = useWork<object>()
  const [a, b] = [cluster.records[edge.a]!, cluster.records[edge.b]!]
  // Weights are asked for the values themselves, so only where those are shown.
  useEffect(() => {
    if (revealed && a.fields !== null && b.fields !== null)
      void weighed.run(() => service.weigh({ entity: cluster.entity, a: a.fields!, b: b.fields! }))
    else weighed.reset()
  }, [revealed, a.fields, b.fields])
  const names = [...new Set([...Object.keys(a.fields ?? {}), ...Object.keys(b.fields ?? {})])]
  const likeness = (field: string) => weighed.answer?.steps.find((step) => step.field === field)?.likeness ?? null
  const cut = async () => {
    const done = await cutting.run(() =>
      service.review({ decision_id: edge.standing_id, answer: 'different', reason: reason.trim(), unasked: true }),
    )
    if (done === null) return
    const { state } = done as { state: string }
    setSaid(
      state === 'different'
        ? 'Cut. The next run with --reviews keeps these two records apart.'
        : 'Answered; another person is to be asked before it is cut.',
    )
    await onCut()
  }
  const undo = async () => {
    const done = await cutting.run(() =>
      service.review({ decision_id: edge.standing_id, answer: 'undo', reason: reason.trim() || 'cut taken back' }),
    )
    if (done === null) return
    setSaid('The answer is taken back; the pair waits for review.')
    await onCut()
  }
  const explanation = why.answer
  const isCut = edge.state === 'different'
  return (
    <section aria-label="The edge">
      <h3>
        Edge {edge.a + 1} – {edge.b + 1}, {scoreInWords(edge.score)}: {marksOf(edge)}
      </h3>
      <Failure sentence={why.failure ?? weighed.failure ?? cutting.failure} />
      {explanation === null ? null : <p>{explanation.explanation}</p>}
      {explanation !== null && 'supporting' in explanation ? (
        <dl class="facts">
          <Fact name="For" fields={fieldsOf(explanation.supporting, explanation.refuting)} />
          {explanation.refuting.length === 0 ? null : (
            <Fact name="Against" fields={fieldsOf(explanation.refuting, explanation.supporting)} />
          )}
        </dl>
      ) : null}
      <BesideTable
        fields={names.map((field) => ({
          field,
          a: a.fields?.[field] ?? null,
          b: b.fields?.[field] ?? null,
          likeness: likeness(field),
        }))}
        marked={revealed}
      />
      {weighed.answer === null ? (
        <p class="quiet">Reveal values to see what each factor adds.</p>
      ) : (
        <>
          <h4>What each factor adds</h4>
          <Waterfall bias={weighed.answer.bias} steps={weighed.answer.steps} />
        </>
      )}
      <Field label={isCut ? 'Reason to take the cut back' : 'Reason to cut it'}>
        <input maxLength={2000} value={reason} onInput={(event) => setReason(event.currentTarget.value)} />
      </Field>
      <div class="row answers">
        {isCut ? (
          <button type="button" class="plain" disabled={cutting.busy} onClick={undo}>
            Take the cut back
          </button>
        ) : (
          <button type="button" class="different" disabled={cutting.busy || reason.trim() === ''} onClick={cut}>
            Cut this edge
          </button>
        )}
      </div>
      <p role="status">{said}</p>
    </section>
  )
}

function Fact({ name, fields }: { readonly name: string; readonly fields: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{fields === '' ? '–' : plainly(fields)}</dd>
    </div>
  )
}

export function RecordTable({ records }: { readonly records: readonly Entity[] }) {
  const fields = [...new Set(records.flatMap(({ fields }) => Object.keys(fields ?? {})))]
  return (
    <ListTable
      label="Its records"
      titles={['No.', 'Table', 'Record', ...fields.map((field) => plainly(wordsOf(field)))]}
      rows={records.map(({ record_id, source, record, fields: values }, at) => ({
        id: record_id,
        cells: [
          at + 1,
          ...[source, record, ...fields.map((field) => values?.[field] ?? null)].map((value) => (
            <Value text={value ?? (values === null ? 'erased' : '–')} />
          )),
        ],
      }))}
    />
  )
}
