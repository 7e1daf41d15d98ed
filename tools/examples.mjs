// The examples of README.md, docs/*.md and docs/guides/*.md are run, not believed. In a file that holds `<!-- examples:run -->`, every ```sh and
// ```js block after it is executed in order in an empty folder, against a fresh service or with the package to import, and
// the ```json or ```text block that follows must be what it prints, remarks on standard error included; a command that prints something has such a block.
// `--write` puts the real output in; without it a difference fails. Values that no two runs share (keys, signatures, times) are compared by their form.
// Guides are run with the package as it is packed, which has nothing that only a checkout has. Names of files or folders take those alone.
import { spawn, spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const writing = process.argv.includes('--write')
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const GUIDES = 'docs/guides'
const MARK = '<!-- examples:run -->'
const FENCE = /```(sh|js|json|text)\n([\s\S]*?)```/g

/** A signature is evidence to a program and noise to a reader: it is shortened to its first letters. */
const short = (key, value) => (key === 'jws' && typeof value === 'string' ? `${value.slice(0, 24)}…` : value)

/** JSON laid out for a reader: anything that fits a line stays on it. */
function layOut(value, indent = '') {
  const flat = JSON.stringify(value)
  if (typeof value !== 'object' || value === null || flat.length + indent.length <= 110) return spaced(value)
  const inner = `${indent}  `
  if (Array.isArray(value)) return `[\n${value.map((item) => inner + layOut(item, inner)).join(',\n')}\n${indent}]`
  const members = Object.entries(value).map(([key, item]) => `${inner}${JSON.stringify(key)}: ${layOut(item, inner)}`)
  return `{\n${members.join(',\n')}\n${indent}}`
}

function spaced(value) {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(spaced).join(', ')}]`
  const members = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${spaced(item)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

/** Values that differ between two correct runs, replaced by their name. */
const form = (text) =>
  text
    .replace(/did:key:z6Mk\w+/g, '<did>')
    .replace(/"jws": ?"[^"]+"/g, '"jws": "<jws>"')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+(?:\+00:00|Z)/g, '<time>')
    .replace(/127\.0\.0\.1:\d+/g, '<address>')
    // Binds a vault, whose bytes are sealed under a fresh nonce.
    .replace(/(tokens given back.*; )red:sha256:\w+/g, '$1<id>')

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

async function waitUntilUp(port) {
  for (let tries = 0; tries < 600; tries++) {
    try {
      if ((await fetch(`http://127.0.0.1:${port}/livez`)).ok) return
    } catch {
      // not listening yet
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the service of the examples did not come up')
}

/** The terminal output of an example. Throws when it fails. */
function printed(program, words, options) {
  const { status, stdout, stderr } = spawnSync(program, words, { ...options, encoding: 'utf8' })
  if (status !== 0) throw new Error(`an example failed:\n${words.at(-1)}\n${stdout}${stderr}`)
  return stdout
}

/**
 * A folder whose node_modules hold the package as users install it, with the packages it depends on and no others. Made without a
 * network: the dependencies are those of this checkout.
 */
function installed() {
  const folder = mkdtempSync(join(tmpdir(), 'selfsame-installed-'))
  const modules = join(folder, 'node_modules')
  mkdirSync(modules)
  const npm = (...words) => printed('npm', words, { cwd: root, maxBuffer: 64 * 1024 * 1024 })
  const [{ filename }] = JSON.parse(npm('pack', '--json', '--ignore-scripts', '--pack-destination', folder))
  printed('tar', ['-xzf', filename], { cwd: folder })
  renameSync(join(folder, 'package'), join(modules, 'selfsame'))
  const needed = npm('ls', '--omit=dev', '--omit=optional', '--omit=peer', '--all', '--parseable').trim().split('\n')
  for (const path of needed) {
    const name = relative(join(root, 'node_modules'), path)
    // Nested ones are found from those that they lie in.
    if (name.startsWith('..') || name.includes('node_modules')) continue
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(path, join(modules, name), 'junction')
  }
  return folder
}

/** The programs that examples start: `npx selfsame` of the package there, and a service on a free port. */
function placeFor(modules, port) {
  const folder = mkdtempSync(join(tmpdir(), 'selfsame-examples-'))
  const bin = join(folder, '.bin')
  mkdirSync(bin)
  const cli = join(modules, 'selfsame', 'bin', 'selfsame.mjs')
  const shim = (name, body) => writeFileSync(join(bin, name), `#!/bin/sh\n${body}\n`, { mode: 0o755 })
  const started = `exec "${process.execPath}" "${cli}"`
  shim('npx', `shift; if [ "$1" = serve ]; then shift; ${started} serve --port "$PORT" "$@"; fi; ${started} "$@"`)
  shim('npm', `shift; [ "$1" = "--" ] && shift; ${started} serve --port "$PORT" "$@"`)
  symlinkSync(modules, join(folder, 'node_modules'), 'junction')
  return { folder, env: { ...process.env, PORT: String(port), PATH: `${bin}:${process.env.PATH}` } }
}

const SERVICE = /^(?:npm start|npx selfsame serve)/m

/** Runs the examples of one file; returns its text with the real outputs in. */
async function run(text, modules) {
  const port = await freePort()
  const metricsPort = await freePort()
  const { folder, env } = placeFor(modules, port)
  const services = []
  const local = (script) =>
    script.replaceAll('127.0.0.1:8766', `127.0.0.1:${port}`).replaceAll('9464', String(metricsPort))
  const start = async (script) => {
    const command = `exec ${script.replace(/\s*&\s*$/, '').trim()}`
    services.push(spawn('sh', ['-c', command], { cwd: folder, env, stdio: 'ignore' }))
    await waitUntilUp(port)
    return ''
  }
  const answerOf = (language, body) => {
    if (language === 'js') return printed(process.execPath, ['--input-type=module', '-e', body], { cwd: folder, env })
    const script = local(body)
    return SERVICE.test(script) ? start(script) : printed('sh', ['-c', `exec 2>&1\n${script}`], { cwd: folder, env })
  }
  const shown = (language, answer) =>
    (language === 'json' ? layOut(JSON.parse(answer, short)) : answer.trimEnd()).replaceAll(
      `127.0.0.1:${port}`,
      '127.0.0.1:8766',
    )
  let result = text.slice(0, text.indexOf(MARK))
  const rest = text.slice(text.indexOf(MARK))
  let last = 0
  let pending = null
  const mustBeShown = () => {
    if (pending !== null && pending.trim() !== '') throw new Error(`no block shows what a command prints:\n${pending}`)
  }
  try {
    for (const match of rest.matchAll(FENCE)) {
      const [block, language, body] = match
      result += rest.slice(last, match.index)
      last = match.index + block.length
      if (language === 'sh' || language === 'js') {
        mustBeShown()
        pending = await answerOf(language, body)
        result += block
      } else {
        if (pending === null) throw new Error(`an output block has no command before it:\n${block}`)
        result += `\`\`\`${language}\n${shown(language, pending)}\n\`\`\``
        pending = null
      }
    }
    mustBeShown()
    result += rest.slice(last)
  } finally {
    for (const service of services) service.kill()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  return result
}

const pagesOf = (folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `${folder}/${name}`)

if (spawnSync('curl', ['--version']).error) {
  console.log('SKIPPED: the examples are not run, because curl is not installed')
  process.exit(0)
}
let stale = 0
let ran = 0
let packed = null
process.on('exit', () => {
  if (packed !== null) rmSync(packed, { recursive: true, force: true, maxRetries: 5 })
})
const checkout = mkdtempSync(join(tmpdir(), 'selfsame-checkout-'))
process.on('exit', () => rmSync(checkout, { recursive: true, force: true, maxRetries: 5 }))
symlinkSync(root, join(checkout, 'selfsame'), 'junction')
for (const file of ['README.md', ...pagesOf('docs'), ...pagesOf(GUIDES)]) {
  if (wanted.length > 0 && !wanted.some((name) => file === name || dirname(file) === name)) continue
  const path = join(root, file)
  const text = readFileSync(path, 'utf8')
  if (!text.includes(MARK)) continue
  ran++
  const isGuide = dirname(file) === GUIDES
  if (isGuide) packed ??= installed()
  const real = await run(text, isGuide ? join(packed, 'node_modules') : checkout)
  if (writing ? real === text : form(real) === form(text)) continue
  if (writing) writeFileSync(path, real)
  else {
    stale++
    const [was, is] = [form(text).split('\n'), form(real).split('\n')]
    const at = was.findIndex((line, index) => line !== is[index])
    console.error(
      `${file}: an example prints something else than it shows; run node tools/examples.mjs --write\n- ${was[at]}\n+ ${is[at]}`,
    )
  }
}
console.log(`examples of ${ran} files ran, ${stale} differ`)
process.exit(stale === 0 ? 0 : 1)
