import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Serving, serve } from '../../src/http/index.ts'
import { SERVICE_ENGINE, VERSION } from '../../src/version.ts'
import { multipart } from './client.ts'

/** Asks with any headers, Host included, which fetch does not let a caller set. */
async function ask(url: string, options: { method?: string; headers?: Record<string, string> } = {}) {
  const asked = request(url, options).end()
  const [reply] = await once(asked, 'response')
  let text = ''
  for await (const chunk of reply) text += chunk
  return { status: reply.statusCode as number, headers: reply.headers, text }
}

const DURATION = 'selfsame_http_request_duration_seconds'
const MALFORMED = 'selfsame_http_malformed_requests_total{status="400"}'

describe('metrics', () => {
  const folder = mkdtempSync(join(tmpdir(), 'selfsame-metrics-'))
  let serving: Serving
  /** The value of one sample as Prometheus reads it; undefined when there is none. */
  const sample = async (name: string): Promise<number | undefined> => {
    const { text } = await ask(serving.metricsUrl!)
    const line = text.split('\n').find((each) => each.startsWith(`${name} `))
    return line === undefined ? undefined : Number(line.slice(name.length + 1))
  }
  /** Answers are counted when they have left, which their reader may know first. */
  const eventually = (name: string, value: number) => expect.poll(() => sample(name), { timeout: 170_000 }).toBe(value)
  const post = (path: string, body: object, headers = {}) =>
    fetch(serving.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })

  beforeAll(async () => {
    serving = await serve({ port: 0, metricsPort: 0, workers: 1, ledger: join(folder, 'ledger.sqlite') })
  })
  afterAll(async () => {
    await serving.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('counts requests by pattern, method and status, and measures them', async () => {
    await post('/detect', { text: 'Ada', jurisdiction: 'NG' })
    await post('/detect', { txt: 'Ada' })
    await fetch(`${serving.url}/decision/xwd:sha256:of-somebody?reveal=true`)
    await fetch(`${serving.url}/Ada-Obi`)
    await eventually('selfsame_http_requests_total{route="/detect",method="POST",status="200"}', 1)
    await eventually('selfsame_http_requests_total{route="/detect",method="POST",status="422"}', 1)
    await eventually('selfsame_http_requests_total{route="/decision/:id",method="GET",status="404"}', 1)
    await eventually('selfsame_http_requests_total{route="none",method="GET",status="404"}', 1)
    await eventually(`${DURATION}_bucket{le="300",route="/detect"}`, 2)
    await eventually('selfsame_http_requests_in_flight', 0)
    const [seconds, bound] = [
      await sample(`${DURATION}_sum{route="/detect"}`),
      await sample(`${DURATION}_bucket{le="0.001",route="/detect"}`),
    ]
    // The first answer loads what it needs.
    expect(seconds).toBeGreaterThan(0.001)
    expect(bound).toBeLessThan(2)
    expect((await ask(serving.metricsUrl!)).text).not.toMatch(/somebody|reveal|Ada/)
  })

  it('counts a caller that hangs up, and what is refused before it is a request', async () => {
    const left = connect(serving.port, '127.0.0.1')
    left.write(
      'POST /detect HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{',
    )
    await eventually('selfsame_http_requests_in_flight', 1)
    left.destroy()
    await eventually('selfsame_http_requests_total{route="/detect",method="POST",status="aborted"}', 1)
    await eventually('selfsame_http_requests_in_flight', 0)
    const before = (await sample(MALFORMED)) ?? 0
    const malformed = connect(serving.port, '127.0.0.1')
    malformed.end('NO HTTP AT ALL\r\n\r\n')
    await once(malformed.resume(), 'close')
    await eventually(MALFORMED, before + 1)
  })

  it('shows the bytes of bodies that arrive, and gives them back', async () => {
    const slow = connect(serving.port, '127.0.0.1')
    slow.write(
      'POST /detect HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 90000\r\n\r\n',
    )
    slow.write('x'.repeat(10_000))
    await eventually('selfsame_bodies_held_bytes', 10_000)
    slow.destroy()
    await eventually('selfsame_bodies_held_bytes', 0)
  })

  it('counts heavy jobs, files and decisions where they are done', async () => {
    expect(await sample('selfsame_decisions_recorded_total')).toBe(0)
    const long = 'A long text that names nobody. '.repeat(8_000)
    const answered = post('/deidentify', { text: long, jurisdiction: 'NG', store: true })
    await eventually('selfsame_jobs_running{pool="answers"}', 1)
    await post('/compare', { a: { name: 'Ada Obi' }, b: { name: 'Ada Obi' }, store: true })
    expect((await answered).status).toBe(200)
    await eventually('selfsame_decisions_recorded_total', 2)
    await eventually('selfsame_jobs_running{pool="answers"}', 0)
    const form = multipart([
      ['letter.txt', 'Name: Ada Obi'],
      ['letter.pdf', '%PDF-1.7 and nothing of one'],
    ])
    const documents = await fetch(`${serving.url}/documents`, {
      method: 'POST',
      headers: form.headers,
      body: form.payload,
    })
    expect(documents.status).toBe(200)
    await eventually('selfsame_files_total{outcome="read"}', 1)
    await eventually('selfsame_files_total{outcome="refused"}', 1)
  })

  it('counts jobs whose caller left', async () => {
    const awaited = new AbortController()
    const body = JSON.stringify({ text: 'Name: Ada Obi, 3.9.60, a@example.org\n'.repeat(60_000), jurisdiction: 'NG' })
    const headers = { 'content-type': 'application/json' }
    const left = fetch(`${serving.url}/detect`, { method: 'POST', headers, body, signal: awaited.signal })
    await eventually('selfsame_jobs_running{pool="answers"}', 1)
    awaited.abort()
    await expect(left).rejects.toThrow()
    await eventually('selfsame_jobs_abandoned_total{pool="answers"}', 1)
    expect(await sample('selfsame_workers_lost_total{pool="answers"}')).toBe(0)
  })

  it('says what runs, and how the process does', async () => {
    const { text, headers, status } = await ask(serving.metricsUrl!)
    expect(status).toBe(200)
    expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
    expect(text).toContain(`selfsame_build_info{version="${VERSION}",engine="${SERVICE_ENGINE}"} 1`)
    expect(text).toMatch(/^process_cpu_seconds_total \d/m)
    // A name is described once, or Prometheus refuses the whole page.
    const described = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)
    expect(new Set(described).size).toBe(described.length)
  })

  it('answers only GET /metrics, and only to who may ask', async () => {
    const { origin } = new URL(serving.metricsUrl!)
    expect((await ask(`${origin}/`)).status).toBe(404)
    expect((await ask(`${origin}/livez`)).status).toBe(404)
    expect(await ask(`${origin}/metrics`, { method: 'POST' })).toMatchObject({ status: 405, headers: { allow: 'GET' } })
    expect((await fetch(`${serving.url}/metrics`)).status).toBe(404)
    const hosts = {
      'rebound.example': 403,
      'rebound.example:9464': 403,
      '10.0.0.5:9464': 200,
      '[fd00::5]:9464': 200,
      localhost: 200,
    }
    for (const [host, status] of Object.entries(hosts))
      expect([host, (await ask(`${origin}/metrics`, { headers: { host } })).status]).toEqual([host, status])
  })
})

describe('metrics where time and memory run out', () => {
  const megabyte = 1024 * 1024
  it.each([
    ['jobs_timed_out', { answerMs: 500 }],
    ['workers_lost', { workerMemoryBytes: 128 * megabyte }],
  ] as const)('counts %s', async (name, limits) => {
    const serving = await serve({ port: 0, metricsPort: 0, workers: 1, limits })
    const text = 'Name: Ada Obi, 3.9.60, a@example.org, (0803 555 7890) 4.9.60\n'.repeat(100_000)
    const reply = await fetch(`${serving.url}/detect`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text, jurisdiction: 'NG' }),
    })
    expect(reply.status).toBe(503)
    const { text: page } = await ask(serving.metricsUrl!)
    const failures = [...page.matchAll(/^selfsame_(\w+)_total\{pool="\w+"\} ([1-9]\d*)$/gm)]
    expect(failures.map(([, each, value]) => [each, value])).toEqual([[name, '1']])
    await serving.close()
  })
})

describe('serve --metrics-port', () => {
  const command = new URL('../../bin/selfsame.mjs', import.meta.url).pathname
  const start = (args: readonly string[], env: Record<string, string> = {}) =>
    spawn(process.execPath, [command, 'serve', '--port', '0', ...args], { env: { PATH: process.env['PATH'], ...env } })

  it('prints where they are, and says which port is taken', async () => {
    const first = start([], { SERVICE_METRICS_PORT: '0' })
    let out = ''
    for await (const chunk of first.stdout) {
      out += chunk
      if (out.includes('/metrics')) break
    }
    const [, url] = /^selfsame metrics on (http:\/\/127\.0\.0\.1:\d+\/metrics)$/m.exec(out) ?? []
    expect((await ask(url!)).status).toBe(200)
    const { port } = new URL(url!)
    const second = start(['--metrics-port', port])
    let err = ''
    second.stderr.on('data', (bytes) => {
      err += bytes
    })
    const [code] = await once(second, 'close')
    expect([code, err]).toEqual([1, `selfsame: port ${port} is taken; choose another with --metrics-port\n`])
    first.kill('SIGTERM')
    expect((await once(first, 'close'))[0]).toBe(0)
  })

  it('loads prom-client only when it is asked for', async () => {
    const source = `
      import { createRequire } from 'node:module'
      const { serve } = await import(${JSON.stringify(new URL('../../dist/http/index.js', import.meta.url).href)})
      const { cache } = createRequire(import.meta.url)
      const isLoaded = () => Object.keys(cache).some((path) => path.includes('prom-client'))
      const without = await serve({ port: 0 })
      const before = isLoaded()
      const beside = await serve({ port: 0, metricsPort: 0 })
      console.log(JSON.stringify([before, without.metricsUrl, isLoaded()]))
      await Promise.all([without.close(), beside.close()])
    `
    const child = spawn(process.execPath, ['--input-type=module', '-e', source])
    const [printed] = await once(child.stdout, 'data')
    expect(JSON.parse(String(printed))).toEqual([false, null, true])
    expect((await once(child, 'close'))[0]).toBe(0)
  })
})
