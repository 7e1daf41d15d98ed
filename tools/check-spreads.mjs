// No list of unbounded length is spread into a call: each of its items takes a place on the stack, and some 100,000 of them end the call
// with a RangeError (V8). A spread that is bounded says why: a comment `bounded: ...` on its line or on the line before.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const REASON = /\/\/ .{0,200}\bbounded: \S/
const FOLDERS = ['src', 'studio/src']

/** Places of spreads of unbounded lists in the calls of a program, as offsets. */
export function spreadsIn(source, lang = 'ts') {
  const found = []
  const visit = (node) => {
    if (node === null || typeof node !== 'object') return
    if (Array.isArray(node)) return node.forEach(visit)
    if (node.type === 'CallExpression' || node.type === 'NewExpression') {
      const isApplied = node.callee?.property?.name === 'apply' && node.arguments.length > 1
      if (isApplied || node.arguments.some(isUnbounded)) found.push(node.start)
    }
    Object.values(node).forEach(visit)
  }
  visit(parseAst(source, { lang }).body)
  const lines = source.split('\n')
  const lineAt = (offset) => source.slice(0, offset).split('\n').length - 1
  return found.filter((offset) => {
    const line = lineAt(offset)
    return !REASON.test(lines[line]) && !REASON.test(lines[line - 1] ?? '')
  })
}

/** A spread whose length the program does not show: that of a written list is as long as it is written. */
function isUnbounded(argument) {
  if (argument.type !== 'SpreadElement') return false
  const { type, elements } = argument.argument
  return type !== 'ArrayExpression' || elements.some((element) => element?.type === 'SpreadElement')
}

function* sources() {
  for (const folder of FOLDERS)
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
      if (entry.isFile() && /\.tsx?$/.test(entry.name)) yield join(entry.parentPath, entry.name)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = [...sources()].sort().flatMap((path) => {
    const source = readFileSync(path, 'utf8')
    return spreadsIn(source, path.endsWith('x') ? 'tsx' : 'ts').map((offset) => {
      const line = source.slice(0, offset).split('\n').length
      return `${path.slice(root.length)}:${line}  ${source.split('\n')[line - 1].trim()}`
    })
  })
  for (const line of found) console.log(line)
  console.log(
    `${found.length} spreads of lists without a bound; append them with src/lists.ts, or say why they are bounded`,
  )
  process.exit(found.length === 0 ? 0 : 1)
}
