import { defineConfig, type Plugin } from 'vitest/config'

const report = process.env['SELFSAME_TEST_REPORT']

/** A thread is started by Node itself, which reads no TypeScript before version 22: under test, the compiled one is started. */
const compiledThreads: Plugin = {
  name: 'compiled-threads',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/src/ledger/sqlite/thread.ts')) return null
    const compiled = new URL('./dist/ledger/sqlite/writer.js', import.meta.url).href
    return code.replace("new URL('./writer.js', import.meta.url)", `new URL(${JSON.stringify(compiled)})`)
  },
}

export default defineConfig({
  plugins: [compiledThreads],
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/shared/postgres-run.ts'],
    pool: 'threads',
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    ...(report ? { reporters: ['default', 'json'], outputFile: { json: report } } : {}),
  },
})
