// No outcome moves while the version of its engine stays: compares the oracle with test/golden/engines.json, one hash a section, after a build.
// --write rewrites the lock, and refuses a released version whose outcomes moved.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { ENGINES } from '../dist/version.js'
import { corpusOf } from './oracle/corpus.mjs'
import { ANSWERED_BY, differences, releasedVersions } from './oracle/lock.mjs'
import { hashOf } from './oracle/outcome.mjs'
import { ask } from './oracle/run.mjs'
import { INPUTS, PARTS, SECTIONS } from './oracle/sections.mjs'

const file = new URL('../test/golden/engines.json', import.meta.url)
const folder = new URL('../test/golden/released/', import.meta.url)
const kept = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
const released = releasedVersions(
  kept.map(({ name }) => JSON.parse(readFileSync(new URL(`${name}/decisions.json`, folder), 'utf8'))),
)
const corpus = corpusOf()
const found = await ask(corpus, Object.keys(SECTIONS), fileURLToPath(new URL('../dist', import.meta.url)))
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
if (writing && !failed) {
  const about =
    'Hashes of what each engine decides over the corpora of the oracle, by its version. Written by tools/engine-lock.mjs --write.'
  writeFileSync(file, `${JSON.stringify({ about, sections: now }, null, 1)}\n`)
}
process.exit(failed ? 1 : 0)
