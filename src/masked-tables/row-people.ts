// The persons of each row of a piece of a table: names in its columns, names in its texts, and names in other rows of the same person. Rows
// belong to one person if they share a key of a registry or a full name.
import type { KnownPeople } from '../engines/detect/persons/known-people.ts'
import { KnownValues, wordsOfValues } from '../formats/shared/known-values.ts'
import type { Context } from '../operations/shared/context.ts'
import { LEAST_SHARED, namesIn, peopleOf } from '../operations/shared/shared-people.ts'
import type { Finding } from '../records/detection.ts'
import { fold } from '../text/fold.ts'
import { ScannedText } from '../text/scanned.ts'
import type { ColumnPlan, MaskSetting } from './column-plan.ts'
import { KeptWork } from './kept-work.ts'

const NAME = 'PII-1-NAME'
/** A key whose rows name more people in their columns is that of a ward or a shop, and not of a person. */
const MOST_OF_A_KEY = 3
/** People that are kept: rows of one person often stand near each other. */
const MOST_KEPT = 500
/** Names that the rows of one person share at most. */
const MOST_SHARED = 64

/** A value of a column that is a name or a part of one. */
export interface NamedBy {
  readonly column: ColumnPlan
  readonly value: string
}

/** The people of a text, and their names where the letters are apart: Q u a s s e l m a n n. */
export interface SearchedPeople {
  readonly people: KnownPeople
  readonly parted: KnownValues
}

/** Names that columns state, and names that were found in texts. */
interface Names {
  readonly stated: Set<string>
  readonly found: Set<string>
}

const wordsOf = (name: string): string[] => fold(name).split(/[^\p{L}\p{M}]+/u)

export class RowPeople {
  readonly #context: Context
  /** Persons of other files, looked for in the texts of all rows. */
  readonly others: SearchedPeople | null
  readonly #given: readonly ColumnPlan[]
  readonly #family: readonly ColumnPlan[]
  readonly #whole: readonly ColumnPlan[]
  readonly #keys: readonly ColumnPlan[]
  readonly #people: KeptWork<SearchedPeople>

  constructor({ plan: { columns, person }, people }: Pick<MaskSetting, 'plan' | 'people'>, context: Context) {
    const names = columns.filter(
      ({ category, action }) => category === NAME && action !== 'retain' && action !== 'text',
    )
    this.#context = context
    this.#people = new KeptWork(MOST_KEPT, (written) => peopleBy(written, context))
    this.others = people.length === 0 ? null : searched(people, peopleOf(people, context))
    this.#given = names.filter(({ kind }) => kind === 'given_name')
    this.#family = names.filter(({ kind }) => kind === 'family_name')
    this.#whole = names.filter(({ kind }) => kind !== 'given_name' && kind !== 'family_name')
    this.#keys = columns.filter(({ kind, index }) => kind === 'record_key' || index === person)
  }

  /** The people of each row of a piece. `findings`: by row, what was found in its texts. */
  read(
    rows: readonly (readonly string[])[],
    findings: ReadonlyMap<number, readonly { readonly cell: string; readonly found: readonly Finding[] }[]>,
  ): (row: number) => SearchedPeople | null {
    const own = rows.map((row, at) => this.#namesOf(row, findings.get(at) ?? []))
    const groups = new Map<string, Names>()
    const keys = rows.map((row, at) => this.#keysOf(row, own[at]!.stated))
    for (const [at, names] of own.entries())
      for (const key of keys[at]!) {
        const group = groups.get(key) ?? { stated: new Set(), found: new Set() }
        groups.set(key, group)
        add(names, group)
      }
    return (row) => {
      const names: Names = { stated: new Set(), found: new Set() }
      add(own[row]!, names)
      for (const key of keys[row]!) if (groups.get(key)!.stated.size <= MOST_OF_A_KEY) add(groups.get(key)!, names)
      return names.stated.size + names.found.size === 0 ? null : this.#peopleOf(names)
    }
  }

  /** The people whom columns of rows state. */
  statedIn(rows: readonly (readonly string[])[]): KnownPeople {
    return peopleOf(new Set(rows.flatMap((row) => [...this.#namesOf(row, []).stated])), this.#context)
  }

  /** The value whose token a mention gets: the whole name if a column holds it, otherwise the part of it that is mentioned. */
  valueOf(row: readonly string[], person: string | null, part: string | null): NamedBy | null {
    const says = (column: ColumnPlan): NamedBy => ({ column, value: (row[column.index] ?? '').trim() })
    for (const named of this.#whole.map(says)) if (named.value === person) return named
    const parts = [...this.#family, ...this.#given].map(says)
    if (part !== null) for (const named of parts) if (wordsOf(named.value).includes(part)) return named
    return person !== null && parts.length > 0 && this.#pairsOf(row).includes(person)
      ? { column: parts[0]!.column, value: person }
      : null
  }

  #namesOf(
    row: readonly string[],
    texts: readonly { readonly cell: string; readonly found: readonly Finding[] }[],
  ): Names {
    const whole = this.#whole.map(({ index }) => (row[index] ?? '').trim()).filter(Boolean)
    const stated = new Set([...whole, ...this.#pairsOf(row)])
    const persons = [...stated].map((name) => new Set(wordsOf(name)))
    const found = texts
      .flatMap(({ cell, found }) => [...namesIn(cell, found, this.#context, LEAST_SHARED)])
      // A part of a name of the columns is a mention of that person, not a second person.
      .filter((name) => !persons.some((words) => wordsOf(name).every((word) => words.has(word))))
    return { stated, found: new Set(found) }
  }

  /** Full names made from a column of given names and a column of family names: "Jürgen Wallraff". */
  #pairsOf(row: readonly string[]): string[] {
    const names: string[] = []
    for (let n = 0; n < Math.max(this.#given.length, this.#family.length); n++)
      names.push(
        [this.#given[n], this.#family[n]]
          .map((column) => (column === undefined ? '' : (row[column.index] ?? '').trim()))
          .filter(Boolean)
          .join(' '),
      )
    return names.filter(Boolean)
  }

  #keysOf(row: readonly string[], stated: ReadonlySet<string>): string[] {
    const keys = this.#keys.map(({ index }) => [index, (row[index] ?? '').trim()] as const)
    return [
      ...keys.filter(([, value]) => value !== '').map(([index, value]) => `${index} ${value}`),
      ...[...stated].filter((name) => /[\s,]/.test(name)).map((name) => `name ${fold(name)}`),
    ]
  }

  #peopleOf({ stated, found }: Names): SearchedPeople {
    return this.#people.of(JSON.stringify([[...stated].sort(), [...found].sort()]))
  }
}

/** The people of a row: from names in columns and names in texts. A name in a text that mentions a person of a column adds no further person. */
function peopleBy(written: string, context: Context): SearchedPeople {
  const [stated, found] = JSON.parse(written) as [string[], string[]]
  const people = peopleOf(stated, context)
  const isMention = (name: string) =>
    people.mentions(new ScannedText(name), 'name').some(({ start, end }) => end - start === name.length)
  const others = found.filter((name) => !isMention(name))
  const all = [...stated, ...others]
  return searched(all, others.length === 0 ? people : peopleOf(all, context))
}

function searched(names: readonly string[], people: KnownPeople): SearchedPeople {
  const words = wordsOfValues(names.map((name) => ({ value: name, text: name })))
  return { people, parted: new KnownValues(words.map((word) => ({ ...word, isParted: true }))) }
}

function add({ stated, found }: Names, into: Names): void {
  for (const name of stated) if (into.stated.size < MOST_SHARED) into.stated.add(name)
  for (const name of found) if (into.found.size < MOST_SHARED) into.found.add(name)
}
