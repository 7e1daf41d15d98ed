// Traces as docs/operations.md describes them: one span a request, without any body.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { root } from '../house/sources.ts'

/** A folder with @opentelemetry/auto-instrumentations-node and @opentelemetry/api in its node_modules. */
const FOLDER = process.env['SELFSAME_TEST_OTEL'] ?? root
const register = join(FOLDER, 'node_modules/@opentelemetry/auto-instrumentations-node/build/src/register.js')
if (!existsSync(register))
  console.warn(
    'SKIPPED: no traces are made (SELFSAME_TEST_OTEL names no folder with @opentelemetry/auto-instrumentations-node)',
  )

it.runIf(existsSync(register))('has a span for a request, and nothing of its body', async () => {
  const env = {
    ...process.env,
    OTEL_TRACES_EXPORTER: 'console',
    OTEL_METRICS_EXPORTER: 'none',
    OTEL_LOGS_EXPORTER: 'none',
    OTEL_NODE_ENABLED_INSTRUMENTATIONS: 'http',
    OTEL_NODE_RESOURCE_DETECTORS: 'env',
    OTEL_BSP_SCHEDULE_DELAY: '100',
  }
  const words = ['--import', pathToFileURL(register).href, join(root, 'bin/selfsame.mjs'), 'serve', '--port', '0']
  const child = spawn(process.execPath, words, { env })
  let printed = ''
  for (const output of [child.stdout, child.stderr])
    output.on('data', (piece: Buffer) => {
      printed += piece.toString()
    })
  const printedThat = async (what: RegExp) => {
    for (let tries = 0; tries < 1200 && !what.test(printed); tries++) await sleep(100)
    return what.exec(printed)?.[0]
  }
  try {
    const url = await printedThat(/http:\/\/127\.0\.0\.1:\d+/)
    const body = JSON.stringify({ text: 'Patient Casey Example (NIN 12345678901).' })
    const headers = { 'content-type': 'application/json', 'x-service-caller': 'somebody' }
    const answer = await fetch(`${url}/detect`, { method: 'POST', headers, body })
    expect(await answer.json()).toMatchObject({ count: 2 })
    expect(await printedThat(/'http\.status_code': 200|'http\.response\.status_code': 200/)).toBeDefined()
    expect(printed).toMatch(/\/detect/)
    expect(['Casey', '12345678901', 'somebody'].filter((value) => printed.includes(value))).toEqual([])
  } finally {
    child.kill()
    await once(child, 'exit')
  }
})
