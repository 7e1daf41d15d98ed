// Writes the help of every command, as a terminal of 80 columns shows it, into docs/command-line.md after its first heading of one.
import { readFileSync, writeFileSync } from 'node:fs'
import { ensureBuilt } from './build.mjs'

const page = new URL('../docs/command-line.md', import.meta.url)
const FIRST = '### selfsame\n'

/** A command with its full name, and those below it. */
function named(command, before = '') {
  const name = `${before}${command.name()}`
  return [[name, command], ...command.commands.flatMap((child) => named(child, `${name} `))]
}

function helpOf(command) {
  let help = ''
  const writeOut = (text) => {
    help += text
  }
  command.configureOutput({ writeOut, getOutHelpWidth: () => 80 }).outputHelp()
  return help
}

if (!(await ensureBuilt())) process.exit(1)
const { programWith } = await import('../dist/cli/main.js')
const helps = named(await programWith(undefined)).map(
  ([name, command]) => `### ${name}\n\n\`\`\`text\n${helpOf(command).trimEnd()}\n\`\`\`\n`,
)
const text = readFileSync(page, 'utf8')
writeFileSync(page, text.slice(0, text.indexOf(FIRST)) + helps.join('\n'))
