// PDF content outside the page text: form values, notes and authors, bookmarks, properties and XMP, attachments.
import { wordSet } from '../../lists.ts'
import type { Box } from '../../records/structure.ts'
import { type Document, type Page, rounded } from '../page/regions.ts'
import type { DocumentBuilder } from '../shared/document-builder.ts'
import type { Reading } from '../shared/format.ts'
import { walkXml } from '../xml/xml.ts'

interface Annotation {
  readonly fieldName?: string
  readonly fieldValue?: unknown
  readonly defaultFieldValue?: unknown
  readonly alternativeText?: string
  readonly options?: readonly { displayValue?: string; exportValue?: string }[]
  readonly contentsObj?: { str?: string }
  readonly titleObj?: { str?: string }
  readonly richText?: { str?: string }
  readonly unsafeUrl?: string
  readonly file?: { filename?: string; content?: Uint8Array }
  readonly rect?: readonly number[]
}

/** Adds the text that people entered in forms and notes, with the authors. */
export async function addAnnotations(
  page: Page,
  number: number,
  into: DocumentBuilder,
  reading: Reading,
): Promise<void> {
  const added = new Set<string>()
  for (const annotation of (await page.getAnnotations()) as Annotation[]) {
    const box = boxOf(annotation.rect, page)
    const add = (text: unknown, kind: 'form' | 'annotation' | 'link', part: string | null = null) => {
      const value = Array.isArray(text) ? text.filter((piece) => typeof piece === 'string').join(', ') : text
      if (typeof value !== 'string' || value.trim() === '' || (kind !== 'form' && added.has(value))) return
      added.add(value)
      into.begin('paragraph', { origin: kind, part })
      into.add(value.trim(), box === null ? null : { page: number, box, confidence: null })
      into.end()
    }
    add(annotation.alternativeText, 'form', 'tooltip')
    if (annotation.fieldValue !== 'Off') add(annotation.fieldValue, 'form', annotation.fieldName ?? null)
    if (annotation.defaultFieldValue !== annotation.fieldValue && annotation.defaultFieldValue !== 'Off')
      add(annotation.defaultFieldValue, 'form')
    add(
      annotation.options?.map(({ displayValue, exportValue }) => displayValue ?? exportValue ?? ''),
      'form',
      'choices',
    )
    add(annotation.titleObj?.str, 'annotation', 'author')
    add(annotation.contentsObj?.str, 'annotation')
    add(annotation.richText?.str, 'annotation')
    add(annotation.unsafeUrl, 'link')
    if (annotation.file?.content !== undefined)
      await reading.inner(annotation.file.content, annotation.file.filename ?? null, into)
  }
}

function boxOf(rect: readonly number[] | undefined, page: Page): Box | null {
  if (rect === undefined || rect.length !== 4) return null
  const [x1, y1, x2, y2] = page.getViewport({ scale: 1 }).convertToViewportRectangle(rect as number[]) as [
    number,
    number,
    number,
    number,
  ]
  return rounded([Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)])
}

/** Bookmarks can nest; deeper ones are skipped because the recursion is bounded. */
const DEEPEST_BOOKMARK = 50

export async function addBookmarks(document: Document, into: DocumentBuilder): Promise<void> {
  interface Bookmark {
    readonly title: string
    readonly items?: readonly Bookmark[]
  }
  const add = (items: readonly Bookmark[], depth: number): void => {
    if (depth > DEEPEST_BOOKMARK) return
    for (const { title, items: inner } of items) {
      into.block('paragraph', title, { origin: 'bookmark' })
      if (inner !== undefined) add(inner, depth + 1)
    }
  }
  add(((await document.getOutline()) ?? []) as readonly Bookmark[], 0)
}

/** Fields of the document information that describe how a file was made, not who made it. */
const TECHNICAL = wordSet(
  'PDFFormatVersion Language EncryptFilterName IsLinearized IsAcroFormPresent IsXFAPresent ' +
    'IsCollectionPresent IsSignaturesPresent Producer Creator CreationDate ModDate Trapped',
)

/** Adds the document properties: they can name an author who is on no page. */
export async function addProperties(document: Document, into: DocumentBuilder): Promise<void> {
  const { info, metadata } = (await document.getMetadata()) as unknown as {
    info: Record<string, unknown>
    metadata: { getRaw(): string } | null
  }
  const added = new Set<string>()
  const add = (name: string, value: unknown) => {
    if (typeof value !== 'string' || value.trim() === '' || added.has(value)) return
    added.add(value)
    into.block('key_value', value.trim(), { origin: 'property', part: name })
  }
  for (const [name, value] of Object.entries(info)) {
    if (name === 'Custom') for (const [custom, text] of Object.entries(value as object)) add(custom, text)
    else if (!TECHNICAL.has(name)) add(name, value)
  }
  const raw = metadata?.getRaw()
  if (raw === undefined) return
  const names: string[] = []
  try {
    await walkXml(Buffer.from(raw, 'utf8'), {
      open(tag) {
        names.push(tag.name)
        for (const [name, value] of Object.entries(tag.attributes))
          if (/^(?:dc|xmp|pdf|photoshop|Iptc4xmpCore|xmpMM):/.test(name) && !/^(?:xmpMM:|xmp:.*Date)/.test(name))
            add(name, value)
      },
      text(text) {
        const name = names.findLast((element) => !/^(?:Seq|Bag|Alt|li)$/.test(element)) ?? ''
        if (!/Date|Tool|Producer|Version|ID$|format/i.test(name)) add(name, text)
      },
      close: () => void names.pop(),
    })
  } catch {
    // Many programs write invalid XMP. The document information was read before it, so this error is ignored.
  }
}

export async function addAttachments(document: Document, into: DocumentBuilder, reading: Reading): Promise<void> {
  const attachments = ((await document.getAttachments()) ?? {}) as Record<
    string,
    { filename?: string; content?: Uint8Array; description?: string }
  >
  for (const [name, { filename, content, description }] of Object.entries(attachments).sort(([a], [b]) =>
    a < b ? -1 : 1,
  )) {
    into.block('paragraph', [filename ?? name, description ?? ''].join(' ').trim(), {
      origin: 'property',
      part: 'attachment',
    })
    if (content !== undefined) await reading.inner(content, filename ?? name, into)
  }
}
