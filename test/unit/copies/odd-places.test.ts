import { PDFiumLibrary } from '@hyzyla/pdfium'
import { describe, expect, it } from 'vitest'
import { editsOf } from '../../../src/formats/edits.ts'
import { openFile } from '../../../src/formats/one-file.ts'
import { oddFiles, shows, VALUE } from '../../../tools/odd-places/files.mjs'

const WANTED = new RegExp(VALUE.replace(' ', '\\s+'))

/** A copy of a file, as far as its text shows the value without its replacement. */
async function masked(bytes: Uint8Array): Promise<Uint8Array> {
  const { text, write } = await openFile(bytes)
  const found = WANTED.exec(text)
  const standIns =
    found === null ? [] : [{ start: found.index, end: found.index + found[0].length, text: '[GONE]', retained: false }]
  return write(editsOf(text, standIns).edits)
}

const files = [...oddFiles()]

describe('a copy shows a value in no odd place', () => {
  it.each(['pdf', 'html', 'eml', 'mbox', 'rtf'] as const)(
    'of %s, to a reader of its bytes',
    async (kind) => {
      const shown: string[] = []
      for (const { name, mode, bytes, ...file } of files)
        if (file.kind === kind && shows(await masked(bytes))) shown.push(`${name} (${mode})`)
      expect(shown).toEqual([])
    },
    60_000,
  )

  it('of PDF, to another viewer', async () => {
    const library = await PDFiumLibrary.init()
    const shown: string[] = []
    for (const { kind, name, mode, bytes } of files) {
      if (kind !== 'pdf' || mode !== 'repeated') continue
      const document = await library.loadDocument(await masked(bytes))
      for (const page of document.pages()) if (shows(Buffer.from(page.getText()))) shown.push(name)
      document.destroy()
    }
    library.destroy()
    expect(shown).toEqual([])
  }, 60_000)
})
