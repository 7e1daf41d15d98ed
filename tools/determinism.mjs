// The same question gives the same bytes: every route answers a committed and a generated corpus in its order, in worker threads at the same
// time, each in an order of its own, and so under another Node when one is given; one SHA-256 over all answers is printed. A difference
// fails and names the questions. Usage: node tools/determinism.mjs [--node BINARY] [--threads N] (after a build)
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { generatedPairs, generator } from './oracle/corpus.mjs'

const root = new URL('../', import.meta.url)
const read = (path) => readFileSync(new URL(path, root))
const lines = (path) =>
  String(read(path))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

/** Fisher and Yates' shuffle of 0 to n - 1; seed 0 keeps the order. */
function orderOf(n, seed) {
  const order = Array.from({ length: n }, (_, index) => index)
  const next = generator(seed)
  for (let i = n - 1; i > 0 && seed > 0; i--) {
    const j = Math.floor(next() * (i + 1))
    ;[order[i], order[j]] = [order[j], order[i]]
  }
  return order
}

/** Texts with the law they are read under. */
function texts() {
  const { rules } = JSON.parse(read('test/vectors/identifiers.json'))
  const numbered = Object.entries(rules).map(([jurisdiction, byRule]) => ({
    jurisdiction,
    text: Object.entries(byRule)
      .map(([rule, { valid }], index) => `${index + 1}. Casey Example, ${rule}: ${valid.join(' or ')}, 12 May 1990.`)
      .join('\n'),
  }))
  return [...lines('bench/sample/detect/open.jsonl'), ...numbered].map(({ text, jurisdiction }) => ({
    text,
    jurisdiction,
  }))
}

/** Every question: a name, and what the service is asked. */
function questions() {
  const records = [
    ...JSON.parse(read('test/golden/compare/receipts.json')),
    ...lines('bench/sample/pairs.jsonl'),
    ...generatedPairs(),
  ]
  const written = texts()
  const asked = []
  const ask = (name, call) => asked.push({ name: `${name} ${asked.length}`, call })
  for (const { entity, a, b } of records) ask('compare', (service) => service.compare({ entity, a, b }))
  written.forEach(({ text, jurisdiction }, index) => {
    const method = ['statute', 'mask', 'token', 'drop'][index % 4]
    const other = written[(index + 1) % written.length].text
    ask('detect', (service) => service.detect({ text, jurisdiction }))
    ask('detect, law inferred', (service) => service.detect({ text }))
    ask('deidentify', (service) => service.deidentify({ text, jurisdiction, method, salt: 'pepper' }))
    ask('places', (service) => service.places({ text }))
    ask('extract', (service) => service.extract({ text }))
    ask('compare texts', (service) => service.compare({ a: text, b: other, jurisdiction }))
    ask('documents', (service) =>
      service.documents(
        { entity: index % 2 ? 'person' : 'organisation', reveal: index % 3 === 0 },
        [text, other, written[(index + 7) % written.length].text].map((each, n) => ({
          name: `${n}.txt`,
          bytes: new TextEncoder().encode(each),
        })),
      ),
    )
  })
  for (const { text } of [
    ...lines('bench/sample/places/sample.jsonl'),
    ...lines('bench/sample/extract/extract.jsonl'),
  ]) {
    ask('places', (service) => service.places({ text }))
    ask('extract', (service) => service.extract({ text }))
  }
  const files = ['letter.docx', 'letter.pdf'].map((name) => ({ name, bytes: read(`test/files/${name}`) }))
  ask('documents', (service) => service.documents({ jurisdiction: 'GB' }, files))
  for (const { entity, a, b } of records.slice(0, 20))
    ask('ledger', (service) => ledgerRoutes(service, { entity, a, b }))
  for (const { text, jurisdiction } of written.slice(0, 10))
    ask('ledger', (service) => ledgerRoutes(service, null, { text, jurisdiction }))
  return asked
}

/** A decision stored, read, explained and made again; only the moment it was recorded may differ. */
async function ledgerRoutes(service, pair, document) {
  const answer = pair
    ? await service.compare({ ...pair, store: true })
    : await service.deidentify({ ...document, salt: 'pepper', store: true })
  const id = answer.decision_id
  const { recorded_at: _, ...decision } = await service.decision({ id, reveal: true })
  return {
    answer,
    decision,
    explained: await service.explain({ id, reveal: true }),
    replayed: await service.replay({ id }),
  }
}

/** SHA-256 of every answer, in the order of the questions, asked in the order of the seed. A refusal is an answer, too. */
async function digests(seed) {
  const { createService } = await import(new URL('dist/service.js', root).href)
  const folder = mkdtempSync(join(tmpdir(), 'selfsame-determinism-'))
  // A busy machine must not refuse a file.
  const service = createService({ ledger: join(folder, 'ledger.db'), limits: { fileMs: 300_000 } })
  try {
    const asked = questions()
    const found = new Array(asked.length)
    for (const index of orderOf(asked.length, seed)) {
      const answer = await asked[index].call(service).catch((error) => {
        if (error.name !== 'SelfsameError') throw error
        return { code: error.code, message: error.message }
      })
      found[index] = createHash('sha256').update(JSON.stringify(answer)).digest('hex')
    }
    return found
  } finally {
    await service.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const inThread = (seed) =>
  new Promise((resolve, reject) => {
    new Worker(new URL(import.meta.url), { workerData: { seed } }).once('message', resolve).once('error', reject)
  })

function underOtherNode(binary) {
  const run = spawnSync(binary, [fileURLToPath(import.meta.url), '--digests'], { encoding: 'utf8', maxBuffer: 1 << 26 })
  if (run.status !== 0) throw new Error(`${binary} did not answer: ${run.stderr || run.error}`)
  return JSON.parse(run.stdout)
}

if (!isMainThread) parentPort.postMessage(await digests(workerData.seed))
else {
  const { values } = parseArgs({
    options: {
      node: { type: 'string' },
      threads: { type: 'string', default: '2' },
      digests: { type: 'boolean' },
    },
  })
  if (values.digests) console.log(JSON.stringify({ version: process.version, found: await digests(3) }))
  else await compareAll(values)
}

async function compareAll({ node, threads }) {
  const names = questions().map(({ name }) => name)
  const first = await digests(0)
  let failed = false
  const check = (found, where) => {
    const differing = names.filter((_, index) => found[index] !== first[index])
    if (differing.length > 0) failed = true
    const result =
      differing.length === 0 ? 'the same bytes' : `${differing.length} DIFFER: ${differing.slice(0, 10).join('; ')}`
    console.log(`${where}: ${result}`)
  }
  const seeds = Array.from({ length: Number(threads) }, (_, index) => 101 + index)
  for (const [index, found] of (await Promise.all(seeds.map(inThread))).entries()) check(found, `thread ${index + 1}`)
  if (node !== undefined) {
    const { version, found } = underOtherNode(node)
    check(found, `node ${version}`)
  }
  const all = createHash('sha256').update(first.join('\n')).digest('hex')
  console.log(`${all}  ${names.length} answers, node ${process.version}`)
  process.exitCode = failed ? 1 : 0
}
