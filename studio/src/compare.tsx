// Two records: the verdict, what each factor adds as a waterfall, the letters that differ, and what would turn the decision.

import { useState } from 'preact/hooks'
import { largest, smallest } from '../../src/lists.ts'
import type { WeighAnswer } from '../../src/records/explanations.ts'
import {
  type Beside,
  BesideTable,
  basisInWords,
  Failure,
  Field,
  PACKS,
  Scrolls,
  useWork,
  Verdict,
  wordsOf,
} from './parts.tsx'
import { service } from './service.ts'

/** The fields that are asked for at first, where they are not the first of the pack. */
const ASKED: Readonly<Record<string, readonly string[]>> = {
  person: ['name', 'dob', 'phone', 'email', 'address'],
  organisation: ['name', 'registration_id', 'address', 'city', 'website'],
}
const MOST_ASKED = 5

interface Row {
  readonly field: string
  readonly a: string
  readonly b: string
}

const fieldsIn = (entity: string): readonly string[] => PACKS.get(entity)!.map(({ name }) => name)
const emptyRows = (entity: string): Row[] =>
  (ASKED[entity] ?? fieldsIn(entity).slice(0, MOST_ASKED)).map((field) => ({ field, a: '', b: '' }))

interface Compared {
  readonly rows: readonly Row[]
  readonly weighed: WeighAnswer
}

export function CompareScreen() {
  const [entity, setEntity] = useState('person')
  const [rows, setRows] = useState(emptyRows('person'))
  const unasked = fieldsIn(entity).filter((name) => rows.every(({ field }) => field !== name))
  const work = useWork<Compared>()
  const change = (at: number, changed: Partial<Row>) =>
    setRows(rows.map((row, index) => (index === at ? { ...row, ...changed } : row)))
  const sideOf = (side: 'a' | 'b') =>
    Object.fromEntries(rows.filter((row) => row[side] !== '').map((row) => [row.field, row[side]]))
  const compare = () =>
    work.run(async () => ({ rows, weighed: await service.weigh({ entity, a: sideOf('a'), b: sideOf('b') }) }))
  return (
    <>
      <h1>Compare</h1>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void compare()
        }}
      >
        <Field label="What they are">
          <select
            value={entity}
            onChange={(event) => {
              setEntity(event.currentTarget.value)
              setRows(emptyRows(event.currentTarget.value))
              work.reset()
            }}
          >
            {[...PACKS.keys()].map((name) => (
              <option key={name} value={name}>
                {name.replaceAll('_', ' ')}
              </option>
            ))}
          </select>
        </Field>
        <div class="pairs">
          {rows.map(({ field, a, b }, at) => (
            <fieldset key={at}>
              <legend class="hidden">Field {at + 1}</legend>
              <Field label="Field">
                <select value={field} onChange={(event) => change(at, { field: event.currentTarget.value })}>
                  {[field, ...unasked].map((name) => (
                    <option key={name} value={name}>
                      {wordsOf(name)}
                    </option>
                  ))}
                </select>
              </Field>
              <Field label="First record">
                <input dir="auto" value={a} onInput={(event) => change(at, { a: event.currentTarget.value })} />
              </Field>
              <Field label="Second record">
                <input dir="auto" value={b} onInput={(event) => change(at, { b: event.currentTarget.value })} />
              </Field>
            </fieldset>
          ))}
        </div>
        <div class="row">
          <button
            type="button"
            class="plain"
            disabled={unasked.length === 0}
            onClick={() => setRows([...rows, { field: unasked[0]!, a: '', b: '' }])}
          >
            Add a field
          </button>
          <button type="submit" disabled={work.busy}>
            Compare
          </button>
        </div>
      </form>
      <Failure sentence={work.failure} />
      {work.answer === null ? null : <Result {...work.answer} />}
    </>
  )
}

function Result({ rows, weighed }: Compared) {
  const { identity, score, explanation, basis, bias, steps, turns } = weighed
  const likeness = (field: string) => steps.find((step) => step.field === field)?.likeness ?? null
  const beside: Beside[] = rows
    .filter(({ a, b }) => a !== '' || b !== '')
    .map(({ field, a, b }) => ({ field, a: a || null, b: b || null, likeness: likeness(field) }))
  return (
    <>
      <p role="status">
        <Verdict identity={identity} score={score} /> {explanation}
      </p>
      <p class="quiet">Basis: {basisInWords(basis)}.</p>
      <h2>What decided</h2>
      <Deciding steps={steps} decisive={turns.map(({ field }) => field)} />
      <h2>Letter by letter</h2>
      <BesideTable fields={beside} marked />
      <details>
        <summary>What each factor adds to the score</summary>
        <Waterfall bias={bias} steps={steps} />
      </details>
      <h2>What would change the verdict</h2>
      {turns.length === 0 ? <p>No single field would.</p> : null}
      <ul>
        {turns.map(({ field, change, identity: turned, score: now }) => (
          <li key={`${field} ${change}`}>
            <strong>{wordsOf(field)}</strong> {change === 'left_out' ? 'left out of both' : 'the same in both'}:{' '}
            <Verdict identity={turned} score={now} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** Number of facts that are shown at once; the waterfall has all. */
const DECIDING = 3
/** Log-odds below which a factor decides nothing: it would be shown as 0.00. */
const LEAST = 0.005

interface DecidingProps extends Pick<WeighAnswer, 'steps'> {
  /** Each of these fields alone changes the verdict: they come first. */
  readonly decisive: readonly string[]
}

/** The fields that decided, in words: those on which the verdict turns, then those that moved the score most. */
function Deciding({ steps, decisive }: DecidingProps) {
  const sums = new Map<string, { weight: number; likeness: number }>()
  for (const { field, weight, likeness } of steps) {
    if (field === null || likeness === null) continue
    const sum = sums.get(field) ?? { weight: 0, likeness }
    sums.set(field, { ...sum, weight: sum.weight + weight })
  }
  const rank = (field: string) => (decisive.includes(field) ? 1 : 0)
  const most = [...sums]
    .filter(([field, { weight }]) => rank(field) === 1 || Math.abs(weight) >= LEAST)
    .sort(
      ([one, { weight }], [other, { weight: against }]) =>
        rank(other) - rank(one) || Math.abs(against) - Math.abs(weight),
    )
    .slice(0, DECIDING)
  if (most.length === 0) return <p>Nothing that was compared decides.</p>
  return (
    <ul>
      {most.map(([field, { weight, likeness }]) => (
        <li key={field}>
          The {wordsOf(field)} {likeness >= 1 ? 'agrees' : `is ${Math.round(100 * likeness)} % alike`}
          {rank(field) === 1
            ? ': the verdict turns on it.'
            : `: evidence ${weight > 0 ? 'for' : 'against'} the same record.`}
        </li>
      ))}
    </ul>
  )
}

const signed = (logOdds: number): string => logOdds.toFixed(2).replace('-', '−')

/** A bar from where the factors before have come to, to where this one leads, in log-odds; and the same as a table. */
export function Waterfall({ bias, steps }: Pick<WeighAnswer, 'bias' | 'steps'>) {
  const bars = [{ name: 'prior', from: 0, to: bias, likeness: null as number | null }]
  for (const { factor, weight, likeness } of steps) {
    if (Math.abs(weight) < LEAST) continue
    const from = bars.at(-1)!.to
    bars.push({ name: wordsOf(factor), from, to: from + weight, likeness })
  }
  const least = Math.min(0, smallest(bars.map(({ to }) => to)))
  const most = Math.max(0, largest(bars.map(({ to }) => to)))
  const x = (value: number) => (100 * (value - least)) / (most - least || 1)
  return (
    <Scrolls label="What each factor adds">
      <table class="waterfall">
        <thead>
          <tr>
            <th scope="col">Factor</th>
            <th scope="col">Likeness</th>
            <th scope="col">Adds</th>
            <th scope="col">Comes to</th>
            <th scope="col" class="bar">
              <span class="hidden">The same as a bar</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ name, from, to, likeness }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{likeness === null ? '–' : likeness.toFixed(2)}</td>
              <td>
                {to >= from ? '+' : ''}
                {signed(to - from)}
              </td>
              <td>{signed(to)}</td>
              <td class="bar">
                <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                  <line x1={x(0)} x2={x(0)} y1="0" y2="8" class="zero" />
                  <rect
                    x={Math.min(x(from), x(to))}
                    width={Math.max(0.6, Math.abs(x(to) - x(from)))}
                    height="8"
                    class={to >= from ? 'for' : 'against'}
                  />
                </svg>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolls>
  )
}
