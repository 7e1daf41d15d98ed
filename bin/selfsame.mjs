#!/usr/bin/env node
// The command from a checkout or an installed package: builds first when the sources are newer, then hands over to the CLI.
import { existsSync } from 'node:fs'

const builder = new URL('../tools/build.mjs', import.meta.url)
const ready = existsSync(builder) ? await (await import(builder.href)).ensureBuilt() : true
if (!ready) process.exit(1)
const { main } = await import('../dist/cli/main.js')
await main(process.argv)
