// Files read by a document service in place of the parsers here: a server that answers as docling-serve does.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createService } from '../../../src/service.ts'

const PAGE = new Uint8Array(Buffer.from('<!doctype html><p>what the page itself says'))

const DOCUMENT = {
  body: { children: [{ $ref: '#/texts/0' }, { $ref: '#/tables/0' }, { $ref: '#/groups/0' }, { $ref: '#/texts/0' }] },
  groups: [{ children: [{ $ref: '#/texts/1' }] }],
  texts: [
    {
      text: 'Patient file',
      label: 'section_header',
      level: 1,
      prov: [{ page_no: 2, bbox: { l: 10, t: 790, r: 90, b: 780, coord_origin: 'BOTTOMLEFT' } }],
    },
    { text: 'Write to ada@example.org', label: 'list_item' },
  ],
  tables: [
    {
      data: {
        table_cells: [
          { start_row_offset_idx: 0, start_col_offset_idx: 1, text: 'Ada Obi' },
          { start_row_offset_idx: 0, start_col_offset_idx: 0, text: 'Name', column_header: true },
        ],
      },
    },
  ],
  pages: { 2: { size: { width: 595, height: 800 } } },
}

describe('a document service', () => {
  let server: Server
  let address: string
  let answer: { status: number; body: unknown }
  const asked: { path: string | undefined; body: string }[] = []

  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = ''
      request.setEncoding('latin1').on('data', (piece: string) => {
        body += piece
      })
      request.on('end', () => {
        asked.push({ path: request.url, body })
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => new Promise((resolve) => server.close(resolve)))

  const structure = async (name = 'Ada Obi.html') => {
    const service = createService({ docling: address })
    try {
      return await service.structure({ name, bytes: PAGE })
    } finally {
      await service.close()
    }
  }

  it('is sent the file without its name, and what it answers is told once, in order, with its place from the upper left', async () => {
    answer = { status: 200, body: { status: 'success', document: { json_content: DOCUMENT } } }
    const { texts, tables } = await structure()
    expect(texts.map(({ label, text }) => [label, text])).toEqual([
      ['section_header', 'Patient file'],
      ['list_item', 'Write to ada@example.org'],
    ])
    expect(texts[0]!.prov[0]).toMatchObject({ page_no: 2, bbox: { l: 10, t: 10, r: 90, b: 20 } })
    expect(tables[0]!.data.grid.map((row) => row.map(({ text }) => text))).toEqual([['Name', 'Ada Obi']])
    expect(asked.at(-1)!.path).toBe('/v1/convert/file')
    expect(asked.at(-1)!.body).toContain('what the page itself says')
    expect(asked.at(-1)!.body).not.toContain('Ada Obi')
  })

  it('fails the file in a sentence when it refuses, answers something else, or is gone', async () => {
    answer = { status: 500, body: {} }
    await expect(structure()).rejects.toMatchObject({
      code: 'document_unreadable',
      message: expect.stringMatching(/status 500/),
    })
    answer = { status: 200, body: { status: 'failure', document: { json_content: null } } }
    await expect(structure()).rejects.toMatchObject({ message: expect.stringMatching(/could not convert/) })
    const service = createService({ docling: 'http://127.0.0.1:9' })
    await expect(service.structure({ name: 'a', bytes: PAGE })).rejects.toMatchObject({
      message: expect.stringMatching(/does not answer/),
    })
    await service.close()
  })

  it('is on this machine or behind https, or the service does not start', () => {
    for (const wrong of ['http://docling.example.org', 'ftp://127.0.0.1', 'docling'])
      expect(() => createService({ docling: wrong })).toThrow(expect.objectContaining({ code: 'docling_address' }))
  })
})
