// deploy/ as far as it can be checked without what it is for: an engine of containers, a running systemd.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { DEFAULT_LIMITS } from '../../src/limits.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const shipped = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'selfsame-deploy-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const hasAnalyze = spawnSync('systemd-analyze', ['--version']).error === undefined
if (!hasAnalyze)
  process.stderr.write('SKIPPED: deploy/selfsame.service is not checked: systemd-analyze is not installed\n')

describe('the systemd unit', () => {
  it.runIf(hasAnalyze)('is understood whole, and takes away what a service does not need', () => {
    const unit = join(folder, 'selfsame.service')
    // Commands are looked for: name one that is here.
    writeFileSync(unit, shipped('selfsame.service').replace('/usr/bin/node', process.execPath))
    const verified = spawnSync('systemd-analyze', ['verify', '--man=no', unit], { encoding: 'utf8' })
    expect([verified.status, `${verified.stdout}${verified.stderr}`]).toEqual([0, ''])
    // In tenths of the exposure that systemd counts: 100 for a unit without any protection.
    const secured = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=20', unit])
    expect(secured.status).toBe(0)
  })

  it('waits longer for the end than the service does, and signals the service alone', () => {
    const settings = new Map(
      [...shipped('selfsame.service').matchAll(/^(\w+)=(.*)$/gm)].map(([, key, value]) => [key, value]),
    )
    expect(Number(settings.get('TimeoutStopSec')) * 1000).toBeGreaterThan(DEFAULT_LIMITS.shutdownMs)
    expect(settings.get('KillMode')).toBe('mixed')
    // V8 could not compile.
    expect(settings.has('MemoryDenyWriteExecute')).toBe(false)
  })
})

describe('the proxies', () => {
  const seconds = (text: string, pattern: RegExp) => Number(pattern.exec(text)![1])

  it('wait longer than the service, and let through as much as it takes', () => {
    const most = (DEFAULT_LIMITS.uploadTotalBytes + DEFAULT_LIMITS.bodyBytes) / 1024 / 1024
    const nginx = shipped('nginx-selfsame.conf')
    const caddy = shipped('Caddyfile')
    expect(nginx).toContain(`client_max_body_size ${most}m;`)
    expect(caddy).toContain(`max_size ${most}MiB`)
    expect(caddy).toContain(` > ${most * 1024 * 1024}\``)
    expect(seconds(nginx, /proxy_read_timeout (\d+)s;/) * 1000).toBeGreaterThan(DEFAULT_LIMITS.answerMs)
    expect(seconds(caddy, /response_header_timeout (\d+)s/) * 1000).toBeGreaterThan(DEFAULT_LIMITS.answerMs)
    expect(seconds(nginx, /client_body_timeout (\d+)s;/) * 1000).toBeGreaterThan(DEFAULT_LIMITS.requestMs)
    expect(seconds(caddy, /read_body (\d+)s/) * 1000).toBeGreaterThan(DEFAULT_LIMITS.requestMs)
  })
})

it('alerts by metrics that the service counts', () => {
  const counted = readFileSync(join(root, 'src', 'http', 'metrics.ts'), 'utf8')
  const named = [...shipped('alerts.yml').matchAll(/selfsame_([a-z_]+?)(?:_bucket)?\b/g)].map(([, name]) => name!)
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((name) => !counted.includes(name))).toEqual([])
})

describe('the Containerfile', () => {
  const lines = shipped('Containerfile').replaceAll('\\\n', ' ').split('\n')
  const instructions = lines.filter((line) => /^[A-Z]/.test(line)).map((line) => line.split(/\s+/))
  const copied = instructions
    .filter(([name, first]) => name === 'COPY' && !first!.startsWith('--'))
    .flatMap((words) => words.slice(1, -1))

  it('copies what exists, and is given what it copies', () => {
    expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([])
    const given = shipped('Containerfile.dockerignore').match(/(?<=^!).*/gm)
    expect([...new Set(copied)].sort()).toEqual([...given!].sort())
  })

  it('puts into the image what the package has, without sources', () => {
    const last = instructions.map(([name]) => name).lastIndexOf('FROM')
    const inImage = instructions
      .slice(last)
      .filter(([name]) => name === 'COPY')
      .map((words) => words.at(-1))
    const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { files: string[] }
    const needed = files.filter((path) => ['bin', 'dist', 'data', 'docs'].includes(path)).map((path) => `./${path}`)
    expect(inImage).toEqual(expect.arrayContaining(needed))
    expect(inImage).not.toContain('./src')
  })

  it('does not run as root', () => {
    const users = instructions.filter(([name]) => name === 'USER').map(([, user]) => user)
    expect(users.at(-1)).toBe('node')
    expect(instructions.some(([name]) => name === 'HEALTHCHECK')).toBe(true)
  })
})

it('ships every file of deploy/ with the package', () => {
  const { files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { files: string[] }
  expect(files).toContain('deploy')
  expect(readdirSync(join(root, 'deploy')).sort()).toEqual([
    'Caddyfile',
    'Containerfile',
    'Containerfile.dockerignore',
    'alerts.yml',
    'nginx-selfsame.conf',
    'nginx.conf',
    'selfsame.service',
  ])
})
