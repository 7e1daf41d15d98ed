import { describe, expect, it } from 'vitest'
import { roomOf, sourceFiles } from './sources.ts'

/** Layers of modules, from top to bottom. A module may import any module of a lower line, and itself. */
const FLOORS: readonly (readonly string[])[] = [
  ['cli'],
  ['mcp'],
  ['http', 'index', 'client'],
  ['library'],
  ['service'],
  ['service-types'],
  ['review'],
  ['copies/vault'],
  ['copies/tables'],
  ['verbs'],
  ['tables'],
  ['formats'],
  [
    'engines/compare',
    'engines/deidentify',
    'engines/detect',
    'engines/extract',
    'engines/jurisdiction',
    'engines/places',
    'model',
    'ledger',
    'attest',
  ],
  ['values'],
  ['packs'],
  ['text', 'page'],
  ['records'],
  ['options', 'shape', 'workers'],
  ['errors', 'extras', 'limits', 'lists', 'plain-shape', 'version'],
]

/** Rooms that see less than their floor allows: attest must be auditable alone. */
const ONLY: Readonly<Record<string, readonly string[]>> = {
  attest: ['records', 'errors', 'version'],
  // Runs in browsers, too.
  client: ['records'],
}

/** Modules that may use files, the network and packages, by package or node: module. Others are forbidden. */
const OUTSIDE: Readonly<Record<string, readonly string[]>> = {
  'node:fs': [
    'packs',
    'formats',
    'attest',
    'ledger',
    'cli',
    'http',
    'extras',
    'workers',
    'tables',
    'mcp',
    'model',
    'copies/tables',
    'copies/vault',
  ],
  'node:path': [
    'formats',
    'attest',
    'ledger',
    'cli',
    'http',
    'extras',
    'workers',
    'tables',
    'mcp',
    'copies/vault',
    'model',
  ],
  'node:os': ['verbs', 'workers', 'formats', 'tables', 'cli', 'copies/tables'],
  '@duckdb/node-api': ['tables'],
  'node:tty': ['cli'],
  'node:url': ['packs', 'cli', 'http', 'workers', 'tables'],
  'node:v8': ['workers', 'formats'],
  'node:zlib': ['packs', 'formats'],
  'node:crypto': [
    'records',
    'tables',
    'attest',
    'ledger',
    'engines/deidentify',
    'values',
    'cli',
    'http',
    'copies/tables',
    'copies/vault',
  ],
  'node:events': ['cli'],
  'node:buffer': ['records', 'http', 'cli', 'ledger', 'engines/compare', 'mcp'],
  'node:child_process': ['ledger', 'tables'],
  'node:net': ['http', 'mcp'],
  'node:module': ['ledger', 'extras', 'formats'],
  'node:vm': ['workers'],
  'node:worker_threads': ['ledger', 'workers'],
  workerpool: ['workers'],
  'node:http': ['http', 'mcp'],
  'node:timers': ['service', 'http', 'verbs', 'formats', 'workers'],
  zod: [
    'records',
    'packs',
    'formats',
    'attest',
    'model',
    'verbs',
    'http',
    'cli',
    'shape',
    'plain-shape',
    'service',
    'library',
    'index',
    'review',
    'client',
    'mcp',
    'service-types',
  ],
  fastify: ['http'],
  '@fastify/multipart': ['http'],
  '@fastify/swagger': ['http'],
  '@fastify/swagger-ui': ['http'],
  pino: ['http', 'cli'],
  'prom-client': ['http'],
  commander: ['cli'],
  '@modelcontextprotocol/server': ['mcp', 'cli'],
  jose: ['attest'],
  multiformats: ['attest', 'client'],
  'libphonenumber-js': ['values'],
  ibantools: ['values'],
  'any-ascii': ['text', 'engines/compare'],
  fflate: ['formats'],
  parse5: ['formats'],
  'postal-mime': ['formats'],
  '@cantoo/pdf-lib': ['formats'],
  sharp: ['formats'],
  unpdf: ['formats'],
  papaparse: ['copies/tables'],
  hyparquet: ['copies/tables'],
  'hyparquet-compressors': ['copies/tables'],
  'hyparquet-writer': ['copies/tables'],
  yauzl: ['formats'],
  'node:stream': ['formats', 'cli', 'mcp'],
  saxes: ['formats'],
  chardet: ['formats'],
  '@kenjiuno/msgreader': ['formats'],
  'tesseract.js': ['formats'],
  '@hyzyla/pdfium': ['formats'],
  exifr: ['formats'],
  'node:sqlite': ['ledger'],
  '@photostructure/sqlite': ['ledger'],
  pg: ['ledger'],
  'onnxruntime-node': ['model'],
  'onnxruntime-common': ['model'],
  '@huggingface/tokenizers': ['model'],
  'node:readline': ['tables'],
}

const files = sourceFiles()
const floorOf = (room: string) => FLOORS.findIndex((floor) => floor.includes(room))
const packageOf = (specifier: string) =>
  specifier.startsWith('node:')
    ? specifier.replace(/\/.*/, '')
    : specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/')

describe('the house', () => {
  it('has no room that the table of floors does not know', () => {
    expect([...new Set(files.map(({ path }) => roomOf(path)))].filter((room) => floorOf(room) < 0)).toEqual([])
  })

  it('lets imports run down only, and never sideways', () => {
    const wrong = files.flatMap(({ path, inner }) => {
      const room = roomOf(path)
      return inner
        .map(roomOf)
        .filter((target) => target !== room && floorOf(target) <= floorOf(room))
        .map((target) => `${path} imports ${target}`)
    })
    expect(wrong).toEqual([])
  })

  it('keeps the rooms that must be auditable alone alone', () => {
    const wrong = files.flatMap(({ path, inner }) => {
      const allowed = ONLY[roomOf(path)]
      return allowed === undefined
        ? []
        : inner
            .filter((target) => ![roomOf(path), ...allowed].includes(roomOf(target)))
            .map((target) => `${path} imports ${target}`)
    })
    expect(wrong).toEqual([])
  })

  it('lets only the listed rooms touch the outside', () => {
    const wrong = files.flatMap(({ path, outer }) =>
      outer
        .map(packageOf)
        .filter((name) => !OUTSIDE[name]?.includes(roomOf(path)))
        .map((name) => `${path} imports ${name}`),
    )
    expect(wrong).toEqual([])
  })

  it('has no circle of files', () => {
    const inner = new Map(files.map(({ path, inner: imports }) => [path, imports]))
    const state = new Map<string, 'open' | 'done'>()
    const circles: string[] = []
    const visit = (path: string, trail: readonly string[]): void => {
      if (state.get(path) === 'done') return
      if (state.get(path) === 'open') {
        circles.push([...trail.slice(trail.indexOf(path)), path].join(' > '))
        return
      }
      state.set(path, 'open')
      for (const next of inner.get(path) ?? []) visit(next, [...trail, path])
      state.set(path, 'done')
    }
    for (const { path } of files) visit(path, [])
    expect(circles).toEqual([])
  })

  it('reads the environment in the command line and in the options of an application alone', () => {
    expect(
      files.filter(({ path, text }) => roomOf(path) !== 'cli' && text.includes('process.env')).map(({ path }) => path),
    ).toEqual(['http/app-options.ts'])
  })

  it('keeps decisions free of clocks, chance and locales', () => {
    const decides = /^(?:engines|values|text|packs|records|verbs)\//
    const forbidden = /Math\.random|Date\.now|new Date\(\)|toLocale|localeCompare|Intl\.|performance\.now/
    const wrong = files
      .filter(({ path }) => decides.test(path))
      .filter(({ text }) =>
        text
          .split('\n')
          .some((line) => forbidden.test(line) && !line.trim().startsWith('//') && !line.trim().startsWith('*')),
      )
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  it('opens every file with a sentence that says what it knows', () => {
    expect(files.filter(({ text }) => !/^(?:#!.*\n)?\/[/*]/.test(text)).map(({ path }) => path)).toEqual([])
  })

  it('keeps files small: median about 100 lines, none over 420', () => {
    const lines = files
      .map(({ path, text }) => ({ path, lines: text.split('\n').length }))
      .sort((a, b) => a.lines - b.lines)
    expect(lines[Math.floor(lines.length / 2)]!.lines).toBeLessThanOrEqual(130)
    expect(lines.filter(({ lines: count }) => count > 420)).toEqual([])
  })
})
