// The examples of README.md and docs/*.md are run, not believed. In a file that holds `<!-- examples:run -->`, every ```sh and
// ```js block after it is executed in order in an empty folder, against a service of its own or with the package to import, and
// the ```json or ```text block that follows must be what it prints. `--write` puts the real output in; without it a difference fails. Values that no two runs
// share (keys, signatures, times) are compared by their form.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const cli = join(root, 'bin', 'selfsame.mjs')
const writing = process.argv.includes('--write')
const MARK = '<!-- examples:run -->'
const FENCE = /```(sh|js|json|text)\n([\s\S]*?)```/g

/** A signature is evidence to a program and noise to a reader: its first letters stand for it. */
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

/** What two honest runs cannot share, replaced by its name. */
const form = (text) =>
  text
    .replace(/did:key:z6Mk\w+/g, '<did>')
    .replace(/"jws": ?"[^"]+"/g, '"jws": "<jws>"')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+(?:\+00:00|Z)/g, '<time>')
    .replace(/127\.0\.0\.1:\d+/g, '<address>')

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })

async function waitUntilUp(port) {
  for (let tries = 0; tries < 200; tries++) {
    try {
      if ((await fetch(`http://127.0.0.1:${port}/livez`)).ok) return
    } catch {
      // not listening yet
    }
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('the service of the examples did not come up')
}

/** What an example writes to standard output. Throws when it fails. */
function printed(program, words, options) {
  const { status, stdout, stderr } = spawnSync(program, words, { ...options, encoding: 'utf8' })
  if (status !== 0) throw new Error(`an example failed:\n${words.at(-1)}\n${stderr}`)
  return stdout
}

/** Runs the examples of one file; returns its text with the real outputs in. */
async function run(text) {
  const folder = mkdtempSync(join(tmpdir(), 'selfsame-examples-'))
  const bin = join(folder, '.bin')
  mkdirSync(bin)
  const shim = (name, body) => writeFileSync(join(bin, name), `#!/bin/sh\n${body}\n`, { mode: 0o755 })
  shim('npx', `shift; exec "${process.execPath}" "${cli}" "$@"`)
  shim('npm', `shift; [ "$1" = "--" ] && shift; exec "${process.execPath}" "${cli}" serve --port "$PORT" "$@"`)
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(root, join(folder, 'node_modules', 'selfsame'), 'junction')
  const port = await freePort()
  const metricsPort = await freePort()
  const env = { ...process.env, PORT: String(port), PATH: `${bin}:${process.env.PATH}` }
  const services = []
  let result = text.slice(0, text.indexOf(MARK))
  const rest = text.slice(text.indexOf(MARK))
  try {
    let pending = null
    let done = ''
    let last = 0
    for (const match of rest.matchAll(FENCE)) {
      const [block, language, body] = match
      done += rest.slice(last, match.index)
      last = match.index + block.length
      if (language === 'sh') {
        const script = body.replaceAll('127.0.0.1:8766', `127.0.0.1:${port}`).replaceAll('9464', String(metricsPort))
        if (/^npm start/m.test(script)) {
          services.push(
            spawn('sh', ['-c', `exec ${script.replace(/\s*&\s*$/, '').trim()}`], { cwd: folder, env, stdio: 'ignore' }),
          )
          await waitUntilUp(port)
        } else {
          pending = printed('sh', ['-c', script], { cwd: folder, env })
        }
        done += block
      } else if (language === 'js') {
        pending = printed(process.execPath, ['--input-type=module', '-e', body], { cwd: folder, env })
        done += block
      } else {
        if (pending === null) throw new Error(`an output block has no command before it:\n${block}`)
        done += `\`\`\`${language}\n${(language === 'json' ? layOut(JSON.parse(pending, short)) : pending.trimEnd()).replaceAll(`127.0.0.1:${port}`, '127.0.0.1:8766')}\n\`\`\``
        pending = null
      }
    }
    result += done + rest.slice(last)
  } finally {
    for (const service of services) service.kill()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  return result
}

if (spawnSync('curl', ['--version']).error) {
  console.log('SKIPPED: the examples are not run, because curl is not installed')
  process.exit(0)
}
let stale = 0
let ran = 0
for (const file of [
  'README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `docs/${name}`),
]) {
  const path = join(root, file)
  const text = readFileSync(path, 'utf8')
  if (!text.includes(MARK)) continue
  ran++
  const real = await run(text)
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
