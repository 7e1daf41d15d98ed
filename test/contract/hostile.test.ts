// Hostile files over HTTP: each gets one error and affects no other request. All of them, with their
// cost in time and memory, are `npm run hostile`; these are the ones that are settled quickly, several at once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Serving, serve } from '../../src/http/index.ts'
import { HOSTILE_FILES } from '../../tools/hostile/catalogue.mjs'

/** Files that a parser reads until its time limit, and large files, take too long here. */
const QUICK = [
  'pdf-inflate-triple',
  'pdf-widths',
  'pdf-index-empty-rows',
  'pdf-damaged-tree',
  'pdf-tree-loop',
  'pdf-tree-count',
  'pdf-prev-self',
  'pdf-object-streams',
  'pdf-form-itself',
  'pdf-font-truetype',
  'pdf-cmap-range',
  'pdf-encrypted-odd',
  'pdf-names-loop',
  'pdf-xfa',
  'docx-zip64-count',
  'docx-lying-size',
  'docx-billion-laughs',
  'docx-external-file',
  'docx-traversal',
  'docx-duplicate',
  'text-utf16-surrogates',
  'office-rtf',
  'zip-quine-like',
  'polyglot-pdf-zip',
  'empty',
]

const AT_ONCE = 5

describe('files made to stop whoever reads them', () => {
  let serving: Serving
  beforeAll(async () => {
    serving = await serve({ port: 0, limits: { fileMs: 3_000, fileMemoryBytes: 512 * 1024 * 1024 } })
  })
  afterAll(() => serving.close())

  const send = async (file: string, bytes: Buffer) => {
    const form = new FormData()
    form.append('jurisdiction', 'NG')
    form.append('files', new Blob([new Uint8Array(bytes)]), file)
    const reply = await fetch(`${serving.url}/documents`, { method: 'POST', body: form })
    return { file, status: reply.status, body: (await reply.json()) as { detail?: string; errors?: object } }
  }

  it('are answered, one way or the other, while others are', async () => {
    const files = HOSTILE_FILES.filter(({ name }) => QUICK.includes(name))
    expect(files.map(({ name }) => name).sort()).toEqual([...QUICK].sort())
    for (let at = 0; at < files.length; at += AT_ONCE) {
      const sent = Promise.all(files.slice(at, at + AT_ONCE).map(({ file, make }) => send(file, make())))
      expect((await fetch(`${serving.url}/livez`)).status).toBe(200)
      for (const { status, body } of await sent) {
        expect([200, 400]).toContain(status)
        const said = status === 200 ? Object.values(body.errors ?? {}).join(' ') : body.detail
        expect(said).not.toMatch(/node_modules|root:|\.js|Error/)
      }
    }
    expect((await fetch(`${serving.url}/livez`)).status).toBe(200)
  }, 180_000)

  it('do not keep an honest file from being read beside them', async () => {
    const bombs = ['pdf-widths', 'pdf-index-empty-rows'].map(
      (name) => HOSTILE_FILES.find((each) => each.name === name)!,
    )
    const form = new FormData()
    form.append('jurisdiction', 'NG')
    for (const { file, make } of bombs) form.append('files', new Blob([new Uint8Array(make())]), file)
    form.append('files', new Blob(['Patient Casey Example (NIN 12345678901).']), 'honest.txt')
    const reply = await fetch(`${serving.url}/documents`, { method: 'POST', body: form })
    const { errors, documents } = (await reply.json()) as { errors: object; documents: { document: string }[] }
    expect(reply.status).toBe(200)
    expect(Object.keys(errors).sort()).toEqual(bombs.map(({ file }) => file).sort())
    expect(documents.map(({ document }) => document)).toEqual(['honest.txt'])
  }, 120_000)
})
