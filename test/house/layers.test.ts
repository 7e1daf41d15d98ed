import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { moduleOf, root, sourceFiles } from './sources.ts'

/** Layers of modules, from top to bottom, as CONTRIBUTING.md prints them. A module may import any module of a lower line, and itself. */
const LAYERS: readonly (readonly string[])[] = [
  ['cli'],
  ['mcp'],
  ['http', 'index', 'client'],
  ['library'],
  ['service'],
  ['service-types'],
  ['vault'],
  ['masked-tables'],
  ['operations'],
  ['tables', 'open-ledger'],
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
  ['errors', 'extras', 'limits', 'lists', 'version'],
]

/** Pairs of folders that import each other. The list may only shrink. */
const MUTUAL: readonly string[] = [
  'engines/detect, engines/detect/detectors',
  'engines/detect, engines/detect/kinds',
  'engines/detect, engines/detect/persons',
  'engines/detect/names, engines/detect/persons',
]

/** A folder has at most this many files. */
const MOST_FILES = 30
/** Folders above it. The list may only shrink. */
const LARGE: readonly string[] = []

/** Modules that see less than their layer allows: attest must be auditable alone. */
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
    'masked-tables',
    'vault',
  ],
  'node:path': ['formats', 'attest', 'ledger', 'cli', 'http', 'extras', 'workers', 'tables', 'mcp', 'vault', 'model'],
  'node:os': ['operations', 'workers', 'formats', 'tables', 'cli', 'masked-tables'],
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
    'masked-tables',
    'vault',
  ],
  'node:events': ['cli'],
  'node:buffer': ['records', 'http', 'cli', 'ledger', 'engines/compare', 'mcp'],
  'node:child_process': ['ledger', 'tables'],
  'node:net': ['http', 'mcp', 'cli'],
  'node:module': ['ledger', 'extras', 'formats'],
  'node:vm': ['workers'],
  'node:worker_threads': ['ledger', 'workers'],
  workerpool: ['workers'],
  'node:http': ['http', 'mcp'],
  'node:timers': ['service', 'http', 'operations', 'formats', 'workers'],
  zod: [
    'records',
    'packs',
    'formats',
    'attest',
    'model',
    'operations',
    'http',
    'cli',
    'shape',
    'service',
    'library',
    'index',
    'client',
    'mcp',
    'service-types',
  ],
  fastify: ['http'],
  '@fastify/multipart': ['http'],
  '@fastify/swagger': ['http'],
  '@fastify/swagger-ui': ['http'],
  pino: ['http', 'cli'],
  '@opentelemetry/api': ['http'],
  '@opentelemetry/resources': ['http'],
  '@opentelemetry/sdk-trace-base': ['http'],
  '@opentelemetry/exporter-trace-otlp-http': ['http'],
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
  papaparse: ['masked-tables'],
  hyparquet: ['masked-tables'],
  'hyparquet-compressors': ['masked-tables'],
  'hyparquet-writer': ['masked-tables'],
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
const layerOf = (room: string) => LAYERS.findIndex((floor) => floor.includes(room))
const packageOf = (specifier: string) =>
  specifier.startsWith('node:')
    ? specifier.replace(/\/.*/, '')
    : specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/')

describe('the architecture', () => {
  it('has no module that the table of layers does not know', () => {
    expect([...new Set(files.map(({ path }) => moduleOf(path)))].filter((name) => layerOf(name) < 0)).toEqual([])
  })

  it('lets imports run down only, and never sideways', () => {
    const wrong = files.flatMap(({ path, inner }) => {
      const from = moduleOf(path)
      return inner
        .map(moduleOf)
        .filter((target) => target !== from && layerOf(target) <= layerOf(from))
        .map((target) => `${path} imports ${target}`)
    })
    expect(wrong).toEqual([])
  })

  it('keeps the modules that must be auditable alone alone', () => {
    const wrong = files.flatMap(({ path, inner }) => {
      const allowed = ONLY[moduleOf(path)]
      return allowed === undefined
        ? []
        : inner
            .filter((target) => ![moduleOf(path), ...allowed].includes(moduleOf(target)))
            .map((target) => `${path} imports ${target}`)
    })
    expect(wrong).toEqual([])
  })

  it('lets only the listed modules use what is outside', () => {
    const wrong = files.flatMap(({ path, outer }) =>
      outer
        .map(packageOf)
        .filter((name) => !OUTSIDE[name]?.includes(moduleOf(path)))
        .map((name) => `${path} imports ${name}`),
    )
    expect(wrong).toEqual([])
  })

  it('is printed in CONTRIBUTING.md layer by layer', () => {
    const printed = /`(cli > [^`]+)`/.exec(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8'))?.[1] ?? ''
    const short = LAYERS.map((names) => [...new Set(names.map((name) => name.split('/')[0]))].sort().join(' | '))
    expect(
      printed
        .replace(/\s+/g, ' ')
        .split(' > ')
        .map((names) => names.split(' | ').sort().join(' | ')),
    ).toEqual(short)
  })

  it('has no two folders that import each other', () => {
    const folder = (path: string) => path.split('/').slice(0, -1).join('/')
    const imports = new Set(
      files.flatMap(({ path, inner }) => inner.map((target) => `${folder(path)}, ${folder(target)}`)),
    )
    const mutual = [...imports].filter((pair) => {
      const [a = '', b = ''] = pair.split(', ')
      // The files at the top are modules of their own, with a layer each.
      return a !== '' && a < b && imports.has(`${b}, ${a}`)
    })
    expect(mutual.sort()).toEqual(MUTUAL)
  })

  it('has no folder of many files', () => {
    const counts = new Map<string, number>()
    for (const { path } of files) {
      const folder = path.split('/').slice(0, -1).join('/')
      counts.set(folder, (counts.get(folder) ?? 0) + 1)
    }
    expect([...counts].filter(([, count]) => count > MOST_FILES).map(([folder]) => folder)).toEqual(LARGE)
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
      files
        .filter(({ path, text }) => moduleOf(path) !== 'cli' && text.includes('process.env'))
        .map(({ path }) => path),
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
