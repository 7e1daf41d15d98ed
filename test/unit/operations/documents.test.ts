// A caller who disconnects leaves nothing.
import { expect, it } from 'vitest'
import { packed } from '../../../src/formats/shared/format.ts'
import { documents } from '../../../src/operations/documents.ts'
import { documentId } from '../../../src/records/ids.ts'
import { DocumentsRequest } from '../../../src/records/requests.ts'
import { listeningContext } from './listening-context.ts'

const { context, appended } = listeningContext()
const request = DocumentsRequest.parse({ jurisdiction: 'DE', store: true })
const files = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    name: `${i}.txt`,
    id: documentId(`${i}`),
    content: packed({
      format: 'text' as const,
      text: `Casey Miller ${i}, casey@example.com`,
      encoding: null,
      blocks: [],
      placed: [],
      pages: [],
      unread: [],
    }),
  }))

it('records nothing once nobody waits for the answer, and lets other work through meanwhile', async () => {
  const awaited = new AbortController()
  let turns = 0
  const tick = setInterval(() => {
    turns++
    if (turns === 2) awaited.abort()
  }, 0)
  try {
    await expect(documents(request, files(60), context, awaited.signal)).rejects.toMatchObject({ code: 'timeout' })
  } finally {
    clearInterval(tick)
  }
  expect(turns).toBeGreaterThanOrEqual(2)
  expect(appended).toEqual([])
  expect((await documents(request, files(2), context)).recorded).toBe(true)
  expect(appended).toHaveLength(1)
})
