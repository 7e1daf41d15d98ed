import { defineConfig } from 'vitest/config'

const report = process.env['SELFSAME_TEST_REPORT']

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    pool: 'threads',
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    ...(report ? { reporters: ['default', 'json'], outputFile: { json: report } } : {}),
  },
})
