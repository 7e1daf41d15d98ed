// Entities of the ledger: which there are and what is open; one of them with its golden record, its records and decisions; and the path between two.
import { useRef, useState } from 'preact/hooks'
import type { CasesAnswer, EntitiesAnswer, EntityAnswer, PathAnswer } from '../../src/records/graph.ts'
import { RecordTable } from './clusters.tsx'
import { plainly } from './letters.ts'
import { Failure, Field, fieldsOf, ListTable, Moment, useLoaded, useWork, Value, Verdict, wordsOf } from './parts.tsx'
import { service } from './service.ts'

const RULES = { only: 'its only value', most: 'most records have it', latest: 'of the record that came last' } as const

export function EntitiesScreen() {
  const list = useLoaded<EntitiesAnswer>(() => service.entities({ limit: 50 }))
  const open = useLoaded<CasesAnswer>(() => service.cases({ limit: 20 }))
  const work = useWork<EntityAnswer>()
  const [id, setId] = useState('')
  const [reveal, setReveal] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const load = async (wanted: string, shown: boolean) => {
    setId(wanted)
    setReveal(shown)
    if ((await work.run(() => service.entity(wanted, { reveal: shown }))) !== null) heading.current?.focus()
  }
  return (
    <>
      <h1>Entities</h1>
      <p role="status">
        {list.answer === null
          ? ''
          : `${list.answer.records} records are ${list.answer.entities} entities of ${list.answer.entity}; the largest first.`}
      </p>
      <Failure sentence={list.failure ?? open.failure ?? work.failure} />
      <ol class="latest">
        {list.answer?.listed.map(({ entity_id, records }, at) => (
          <li key={entity_id}>
            <button type="button" class="link" title={entity_id} onClick={() => load(entity_id, false)}>
              Open entity {at + 1}
            </button>{' '}
            <span class="quiet">{records === 1 ? '1 record' : `${records} records`}</span>
          </li>
        ))}
      </ol>
      {work.answer === null ? null : (
        <section aria-label="The entity">
          <h2 tabIndex={-1} ref={heading}>
            An entity of {work.answer.size === 1 ? '1 record' : `${work.answer.size} records`}
          </h2>
          <div class="row">
            <button type="button" aria-pressed={reveal} onClick={() => load(id, !reveal)}>
              {reveal ? 'Hide values' : 'Reveal values'}
            </button>
          </div>
          <Entity key={work.answer.entity_id} entity={work.answer} />
        </section>
      )}
      <Cases cases={open.answer?.cases ?? []} onOpen={(wanted) => load(wanted, false)} />
    </>
  )
}

function Entity({ entity }: { readonly entity: EntityAnswer }) {
  const { golden, members, decisions } = entity
  const numbers = new Map(members.map(({ record_id }, at) => [record_id, at + 1]))
  const from = (records: readonly string[]) => records.map((record) => numbers.get(record) ?? '…').join(', ')
  return (
    <>
      <h3>Golden record</h3>
      <ListTable
        label="Golden record"
        titles={['Field', 'Value', 'Because', 'From records', 'Others']}
        rows={golden.map(({ field, value, rule, records, others }) => ({
          id: field,
          cells: [
            plainly(wordsOf(field)),
            <Value text={value} />,
            RULES[rule],
            from(records),
            others.map((other) => (
              <div key={other.records.join()}>
                <Value text={other.value} /> ({from(other.records)}
                {other.conflict ? ', contradicts' : ''})
              </div>
            )),
          ],
        }))}
      />
      <h3>Its records</h3>
      <RecordTable records={members} />
      {members.length > 1 ? <Path entity={entity} /> : null}
      <h3>What made it</h3>
      <ul class="latest">
        {decisions.map(({ decision_id, explanation, recorded_at }) => (
          <li key={decision_id} title={decision_id}>
            <Moment iso={recorded_at} /> {plainly(explanation)}
          </li>
        ))}
      </ul>
    </>
  )
}

function Path({ entity: { members } }: { readonly entity: EntityAnswer }) {
  const [ends, setEnds] = useState([0, 1])
  const work = useWork<PathAnswer>()
  const chosen = (place: number, label: string) => (
    <Field label={label}>
      <select value={ends[place]} onChange={(event) => setEnds(ends.with(place, Number(event.currentTarget.value)))}>
        {members.map(({ record_id }, at) => (
          <option key={record_id} value={at}>
            Record {at + 1}
          </option>
        ))}
      </select>
    </Field>
  )
  const ask = () => work.run(() => service.path({ a: members[ends[0]!]!.record_id, b: members[ends[1]!]!.record_id }))
  return (
    <>
      <h3>Why two of them are one</h3>
      <div class="row">
        {chosen(0, 'From')}
        {chosen(1, 'To')}
        <button type="button" disabled={work.busy || ends[0] === ends[1]} onClick={ask}>
          Show the decisions
        </button>
      </div>
      <Failure sentence={work.failure} />
      <p role="status">{work.answer?.connected === false ? 'No chain of decisions connects the two.' : ''}</p>
      <ol>
        {work.answer?.steps.map(({ decision_id, identity, score, explanation }) => (
          <li key={decision_id} title={decision_id}>
            <Verdict identity={identity} score={score} /> {plainly(explanation)}
            {decision_id === work.answer?.weakest_id ? ' (the weakest)' : ''}
          </li>
        ))}
      </ol>
    </>
  )
}

interface CasesProps {
  readonly cases: CasesAnswer['cases']
  readonly onOpen: (entity: string) => void
}

function Cases({ cases, onOpen }: CasesProps) {
  return (
    <section aria-label="Open cases">
      <h2>Open cases</h2>
      {cases.length === 0 ? <p class="quiet">Nothing waits for a person.</p> : null}
      <ul class="latest">
        {cases.map(({ decision_id, score, explanation, entity_a, entity_b, would_settle }) => (
          <li key={decision_id} title={decision_id}>
            <Verdict identity="review" score={score} /> {plainly(explanation)}{' '}
            {would_settle.length === 0 ? '' : `Would settle it: ${plainly(fieldsOf(would_settle, []))}. `}
            <span class="row">
              {[entity_a, entity_b].map((entity, at) =>
                entity === null ? null : (
                  <button key={entity} type="button" class="link" title={entity} onClick={() => onOpen(entity)}>
                    {at === 0 ? 'Open one entity' : 'Open the other'}
                  </button>
                ),
              )}
              <a href="#/review">Answer it</a>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
