// `selfsame completion`: the script that teaches a shell to complete this command. Every script asks the command itself
// (`selfsame complete -- WORDS`), so that it never knows less than the command does.
import { Argument, Command } from 'commander'
import { type Candidates, candidatesFor } from './candidates.ts'
import { explained } from './manual.ts'

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

/**
 * What a script is answered: a line for each candidate, its description behind a tab, and ":files" last where files can stand.
 * `words`: [--open] -- WORDS; with --open the cursor stands behind a space, for shells that cannot pass an empty word.
 */
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
