// Writes the help of every command into docs/command-line.md. What several commands say in the same words is said once.
//
//   node tools/command-line.mjs
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ensureBuilt } from './build.mjs'

const page = new URL('../docs/command-line.md', import.meta.url)
const FIRST = '## Shared by the commands\n'
const WIDTH = 80
/** An entry that so many commands have is in the table of what they share. */
const SHARED_BY = 4
/** Sections that list facts: the same wherever they are. */
const LISTS = ['Entity packs', 'Statutes and the jurisdictions they govern']

/** Every command of a program with its full name and its help, as a terminal of 80 columns shows it. */
export function helpsOf(command, before = '') {
  const name = `${before}${command.name()}`
  let help = ''
  const writeOut = (text) => {
    help += text
  }
  command.configureOutput({ writeOut, getOutHelpWidth: () => WIDTH }).outputHelp()
  return [[name, help], ...command.commands.flatMap((child) => helpsOf(child, `${name} `))]
}

/** The part of the page from its heading FIRST on, from `helpsOf`. Commands that only group others are left out. */
export function helpPages(helps) {
  const commands = helps.map(([name, help]) => [name, sectionsOf(help)])
  const named = new Map()
  for (const [name, sections] of commands)
    for (const entry of sections.filter(hasEntries).flatMap(entriesOf))
      named.set(entry.key, { ...entry, commands: [...(named.get(entry.key)?.commands ?? []), name] })
  const shared = [...named.values()].filter(({ commands }) => commands.length >= SHARED_BY)
  const lists = LISTS.map((title) => commands.flatMap(([, all]) => all.filter((one) => one.title === title))[0])
  return [
    FIRST,
    'Left out below: examples, which `selfsame help COMMAND` shows, and what is in this table. An option with `(env: NAME)` may be given by that variable.\n',
    '| | |\n|---|---|',
    ...shared.map(({ names, says }) => `| \`${names}\` | ${says.replaceAll('|', '\\|')} |`),
    ...lists.map(
      ({ title, lines }) =>
        `\n${title}:\n\n\`\`\`text\n${lines
          .map((line) => line.trim())
          .join('\n')
          .trim()}\n\`\`\``,
    ),
    '\n## Commands\n',
    ...commands
      .filter(([name, sections]) => name === 'selfsame' || !sections.some(({ title }) => title === 'Commands'))
      .map(([name, sections]) => `### ${name}\n\n\`\`\`text\n${shortened(name, sections, named)}\n\`\`\`\n`),
  ].join('\n')
}

/** What a help says beyond what is shared, and beyond options that an earlier command explains in the same words. */
function shortened(name, sections, named) {
  return sections
    .filter(
      ({ title }) => !LISTS.includes(title) && title !== 'Examples' && (title !== 'Commands' || name === 'selfsame'),
    )
    .map((section) => {
      if (!hasEntries(section)) return section
      const elsewhere = new Map()
      const pointed = ['Options', 'Arguments'].includes(section.title)
      const kept = entriesOf(section).filter(({ key, names }) => {
        const { commands } = named.get(key)
        if (commands.length < SHARED_BY && (commands[0] === name || !pointed)) return true
        const at = commands.length < SHARED_BY ? `as in ${commands[0]}` : 'shared'
        elsewhere.set(at, [...(elsewhere.get(at) ?? []), names.match(/--[\w-]+/)?.[0] ?? names])
        return false
      })
      const pointers = pointed ? [...elsewhere].flatMap(pointer) : []
      return { ...section, lines: [...kept.flatMap(({ lines }) => lines), ...pointers] }
    })
    .filter(({ title, lines }) => title === '' || lines.length > 0)
    .map(({ title, lines }) => (title === '' ? lines : [`${title}:`, ...lines]).join('\n').trim())
    .join('\n\n')
}

/** Lines that name options and arguments which are explained elsewhere. */
function pointer([at, options]) {
  const seen = options.filter((option) => option !== '--help')
  if (seen.length === 0) return []
  const lines = [`  ${at}:`]
  for (const option of seen) {
    const last = lines.at(-1)
    const word = option === seen.at(-1) ? option : `${option},`
    if (last.length + 1 + word.length <= WIDTH) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(`    ${word}`)
  }
  return lines
}

const hasEntries = ({ title }) => ['Arguments', 'Options', 'Exit codes', 'Environment'].includes(title)

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

/** The entries of a section: a line indented by two, with those below it that are indented further. */
function entriesOf({ title, lines }) {
  const entries = []
  for (const line of lines)
    if (/^ {2}\S/.test(line)) entries.push([line])
    else entries.at(-1).push(line)
  return entries
    .map((lines) => {
      const [names, ...says] = lines
        .map((line) => line.trim())
        .join(' ')
        .split(/ {2,}/)
      return { key: `${title} ${names} ${says.join(' ')}`, names, says: says.join(' '), lines }
    })
    .filter(({ says }) => !/^instead of --[\w-]+$/.test(says))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!(await ensureBuilt())) process.exit(1)
  const { programWith } = await import('../dist/cli/main.js')
  const text = readFileSync(page, 'utf8')
  const helps = helpsOf(await programWith(undefined))
  writeFileSync(page, text.slice(0, text.indexOf(FIRST)) + helpPages(helps))
}
