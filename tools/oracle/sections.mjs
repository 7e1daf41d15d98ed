// The sections of the oracle: each is a list of [item, answer]. An item names the row of the corpus and no value of it.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { generator } from './corpus.mjs'

const METHODS = ['statute', 'mask', 'token', 'drop']
/** Every text is compared with the next but two, so that pairs are of one file and seldom of one person. */
const OTHER = 3
/** Texts that are also compared and read as documents: every so many. */
const EVERY = 12
/** Texts whose jurisdiction is inferred: every so many. */
const EVERY_INFERRED = 4

/** Answers of a built package. A refusal is an answer, by its code. */
async function answerOf(asked) {
  try {
    return await asked()
  } catch (error) {
    if (error.name !== 'SelfsameError') throw error
    return { refused: error.code }
  }
}

/** name -> async (corpus, service, load) => [item, answer][] */
export const SECTIONS = {
  texts: ({ texts }, service) =>
    each(texts, ({ text, jurisdiction = null, statute = null, method }, index) => {
      const how = method ?? METHODS[index % METHODS.length]
      return service.deidentify({ text, jurisdiction, statute, method: how, salt: 'oracle' })
    }),
  jurisdiction: ({ texts }, service) =>
    each(
      everySome(texts, (row) => row, EVERY_INFERRED),
      async ({ text }) => {
        const { detections: _, ...law } = await service.detect({ text })
        return law
      },
    ),
  places: ({ mentions }, service) => each(mentions, ({ text }) => service.places({ text })),
  extract: ({ mentions }, service) => each(mentions, ({ text }) => service.extract({ text })),
  pairs: ({ pairs }, service) => each(pairs, ({ entity, a, b }) => service.compare({ entity, a, b })),
  strings: ({ textPairs, texts }, service) =>
    each(
      [
        ...textPairs,
        ...everySome(texts, (row, index) => ({ ...row, a: row.text, b: texts[(index + OTHER) % texts.length].text })),
      ],
      ({ a, b, jurisdiction = null }) => service.compare({ a, b, jurisdiction }),
    ),
  documents: async ({ uploads, files, texts }, service) => {
    const told = everySome(texts, ({ item, text, jurisdiction }) => ({
      jurisdiction,
      upload: { name: `${item}.txt`, bytes: Buffer.from(text) },
    }))
    const batches = [
      { item: 'released', uploads, request: { jurisdiction: 'NG' } },
      { item: 'files', uploads: files.map(({ name, bytes }) => ({ name, bytes })), request: {} },
      ...inBatches(told).map((batch, n) => ({
        item: `texts:${n + 1}`,
        uploads: batch.map(({ upload }) => upload),
        request: { entity: n % 2 ? 'organisation' : 'person', jurisdiction: batch[0].jurisdiction, reveal: true },
      })),
    ]
    return each(batches, ({ request, uploads }) => service.documents(request, uploads))
  },
  files: ({ files }, service) =>
    each(
      files.map((file) => ({ ...file, item: file.name })),
      async ({ name, jurisdiction, bytes }) => {
        const copy = await service.deidentifyFile({ jurisdiction, salt: 'oracle' }, { name, bytes })
        return { ...copy }
      },
    ),
  tables: async ({ tables }, _, load) => {
    const found = []
    for (const table of tables) found.push(...(await clustersOf(table, load)))
    return found
  },
  masked: async ({ tables }, service) => {
    const folder = mkdtempSync(join(tmpdir(), 'oracle-'))
    try {
      const path = writeTable(join(folder, 'people.csv'), tables[0].rows)
      const out = join(folder, 'copy.csv')
      const request = { jurisdiction: 'DE', salt: 'oracle' }
      const answer = await answerOf(() => service.copyTable(path, request, { out, report: false, processes: 0 }))
      const rows = existsSync(out) ? readFileSync(out, 'utf8').split('\n') : []
      return [['people', answer.refused ?? answer.by_category ?? null], ...rows.map((row, n) => [`people:${n}`, row])]
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

/** Sections whose answers are hashed in separate parts. */
export const PARTS = {
  texts: { spans: ({ spans }) => spans ?? null, copies: ({ spans: _, ...copy }) => copy },
}

/** Names of the items of each section, with the inputs that decide it: a changed corpus is not a changed engine. */
export const INPUTS = {
  texts: ({ texts }) => texts,
  jurisdiction: ({ texts }) => texts,
  places: ({ mentions }) => mentions,
  extract: ({ mentions }) => mentions,
  pairs: ({ pairs }) => pairs,
  strings: ({ textPairs, texts }) => [textPairs, texts],
  documents: ({ uploads, files, texts }) => [uploads, files, texts],
  files: ({ files }) => files,
  tables: ({ tables }) => tables,
  masked: ({ tables }) => tables[0],
}

async function each(rows, ask) {
  const answers = []
  for (const [index, row] of rows.entries()) answers.push([row.item, await answerOf(() => ask(row, index))])
  return answers
}

const everySome = (rows, make, every = EVERY) =>
  rows.flatMap((row, index) => (index % every === 0 ? [make(row, index)] : []))

const BATCH = 4
function inBatches(rows) {
  const next = generator(7)
  const batches = []
  for (let from = 0; from < rows.length; ) {
    const size = 2 + Math.floor(next() * BATCH)
    batches.push(rows.slice(from, from + size))
    from += size
  }
  return batches
}

/** The cluster of every record, named by its first member, and every scored pair that is kept. */
async function clustersOf({ name, entity, rows, files }, load) {
  const { runTables } = await load('tables/run.js')
  const { outcomeOf } = await load('tables/outcome.js')
  const { createCompareEngine } = await load('engines/compare/engine.js')
  const { loadPacks } = await load('packs/load.js')
  const folder = mkdtempSync(join(tmpdir(), 'oracle-'))
  try {
    const written = files ?? [writeTable(join(folder, 'a.csv'), rows)]
    const pack = entity ?? packOf(name)
    const task = written.length > 1 ? 'link' : 'dedupe'
    const found = await runTables({ task, entity: pack, files: written, workers: 1 })
    const packs = loadPacks()
    const engine = createCompareEngine(packs)
    const settings = { answers: [], oneToOne: false, earlier: null }
    const { clusters, run } = await outcomeOf(found, packs.entityPack(pack).pack, engine, settings)
    const first = new Map()
    const answers = []
    clusters.of.forEach((cluster, record) => {
      if (!first.has(cluster)) first.set(cluster, record)
      answers.push([`${name}:record ${record}`, first.get(cluster)])
    })
    const { a, b, identity, score } = run.edges
    for (let edge = 0; edge < a.length; edge++)
      answers.push([`${name}:pair ${a[edge]} ${b[edge]}`, [identity[edge], score[edge]]])
    return answers
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Folders of development tables that are not about people. */
const PACKS = { fodors_zagats: 'place', music20: 'artist' }
const packOf = (name) => PACKS[name] ?? 'person'

function writeTable(path, rows) {
  writeFileSync(path, rows.map((row) => row.join(',')).join('\n'))
  return path
}

/** `load` of the modules of a built package in a folder. */
export const loaderOf = (dist) => (path) => import(new URL(path, pathToFileURL(`${dist}/`)).href)
