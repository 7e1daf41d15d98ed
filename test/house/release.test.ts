// The parts of a release next to its code: a bill of materials, the entry of the MCP registry, and dependencies for the oldest Node that is supported.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { satisfies } from 'semver'
import { describe, expect, it } from 'vitest'
import { root } from './sources.ts'

const read = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'))
const own = read('package.json')
const locked = read('package-lock.json').packages as Record<
  string,
  { engines?: { node?: string }; deprecated?: string; dev?: boolean }
>
const OLDEST_NODE = `${/[\d.]+/.exec(own.engines.node)![0]}.0`

it('installs without a warning on the oldest Node that is supported', () => {
  expect(OLDEST_NODE).toMatch(/^\d+\.\d+\.0$/)
  const warned = Object.entries(locked).filter(
    ([, { engines, deprecated }]) =>
      deprecated !== undefined || (engines?.node !== undefined && !satisfies(OLDEST_NODE, engines.node)),
  )
  expect(warned.map(([path]) => path)).toEqual([])
})

it('has a bill of materials that names every dependency, and nothing of its development', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'tools/sbom.mjs')], { encoding: 'utf8' })
  expect([status, status === 0 ? '' : stderr]).toEqual([0, ''])
  const { bomFormat, metadata, components } = JSON.parse(stdout) as {
    bomFormat: string
    metadata: { component: { name: string; version: string } }
    components: { name: string; purl: string; licenses?: object[]; hashes?: object[] }[]
  }
  expect([bomFormat, metadata.component.name, metadata.component.version]).toEqual([
    'CycloneDX',
    'selfsame',
    own.version,
  ])
  const names = new Set(components.map(({ name }) => name))
  expect(Object.keys(own.dependencies).filter((name) => !names.has(name))).toEqual([])
  const developing = Object.keys(own.devDependencies).filter((name) => locked[`node_modules/${name}`]?.dev)
  expect(developing.filter((name) => names.has(name))).toEqual([])
  const incomplete = components.filter(({ purl, licenses, hashes }) => !purl || !licenses?.length || !hashes?.length)
  expect(incomplete.map(({ name }) => name)).toEqual([])
})

describe('server.json, the entry of the MCP registry', () => {
  const server = read('server.json')
  const [entry] = server.packages

  it('is of this package and this version', () => {
    expect(server).toMatchObject({ name: own.mcpName, version: own.version })
    expect(entry).toMatchObject({ registryType: 'npm', identifier: own.name, version: own.version })
    expect(entry.transport).toEqual({ type: 'stdio' })
  })

  it('keeps the limits of the schema that it names', () => {
    expect(server.$schema).toMatch(/\/schemas\/2025-12-11\/server\.schema\.json$/)
    expect(server.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
    for (const text of [server.title, server.description]) expect(text.length).toBeLessThanOrEqual(100)
  })

  it('names a command, options and variables that exist', () => {
    const [command, ...options] = entry.packageArguments as { type: string; value?: string; name?: string }[]
    expect([Object.keys(own.bin), command]).toEqual([[entry.identifier], { type: 'positional', value: 'mcp' }])
    const words = [join(root, own.bin.selfsame), command!.value!, '--help']
    const { status, stdout } = spawnSync(process.execPath, words, { encoding: 'utf8' })
    expect(status).toBe(0)
    const named = [...options, ...entry.environmentVariables].map(({ name }) => name)
    expect(named.filter((name) => !stdout.includes(name))).toEqual([])
  })
})
