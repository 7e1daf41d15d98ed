// Parts that several screens share: failures, verdicts, pairs of values, bars.

import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { categories } from '../../data/categories.json'
import { largest } from '../../src/lists.ts'
import { withWholeNames } from '../../src/records/whole-names.ts'
import { lettersOf, plainly, type Run } from './letters.ts'
import { sentenceOf } from './service.ts'

/** Work that is asked for, its answer and its failure. */
export interface Work<Answer> {
  readonly answer: Answer | null
  readonly failure: string | null
  readonly busy: boolean
  run(work: () => Promise<Answer>): Promise<Answer | null>
  reset(): void
}

export function useWork<Answer>(): Work<Answer> {
  const [state, setState] = useState<Omit<Work<Answer>, 'run' | 'reset'>>({ answer: null, failure: null, busy: false })
  return {
    ...state,
    reset: () => setState({ answer: null, failure: null, busy: false }),
    async run(work) {
      setState((before) => ({ ...before, failure: null, busy: true }))
      try {
        const answer = await work()
        setState({ answer, failure: null, busy: false })
        return answer
      } catch (error) {
        setState({ answer: null, failure: sentenceOf(error), busy: false })
        return null
      }
    },
  }
}

/** Loads once, when the screen is opened. */
export function useLoaded<Answer>(load: () => Promise<Answer>): Work<Answer> {
  const work = useWork<Answer>()
  useEffect(() => {
    void work.run(load)
  }, [])
  return work
}

/** A failure, said aloud to screen readers. Always there, so that what appears in it is announced. */
export function Failure({ sentence }: { readonly sentence: string | null }) {
  return (
    <div role="alert" class={sentence === null ? '' : 'failure'}>
      {sentence}
    </div>
  )
}

const VERDICTS: Readonly<Record<string, string>> = {
  same_entity: 'Same',
  review: 'Review',
  different: 'Different',
}

/** A score with two decimals, never rounded to certainty. */
export const scoreInWords = (score: number): string =>
  score > 0.99 ? 'above 0.99' : score < 0.01 ? 'below 0.01' : score.toFixed(2)

export function Verdict({ identity, score }: { readonly identity: string | null; readonly score?: number | null }) {
  return (
    <span class={`verdict ${identity ?? 'none'}`}>
      {VERDICTS[identity ?? ''] ?? 'Decided'}
      {score == null ? '' : ` ${scoreInWords(score)}`}
    </span>
  )
}

/** Why a score alone does not decide: the part of `basis` in brackets. */
const BECAUSE: Readonly<Record<string, string>> = {
  conflict: 'a field contradicts what agrees, whatever the score',
  'not distinctive': 'what agrees is too common, whatever the score',
  'no comparable fields': 'no field could be compared',
}

/** The basis of a decision in words: "pack:person (not distinctive)" is a text of BECAUSE, "statute:GDPR" is "under GDPR". */
export function basisInWords(basis: string): string {
  const [, kind, of = ''] = /^(tables|statute|method|vault):(.*)$/.exec(basis) ?? []
  if (kind !== undefined)
    return { tables: `of ${of}`, statute: `under ${of}`, method: `method ${of}` }[kind] ?? 'tokens turned back'
  const [, pack, because] = /^pack:(\S+)(?: \((.+)\))?$/.exec(basis) ?? []
  if (pack === undefined) return basis
  return because === undefined ? 'by its score' : (BECAUSE[because] ?? because)
}

/** Codes and names of the countries whose law the service knows, by name. */
const COUNTRIES = Object.entries(
  import.meta.glob<string>('../../data/countries/*.json', { eager: true, import: 'name' }),
)
  .map(([path, name]) => [path.slice(-7, -5).toUpperCase(), name] as const)
  .sort(([, one], [, other]) => one.localeCompare(other, 'en'))

interface JurisdictionProps {
  readonly value: string
  readonly onChange: (code: string) => void
}

/** The country whose law governs; `auto` where the text is to reveal it. */
export function JurisdictionField({ value, onChange }: JurisdictionProps) {
  return (
    <Field label="Jurisdiction">
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="auto">auto (from the text)</option>
        {COUNTRIES.map(([code, name]) => (
          <option key={code} value={code}>
            {name} ({code})
          </option>
        ))}
      </select>
    </Field>
  )
}

/** A moment of the ledger (ISO 8601) in the reader's time zone, to the minute. */
export function Moment({ iso }: { readonly iso: string }) {
  const at = new Date(iso)
  const shown = Number.isNaN(at.getTime())
    ? iso
    : at.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
  return <time dateTime={iso}>{shown}</time>
}

/** The fields of each entity pack, in its order: their code and their label. */
export const PACKS: ReadonlyMap<string, readonly { readonly name: string; readonly label: string }[]> = new Map(
  Object.entries(
    import.meta.glob<{ name: string; label: string }[]>(
      ['../../data/entities/*.json', '!../../data/entities/organization.json'],
      { eager: true, import: 'fields' },
    ),
  ).map(([path, fields]) => [path.slice(path.lastIndexOf('/') + 1, -'.json'.length), fields]),
)

/** Labels of fields by their code: those of the packs, two that compare several fields, two that a run over tables adds to records. */
const NAMED_FIELDS: ReadonlyMap<string, string> = new Map([
  ...[...PACKS.values()].flatMap((fields) => fields.map(({ name, label }) => [name, label] as const)).reverse(),
  ['geo', 'position'],
  ['located_address', 'address'],
  ['selfsame:source', 'table'],
  ['selfsame:record', 'record of the table'],
])

/** Operations that decide, as readers know them. */
const OPERATIONS: Readonly<Record<string, string>> = {
  compare: 'comparison',
  deidentify: 'masked copy',
  documents: 'documents',
  review: 'answer of a person',
  tables: 'run over tables',
}
export const operationOf = (verb: string): string => OPERATIONS[verb] ?? verb.replaceAll('_', ' ')

/** Endings of factor codes: what of a field they compare. */
const ASPECTS: Readonly<Record<string, string>> = {
  tf: 'how rare it is',
  tftoken: 'how rare its words are',
  rival: 'whether a relative fits as well',
  subset: 'whether one contains the other',
  spelling: 'its spelling',
  whole: 'as a whole',
  number: 'its numbers',
  family: 'its family name',
  given: 'its given name',
}

/** The field that a factor compares: the longest known code that it begins with; null for another code. */
function fieldOf(factor: string): string | null {
  for (let end = factor.length; end > 0; end = factor.lastIndexOf('_', end - 1)) {
    const field = factor.slice(0, end)
    if (NAMED_FIELDS.has(field)) return field
  }
  return null
}

/** A field or factor code in words: "birth_date" -> "date of birth", "name_tf" -> "name: how rare it is". */
export function wordsOf(code: string): string {
  const field = fieldOf(code)
  if (field === null) return code.replaceAll('_', ' ')
  const aspect = code.slice(field.length + 1)
  const label = NAMED_FIELDS.get(field)!
  return aspect === '' ? label : `${label}: ${ASPECTS[aspect] ?? aspect.replaceAll('_', ' ')}`
}

/** Factors as the fields that they compare, each once; "(in part)": `others` has factors of the field, too. */
export function fieldsOf(factors: readonly string[], others: readonly string[]): string {
  const [fields, opposed] = [factors, others].map((codes) => new Set(codes.map((code) => fieldOf(code) ?? code)))
  return [...fields!].map((field) => `${wordsOf(field)}${opposed!.has(field) ? ' (in part)' : ''}`).join(', ')
}

/** Title of a category of personal data: "PII-1-DOB" -> "Date of birth". */
export const titleOf = (code: string): string => TITLES.get(code) ?? code
const TITLES = new Map(categories.map(({ code, title }) => [code, title]))

export function Field({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: every child that is passed is a control
    <label class="field">
      <span>{label}</span>
      {children}
    </label>
  )
}

/** One value with the letters marked that the other does not have. */
function Marked({ runs }: { readonly runs: readonly Run[] }) {
  return (
    <bdi class="value">
      {runs.map(({ text, same }) => (same ? plainly(text) : <mark class="differs">{plainly(text)}</mark>))}
    </bdi>
  )
}

/** A container that may be wider than the page: it scrolls, also by the arrow keys. */
export function Scrolls({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard (WCAG 2.1.1)
    <section class="scrolls" aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}

/** One value of a record. */
export const Value = ({ text }: { readonly text: string }) => <bdi class="value">{plainly(text)}</bdi>

interface ListProps {
  readonly label: string
  readonly titles: readonly string[]
  /** The first cell names the row. */
  readonly rows: readonly {
    readonly id: string | number
    readonly cells: readonly ComponentChildren[]
    readonly class?: string
    readonly current?: boolean
  }[]
}

/** A table whose rows are lists of titles and cells on a narrow page. */
export function ListTable({ label, titles, rows }: ListProps) {
  return (
    <Scrolls label={label}>
      <table class="list">
        <thead>
          <tr>
            {titles.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, cells: [head, ...cells], class: look, current }) => (
            <tr key={id} class={look} aria-current={current ? 'true' : undefined}>
              <th scope="row">{head}</th>
              {cells.map((cell, at) => (
                <td key={titles[at + 1]} data-title={titles[at + 1]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolls>
  )
}

export interface Beside {
  readonly field: string
  readonly a: string | null
  readonly b: string | null
  readonly likeness: number | null
}

/** Values of digits and the signs between them. */
const NUMBERS = /^[\d\s./()+-]+$/

/** Two records next to each other, differences marked letter by letter where values are shown. */
export function BesideTable({ fields, marked }: { readonly fields: readonly Beside[]; readonly marked: boolean }) {
  const told = fields.some(({ likeness }) => likeness !== null)
  return (
    <Scrolls label="Both records">
      <table class="pair">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">First record</th>
            <th scope="col">Second record</th>
            {told ? <th scope="col">Likeness</th> : null}
          </tr>
        </thead>
        <tbody>
          {withWholeNames(fields).map(({ field, a, b, likeness }) => {
            // A date or number in another notation is the same; of a field that was not compared nothing is said.
            const isTold = told && (likeness === null || (likeness === 1 && NUMBERS.test(`${a}${b}`)))
            // The place of a record in its table is not a fact about the person.
            const isPlace = field.startsWith('selfsame:')
            const runs = marked && !isTold && !isPlace && a !== null && b !== null ? lettersOf(a, b) : null
            return (
              <tr key={field} class={likenessClass(a, b, likeness)}>
                <th scope="row">{wordsOf(field)}</th>
                <td>{runs === null ? <Value text={a ?? '–'} /> : <Marked runs={runs[0]} />}</td>
                <td>{runs === null ? <Value text={b ?? '–'} /> : <Marked runs={runs[1]} />}</td>
                {told ? <td>{likeness === null ? '–' : likeness.toFixed(2)}</td> : null}
              </tr>
            )
          })}
        </tbody>
      </table>
    </Scrolls>
  )
}

function likenessClass(a: string | null, b: string | null, likeness: number | null): string {
  if (a === null || b === null || likeness === null) return 'untold'
  return likeness >= 0.9 ? 'alike' : likeness < 0.5 ? 'unlike' : 'partly'
}

/** Bars with their numbers. */
export function Bars({ title, counts }: { readonly title: string; readonly counts: Readonly<Record<string, number>> }) {
  const entries = Object.entries(counts)
  const most = Math.max(1, largest(entries.map(([, count]) => count)))
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {entries.length === 0 ? <p>Nothing yet.</p> : null}
      <dl class="bars">
        {entries.map(([name, count]) => (
          <div key={name}>
            <dt>{operationOf(name)}</dt>
            <dd>
              <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                <rect width={(100 * count) / most} height="8" />
              </svg>
              {count.toLocaleString('en')}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
