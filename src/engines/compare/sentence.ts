// One plain sentence for a decision: what agrees, what differs, why that led where it led, and which fields were not used.

import { clauseOf, type Label, listed, type Statement } from './comparators/statement.ts'
import type { Decision } from './decide.ts'
import type { CompiledPack } from './pack.ts'

/** The statements of one comparison, and its weight. */
export interface Finding {
  readonly field: string
  readonly ownName: boolean
  readonly label: Label
  /** Log-odds it added. */
  readonly weight: number
  /** It forbids a merge. */
  readonly vetoes: boolean
  readonly statements: readonly Statement[]
}

/** Only what looks like a field name is repeated: anything else could be a value that was sent as a key. */
const FIELD_NAME = /^[A-Za-z_]{1,40}$/
const MOST_NAMED = 5
const PERSON = 'a person must decide'

/** `findings` come weightiest first; `unused` are the fields the pack does not know. */
export function sentence(
  pack: CompiledPack,
  decision: Decision,
  findings: readonly Finding[],
  unused: readonly string[],
): string {
  const ignored = unused.length === 0 ? '' : `; ${notUsed(unused)}`
  if (decision.because === 'no comparable fields')
    return capital(
      `nothing was compared, because the two sides share no field that the pack ${pack.pack.entity} compares: this is no answer either way${ignored}.`,
    )
  const clauses = clausesOf(findings)
  return `${capital(saidBy(clauses))}${reason(decision, clauses)}${ignored}.`
}

function saidBy({ agree, differ }: Clauses): string {
  if (agree.length === 0 && differ.length === 0) return 'nothing decisive agrees or differs'
  if (agree.length === 0 || differ.length === 0) return listed(agree.length > 0 ? agree : differ, 8)
  return `${listed(agree, 8)}, but ${listed(differ, 8)}`
}

interface Clauses {
  readonly agree: readonly string[]
  readonly differ: readonly string[]
}

function reason({ identity, because, single, rival }: Decision, { agree, differ }: Clauses): string {
  if (rival !== null) {
    const settled = identity === 'review' ? `; ${rival.settle} would tell: ${PERSON}` : ''
    return `; ${rival.says} would explain that ${identity === 'review' ? 'as well' : 'better'}${settled}`
  }
  if (identity === 'same_entity')
    return differ.length === 0 ? '; nothing speaks against it' : '; what agrees outweighs it'
  if (identity === 'different') {
    if (agree.length === 0) return '; nothing ties the two together'
    return differ.length === 0
      ? '; that alone is too little to take them for one'
      : '; what agrees does not outweigh it'
  }
  if (because === 'conflict') return `: ${PERSON}`
  if (single) return `; a single identifier agrees and nothing else corroborates it: ${PERSON}`
  if (because === 'not distinctive') return `; what agrees is too common to tie the two together: ${PERSON}`
  return `; that is too little to merge them and too much to tell them apart: ${PERSON}`
}

/** Statements as clauses: those without own words joined in one clause, the others separately. */
function clausesOf(findings: readonly Finding[]): Clauses {
  const same: string[] = []
  const alike: string[] = []
  const partly: string[] = []
  const apart: string[] = []
  const agree: string[] = []
  const differ: string[] = []
  const vetoes: string[] = []
  for (const { statements, label: own, weight, vetoes: veto } of findings)
    for (const { how, text, label } of statements) {
      const name = label ?? own
      if (veto && how === 'differ') vetoes.push(`${clauseOf(text ?? 'the {many} differ', name)} (vetoed)`)
      else if (text !== null) (how === 'differ' ? differ : agree).push(clauseOf(text, name))
      else if (how === 'same') same.push(`the ${name.one}`)
      else if (how === 'differ') apart.push(`the ${name.many}`)
      // Fields that are alike, but less than usual for one entity, are evidence against it.
      else (weight < 0 ? partly : alike).push(`the ${name.many}`)
    }
  if (alike.length > 0) agree.unshift(`${listed(alike)} are alike`)
  if (same.length > 0) agree.unshift(`${listed(same)} ${same.length === 1 ? 'is the same' : 'are the same'}`)
  if (partly.length > 0) differ.unshift(`${listed(partly)} agree only in part`)
  if (apart.length > 0) differ.unshift(`${listed(apart)} differ`)
  return { agree, differ: vetoes.concat(differ) }
}

function notUsed(unused: readonly string[]): string {
  const named = unused.filter((name) => FIELD_NAME.test(name)).slice(0, MOST_NAMED)
  const rest = unused.length - named.length
  const counted = named.length === 0 ? `${rest} field${rest === 1 ? '' : 's'}` : `${rest} more`
  const all = rest === 0 ? named : [...named, counted]
  const subject = named.length === 0 ? counted : `the field${unused.length === 1 ? '' : 's'} ${listed(all, all.length)}`
  return `${subject} ${unused.length === 1 ? 'was' : 'were'} not used`
}

const NOT_USED = /; the fields? ([A-Za-z_]+(?:(?:, | and )(?:[A-Za-z_]+|\d+ more))*) (?:was|were) not used\.$/

/** A sentence that counts the fields it names as not used: a name that no pack knows may be that of a person, and a ledger keeps it for good. */
export function withoutUnknownNames(explanation: string): string {
  return explanation.replace(NOT_USED, (_, names: string) => {
    const count = names
      .split(/, | and /)
      .reduce((sum, name) => sum + (/^\d/.test(name) ? Number.parseInt(name, 10) : 1), 0)
    return `; ${count} field${count === 1 ? ' was' : 's were'} not used.`
  })
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
