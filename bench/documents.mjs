// Planted values of a folder of documents that the review pack proposes: `npm run bench:documents -- DIR`. DIR/manifest.jsonl has a line a
// file, {"file", "jurisdiction", "planted": [{"value", "field", "place"}]}.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createService } from '../dist/index.js'

const folder = process.argv[2] ?? new URL('./sample/documents', import.meta.url).pathname
const files = readFileSync(join(folder, 'manifest.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))

/** Letters and figures alone: a writer groups the figures of a number as it likes. */
const bare = (value) =>
  value
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
/** A date in any order of its parts. */
const dateOf = (value) =>
  (value.match(/\d+/g) ?? [])
    .map(Number)
    .sort((a, b) => a - b)
    .join('-')

function isSame(planted, proposed) {
  if (planted.field === 'dob') return dateOf(planted.value) === dateOf(proposed.value)
  const [a, b] = [bare(planted.value), bare(proposed.value)]
  if (planted.field === 'name') return wordsIn(planted.value, proposed.value) || wordsIn(proposed.value, planted.value)
  return (
    a === b || (planted.field === 'address' && (a.includes(b) || b.includes(a)) && Math.min(a.length, b.length) > 5)
  )
}

function wordsIn(part, whole) {
  const words = (value) =>
    value
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  const all = new Set(words(whole))
  return words(part).length > 0 && words(part).every((word) => all.has(word))
}

const service = createService()
const tally = new Map()
const count = (key, found) => {
  const known = tally.get(key) ?? { planted: 0, found: 0 }
  known.planted++
  if (found) known.found++
  tally.set(key, known)
}
let extra = 0
const verbose = process.argv.includes('--misses')
for (const { file, jurisdiction, planted } of files) {
  let report
  try {
    report = await service.documents({ jurisdiction, reveal: true }, [
      { name: file, bytes: new Uint8Array(readFileSync(join(folder, file))) },
    ])
  } catch (error) {
    report = { review: { proposed_fields: [] }, errors: { [file]: error.message } }
  }
  const fields = report.review.proposed_fields
  for (const value of planted) {
    const found = fields.some((field) => isSame(value, field))
    for (const key of [
      'all',
      `format ${file.slice(file.lastIndexOf('.') + 1)}`,
      `place ${value.place}`,
      `field ${value.field}`,
    ])
      count(key, found)
    if (!found && verbose) console.log(`missed  ${file} ${value.place} ${value.field}: ${value.value}`)
  }
  const own = fields.filter((field) => !planted.some((value) => isSame(value, field)))
  extra += own.length
  if (verbose)
    for (const field of own)
      console.log(`extra   ${file} ${field.field} (${field.source} ${field.confidence}): ${field.value}`)
  for (const reason of Object.values(report.errors)) if (verbose) console.log(`error   ${file} ${reason}`)
}
await service.close()
console.log('| what | planted | found | share |\n|---|---|---|---|')
for (const [key, { planted, found }] of [...tally].sort(([a], [b]) => (a < b ? -1 : 1)))
  console.log(`| ${key} | ${planted} | ${found} | ${(found / planted).toFixed(3)} |`)
console.log(`\n${files.length} files; ${extra} values that nobody planted, ${(extra / files.length).toFixed(2)} a file`)
