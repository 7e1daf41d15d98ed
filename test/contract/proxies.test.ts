// The proxy configurations that are shipped, word for word but for names, paths and ports, in front of a running service.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKeyFile } from '../../src/attest/index.ts'
import { type Serving, serve } from '../../src/http/index.ts'

const DEPLOY = fileURLToPath(new URL('../../deploy/', import.meta.url))
/** The name in the shipped files, which callers use in these tests too. */
const NAME = 'selfsame.example.org'
const PASSWORD = randomBytes(12).toString('hex')

interface Place {
  readonly folder: string
  readonly port: number
  readonly servicePort: number
}

/** The command that starts a proxy from its shipped files. */
interface Proxy {
  readonly program: string
  /** Writes the configuration below the folder; answers with the words of the program. */
  prepare(place: Place): readonly string[]
}

const shipped = (name: string) => readFileSync(join(DEPLOY, name), 'utf8')

/** The text with each of `changes` made; what is not in it was misspelt here or left out there. */
function changed(text: string, changes: Readonly<Record<string, string>>): string {
  for (const part of Object.keys(changes)) expect(text).toContain(part)
  return Object.entries(changes).reduce((all, [from, to]) => all.replaceAll(from, to), text)
}

const PROXIES: readonly Proxy[] = [
  {
    program: 'nginx',
    prepare({ folder, port, servicePort }) {
      const here = `${folder}/`
      mkdirSync(join(folder, 'body'))
      writeFileSync(join(folder, 'users'), `alice:{PLAIN}${PASSWORD}\n`)
      const snippet = changed(shipped('nginx-selfsame.conf'), { '/etc/nginx/selfsame/': here })
      writeFileSync(join(folder, 'nginx-selfsame.conf'), snippet)
      const whole = changed(shipped('nginx.conf'), {
        '/etc/nginx/selfsame/': here,
        '/var/log/nginx/': here,
        'selfsame-error.log error': 'selfsame-error.log warn',
        '/var/lib/nginx/body': join(folder, 'body'),
        '/run/nginx.pid': join(folder, 'nginx.pid'),
        'user www-data;': process.getuid?.() === 0 ? 'user root;' : '',
        'listen 443 ssl;': `listen 127.0.0.1:${port} ssl;`,
        '127.0.0.1:8766': `127.0.0.1:${servicePort}`,
      })
      writeFileSync(join(folder, 'nginx.conf'), whole)
      return ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'start.log'), '-g', 'daemon off;']
    },
  },
  {
    program: 'caddy',
    prepare({ folder, port, servicePort }) {
      const hashed = spawnSync('caddy', ['hash-password', '--plaintext', PASSWORD], { encoding: 'utf8' })
      writeFileSync(join(folder, 'users'), `alice ${hashed.stdout.trim()}\n`)
      const tls = `tls ${join(folder, 'certificate.pem')} ${join(folder, 'certificate.key')}`
      const whole = changed(shipped('Caddyfile'), {
        [`${NAME} {`]: `${NAME}:${port} {\n\tbind 127.0.0.1\n\t${tls}`,
        '/etc/caddy/selfsame.users': join(folder, 'users'),
        '127.0.0.1:8766': `127.0.0.1:${servicePort}`,
      })
      writeFileSync(join(folder, 'Caddyfile'), whole)
      return ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile']
    },
  },
]

const isThere = (program: string) => spawnSync(program, ['version']).error === undefined
const canMakeCertificates = isThere('openssl')
for (const { program } of PROXIES)
  if (!isThere(program) || !canMakeCertificates)
    process.stderr.write(
      `SKIPPED: deploy/ is not tried with ${program}: ${canMakeCertificates ? program : 'openssl'} is not installed\n`,
    )

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

function makeCertificate(folder: string): void {
  const files = ['-keyout', join(folder, 'certificate.key'), '-out', join(folder, 'certificate.pem')]
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const subject = ['-subj', `/CN=${NAME}`, '-addext', `subjectAltName=DNS:${NAME}`]
  const made = spawnSync('openssl', ['req', '-x509', ...kind, ...subject, ...files], { encoding: 'utf8' })
  expect([made.status, made.status === 0 ? '' : made.stderr]).toEqual([0, ''])
}

describe.each(PROXIES)('$program in front of the service', ({ program, prepare }) => {
  const possible = it.runIf(isThere(program) && canMakeCertificates)
  const folder = mkdtempSync(join(tmpdir(), 'selfsame-proxy-'))
  let serving: Serving
  let proxy: ChildProcess | null = null
  let port = 0

  /** Asks through the proxy, under the name that it is shipped for. */
  async function ask(
    path: string,
    { body, user, headers = {} }: { body?: string; user?: string; headers?: Record<string, string> } = {},
  ) {
    const auth = user === undefined ? {} : { auth: `${user}:${PASSWORD}` }
    const asked = request({
      host: '127.0.0.1',
      port,
      path,
      servername: NAME,
      ca: readFileSync(join(folder, 'certificate.pem')),
      agent: false,
      method: body === undefined && headers['content-length'] === undefined ? 'GET' : 'POST',
      headers: { host: `${NAME}:${port}`, 'content-type': 'application/json', ...headers },
      ...auth,
    })
    if (headers['content-length'] === undefined) asked.end(body)
    else asked.flushHeaders()
    const [reply] = await once(asked, 'response')
    const chunks: Buffer[] = []
    for await (const chunk of reply) chunks.push(chunk)
    asked.destroy()
    const text = Buffer.concat(chunks).toString('utf8')
    return { status: reply.statusCode as number, headers: reply.headers, text }
  }

  beforeAll(async () => {
    if (!isThere(program) || !canMakeCertificates) return
    const signingKey = join(folder, 'signing.pem')
    createKeyFile(signingKey)
    serving = await serve({ port: 0, workers: 1, signingKey, allowedHosts: [NAME] })
    makeCertificate(folder)
    port = await freePort()
    const words = prepare({ folder, port, servicePort: serving.port })
    // Caddy keeps its state between runs in the folder.
    const env = { PATH: process.env['PATH'], HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
    proxy = spawn(program, words, { env, stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    proxy.stderr?.on('data', (bytes) => {
      said += bytes
    })
    for (let tries = 0; ; tries++) {
      const up = await ask('/livez').then(
        () => true,
        () => false,
      )
      if (up) return
      if (tries > 200 || proxy.exitCode !== null) throw new Error(`${program} did not come up: ${said}`)
      await pause(50)
    }
  })
  afterAll(async () => {
    if (proxy !== null && proxy.exitCode === null) {
      proxy.kill('SIGTERM')
      await once(proxy, 'exit')
    }
    await serving?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const question = JSON.stringify({ text: 'Write to casey@example.com.', jurisdiction: 'DE' })

  possible('lets nobody in without credentials', async () => {
    expect((await ask('/livez')).status).toBe(401)
    expect((await ask('/detect', { body: question, user: 'mallory' })).status).toBe(401)
    expect((await ask('/livez', { user: 'alice' })).status).toBe(200)
  })

  possible('names whom it let in, and not whom a header names', async () => {
    const forged: Record<string, string>[] = [
      {},
      { 'x-service-caller': 'mallory' },
      { 'X-Service-Caller': 'mallory', X_Service_Caller: 'm' },
    ]
    for (const headers of forged) {
      const { status, text } = await ask('/detect', { body: question, user: 'alice', headers })
      expect([status, JSON.parse(text).attestation.caller]).toEqual([200, 'alice'])
    }
  })

  possible('gives each request an id of its own', async () => {
    const sent = '0af7651916cd43dd8448eb211c80319c'
    const { headers } = await ask('/livez', { user: 'alice', headers: { 'x-request-id': sent } })
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{32,36}$/)
    expect(headers['x-request-id']).not.toBe(sent)
  })

  possible('refuses a body past the limit, and says so as the service does', async () => {
    const most = 272 * 1024 * 1024
    const refused = await ask('/detect', { user: 'alice', headers: { 'content-length': String(most + 1) } })
    expect(refused.status).toBe(413)
    expect(Object.keys(JSON.parse(refused.text))).toEqual(['detail'])
    // Within the proxy's limit and past the service's own for JSON: its sentence, not the proxy's.
    const own = await ask('/detect', { user: 'alice', headers: { 'content-length': String(most - 1) } })
    expect([own.status, JSON.parse(own.text).detail]).toEqual([413, expect.stringContaining('16777216 bytes')])
  })

  possible('hands long requests and answers on whole', async () => {
    // The answer is longer than all buffers of a proxy together.
    const text = 'Name: Ada Obi, 3.9.60, a@example.org, (0803 555 7890) 4.9.60\n'.repeat(3_000)
    const body = JSON.stringify({ text, jurisdiction: 'NG' })
    const headers = { 'content-type': 'application/json' }
    const [through, direct] = await Promise.all([
      ask('/detect', { body, user: 'alice' }),
      fetch(`${serving.url}/detect`, { method: 'POST', headers, body }).then((reply) => reply.text()),
    ])
    const whole = ({ attestation: _, ...answer }: Record<string, unknown>) => answer
    expect(direct.length).toBeGreaterThan(1_000_000)
    expect(through.status).toBe(200)
    expect(whole(JSON.parse(through.text))).toEqual(whole(JSON.parse(direct)))
  })

  if (program === 'nginx')
    possible('writes no path to its logs, and neither body nor answer to a disk', async () => {
      await ask('/of-somebody', { user: 'alice' })
      await expect.poll(() => readFileSync(join(folder, 'selfsame.log'), 'utf8')).toMatch(/ 404 /)
      expect(readFileSync(join(folder, 'selfsame.log'), 'utf8')).not.toMatch(/somebody|alice/)
      // At this level nginx reports every body and answer that it writes to a file.
      expect(readFileSync(join(folder, 'selfsame-error.log'), 'utf8')).not.toMatch(/buffered to a temporary file/)
    })

  possible('says when the service is gone, and hides nothing of it behind a page', async () => {
    await serving.close()
    const { status, text } = await ask('/livez', { user: 'alice' })
    expect([status, Object.keys(JSON.parse(text))]).toEqual([502, ['detail']])
  })
})
