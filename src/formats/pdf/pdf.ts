// PDF: text in reading order, then forms, notes, bookmarks, properties and attachments. A picture page needs the ocr extra.
import { addTurns } from '../page/regions.ts'
import type { Read } from '../shared/format.ts'
import { addAnnotations, addAttachments, addBookmarks, addProperties } from './pdf-extras.ts'
import { walkPdf } from './pdf-library.ts'
import { paintedOn, scanReader } from './pdf-scans.ts'

export const readPdf: Read = async (bytes, into, reading) => {
  const scan = scanReader(bytes, reading)
  try {
    await walkPdf(bytes, reading.limits.pages, {
      async page(page, number, turns, ops) {
        const { width, height } = page.getViewport({ scale: 1 })
        into.page(number, hundredths(width), hundredths(height))
        const painted = await paintedOn(page, turns, ops)
        if (painted !== 'nothing') await scan.add(number, turns, painted, into)
        else addTurns(turns, number, into)
        await addAnnotations(page, number, into, reading)
      },
      async end(document) {
        await addBookmarks(document, into)
        await addProperties(document, into)
        await addAttachments(document, into, reading)
      },
    })
    return null
  } finally {
    scan.close()
  }
}

const hundredths = (points: number) => Math.round(points * 100) / 100
