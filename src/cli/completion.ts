// `selfsame completion`: completion scripts for shells. Every script asks the command (`selfsame complete -- WORDS`), so it is never outdated.
import { Argument, Command, type Option } from 'commander'
import { DEFAULT_LIMITS } from '../limits.ts'
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
  backend: async () => (await import('../operations/shared/learned.ts')).BACKENDS,
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

const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const
type Shell = (typeof SHELLS)[number]

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
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .action((shell: Shell) => void process.stdout.write(SCRIPTS[shell]))
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

const SCRIPTS: Readonly<Record<Shell, string>> = {
  // Bash 3.2, which macOS has, knows neither mapfile nor compopt.
  bash: `# Completion of selfsame for bash: put  source <(selfsame completion bash)  into ~/.bashrc
_selfsame() {
  local line files='' written="\${COMP_WORDS[COMP_CWORD]}"
  [[ $written == '=' ]] && written=''
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ $line == ':files' ]]; then files=1; else COMPREPLY+=("\${line%%$'\\t'*}"); fi
  done < <(selfsame complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  if [[ -n $files ]]; then
    compopt -o filenames 2>/dev/null
    while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$written")
  elif [[ \${#COMPREPLY[@]} -eq 1 && \${COMPREPLY[0]} == *= ]]; then
    compopt -o nospace 2>/dev/null
  fi
}
complete -F _selfsame selfsame
`,
  zsh: `#compdef selfsame
# Completion of selfsame for zsh: put  source <(selfsame completion zsh)  into ~/.zshrc, behind compinit
_selfsame() {
  local line files=''
  local -a found
  while IFS= read -r line; do
    if [[ $line == ':files' ]]; then files=1
    else found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}"); fi
  done < <(selfsame complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  (( \${#found} )) && _describe -V 'selfsame' found
  if [[ -n $files ]]; then
    [[ $words[CURRENT] == --*=* ]] && compset -P '*='
    _files
  fi
}
if [[ \${funcstack[1]} == _selfsame ]]; then _selfsame; else compdef _selfsame selfsame; fi
`,
  fish: `# Completion of selfsame for fish: selfsame completion fish > ~/.config/fish/completions/selfsame.fish
function __selfsame_candidates
    set -l written (commandline -ct)
    set -l words (commandline -opc)
    for line in (selfsame complete -- $words[2..-1] "$written" 2>/dev/null)
        if test "$line" = ':files'
            set -l before (string match -r -- '^--[^=]+=' "$written")
            for path in (__fish_complete_path (string replace -r -- '^--[^=]+=' '' "$written"))
                echo "$before$path"
            end
        else
            echo "$line"
        end
    end
end
complete -c selfsame -f -k -a '(__selfsame_candidates)'
`,
  powershell: `# Completion of selfsame for PowerShell: put  selfsame completion powershell | Out-String | Invoke-Expression  into $PROFILE
Register-ArgumentCompleter -Native -CommandName selfsame -ScriptBlock {
    param($written, $line, $cursor)
    $before = @($line.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.StartOffset -lt $cursor } | ForEach-Object { "$_" })
    $open = @(if ($written -eq '') { '--open' })
    selfsame complete @open -- @before 2>$null | ForEach-Object {
        if ($_ -eq ':files') {
            [System.Management.Automation.CompletionCompleters]::CompleteFilename($written)
        } else {
            $value, $says = $_ -split "\`t", 2
            if (-not $says) { $says = $value }
            [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $says)
        }
    }
}
`,
}
