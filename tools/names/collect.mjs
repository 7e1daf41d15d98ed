// Collects texts without names from a machine, for the fit of names: node tools/names/collect.mjs OUT [--root DIR]
// Messages of programs in many languages (share/locale), manual pages, manuals and change logs of packages (share/doc),
// logs, and read-mes of npm packages. One file of lines a kind and language; a line that may name a person is left out.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { loadPacks } from '../../dist/packs/load.js'
import { fold } from '../../dist/text/fold.js'
import { shuffled } from './sources.mjs'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { root: { type: 'string', default: '/usr' }, most: { type: 'string', default: '1200' } },
})
const out = positionals[0]
if (!out) {
  console.error('usage: node tools/names/collect.mjs OUT [--root DIR]')
  process.exit(2)
}
mkdirSync(out, { recursive: true })
const names = loadPacks().names()
const LEAST_NAME = 4
/** Authors are named in such lines, and next to each other two words that are names of people. */
const CREDIT = /@|©|\(c\)|copyright|author|autor|written by|translat|maintain|thank|report|patch|credit|contribut/i

function mayName(line) {
  if (CREDIT.test(line)) return true
  for (const [, one, other] of line.matchAll(/(?=(\p{Lu}\p{L}+)\s(\p{Lu}\p{L}+))/gu)) {
    const { given } = names.of(fold(one))
    const { family } = names.of(fold(other))
    if (given >= LEAST_NAME && family >= LEAST_NAME - 1) return true
  }
  return false
}

function* filesUnder(folder, depth = 6) {
  let entries
  try {
    entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    return
  }
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      if (depth > 0) yield* filesUnder(path, depth - 1)
    } else if (entry.isFile()) yield path
  }
}

function textOf(path) {
  const bytes = readFileSync(path)
  try {
    return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  } catch {
    return ''
  }
}

/** The messages of a compiled catalogue (the .mo format of GNU gettext). */
function messagesOf(path) {
  const bytes = readFileSync(path)
  if (bytes.length < 28 || bytes.readUInt32LE(0) !== 0x950412de) return []
  const count = bytes.readUInt32LE(8)
  const table = bytes.readUInt32LE(16)
  const found = []
  for (let i = 1; i < count; i++) {
    const length = bytes.readUInt32LE(table + 8 * i)
    const at = bytes.readUInt32LE(table + 8 * i + 4)
    found.push(...bytes.toString('utf8', at, at + length).split(/[\0\n]/))
  }
  return found
}

/** The words of a manual page without the marks of its language of layout. */
function proseOf(page) {
  return page
    .split('\n')
    .filter((line) => !/^(?:['.]\\"|\.(?:TH|so|de|nr|if|ds|Dd|Os))/.test(line))
    .map((line) =>
      line
        .replace(/^\.[A-Za-z]{1,2}\s?/, '')
        .replace(/\\f[A-Z]|\\\(..|\\[&%-]/g, (mark) => (mark === '\\-' ? '-' : '')),
    )
}

const kinds = new Map()
function add(kind, lines) {
  const list = kinds.get(kind) ?? new Set()
  for (const line of lines) {
    const text = line.trim()
    if (
      text.length >= 20 &&
      text.length < 400 &&
      /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]{3}/u.test(text) &&
      !mayName(text)
    )
      list.add(text)
  }
  kinds.set(kind, list)
}

const share = join(options.root, 'share')
for (const path of filesUnder(join(share, 'locale'), 3)) {
  const language = /locale\/([a-z]{2,3})(?:_[A-Z]+)?(?:@\w+)?\//.exec(path)?.[1]
  if (language && path.endsWith('.mo')) add(`messages-${language}`, messagesOf(path))
}
for (const path of filesUnder(join(share, 'man'), 3)) {
  const language = /man\/([a-z]{2})(?:_[A-Z]+)?\/man/.exec(path)?.[1] ?? 'en'
  if (statSync(path).size < 60000) add(`manual-${language}`, proseOf(textOf(path)))
}
for (const path of filesUnder(join(share, 'doc'), 3))
  if (/changelog|NEWS|README|\.txt|\.md/i.test(path) && statSync(path).size < 300000)
    add('package-notes', textOf(path).split('\n'))
for (const path of filesUnder(join(options.root, '..', 'var', 'log'), 2))
  if (/\.log/.test(path) && statSync(path).size < 3000000) add('machine-log', textOf(path).split('\n'))
for (const path of filesUnder('node_modules', 2))
  if (/(?:README|CHANGELOG|HISTORY)[^/]*\.md$/i.test(path)) add('read-mes', textOf(path).split('\n'))
for (const [kind, lines] of [...kinds].sort(([a], [b]) => (a < b ? -1 : 1))) {
  if (lines.size < 50) continue
  writeFileSync(
    join(out, `${kind}.txt`),
    `${shuffled([...lines].sort(), 3)
      .slice(0, Number(options.most))
      .join('\n')}\n`,
  )
  console.log(kind, lines.size)
}
