// Writes docs/people-model.md: the model of two people as one table a fact: levels, and the hypotheses that make them more or less likely.
//
//   node tools/people-model.mjs [--write]
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))

/** A rival hypothesis is named where it makes a level so many times as likely as one person does, or as unlikely. */
const NAMED_FROM = 100

/** A positive number with two digits that count. */
const brief = (number) => (number >= 10 ? String(Math.round(number)) : String(Number(number.toPrecision(2))))

/** The rivals of one cell by their factor, the largest first. `all others`: every rival that is not named in the cell. */
function grouped(ratios, rivals) {
  const groups = new Map()
  for (const [name, ratio] of ratios) groups.set(brief(ratio), [...(groups.get(brief(ratio)) ?? []), name])
  const named = new Set(ratios.map(([name]) => name))
  const unnamed = rivals.filter((name) => !named.has(name))
  const [[largest] = ['']] = [...groups].sort(([, some], [, others]) => others.length - some.length)
  const wordsOf = (factor, names) => {
    if (factor !== largest || names.length < 6 || unnamed.length > 2) return names.join(', ')
    return ['all others', ...unnamed].join(' but not ')
  }
  return [...groups]
    .sort(([one], [other]) => other - one)
    .map(([factor, names]) => `${wordsOf(factor, names)} ${factor}`)
    .join('; ')
}

const row = (cells) => `| ${cells.join(' | ')} |`

/** The page, from a parsed entity pack that has hypotheses. */
export function pageOf({ stories }) {
  const { facts, hypotheses } = stories
  const [same, ...others] = hypotheses
  const rivals = others.map(({ name }) => name).filter((name) => !name.startsWith('same_'))
  const lines = [
    '# The model of two people',
    '',
    'Made by `node tools/people-model.mjs --write` from [person.json](../data/entities/person.json), which has every number; use and fit are in',
    '[entity-packs.md](entity-packs.md) and [ADR 14](adr/0014-rival-hypotheses.md). A pair is weighed under these hypotheses. **Weight** is how many',
    'of the pairs that share a key are expected under each, relative to the others.',
    '',
    row(['hypothesis', 'meaning', 'weight', 'what would decide']),
    '|---|---|---|---|',
    ...hypotheses.map(({ name, says, prior, settle }) =>
      row([`\`${name}\``, says, prior, settle === 'nothing' ? '' : settle]),
    ),
    '',
    `**%** is the share of the pairs under \`${same.name}\` that have a level of a fact. The other columns name hypotheses: the level is under them at`,
    `least ${NAMED_FROM} times as frequent, or as rare, with the factor ("all others": all but \`same_...\` and those named). What facts say together is fitted on top (\`joint\`).`,
    '',
    row(['fact: fields', 'level', '%', 'more frequent', 'rarer']),
    '|---|---|--:|---|---|',
  ]
  for (const { name, of } of facts) {
    let title = `${name}: ${of.map((field) => `\`${field}\``).join(', ')}`
    for (const [level, share] of Object.entries(same.levels[name] ?? {})) {
      const ratios = others.map((one) => [one.name, (one.levels[name]?.[level] ?? share) / share])
      const more = ratios.filter(([, ratio]) => ratio >= NAMED_FROM)
      const less = ratios.filter(([, ratio]) => ratio <= 1 / NAMED_FROM).map(([rival, ratio]) => [rival, 1 / ratio])
      if (more.length + less.length === 0) continue
      lines.push(row([title, level, brief(share * 100), grouped(more, rivals), grouped(less, rivals)]))
      title = ''
    }
  }
  return `${lines.join('\n')}\n`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const page = pageOf(JSON.parse(readFileSync(at('data/entities/person.json'), 'utf8')))
  if (process.argv.includes('--write')) writeFileSync(at('docs/people-model.md'), page)
  else process.stdout.write(page)
}
