// No regular expression of this project may backtrack super-linearly: one such pattern lets one text stall the service
// (V8 took 21 s on a 28-character attack). Collects every pattern of the compiled sources and of data/countries and has
// recheck prove each linear, or polynomial only under the listed exceptions. Runs over dist/, so build first.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { check } from 'recheck'
import { parseAst } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Patterns recheck cannot decide or over-reports, each with the reason it is safe. Keyed by the source of the pattern. */
const EXCEPTIONS = new Map(
  Object.entries(JSON.parse(readFileSync(join(root, 'tools', 'check-regex.exceptions.json'), 'utf8')).patterns),
)

function* files(folder, ending) {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* files(path, ending)
    else if (entry.name.endsWith(ending)) yield path
  }
}

function* patternsOfCode() {
  for (const path of files(join(root, 'dist'), '.js')) {
    const found = []
    JSON.stringify(parseAst(readFileSync(path, 'utf8')), (_key, node) => {
      if (node && typeof node === 'object') {
        if (node.regex) found.push(node.regex)
        if (
          node.type === 'NewExpression' &&
          node.callee?.name === 'RegExp' &&
          typeof node.arguments[0]?.value === 'string'
        )
          found.push({ pattern: node.arguments[0].value, flags: node.arguments[1]?.value ?? '' })
      }
      return typeof node === 'bigint' ? String(node) : node
    })
    // A sticky pattern is tried at one place only.
    for (const { pattern, flags } of found)
      yield { where: relative(root, path), pattern: flags.includes('y') ? `^(?:${pattern})` : pattern, flags }
  }
}

function* patternsOfData() {
  for (const path of files(join(root, 'data', 'countries'), '.json')) {
    const where = relative(root, path)
    const { identifiers, signals, address } = JSON.parse(readFileSync(path, 'utf8'))
    // As they are compiled: identifiers in full on a compact value, postcodes and signals with phrases at one place.
    for (const { pattern } of identifiers) yield { where, pattern: `^(?:${pattern})$`, flags: 'u' }
    for (const { pattern, phrases } of signals)
      if (pattern) yield { where, pattern: phrases?.length > 0 ? `^(?:${pattern})` : pattern, flags: 'u' }
    if (address?.postcode) yield { where, pattern: `^(?:${address.postcode})`, flags: 'u' }
  }
}

const seen = new Map()
for (const entry of [...patternsOfCode(), ...patternsOfData()]) {
  const key = `/${entry.pattern}/${entry.flags.replace(/[gyd]/g, '')}`
  if (!seen.has(key)) seen.set(key, entry)
}
let bad = 0
let excused = 0
for (const [key, { where, pattern, flags }] of seen) {
  const verdict = await check(pattern, flags.replace(/[gyd]/g, ''), { timeout: 8_000, maxAttackStringSize: 400_000 })
  if (verdict.status === 'safe') continue
  if (EXCEPTIONS.has(pattern)) {
    excused++
    continue
  }
  bad++
  const what =
    verdict.status === 'vulnerable'
      ? `${verdict.complexity.type} (${verdict.complexity.summary})`
      : `unknown: ${verdict.error?.kind}`
  console.log(`${where}: ${key} is ${what}`)
}
console.log(
  `${seen.size} patterns, ${seen.size - bad - excused} proven safe, ${excused} excused with a reason, ${bad} not`,
)
process.exit(bad === 0 ? 0 : 1)
