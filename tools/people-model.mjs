// Writes docs/people-model.md: the model of two people as one table a fact, the probability of each level under each hypothesis.
//
//   node tools/people-model.mjs [--write]
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** A share as a percentage with two digits that count. */
function percent(share) {
  if (share === undefined) return ''
  const value = share * 100
  return value >= 10 ? String(Math.round(value)) : String(Number(value.toPrecision(2)))
}

const row = (cells) => `| ${cells.join(' | ')} |`

/** The page, from a parsed entity pack that has hypotheses. */
export function pageOf({ stories }) {
  const { facts, hypotheses } = stories
  const numbers = hypotheses.map((_, i) => String(i + 1))
  const lines = [
    '# The model of two people',
    '',
    'Made by `node tools/people-model.mjs --write` from [person.json](../data/entities/person.json); how it is used and fitted is in',
    '[entity-packs.md](entity-packs.md) and [ADR 14](adr/0014-rival-hypotheses.md). A pair is weighed under these hypotheses. **Weight** is how many',
    'of the pairs that share a key are expected under each, relative to the others.',
    '',
    row(['', 'hypothesis', 'what it says', 'weight', 'what would tell']),
    '|---|---|---|---|---|',
    ...hypotheses.map((one, i) =>
      row([numbers[i], `\`${one.name}\``, one.says, one.prior, one.settle === 'nothing' ? '' : one.settle]),
    ),
    '',
    'In the tables below a column is a hypothesis by its number, and a cell the share, in percent, of its pairs that have this level. A level that is',
    'far more frequent under a rival than under 1 speaks for the rival. What the facts say together is fitted on top (`joint`).',
  ]
  for (const { name, of } of facts) {
    const tables = hypotheses.map(({ levels }) => levels[name] ?? {})
    const levels = [...new Set(tables.flatMap((table) => Object.keys(table)))]
    if (levels.length === 0) continue
    lines.push('', `## ${name}`, '', `Compared: ${of.map((field) => `\`${field}\``).join(', ')}.`, '')
    lines.push(row(['level', ...numbers]), `|---|${'---|'.repeat(numbers.length)}`)
    for (const level of levels) lines.push(row([level, ...tables.map((table) => percent(table[level]))]))
  }
  return `${lines.join('\n')}\n`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const page = pageOf(JSON.parse(readFileSync(at('data/entities/person.json'), 'utf8')))
  if (process.argv.includes('--write')) writeFileSync(at('docs/people-model.md'), page)
  else process.stdout.write(page)
}
