// Documents: the fields of several files, the pages they stand on with a box for each, and the pairs.
import { useState } from 'preact/hooks'
import type { DocumentReport, ProposedField } from '../../src/records/documents.ts'
import { plainly } from './letters.ts'
import { Failure, Field, Scrolls, useWork, Verdict } from './parts.tsx'
import { noteReveal, service } from './service.ts'

export function DocumentsScreen() {
  const [files, setFiles] = useState<readonly File[]>([])
  const [entity, setEntity] = useState('person')
  const [jurisdiction, setJurisdiction] = useState('auto')
  const [revealed, setRevealed] = useState(false)
  const work = useWork<DocumentReport>()
  const read = (reveal: boolean) => {
    setRevealed(reveal)
    if (reveal) noteReveal('documents')
    const request = { entity, jurisdiction: jurisdiction.trim() || 'auto', reveal }
    void work.run(() =>
      service.documents(
        files.map((file) => ({ name: file.name, content: file })),
        request,
      ),
    )
  }
  return (
    <>
      <h1>Documents</h1>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault()
          read(false)
        }}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          setFiles([...(event.dataTransfer?.files ?? [])])
        }}
      >
        <Field label="Files: choose them, or drop them here">
          <input type="file" multiple onChange={(event) => setFiles([...(event.currentTarget.files ?? [])])} />
        </Field>
        <Field label="What they are about">
          <select value={entity} onChange={(event) => setEntity(event.currentTarget.value)}>
            <option value="person">person</option>
            <option value="organisation">organisation</option>
          </select>
        </Field>
        <Field label="Jurisdiction">
          <input
            size={6}
            maxLength={4}
            value={jurisdiction}
            onInput={(event) => setJurisdiction(event.currentTarget.value)}
          />
        </Field>
        <button type="submit" disabled={files.length === 0 || work.busy}>
          {work.busy ? 'Reading…' : 'Read'}
        </button>
      </form>
      <p class="quiet">{files.map(({ name }) => name).join(', ')}</p>
      <Failure sentence={work.failure} />
      {work.answer === null ? null : (
        <Report report={work.answer} revealed={revealed} onReveal={() => read(!revealed)} />
      )}
    </>
  )
}

interface ReportProps {
  readonly report: DocumentReport
  readonly revealed: boolean
  readonly onReveal: () => void
}

function Report({ report, revealed, onReveal }: ReportProps) {
  const { jurisdictions, review, decisions, errors } = report
  return (
    <>
      <p role="status">
        {report.documents.length} read, {decisions.length} pairs compared.{' '}
        <button type="button" aria-pressed={revealed} onClick={onReveal}>
          {revealed ? 'Hide values' : 'Reveal values'}
        </button>
      </p>
      <ul>
        {Object.entries(errors).map(([name, message]) => (
          <li key={name} class="failure">
            <bdi>{plainly(name)}</bdi>: {message}
          </li>
        ))}
      </ul>
      {Object.entries(jurisdictions).map(([name, { country, reason }]) => {
        const fields = review.proposed_fields.filter(({ document }) => document === name)
        return (
          <section key={name} aria-label={name}>
            <h2>
              <bdi>{plainly(name)}</bdi> <span class="quiet">{`${country ?? 'undecided'}: ${reason}`}</span>
            </h2>
            {fields.length === 0 ? <p>No field was taken from it.</p> : null}
            <div class="beside" hidden={fields.length === 0}>
              <Fields fields={fields} name={name} />
              <Pages fields={fields} />
            </div>
          </section>
        )
      })}
      {decisions.length === 0 ? null : <h2>Pairs</h2>}
      <ul>
        {decisions.map(({ a, b, identity, score, decision_id }) => (
          <li key={decision_id}>
            <bdi>{a}</bdi> and <bdi>{b}</bdi>: <Verdict identity={identity} score={score} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Fields({ fields, name }: { readonly fields: readonly ProposedField[]; readonly name: string }) {
  return (
    <Scrolls label={`Fields of ${name}`}>
      <table>
        <thead>
          <tr>
            <th scope="col">No.</th>
            <th scope="col">Field</th>
            <th scope="col">Value</th>
            <th scope="col">Person</th>
            <th scope="col">Page</th>
            <th scope="col">Confidence</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ field, value, person, page, confidence }, at) => (
            <tr key={at}>
              <td>{at + 1}</td>
              <th scope="row">{field}</th>
              <td>
                <bdi class="value">{plainly(value)}</bdi>
              </td>
              <td>{person ?? '–'}</td>
              <td>{page ?? '–'}</td>
              <td>{confidence.toFixed(2)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolls>
  )
}

/** Pages as outlines with a numbered box for each field: A4, or as large as what stands on them. */
function Pages({ fields }: { readonly fields: readonly ProposedField[] }) {
  const placed = fields.map((field, at) => ({ ...field, number: at + 1 })).filter(({ box }) => box != null)
  const pages = [...new Set(placed.map(({ page }) => page ?? 1))].sort((a, b) => a - b)
  return (
    <div class="pages">
      {pages.map((page) => {
        const boxes = placed.filter((field) => (field.page ?? 1) === page)
        const width = Math.max(595, ...boxes.map(({ box }) => box![2] + 20))
        const height = Math.max(842, ...boxes.map(({ box }) => box![3] + 20))
        return (
          <svg
            key={page}
            viewBox={`0 0 ${width} ${height}`}
            role="img"
            aria-label={`Page ${page}, ${boxes.length} fields`}
          >
            <rect class="page" width={width} height={height} />
            {boxes.map(({ box, number }) => (
              <g key={number}>
                <rect class="box" x={box![0]} y={box![1]} width={box![2] - box![0]} height={box![3] - box![1]} />
                <text x={box![0]} y={box![1] - 3}>
                  {number}
                </text>
              </g>
            ))}
          </svg>
        )
      })}
    </div>
  )
}
