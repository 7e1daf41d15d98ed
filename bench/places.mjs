// Scores the places engine on labelled texts: node bench/places.mjs [DIR|FILE ...] [--by lang|jurisdiction|kind] [--errors N].
// Rows {id, lang, jurisdiction, text, kind, places: [{start, end, role, components, alt?}]}, offsets in code points. Prints span
// F1 (exact and overlap, one to one), role accuracy and F1, component F1, false alarms per 100 texts without a place, ms a text.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'

const root = fileURLToPath(new URL('..', import.meta.url))
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    by: { type: 'string', default: 'lang' },
    errors: { type: 'string', default: '0' },
    dist: { type: 'string', default: join(root, 'dist') },
  },
})
const load = (path) => import(pathToFileURL(join(options.dist, path)).href)
const { loadPacks } = await load('packs/load.js')
const { createEngines } = await load('operations/shared/context.js')
const { places } = await load('operations/mentions.js')
const packs = loadPacks()
const context = { packs, engines: createEngines(packs), ledger: null, warn: () => {} }

const files = (positionals.length > 0 ? positionals : [join(root, 'bench/sample/places')]).flatMap((path) =>
  statSync(path).isDirectory()
    ? readdirSync(path)
        .filter((name) => /\.jsonl(\.gz)?$/.test(name))
        .sort()
        .map((name) => join(path, name))
    : [path],
)
const rowsOf = (file) =>
  (file.endsWith('.gz') ? gunzipSync(readFileSync(file)) : readFileSync(file))
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

/** Pairs gold and predicted spans one to one, largest intersection over union first. */
function match(gold, predicted) {
  const pairs = []
  gold.forEach((g, i) => {
    predicted.forEach((p, j) => {
      const shared = Math.min(g.end, p.end) - Math.max(g.start, p.start)
      if (shared > 0) pairs.push({ i, j, share: shared / (Math.max(g.end, p.end) - Math.min(g.start, p.start)) })
    })
  })
  pairs.sort((a, b) => b.share - a.share || a.i - b.i || a.j - b.j)
  const taken = { gold: new Set(), predicted: new Set() }
  return pairs.filter(({ i, j }) => {
    if (taken.gold.has(i) || taken.predicted.has(j)) return false
    taken.gold.add(i)
    taken.predicted.add(j)
    return true
  })
}

const plain = (value) =>
  String(value)
    .normalize('NFC')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .replace(/^[\s.,;:()"'„“”«»]+|[\s.,;:()"'„“”«»]+$/gu, '')
const bare = {
  street_number: (value) => plain(value).replace(/[\s.]/gu, ''),
  postal_code: (value) =>
    plain(value)
      .replace(/^[a-z]{1,2}-(?=\d)/u, '')
      .replace(/\s/gu, ''),
  plot: (value) =>
    plain(value)
      .replace(/\p{L}[\p{L}.]+\s*/gu, '')
      .trim() || plain(value),
  unit: (value) =>
    plain(value)
      .replace(/\p{L}[\p{L}.]+\s*/gu, '')
      .trim() || plain(value),
}
const keyOf = (key) => (key === 'area' ? 'neighborhood' : key)
function alike(key, accepted, value) {
  const p = plain(value)
  return accepted.some((one) => {
    const g = plain(one)
    if (g === p) return true
    if (bare[key]) return bare[key](one) === bare[key](value)
    const [long, short] = g.length > p.length ? [g, p] : [p, g]
    return (
      ['anchor', 'street', 'city', 'neighborhood', 'region'].includes(key) &&
      long.endsWith(` ${short}`) &&
      short.length >= 4 &&
      (key === 'anchor' || long.length - short.length <= 12)
    )
  })
}

const fresh = () => ({
  texts: 0,
  gold: 0,
  predicted: 0,
  exact: 0,
  overlap: 0,
  roles: 0,
  hits: 0,
  false: 0,
  missed: 0,
  empty: 0,
  alarms: 0,
  ms: 0,
})
const total = fresh()
const groups = new Map()
let shown = 0
for (const file of files)
  for (const row of rowsOf(file)) {
    const started = performance.now()
    const { mentions } = await places({ text: row.text }, context)
    const ms = performance.now() - started
    const pairs = match(row.places, mentions)
    const group = groups.get(row[options.by]) ?? fresh()
    groups.set(row[options.by], group)
    for (const tally of [total, group]) {
      tally.texts++
      tally.ms += ms
      tally.gold += row.places.length
      tally.predicted += mentions.length
      tally.overlap += pairs.length
      if (row.places.length === 0) {
        tally.empty++
        tally.alarms += mentions.length
      }
      for (const { i, j } of pairs) {
        const [g, p] = [row.places[i], mentions[j]]
        if (g.start === p.start && g.end === p.end) tally.exact++
        if (g.role === p.role) tally.roles++
        const left = Object.entries(p.components)
        for (const [key, value] of Object.entries(g.components)) {
          const at = left.findIndex(
            ([k, v]) => keyOf(k) === keyOf(key) && alike(keyOf(key), [value, ...(g.alt?.[key] ?? [])], v),
          )
          if (at < 0) tally.missed++
          else {
            tally.hits++
            left.splice(at, 1)
          }
        }
        tally.false += left.filter(
          ([key, value]) => !(key === 'country' && !g.components.country && /^[A-Z]{2}$/.test(value)),
        ).length
      }
    }
    if (shown < Number(options.errors)) {
      const characters = Array.from(row.text)
      const show = (span) => `${span.role} "${characters.slice(span.start, span.end).join('')}"`
      const wrong = [
        ...row.places.map((g, i) => {
          const p = mentions[pairs.find((pair) => pair.i === i)?.j]
          if (!p) return `  missed ${show(g)}`
          return p.start !== g.start || p.end !== g.end || p.role !== g.role
            ? `  gold ${show(g)} | got ${show(p)} cue ${p.cue} ${p.evidence}`
            : ''
        }),
        ...mentions.map((p, j) =>
          pairs.some((pair) => pair.j === j) ? '' : `  extra ${show(p)} cue ${p.cue} ${p.evidence}`,
        ),
      ].filter(Boolean)
      if (wrong.length > 0) {
        shown++
        console.log(
          `${row.id} [${row.lang} ${row.jurisdiction}] ${row.text.replace(/\r?\n/g, ' / ')}\n${wrong.join('\n')}`,
        )
      }
    }
  }

const percent = (value) => (Number.isFinite(value) ? (100 * value).toFixed(1) : '-').padStart(7)
const f1 = (hits, predicted, gold) => (2 * hits) / (predicted + gold)
const line = (name, t) =>
  [
    name.padEnd(8),
    String(t.texts).padStart(5),
    percent(f1(t.exact, t.predicted, t.gold)),
    percent(f1(t.overlap, t.predicted, t.gold)),
    percent(t.roles / t.overlap),
    percent(f1(t.roles, t.predicted, t.gold)),
    percent((2 * t.hits) / (2 * t.hits + t.false + t.missed)),
    (t.empty ? ((100 * t.alarms) / t.empty).toFixed(1) : '-').padStart(7),
    (t.ms / t.texts).toFixed(2).padStart(7),
  ].join(' ')
console.log(
  [options.by.padEnd(8), 'texts', '  exact', 'overlap', 'roleAcc', ' roleF1', ' compF1', ' FP/100', 'ms/text'].join(
    ' ',
  ),
)
for (const [name, tally] of [...groups].sort((a, b) => b[1].texts - a[1].texts || (a[0] < b[0] ? -1 : 1)))
  console.log(line(String(name), tally))
console.log(line('all', total))
