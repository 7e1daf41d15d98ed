import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'

const COMMAND = fileURLToPath(new URL('../../bin/selfsame.mjs', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'selfsame-process-'))

interface Finished {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

function start(
  args: readonly string[],
  env: Record<string, string> = {},
): { child: ChildProcess; finished: Promise<Finished>; url: Promise<string> } {
  const child = spawn(process.execPath, [COMMAND, ...args], { env: { PATH: process.env['PATH'], ...env } })
  let out = ''
  let err = ''
  const url = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (bytes) => {
      out += bytes
      const found = /http:\/\/\S+/.exec(out)
      if (found) resolve(found[0])
    })
    child.on('exit', () => reject(new Error(`no address: ${err}`)))
  })
  url.catch(() => {})
  child.stderr.on('data', (bytes) => {
    err += bytes
  })
  const finished = new Promise<Finished>((resolve) => child.on('close', (code) => resolve({ code, out, err })))
  return { child, finished, url }
}

const run = (args: readonly string[], env: Record<string, string> = {}) => start(args, env).finished

describe('the command as a process', () => {
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('starts where the environment names a collector that it cannot use, and says so once', async () => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' }
    const { child, finished, url } = start(['serve', '--port', '0', '--log', 'silent'], env)
    await url
    child.kill('SIGTERM')
    const { code, err } = await finished
    expect(code).toBe(0)
    expect(err).toMatch(/^selfsame: OTEL_EXPORTER_OTLP_ENDPOINT is set, but no traces are sent: .*\n$/)
    expect(await run(['serve', '--port', '0', '--otel', 'collector:4317'])).toMatchObject({ code: 2, out: '' })
  })

  it('makes one tracer for a collector that the environment names', async () => {
    const counts = `import { createRequire } from 'node:module'
      const { prototype } = createRequire(${JSON.stringify(COMMAND)})('@opentelemetry/sdk-trace-base').BasicTracerProvider
      const { getTracer } = prototype
      prototype.getTracer = function (...named) { console.error('a tracer'); return getTracer.apply(this, named) }`
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(counts)}`,
    }
    const { child, finished, url } = start(['serve', '--port', '0', '--log', 'silent', '--workers', '1'], env)
    await url
    child.kill('SIGTERM')
    expect((await finished).err).toBe('a tracer\n')
  })

  it('serves until it is told to stop, logs no values, and exits 0', async () => {
    const ledger = join(folder, 'ledger.db')
    const { child, finished, url } = start(['serve', '--port', '0'], { SERVICE_LEDGER: ledger, SERVICE_WARM: 'no' })
    const address = await url
    const capabilities = (await (await fetch(`${address}/capabilities`)).json()) as Record<string, unknown>
    expect(capabilities).toMatchObject({ ledger: true, warm: null, attestation: null })
    await fetch(`${address}/decision/dec:sha256:secret-value?reveal=true`)
    child.kill('SIGTERM')
    const { code, err } = await finished
    expect(code).toBe(0)
    const lines = err
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.map(({ msg, method, route, status }) => [msg, method, route, status])).toEqual([
      ['answered', 'GET', '/capabilities', 200],
      ['revealed', undefined, undefined, undefined],
      ['answered', 'GET', '/decision/:id', 404],
    ])
    expect(err).not.toMatch(/secret|reveal=/)
  })

  it('ends when npm, which started it, is told to stop', async () => {
    const child = spawn('npm', ['start', '--silent', '--', '--port', '0'], { stdio: ['ignore', 'pipe', 'ignore'] })
    const url = await new Promise<string>((resolve) => {
      child.stdout.on('data', (bytes) => resolve(/http:\/\/\S+/.exec(String(bytes))?.[0] ?? ''))
    })
    child.kill('SIGTERM')
    await expect
      .poll(
        () =>
          fetch(`${url}/livez`).then(
            () => 'answers',
            () => 'ended',
          ),
        { timeout: 170_000 },
      )
      .toBe('ended')
  })

  it('writes down who has looked at values, whatever the level of its log', async () => {
    const ledger = join(folder, 'seen.db')
    const { child, finished, url } = start(['serve', '--port', '0', '--ledger', ledger, '--log', 'warn'])
    await fetch(`${await url}/decision/dec:sha256:0?reveal=true`)
    child.kill('SIGTERM')
    const { err } = await finished
    expect(JSON.parse(err)).toMatchObject({ msg: 'revealed', shown: 'decision' })
  })

  it('lets a flag beat its variable', async () => {
    const key = join(folder, 'key.pem')
    expect((await run(['attest', 'keygen', key])).code).toBe(0)
    const { child, finished, url } = start(
      ['serve', '--port', '0', '--signing-key', key, '--no-warm', '--log', 'silent'],
      {
        SERVICE_SIGNING_KEY: join(folder, 'missing.pem'),
        SERVICE_WARM: '1',
      },
    )
    const body = (await (await fetch(`${await url}/capabilities`)).json()) as Record<string, unknown>
    expect(body).toMatchObject({ warm: null, attestation: { signer: expect.stringMatching(/^did:key:/) } })
    child.kill('SIGINT')
    expect(await finished).toMatchObject({ code: 0, err: '' })
  })

  it('says in one sentence why it cannot start, and exits 1', async () => {
    const first = start(['serve', '--port', '0', '--log', 'silent'])
    const port = new URL(await first.url).port
    const taken = await run(['serve', '--port', port])
    expect(taken.code).toBe(1)
    expect(taken.err).toMatch(/^selfsame: port \d+ is taken; choose another with --port\n$/)
    const keyless = await run(['serve', '--port', '0', '--signing-key', join(folder, 'missing.pem')])
    expect(keyless.code).toBe(1)
    expect(keyless.err.trim().split('\n')).toHaveLength(1)
    first.child.kill('SIGTERM')
    await first.finished
  })

  it('leaves whole lines when it is stopped', async () => {
    const { child, finished } = start(['deidentify', '--lines', '-j', 'DE', '--method', 'mask'])
    child.stdin!.write('Write to casey@example.com.\nCall nobody.\nhalf a li')
    await once(child.stdout!, 'data')
    child.kill('SIGINT')
    const { code, out, err } = await finished
    expect([code, out]).toEqual([130, 'Write to [EMAIL].\nCall nobody.\n'])
    expect(err).toMatch(/stopped after line 2 of standard input\n1 span in 2 lines\n$/)
  })

  it('exits 2 for what it does not understand', async () => {
    const { code, err } = await run(['serve', '--limit', 'nope=1'])
    expect([code, err.length > 0]).toEqual([2, true])
    expect((await run(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/)
  })
})
