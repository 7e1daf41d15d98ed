// The studio at /studio: a page of built files that needs nothing from anywhere else, and the log of what was revealed on it.
import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { SelfsameError } from '../errors.ts'
import { readJson } from './bodies.ts'
import { mountOf } from './failure.ts'
import type { Log } from './log.ts'
import { callerOf } from './seal.ts'

/** Everything from this service, and nothing else: no inline script or style, no frame, no form, no worker. */
const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Folder of the built files, also if this file is not built. */
const FOLDER = fileURLToPath(new URL('../../dist/studio/', import.meta.url))

/** Under this name the page finds the reader of PDF, which draws them there. */
const PDF_LIBRARY = 'pdf.mjs'

/** Values a page may say that it has shown: a word of this list, and nothing of the values. */
const SHOWN = ['text', 'records', 'documents', 'pair', 'decision']

/** Adds the studio. Throws extra_missing where the package was built without it. */
export function addStudio(app: FastifyInstance, log: Log): void {
  const files = builtFiles()
  const send = (request: FastifyRequest, reply: FastifyReply, name: string) => {
    const file = files.get(name)
    if (file === undefined)
      throw new SelfsameError(
        'not_found',
        `There is nothing at this address; the studio is at ${mountOf(request)}/studio.`,
      )
    const kept = name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
    return reply
      .header('content-security-policy', CSP)
      .header('cache-control', kept)
      .header('content-type', TYPES[extname(name)])
      .send(file)
  }
  // Its files are named relative to it: without the slash they would be looked for one level up.
  app.get('/studio', (_request, reply) => reply.redirect('studio/'))
  app.get('/studio/', (request, reply) => send(request, reply, 'index.html'))
  app.get(`/studio/${PDF_LIBRARY}`, async (_request, reply) => sendPdfLibrary(reply))
  app.get('/studio/*', (request, reply) => send(request, reply, (request.params as { '*': string })['*']))
  app.post('/studio/revealed', (request, reply) => {
    const { shown } = readJson((request.body as Buffer | undefined) ?? Buffer.alloc(0)) as { shown?: unknown }
    if (typeof shown !== 'string' || !SHOWN.includes(shown))
      throw new SelfsameError('shape', 'shown: expected a word for what was shown.')
    noteReveal(log, request, shown)
    return reply.code(204).send()
  })
}

/** The PDF reader from its package: loaded when a PDF page is shown, and not bundled again. */
async function sendPdfLibrary(reply: FastifyReply): Promise<FastifyReply> {
  const file = await readFile(new URL(import.meta.resolve('unpdf/pdfjs'))).catch((cause) => {
    throw new SelfsameError('extra_missing', 'pages of PDF cannot be drawn: the package unpdf is not installed', {
      cause,
    })
  })
  return reply
    .header('content-security-policy', CSP)
    .header('cache-control', 'no-cache')
    .header('content-type', TYPES['.js'])
    .send(file)
}

/** Logs that a person has seen values: who, where and when, not which. */
export function noteReveal(log: Log, request: FastifyRequest, shown: string): void {
  log.revealed({ id: request.id, shown, caller: callerOf(request) })
}

/** Names below the folder, with slashes, and their bytes: they are few, and small. */
function builtFiles(): ReadonlyMap<string, Buffer> {
  try {
    const names = readdirSync(FOLDER, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
    return new Map(names.map((path) => [path.slice(FOLDER.length).replaceAll('\\', '/'), readFileSync(path)]))
  } catch (cause) {
    throw new SelfsameError(
      'extra_missing',
      'the studio is not built here; run "npm run build" with the development packages',
      {
        cause,
      },
    )
  }
}
