// Every file of data/ is in the pin of the decisions that it can move, by what it says and not by how it is laid out.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { sha256Hex } from '../../../src/records/ids.ts'

type FactHash = typeof import('../../../src/packs/fact-hash.ts')

/** The line of the one file whose content is not as it is shipped. */
let changed: { readonly path: string; readonly line: string } | null = null

vi.mock('../../../src/packs/fact-hash.ts', async (original) => {
  const actual = await original<FactHash>()
  const lineOf = (path: string) => (path === changed?.path ? changed.line : actual.lineOf(path))
  const hashOfFacts: FactHash['hashOfFacts'] = (paths, first) => actual.hashOfFacts(paths, first, lineOf)
  return { ...actual, lineOf, hashOfFacts }
})

// Modules may be kept from another file of tests, which read the real ones.
vi.resetModules()
const { canonicalFacts } = await import('../../../src/packs/fact-hash.ts')
const { loadPacks } = await import('../../../src/packs/load.ts')

const data = fileURLToPath(new URL('../../../data/', import.meta.url))
const files = (readdirSync(data, { recursive: true, withFileTypes: true }) as import('node:fs').Dirent[])
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(data.length))
  .sort()

/** Files and folders that decide nothing, and why. */
const UNPINNED: Readonly<Record<string, string>> = {
  'authored/': 'builders read it, and what they write is pinned',
  'entities/organization.json': 'another name of a pack, whose own hash is pinned',
  'completions/': 'scripts of shells',
  'fhir/': 'copies of resources are no decisions',
  'schema/': 'editors read it',
  'measured-recall.json': 'figures that are shown and decide nothing',
}
const isPinned = (path: string) => Object.keys(UNPINNED).every((start) => !path.startsWith(start))

const bytesOf = (path: string) => {
  const bytes = readFileSync(join(data, path))
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes
}

/** The file with one fact more. */
function withOneMore(path: string, bytes: Buffer): Buffer {
  if (!/\.json(?:\.gz)?$/.test(path)) return Buffer.concat([bytes, Buffer.from('\none more: fact\n')])
  return Buffer.from(JSON.stringify({ ...JSON.parse(bytes.toString('utf8')), one_more: ['fact'] }))
}

function pins(): Record<string, string> {
  const packs = loadPacks()
  const entities = packs.entityNames().map((name) => [name, packs.entityPack(name).sha256] as const)
  return { reading: packs.readingSha256(), rules: packs.rulesSha256(), ...Object.fromEntries(entities) }
}

const shipped = pins()
const movedBy = (path: string, bytes: Buffer) => {
  changed = { path, line: `${path} ${sha256Hex(canonicalFacts(path, bytes))}` }
  const now = pins()
  return Object.keys(shipped).filter((name) => now[name] !== shipped[name])
}

afterAll(() => {
  vi.resetModules()
})

describe('a change of a file of data/', () => {
  beforeEach(() => {
    changed = null
  })

  it.each(files)('%s moves the pins of what it can move', (path) => {
    const moved = movedBy(path, withOneMore(path, bytesOf(path)))
    if (isPinned(path)) expect(moved).not.toEqual([])
    else expect(moved).toEqual([])
  })

  it('moves the pins of that kind alone', () => {
    const moved = (path: string) => movedBy(path, withOneMore(path, bytesOf(path)))
    expect(moved('field-labels.json')).toEqual(['reading', 'rules'])
    expect(moved('statutes/gdpr.json')).toEqual(['rules'])
    expect(moved('entities/place.json')).toEqual(['place'])
    expect(moved('equivalents/territories.txt')).not.toContain('reading')
    expect(moved('cues/months.json')).toEqual(Object.keys(shipped))
  })

  it('moves no pin where only the layout changes: the order of a set, of keys and lines, white space, a comment', () => {
    const labels = JSON.parse(bytesOf('field-labels.json').toString('utf8')) as {
      fields: Record<string, Record<string, string[]>>
    }
    labels.fields = Object.fromEntries(
      Object.entries(labels.fields)
        .reverse()
        .map(([field, languages]) => [
          field,
          Object.fromEntries(Object.entries(languages).map(([language, words]) => [language, [...words].reverse()])),
        ]),
    )
    expect(movedBy('field-labels.json', Buffer.from(JSON.stringify(labels, null, 4)))).toEqual([])
    const territories = bytesOf('equivalents/territories.txt').toString('utf8')
    const turned = `# another comment\n${territories.split('\n').reverse().join('\n')}\n`
    expect(movedBy('equivalents/territories.txt', Buffer.from(turned))).toEqual([])
  })

  it('moves pins where an order that decides changes, and with every digit of a weight', () => {
    const turned = JSON.parse(bytesOf('document-fields.json').toString('utf8'))
    turned.entities.organisation.fields.tax_id.reverse()
    expect(movedBy('document-fields.json', Buffer.from(JSON.stringify(turned)))).not.toEqual([])
    const pack = JSON.parse(bytesOf('entities/place.json').toString('utf8'))
    pack.model.bias += 1e-9
    expect(movedBy('entities/place.json', Buffer.from(JSON.stringify(pack)))).toEqual(['place'])
  })
})
