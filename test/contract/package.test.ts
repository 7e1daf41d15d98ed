// The package as its users get it, without a repository: packed, installed into an empty folder, imported, type-checked, bundled,
// called and served, and judged by the linters of packages.
import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../house/sources.ts'

const folder = mkdtempSync(join(tmpdir(), 'selfsame-package-'))
const installed = join(folder, 'node_modules', 'selfsame')
const command = join(folder, 'node_modules', '.bin', 'selfsame')
const file = (name: string, text: string) => writeFileSync(join(folder, name), text)
/** Settings of this user are kept, those of the npm that runs these tests are not: it would work in the repository. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^npm_(?!config_)|^npm_config_local_prefix$|^SERVICE_/.test(name)),
)

function run(program: string, ...words: string[]): SpawnSyncReturns<string> {
  return spawnSync(program, words, { cwd: folder, env, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
}

/** The output of a program. Throws its error output where it fails. */
function printed(program: string, ...words: string[]): string {
  const { status, stdout, stderr } = run(program, ...words)
  if (status !== 0) throw new Error(`${program} ${words.join(' ')} exited ${status}\n${stdout}${stderr}`)
  return stdout
}

interface Packed {
  readonly filename: string
  readonly files: readonly { readonly path: string }[]
}

const [packed] = JSON.parse(
  spawnSync('npm', ['pack', '--json', '--pack-destination', folder], { cwd: root, env, encoding: 'utf8' }).stdout,
) as [Packed]
const tarball = join(folder, packed.filename)
file('package.json', JSON.stringify({ private: true, type: 'module' }))
const installation = run('npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', tarball)
const unreachable = /\b(?:ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|ETIMEDOUT|ENOTCACHED)\b/.test(
  installation.stderr,
)
if (unreachable)
  process.stderr.write('SKIPPED: the package is not installed, because the package registry cannot be reached\n')

afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

describe('the packed package', () => {
  it('holds what its users need, and nothing else of the repository', () => {
    const paths = packed.files.map(({ path }) => path)
    const tops = new Set(paths.map((path) => path.split('/')[0]))
    const papers = ['CHANGELOG.md', 'LICENSE', 'NOTICE', 'README.md', 'SECURITY.md', 'package.json']
    expect([...tops].sort()).toEqual(
      [...papers, 'bin', 'clients', 'data', 'demo', 'deploy', 'dist', 'docs', 'examples', 'python'].sort(),
    )
    expect(paths).toContain('dist/ledger/sqlite/writer.js')
    expect(paths).toContain('data/categories.json')
    expect(paths.filter((path) => /\.(?:test\.|tsbuildinfo|log$|sqlite|key$)|\/\./.test(path))).toEqual([])
  })

  it('has nothing that publint complains of', async () => {
    const bytes = readFileSync(tarball)
    const data = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
    const { messages, pkg } = await publint({ pack: { tarball: data }, strict: true })
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([])
  })

  it('has types that no resolution gets wrong (Are The Types Wrong, for a package of ES modules alone)', async () => {
    const result = await checkPackage(createPackageFromTarballData(readFileSync(tarball)))
    if (!result.types) throw new Error('the package has no types')
    expect(Object.keys(result.entrypoints).sort()).toEqual(['.', './attest', './client', './http', './package.json'])
    const esm = result.problems.filter(
      (problem) => !('resolutionKind' in problem && ['node10', 'node16-cjs'].includes(problem.resolutionKind)),
    )
    expect(esm).toEqual([])
  })
})

/** An engine of containers that runs here. */
const engine = ['podman', 'docker'].find((program) => spawnSync(program, ['info']).status === 0)
if (engine === undefined) console.warn('SKIPPED: no image is built: neither podman nor docker runs on this machine')

describe('the installations of the README', () => {
  const line = (start: string) =>
    readFileSync(join(root, 'README.md'), 'utf8')
      .split('\n')
      .find((each) => each.startsWith(start))!
      .replace(/ +#.*/, '')

  it.skipIf(unreachable)('give the command to a whole machine', () => {
    const install = line('npm pack && ')
      .replace('npm pack && ', '')
      .replace(' -g ', ' -g --prefix global --prefer-offline ')
    printed('sh', '-c', install)
    expect(printed(join(folder, 'global', 'bin', 'selfsame'), '--version')).toMatch(/^\d+\.\d+\.\d+$/m)
    // A global command finds optional packages only among the global ones.
    expect(printed(join(folder, 'global', 'bin', 'selfsame'), 'doctor')).toContain('npm install -g pg')
  })

  it('are built from what the Containerfile copies', () => {
    const made = join(folder, 'image')
    const [build] = readFileSync(join(root, 'deploy', 'Containerfile'), 'utf8').split('\nRUN npm run build')
    const names = [...build!.matchAll(/^COPY (.*) \.\/\w*$/gm)].flatMap(([, copied]) => copied!.split(' '))
    mkdirSync(made)
    for (const name of names) cpSync(join(root, name), join(made, name), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(made, 'node_modules'))
    const { status, stderr } = spawnSync(process.execPath, [join(made, 'tools', 'build.mjs')], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
    expect(readdirSync(join(made, 'dist', 'studio'))).toContain('index.html')
  })

  it.skipIf(engine === undefined)('build an image', () => {
    const words = line('podman build ').split(' ').slice(1)
    expect(spawnSync(engine!, words, { cwd: root, env, encoding: 'utf8' })).toMatchObject({ status: 0 })
  })
})

describe.skipIf(unreachable)('the installed package', () => {
  beforeAll(() => {
    if (installation.status !== 0) throw new Error(installation.stderr)
  })

  it('imports every entry, and keeps a ledger', () => {
    const { exports, name } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
    const entries = Object.keys(exports).filter((entry) => !entry.endsWith('.json'))
    file(
      'entries.js',
      `for (const entry of ${JSON.stringify(entries)}) {
        const names = Object.keys(await import('${name}' + entry.slice(1)))
        console.log(entry, names.length > 2, names.includes('detect') || names.includes('serve') || names.includes('verifyEnvelope') || names.includes('createClient'))
      }
      const { createService } = await import('${name}')
      const service = createService({ ledger: 'decisions.sqlite' })
      const { recorded, decision_id } = await service.compare({ a: { name: 'Ann Lee' }, b: { name: 'Anne Lee' }, store: true })
      console.log(recorded, (await service.replay({ id: decision_id })).reproduced)
      await service.close()`,
    )
    const lines = entries.map((entry) => `${entry} true true\n`).join('')
    expect(printed(process.execPath, 'entries.js')).toBe(`${lines}true true\n`)
  })

  it.each([
    ['NodeNext', ['--module', 'nodenext']],
    ['Bundler', ['--module', 'esnext', '--moduleResolution', 'bundler']],
  ])('has types that hold under %s, its dependencies included', (_, resolution) => {
    mkdirSync(join(folder, 'node_modules', '@types'), { recursive: true })
    for (const types of ['@types/node', 'undici-types'])
      cpSync(join(root, 'node_modules', types), join(folder, 'node_modules', types), { recursive: true })
    file(
      'typed.ts',
      `import { type DetectAnswer, detect } from 'selfsame'
      import { createApp } from 'selfsame/http'
      import { verifyEnvelope } from 'selfsame/attest'
      export const found: DetectAnswer = await detect({ text: 'Write to casey@example.com.', jurisdiction: 'DE' })
      export const start: number | undefined = found.detections[0]?.start
      export const uses = [createApp({ log: 'warn' }).inject, verifyEnvelope]
      // @ts-expect-error a number is not a text
      await detect({ text: 1 })
      // @ts-expect-error there is no such field
      found.nothing`,
    )
    const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
    const strict = [
      '--noEmit',
      '--strict',
      '--target',
      'es2022',
      '--lib',
      'es2023,esnext.disposable',
      '--types',
      'node',
    ]
    expect(printed(process.execPath, compiler, ...strict, ...resolution, 'typed.ts')).toBe('')
  })

  it('names the packages of the ocr extra for a picture, refuses the batch, and reads all else', () => {
    const scan = join(root, 'test', 'files', 'scan.pdf')
    file('note.txt', 'Casey Example, casey@example.com')
    const words = ['node_modules/selfsame/bin/selfsame.mjs', 'documents', '-j', 'DE']
    const { status, stderr } = run(process.execPath, ...words, 'note.txt', scan)
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^selfsame: file 2 of 2: .*ocr extra.*npm install tesseract\.js sharp/),
    ])
    expect(printed(process.execPath, ...words, 'note.txt')).toMatch(/email +case\*/)
  })

  it('stays external to a bundled program, and its verifier is bundled whole', async () => {
    file(
      'program.ts',
      `import { canonicalJson, deidentify } from 'selfsame'
      import { createApp } from 'selfsame/http'
      const request = { text: 'Write to casey@example.com.', jurisdiction: 'DE', method: 'mask' } as const
      const app = createApp()
      const { text } = (await app.inject({ method: 'POST', url: '/deidentify', payload: request })).json()
      await app.close()
      console.log(canonicalJson([text, (await deidentify(request)).text]))`,
    )
    file(
      'auditor.ts',
      `import { verifyEnvelope } from 'selfsame/attest'
      console.log((await verifyEnvelope({ envelope: {} })).ok)`,
    )
    const bundle = async (input: string, external: RegExp[], out: string) => {
      const made = await rolldown({ input: join(folder, input), cwd: folder, platform: 'node', external })
      await made.write({ file: join(folder, out), format: 'esm', codeSplitting: false })
      await made.close()
    }
    await bundle('program.ts', [/^selfsame/], 'program.js')
    expect(printed(process.execPath, 'program.js')).toBe('["Write to [EMAIL].","Write to [EMAIL]."]\n')
    // The program runs without a package to load anything from.
    const alone = mkdtempSync(join(tmpdir(), 'selfsame-auditor-'))
    try {
      await bundle('auditor.ts', [], 'auditor.mjs')
      cpSync(join(folder, 'auditor.mjs'), join(alone, 'auditor.mjs'))
      expect(printed(process.execPath, join(alone, 'auditor.mjs'))).toBe('false\n')
    } finally {
      rmSync(alone, { recursive: true, force: true })
    }
  })

  it('has a command that helps, de-identifies and reads files', () => {
    expect(printed(command, '--help')).toMatch(/^Usage: selfsame /)
    const text = 'Write to casey@example.com.'
    expect(printed('npx', 'selfsame', 'deidentify', text, '-j', 'DE', '--method', 'mask')).toBe('Write to [EMAIL].\n')
    for (const name of readdirSync(join(root, 'test', 'files')).filter((each) => each.startsWith('letter')))
      cpSync(join(root, 'test', 'files', name), join(folder, name))
    const report = printed(command, 'documents', 'letter.pdf', 'letter.docx', '-j', 'DE', '--json')
    expect(JSON.parse(report)).toMatchObject({ documents: { length: 2 }, errors: {} })
  })

  it('serves, with its API page, until it is told to stop', async () => {
    const child = spawn(command, ['serve', '--port', '0'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'ignore'] })
    try {
      const [line] = (await once(child.stdout, 'data')) as [Buffer]
      const [url] = /http:\/\/\S+/.exec(line.toString()) ?? []
      const body = JSON.stringify({ text: 'Write to casey@example.com.', jurisdiction: 'DE' })
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(`${url}/detect`, { method: 'POST', headers, body })
      expect(await answer.json()).toMatchObject({ count: 1 })
      expect((await fetch(`${url}/docs`)).status).toBe(200)
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      expect(await ended).toEqual([0, null])
    } finally {
      child.kill('SIGKILL')
    }
  })
})
