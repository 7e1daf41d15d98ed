import { defineConfig, type Plugin } from 'vitest/config'

const report = process.env['SELFSAME_TEST_REPORT']

/** Threads and processes are started by Node itself, which reads no TypeScript before version 22: under test, the compiled program is started. */
const compiledPrograms: Plugin = {
  name: 'compiled-programs',
  enforce: 'pre',
  transform(code, id) {
    const [, folder] = /\/src\/(.*\/)?[\w-]+\.ts$/.exec(id) ?? []
    if (folder === undefined || !code.includes('import.meta.url)')) return null
    const compiled = (name: string) => JSON.stringify(new URL(`./dist/${folder}${name}`, import.meta.url).href)
    return code.replace(/new URL\('\.\/([\w-]+\.js)', import\.meta\.url\)/g, (_, name) => `new URL(${compiled(name)})`)
  },
}

/** Tests that start browsers, proxies, clusters or many processes, or run documents and tables over and over: `npm run test:all` runs them too. */
const SLOW = [
  'test/contract/{docs-page,embedding,hostile,manual,package,process,proxies,workers}.test.ts',
  'test/examples/*.test.ts',
  'test/golden/released/replay.test.ts',
  'test/house/{examples,release}.test.ts',
  'test/properties/{blocking,linear}.test.ts',
  'test/unit/cli/{documents,review}.test.ts',
  'test/unit/engines/detect/many-values.test.ts',
  'test/unit/ledger/ledger-attacks.test.ts',
  'test/unit/parse/pictures.test.ts',
  'test/unit/studio/studio.test.ts',
  'test/unit/tables/{carried-on,cluster-lists,reviews,spark,untrusted-sources}.test.ts',
]

const ALL = ['test/**/*.test.ts']

export default defineConfig({
  plugins: [compiledPrograms],
  test: {
    projects: [
      { extends: true, test: { name: 'quick', include: ALL, exclude: SLOW } },
      { extends: true, test: { name: 'slow', include: SLOW } },
    ],
    maxWorkers: 2,
    globalSetup: ['test/shared/postgres-run.ts'],
    pool: 'threads',
    isolate: false,
    // Only a test that hangs takes so long: a busy machine must not fail one.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    ...(report ? { reporters: ['default', 'json'], outputFile: { json: report } } : {}),
  },
})
