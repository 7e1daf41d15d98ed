// What can stand where the cursor is on a half-written command line: commands and options as the command tree declares them,
// and values as the facts have them. Shells ask for it through the scripts of completion.ts.
import type { Command, Option } from 'commander'
import { DEFAULT_LIMITS } from '../limits.ts'
import { loadPacks } from '../packs/load.ts'
import { ENTITY_TYPES } from '../records/mentions.ts'

export interface Candidate {
  readonly value: string
  /** What it is, in a few words; may be empty. */
  readonly says: string
}

export interface Candidates {
  readonly list: readonly Candidate[]
  /** Whether the name of a file can stand there too. */
  readonly files: boolean
}

/** Values of options that are facts, by the name of the option; those that are words of the command stand in its choices. */
const VALUES: Readonly<Record<string, () => Promise<Iterable<string>> | Iterable<string>>> = {
  jurisdiction: () => loadPacks().countries().keys(),
  statute: () => loadPacks().statutes().keys(),
  entity: () => loadPacks().entityNames(),
  type: () => ENTITY_TYPES,
  backend: async () => (await import('../verbs/shared/learned.ts')).BACKENDS,
  method: async () => (await import('../verbs/deidentify.ts')).METHODS.keys(),
  limit: () => Object.keys(DEFAULT_LIMITS).map((name) => `${name}=`),
}

/** How arguments and values that name a file are called in the help. */
const FILES = new Set(['file', 'files', 'key', 'out', 'path', 'place', 'source'])

const NONE: Candidates = { list: [], files: false }

/** `words` are those behind the program's name up to the cursor; the last is the one being written, empty behind a space. */
export async function candidatesFor(program: Command, words: readonly string[]): Promise<Candidates> {
  const written = words.at(-1) ?? ''
  const { command, option, position, closed } = readUpTo(program, words.slice(0, -1))
  if (option !== null) return valuesOf(option, written, '')
  const [, name, value] = /^(--[^=]+)=(.*)$/s.exec(closed ? '' : written) ?? []
  if (name !== undefined && value !== undefined) {
    const named = optionNamed(command, name)
    return named === undefined ? NONE : valuesOf(named, value, `${name}=`)
  }
  if (written.startsWith('-') && !closed) return { list: optionsOf(command, written), files: false }
  if (command.commands.length > 0)
    return {
      list: position > 0 ? [] : starting(written, command.createHelp().visibleCommands(command).map(asCandidate)),
      files: false,
    }
  const last = command.registeredArguments.at(-1)
  const argument = command.registeredArguments[position] ?? (last?.variadic ? last : undefined)
  if (argument === undefined) return NONE
  return { list: starting(written, asCandidates(argument.argChoices)), files: FILES.has(argument.name()) }
}

interface ReadSoFar {
  readonly command: Command
  readonly option: Option | null
  readonly position: number
  readonly closed: boolean
}

function readUpTo(program: Command, words: readonly string[]): ReadSoFar {
  let command = program
  let option: Option | null = null
  let position = 0
  let closed = false
  for (const word of words) {
    // A shell that takes "=" for a word of its own sets a value apart by it (COMP_WORDBREAKS of bash).
    if (word === '=' && option !== null) continue
    if (word.startsWith('-') && word !== '-' && !closed) {
      closed = word === '--'
      option = word.includes('=') ? null : takingValue(optionNamed(command, word))
      continue
    }
    if (option !== null) {
      if (!option.variadic) option = null
      continue
    }
    if (word === 'help' && position === 0 && command.commands.length > 0) continue
    const child = position === 0 ? command.commands.find((each) => each.name() === word) : undefined
    if (child === undefined) position++
    else command = child
  }
  return { command, option, position, closed }
}

const takingValue = (option: Option | undefined): Option | null =>
  option !== undefined && (option.required || option.optional) ? option : null

const shownOptions = (command: Command): readonly Option[] => command.createHelp().visibleOptions(command)

const optionNamed = (command: Command, name: string) =>
  shownOptions(command).find(({ long, short }) => long === name || short === name)

async function valuesOf(option: Option, written: string, before: string): Promise<Candidates> {
  const placeholder = /[<[]([a-z]+)/.exec(option.flags)?.[1] ?? ''
  const values = option.argChoices ?? (await VALUES[option.attributeName()]?.()) ?? []
  // "=" alone is the word that bash completes right behind it.
  const begun = written === '=' ? '' : written
  const list = starting(
    begun,
    [...values].map((value) => ({ value, says: '' })),
  )
  return { list: list.map(({ value }) => ({ value: before + value, says: '' })), files: FILES.has(placeholder) }
}

/** Long options, and short ones where nothing but a dash is written yet. */
function optionsOf(command: Command, written: string): Candidate[] {
  const options = shownOptions(command)
  const named = (name: 'long' | 'short') =>
    options.flatMap((option) => (option[name] ? [{ value: option[name], says: firstClause(option.description) }] : []))
  return starting(written, [...named('long'), ...(written === '-' ? named('short') : [])])
}

const asCandidate = (command: Command): Candidate => ({
  value: command.name(),
  says: firstClause(command.summary() || command.description()),
})

const asCandidates = (values: Iterable<string> = []): Candidate[] => [...values].map((value) => ({ value, says: '' }))

/** Beside a list there is room for a few words. */
const firstClause = (text: string) => text.split(/[;:(]/)[0]!.replaceAll(/\s+/g, ' ').trim()

/** Those that begin as is written; capitals and small letters are one, as codes of countries are taken in both. */
function starting(written: string, candidates: readonly Candidate[]): Candidate[] {
  const begun = written.toLowerCase()
  return candidates.filter(({ value }) => value.toLowerCase().startsWith(begun))
}
