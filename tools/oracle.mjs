// Hashes of everything the built package answers over the committed corpora: one line a section. A change that is meant to move nothing
// leaves all of them; what one moved is listed by --against.
//
//   npm run oracle [-- DIR] [--write FILE] [--against FILE] [--only SECTION[,SECTION]] [--dist FOLDER] [--reordered]
//
// DIR holds development sets (detect, wild, places, extract, values, pairs, tables). Ids and pins are hashed apart, as `<section> ids`.
// FILE holds the hash of every item; items are rows of the corpora and name no value. --reordered asks a copy whose facts are in another
// order, and nothing may move from the original, ids included.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { corpusOf } from './oracle/corpus.mjs'
import { reorderedCopy } from './oracle/reordered.mjs'
import { ask } from './oracle/run.mjs'
import { SECTIONS } from './oracle/sections.mjs'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'string' },
    against: { type: 'string' },
    only: { type: 'string' },
    reordered: { type: 'boolean' },
    dist: { type: 'string', default: fileURLToPath(new URL('../dist', import.meta.url)) },
  },
})
/** Moved items of a section that are listed; the rest is counted. */
const LISTED = 40

const names = options.only?.split(',') ?? Object.keys(SECTIONS)
const unknown = names.find((name) => !Object.hasOwn(SECTIONS, name))
if (unknown !== undefined) {
  console.error(`there is no section '${unknown}'; use ${Object.keys(SECTIONS).join(', ')}`)
  process.exit(2)
}
const folder = positionals[0] === undefined ? null : resolve(positionals[0])
const corpus = corpusOf(folder)
const now = await ask(corpus, names, resolve(options.dist))
for (const [name, { hash, items }] of Object.entries(now))
  console.log(`${name.padEnd(18)} ${hash}  ${Object.keys(items).length} items`)
if (options.reordered) {
  const copy = await reorderedCopy(resolve(options.dist))
  const other = await ask(corpus, names, join(copy, 'dist'))
  rmSync(copy, { recursive: true })
  process.exitCode = compare(other, 'the copy') ? 0 : 1
}
if (options.write !== undefined) writeFileSync(options.write, `${JSON.stringify(now, null, 1)}\n`)
if (options.against !== undefined)
  process.exitCode = compare(JSON.parse(readFileSync(options.against, 'utf8')), options.against) ? 0 : 1

/** Lists what moved; true where nothing did. */
function compare(then, from) {
  let same = true
  for (const [name, { items, hash }] of Object.entries(now)) {
    const before = then[name]
    if (before === undefined) console.log(`${name}: not in ${from}`)
    if (before === undefined || before.hash === hash) continue
    same = false
    const moved = [...new Set([...Object.keys(before.items), ...Object.keys(items)])].filter(
      (item) => before.items[item] !== items[item],
    )
    console.log(`${name}: ${moved.length} of ${Object.keys(items).length} items moved`)
    for (const item of moved.slice(0, LISTED))
      console.log(`  ${item}  ${before.items[item] ?? '(new)'} -> ${items[item] ?? '(gone)'}`)
    if (moved.length > LISTED) console.log(`  and ${moved.length - LISTED} more`)
  }
  if (same) console.log('nothing moved')
  return same
}
