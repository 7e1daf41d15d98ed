// No outcome moves while the version of its engine stays: compares the oracle with test/golden/engines.json, one hash a section, after a build.
// --write rewrites the lock, and refuses a released version whose outcomes moved. Without it, a copy whose facts are in another order must
// give the same texts and pairs, ids included.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ENGINES } from '../dist/version.js'
import { corpusOf } from './oracle/corpus.mjs'
import { ANSWERED_BY, differences, releasedVersions } from './oracle/lock.mjs'
import { hashOf } from './oracle/outcome.mjs'
import { reorderedCopy } from './oracle/reordered.mjs'
import { ask } from './oracle/run.mjs'
import { INPUTS, PARTS, SECTIONS } from './oracle/sections.mjs'

const file = new URL('../test/golden/engines.json', import.meta.url)
const folder = new URL('../test/golden/released/', import.meta.url)
const kept = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
const released = releasedVersions(
  kept.map(({ name }) => JSON.parse(readFileSync(new URL(`${name}/decisions.json`, folder), 'utf8'))),
)
const corpus = corpusOf()
const dist = fileURLToPath(new URL('../dist', import.meta.url))
const found = await ask(corpus, Object.keys(SECTIONS), dist)
const sectionOf = (part) => Object.keys(PARTS).find((name) => Object.hasOwn(PARTS[name], part)) ?? part
const now = Object.fromEntries(
  Object.entries(ANSWERED_BY).map(([part, keys]) => [
    part,
    {
      engines: Object.fromEntries(keys.map((key) => [key, ENGINES[key]])),
      inputs: hashOf(INPUTS[sectionOf(part)](corpus)),
      outcomes: found[part].hash,
    },
  ]),
)
const { sections: locked } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { sections: {} }
const moved = differences(locked, now, released)
const writing = process.argv.includes('--write')
for (const { sentence, refused } of moved) if (refused || !writing) console.error(sentence)
const failed = moved.some(({ refused }) => refused || !writing)
const unordered = writing ? [] : await movedByOrder()
for (const part of unordered)
  console.error(`${part} depends on the order of the facts; npm run oracle -- --reordered lists the items`)
if (writing && !failed) {
  const about =
    'Hashes of what each engine decides over the corpora of the oracle, by its version. Written by tools/engine-lock.mjs --write.'
  writeFileSync(file, `${JSON.stringify({ about, sections: now }, null, 1)}\n`)
}
process.exit(failed || unordered.length > 0 ? 1 : 0)

/** The parts that a copy whose facts are in another order answers differently. */
async function movedByOrder() {
  const copy = await reorderedCopy(dist)
  const other = await ask(corpus, ['texts', 'pairs'], join(copy, 'dist'))
  rmSync(copy, { recursive: true })
  return Object.keys(other).filter((part) => other[part].hash !== found[part].hash)
}
