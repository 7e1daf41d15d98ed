// `selfsame completion`: completion scripts for shells. Every script asks the command (`selfsame complete -- WORDS`), so it is never outdated.
import { Argument, Command, type Option } from 'commander'
import { DEFAULT_LIMITS } from '../limits.ts'
import { readData } from '../packs/data-files.ts'
import { loadPacks } from '../packs/load.ts'
import { ENTITY_TYPES } from '../records/mentions.ts'
import { explained } from './manual.ts'

// Candidates at the cursor: commands and options from the command tree, values from the facts.
interface Candidate {
  readonly value: string
  readonly says: string
}

interface Candidates {
  readonly list: readonly Candidate[]
  /** Whether the name of a file can stand there too. */
  readonly files: boolean
}

/** Values of options from facts, by option name; fixed values are the choices of the command. */
const VALUES: Readonly<Record<string, () => Promise<Iterable<string>> | Iterable<string>>> = {
  jurisdiction: () => loadPacks().countries().keys(),
  statute: () => loadPacks().statutes().keys(),
  entity: () => loadPacks().entityNames(),
  type: () => ENTITY_TYPES,
  backend: async () => (await import('../operations/shared/learned-backend.ts')).BACKENDS,
  method: async () => (await import('../operations/deidentify.ts')).METHODS.keys(),
  limit: () => Object.keys(DEFAULT_LIMITS).map((name) => `${name}=`),
}

/** How arguments and values that name a file are called in the help. */
const FILES = new Set(['file', 'files', 'key', 'out', 'path', 'place', 'source'])

const NONE: Candidates = { list: [], files: false }

/** `words`: those after the program's name up to the cursor; the last is incomplete, or empty after a space. */
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
    // Some shells split words at "=" (COMP_WORDBREAKS of bash).
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
  // bash completes "=" as a word directly after it.
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

/** Candidates with the written prefix, in any case: country codes are accepted in both. */
function starting(written: string, candidates: readonly Candidate[]): Candidate[] {
  const begun = written.toLowerCase()
  return candidates.filter(({ value }) => value.toLowerCase().startsWith(begun))
}

/** Shell -> the ending of its script in data/completions/. Bash 3.2, which macOS has, knows neither mapfile nor compopt. */
const SHELLS = { bash: 'bash', zsh: 'zsh', fish: 'fish', powershell: 'ps1' } as const

export function completionCommand(): Command {
  const command = new Command('completion').description('print the script that makes a shell complete this command')
  return explained(command, {
    does:
      'Prints the script that makes a shell complete commands, options, jurisdictions, statutes, entity packs and file names. The ' +
      'script asks the installed command, so it needs no update.',
    examples: [
      ['bash: this line in ~/.bashrc', 'source <(selfsame completion bash)'],
      ['zsh: this line in ~/.zshrc, behind compinit', 'source <(selfsame completion zsh)'],
      ['fish', 'selfsame completion fish > ~/.config/fish/completions/selfsame.fish'],
      ['PowerShell: its output is run by $PROFILE', 'selfsame completion powershell'],
    ],
  })
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(SHELLS)))
    .action(
      (shell: keyof typeof SHELLS) =>
        void process.stdout.write(readData(`completions/selfsame.${SHELLS[shell]}`).toString('utf8')),
    )
}

/** A line per candidate, tab, description; last ":files" if files fit. `words`: [--open] -- WORDS; --open: the cursor follows a space. */
export async function printCandidates(program: Command, words: readonly string[]): Promise<void> {
  const begin = words.indexOf('--') + 1
  const written = words.slice(begin)
  if (words.slice(0, begin).includes('--open')) written.push('')
  process.stdout.write(asLines(await candidatesFor(program, written)))
}

function asLines({ list, files }: Candidates): string {
  const lines = list.map(({ value, says }) => `${value}\t${says}\n`)
  return lines.join('') + (files ? ':files\n' : '')
}
