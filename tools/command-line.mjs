// Writes a summary of every command into docs/command-line.md.
//
//   node tools/command-line.mjs
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ensureBuilt } from './build.mjs'

const page = new URL('../docs/command-line.md', import.meta.url)
const FIRST = '## Commands\n'
const WIDTH = 80
/** Every command of a program with its full name, its help as a terminal of 80 columns shows it, and its line in lists. */
export function helpsOf(command, before = '') {
  const name = `${before}${command.name()}`
  let help = ''
  const writeOut = (text) => {
    help += text
  }
  command.configureOutput({ writeOut, getOutHelpWidth: () => WIDTH }).outputHelp()
  return [
    [name, help, command.summary() || command.description()],
    ...command.commands.flatMap((child) => helpsOf(child, `${name} `)),
  ]
}

/** The part of the page from its heading FIRST on, from `helpsOf`: each command with its arguments and its line. Commands that only group others are left out. */
export function helpPages(helps) {
  const commands = helps.map(([name, help, line]) => [name, sectionsOf(help), line])
  return [
    FIRST,
    '`selfsame help COMMAND` explains the options, with examples. An option with `(env: NAME)` there may be given by that variable. `selfsame list` prints jurisdictions, statutes, categories, packs and formats.\n',
    '| | |\n|---|---|',
    ...commands
      .filter(([, sections]) => !isGroup(sections))
      .map(([name, sections, line]) => `| \`${[name, ...argumentsOf(name, sections)].join(' ')}\` | ${line} |`),
    '',
  ].join('\n')
}

/** True for a command that does nothing but hold others: its usage ends with them. */
const isGroup = (sections) =>
  sections.some(({ title }) => title === 'Commands') && / \[command\]$/.test(sections[0].lines[0].trim())

/** The arguments that the usage line of a help names. */
function argumentsOf(name, sections) {
  const synopsis = sections[0].lines[0].replace(/^Usage: selfsame /, '').slice(name.length - 'selfsame'.length)
  const words = synopsis.replace('[options]', '').replace('[command]', '').trim()
  return words === '' ? [] : [words]
}

/** A help in its sections; usage and description are one without a title. */
function sectionsOf(help) {
  const sections = [{ title: '', lines: [] }]
  for (const line of help.split('\n')) {
    const title = /^([A-Z][\w ]+):$/.exec(line)?.[1]
    if (title) sections.push({ title, lines: [] })
    else if (line !== '' || sections.length === 1) sections.at(-1).lines.push(line)
  }
  return sections
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!(await ensureBuilt())) process.exit(1)
  const { programWith } = await import('../dist/cli/main.js')
  const text = readFileSync(page, 'utf8')
  const helps = helpsOf(await programWith(undefined))
  writeFileSync(page, text.slice(0, text.indexOf(FIRST)) + helpPages(helps))
}
