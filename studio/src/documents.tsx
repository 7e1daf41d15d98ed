// Documents: the fields of several files, their pages with a box for each field, and the pairs.
import { useRef, useState } from 'preact/hooks'
import type { DocumentReport, ProposedField } from '../../src/records/documents.ts'
import { plainly } from './letters.ts'
import { Pages } from './pages.tsx'
import { Failure, Field, JurisdictionField, ListTable, useWork, Value, Verdict, wordsOf } from './parts.tsx'
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
    const request = { entity, jurisdiction, reveal }
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
        <JurisdictionField value={jurisdiction} onChange={setJurisdiction} />
        <button type="submit" disabled={files.length === 0 || work.busy}>
          {work.busy ? 'Reading…' : 'Read'}
        </button>
      </form>
      <p class="quiet">{files.map(({ name }) => name).join(', ')}</p>
      <Failure sentence={work.failure} />
      {work.answer === null ? null : (
        <Report report={work.answer} files={files} revealed={revealed} onReveal={() => read(!revealed)} />
      )}
    </>
  )
}

interface ReportProps {
  readonly report: DocumentReport
  readonly files: readonly File[]
  readonly revealed: boolean
  readonly onReveal: () => void
}

function Report({ report, files, revealed, onReveal }: ReportProps) {
  const { jurisdictions, review, decisions, errors } = report
  return (
    <>
      <p role="status">
        {report.documents.length} read, {decisions.length} {decisions.length === 1 ? 'pair' : 'pairs'} compared.{' '}
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
            {fields.length === 0 ? (
              <p>No field was taken from it.</p>
            ) : (
              <FieldsAndPages
                name={name}
                fields={fields}
                file={files.find((file) => file.name === name)}
                revealed={revealed}
              />
            )}
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

interface FieldsAndPagesProps {
  readonly name: string
  readonly fields: readonly ProposedField[]
  readonly file: File | undefined
  readonly revealed: boolean
}

/** A field that is chosen in one is marked in the other, which scrolls there. */
function FieldsAndPages({ name, fields, file, revealed }: FieldsAndPagesProps) {
  const [chosen, setChosen] = useState<number | null>(null)
  const part = useRef<HTMLDivElement>(null)
  const choose = (field: number, other: string) => {
    setChosen(field)
    part.current?.querySelector(`${other} [aria-label^="Field ${field},"]`)?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <div class="beside documents" ref={part}>
      <Fields fields={fields} name={name} chosen={chosen} onChoose={(field) => choose(field, '.pages')} />
      <Pages
        fields={fields}
        file={file}
        revealed={revealed}
        chosen={chosen}
        onChoose={(field) => choose(field, 'table')}
      />
    </div>
  )
}

interface FieldsProps {
  readonly fields: readonly ProposedField[]
  readonly name: string
  readonly chosen: number | null
  readonly onChoose: (field: number) => void
}

function Fields({ fields, name, chosen, onChoose }: FieldsProps) {
  return (
    <ListTable
      label={`Fields of ${name}`}
      titles={['No.', 'Field', 'Value', 'Person', 'Page', 'Confidence']}
      rows={fields.map(({ field, value, person, page, box, confidence }, at) => ({
        id: at,
        class: chosen === at + 1 ? 'chosen' : '',
        cells: [
          box === undefined ? (
            at + 1
          ) : (
            <button
              type="button"
              aria-label={`Field ${at + 1}, show it on its page`}
              aria-pressed={chosen === at + 1}
              onClick={() => onChoose(at + 1)}
            >
              {at + 1}
            </button>
          ),
          wordsOf(field),
          <Value text={value} />,
          person ?? '–',
          page ?? '–',
          confidence.toFixed(2),
        ],
      }))}
    />
  )
}
