// How well one record is found among many: precision and recall of `found`, what is ambiguous and refused, by scenario, the worst first; size of
// the index, time to open it, and time of a look-up over HTTP. npm run bench:find [-- DIR...] [--lookups 2000] [--show]
// DIR holds a.csv, and b.csv where a is looked up in b, and gold.csv (id_a, id_b), gzipped or not. One person in five is not in the index. The
// pairs of bench/pairs are always measured: side a is looked up among all sides b. Pairs of one file may share people: a record of another pair that is
// found is counted as `other`, neither right nor wrong, and printed with --show.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { serve } from '../dist/http/index.js'
import { createService } from '../dist/index.js'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { lookups: { type: 'string', default: '2000' }, show: { type: 'boolean' }, dedupe: { type: 'boolean' } },
})
const most = Number(options.lookups)
const work = mkdtempSync(join(tmpdir(), 'selfsame-bench-find-'))
process.on('exit', () => rmSync(work, { recursive: true, force: true }))

const textOf = (path) => (path.endsWith('.gz') ? gunzipSync(readFileSync(path)) : readFileSync(path)).toString('utf8')
const fileAt = (path) => [`${path}.csv.gz`, `${path}.csv`].find(existsSync)

function rowsIn(path) {
  const [header, ...lines] = textOf(path).trim().split(/\r?\n/)
  const columns = header.split(',')
  return lines.map((line) => {
    const cells = line.includes('"')
      ? [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
          quoted === undefined ? plain : quoted.replaceAll('""', '"'),
        )
      : line.split(',')
    return Object.fromEntries(
      columns.map((column, at) => [column, cells[at] ?? '']).filter(([, value]) => value !== ''),
    )
  })
}

function writeRows(path, rows) {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const cell = (value = '') => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)
  const parts = [columns.join(',')]
  for (const row of rows) parts.push(columns.map((column) => cell(row[column])).join(','))
  writeFileSync(path, `${parts.join('\n')}\n`)
}

/** A number from 0 to 4 by an id: the same persons are absent in every run. */
function fifthOf(id) {
  let hash = 0x811c9dc5
  for (const character of id) hash = Math.imul(hash ^ character.codePointAt(0), 0x01000193)
  return ((hash ^ (hash >>> 15)) >>> 0) % 5
}
const recordOf = ({ id, ...fields }) => fields

/** A table or two as a scenario: the rows of the index, and the look-ups with the ids that are right. */
function tableScenario(folder) {
  const [a, b] = ['a', 'b'].map((side) => fileAt(join(folder, side))).map((path) => path && rowsIn(path))
  const group = new Map()
  const find = (id) => {
    let root = id
    while (group.has(root) && group.get(root) !== root) root = group.get(root)
    return root
  }
  for (const { id_a, id_b } of rowsIn(fileAt(join(folder, 'gold')))) group.set(find(id_a), find(id_b))
  const isAbsent = (id) => fifthOf(find(id)) === 0
  if (b !== undefined) {
    const rows = b.filter(({ id }) => !isAbsent(id))
    const right = new Map()
    for (const row of rows) right.set(find(row.id), [...(right.get(find(row.id)) ?? []), row])
    return {
      rows,
      lookups: a.slice(0, most).map((row) => ({
        record: recordOf(row),
        right: new Set((right.get(find(row.id)) ?? []).map(({ id }) => id)),
        scenario: isAbsent(row.id) ? 'absent' : 'present',
      })),
    }
  }
  const clusters = new Map()
  for (const row of a) {
    const root = find(row.id)
    if (clusters.has(root)) clusters.get(root).push(row)
    else clusters.set(root, [row])
  }
  const [rows, lookups] = [[], []]
  for (const [root, [first, ...others]] of clusters) {
    const absent = fifthOf(root) === 0 && lookups.length < most
    const asked = absent || (others.length > 0 && lookups.length < most)
    if (asked) {
      const right = new Set(absent ? [] : others.map(({ id }) => id))
      lookups.push({ record: recordOf(first), right, scenario: absent ? 'absent' : 'present' })
    } else rows.push(first)
    if (!absent) for (const row of others) rows.push(row)
  }
  return { rows, lookups }
}

function hardScenario() {
  const folder = fileURLToPath(new URL('pairs/', import.meta.url))
  const pairs = readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .flatMap((name) => textOf(join(folder, name)).trim().split('\n'))
    .map((line) => JSON.parse(line))
  return {
    rows: pairs.map(({ id, b }) => ({ id, ...b })),
    lookups: pairs.map(({ id, a, same, scenario }) => ({
      record: a,
      right: new Set(same ? [id] : []),
      labelled: id,
      scenario,
    })),
  }
}

const percent = (part, all) => (all === 0 ? '-' : ((100 * part) / all).toFixed(2))
const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))].toFixed(1)

async function measure(name, { rows, lookups }) {
  const folder = join(work, name)
  mkdirSync(folder)
  const table = join(folder, 'registry.csv')
  writeRows(table, rows)
  const builder = createService()
  const began = performance.now()
  let clusters
  if (options.dedupe) {
    clusters = join(folder, 'out')
    await builder.tables({ task: 'dedupe', entity: 'person', files: [table], out: clusters })
  }
  const index = join(folder, 'index')
  await builder.buildIndex({ files: [table], entity: 'person', out: index, clusters })
  const built = (performance.now() - began) / 1000
  await builder.close()
  const serving = await serve({ port: 0, warm: true, indexes: { bench: index } })
  const post = async (record) => {
    const response = await fetch(`${serving.url}/find`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ record, reveal: true }),
    })
    return { status: response.status, body: await response.json() }
  }
  const opening = performance.now()
  await post(lookups[0].record)
  const opened = (performance.now() - opening) / 1000
  for (const { record } of lookups.slice(0, 200)) await post(record)
  const kinds = new Map()
  const times = []
  const all = { lookups: 0, present: 0, right: 0, wrong: 0, other: 0, ambiguous: 0, not_found: 0, refused: 0 }
  for (const { record, right, labelled, scenario } of lookups) {
    const started = performance.now()
    const { status, body } = await post(record)
    times.push(performance.now() - started)
    const kind = kinds.get(scenario) ?? { ...all, ...Object.fromEntries(Object.keys(all).map((key) => [key, 0])) }
    kinds.set(scenario, kind)
    const what =
      status !== 200
        ? 'refused'
        : body.outcome !== 'found'
          ? body.outcome
          : right.has(body.candidates[0].record)
            ? 'right'
            : labelled === undefined || body.candidates[0].record === labelled
              ? 'wrong'
              : 'other'
    for (const counted of [kind, all]) {
      counted.lookups++
      counted[what]++
      if (right.size > 0) counted.present++
    }
    if (options.show && (what === 'wrong' || what === 'other' || (right.size > 0 && what !== 'right')))
      console.log(
        JSON.stringify({
          what,
          record,
          right: rows.filter(({ id }) => right.has(id)).slice(0, 3),
          body: {
            outcome: body.outcome,
            detail: body.detail,
            p: body.probability,
            settle: body.would_settle,
            candidates: body.candidates
              ?.slice(0, 3)
              .map((c) => [c.record, c.fields, c.receipt.identity, c.receipt.score]),
          },
        }),
      )
  }
  await serving.close()
  times.sort((x, y) => x - y)
  const line = ([label, { lookups: n, present, right, wrong, other, ambiguous, not_found, refused }]) =>
    `| ${label} | ${n} | ${percent(right, right + wrong)} | ${percent(right, present)} | ${wrong} | ${other} | ${percent(ambiguous, n)} | ${percent(not_found, n)} | ${percent(refused, n)} |`
  const worst = [...kinds].sort(
    ([, x], [, y]) =>
      y.wrong - x.wrong || x.right / (x.present || 1) - y.right / (y.present || 1) || y.ambiguous - x.ambiguous,
  )
  console.log(
    `\n${name}: ${rows.length} records, built in ${built.toFixed(1)} s, ${(statSync(join(index, 'index.sqlite')).size / 2 ** 20).toFixed(0)} MB, first answer after ${opened.toFixed(2)} s`,
  )
  console.log(
    `HTTP look-up, one at a time: p50 ${at(times, 0.5)} ms, p99 ${at(times, 0.99)} ms, most ${at(times, 1)} ms\n`,
  )
  console.log(
    '| scenario | look-ups | precision % | recall % | found wrongly | other | ambiguous % | not found % | refused % |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|',
  )
  console.log([['all', all], ...worst].map(line).join('\n'))
}

const scenarios = [
  ...positionals.map((folder) => [basename(folder), () => tableScenario(folder)]),
  ['pairs-hard', hardScenario],
]
for (const [name, make] of scenarios) await measure(name, make())
process.exit(0)
