// Reads files with a configured docling-serve, and converts its DoclingDocument to a text with blocks, as the parsers here do. Its address is checked
// when a service is created, before the first file arrives.
import { z } from 'zod'
import { SelfsameError } from '../errors.ts'
import { append } from '../lists.ts'
import type { BlockKind, Origin } from '../records/structure.ts'
import type { FileFormat } from './formats.ts'
import { DocumentBuilder } from './shared/document-builder.ts'
import { PARSE_LIMITS, type ParsedDocument, unreadable } from './shared/format.ts'

/** The address receives personal data, so it must be on this machine or use https. The result ends in a slash. Throws docling_address. */
export function doclingAddress(address: string): URL {
  let url: URL
  try {
    url = new URL(address.endsWith('/') ? address : `${address}/`)
  } catch (cause) {
    throw new SelfsameError(
      'docling_address',
      'the address of the document service is not a URL; pass an http:// or https:// address',
      { cause },
    )
  }
  const isHere = ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isHere))
    throw new SelfsameError(
      'docling_address',
      'files go to a document service on this machine (http://127.0.0.1...) or over https://, and nowhere else',
    )
  return url
}

const Ref = z.object({ $ref: z.string() })
const Prov = z.object({
  page_no: z.int(),
  bbox: z.object({
    l: z.number(),
    t: z.number(),
    r: z.number(),
    b: z.number(),
    coord_origin: z.string().default('TOPLEFT'),
  }),
})
const Text = z.object({
  text: z.string(),
  label: z.string(),
  level: z.int().optional(),
  prov: z.array(Prov).default([]),
  children: z.array(Ref).default([]),
})
const TableCell = z.object({
  start_row_offset_idx: z.int(),
  start_col_offset_idx: z.int(),
  row_span: z.int().default(1),
  col_span: z.int().default(1),
  text: z.string(),
  column_header: z.boolean().default(false),
})
const Table = z.object({
  data: z.object({ table_cells: z.array(TableCell) }),
  prov: z.array(Prov).default([]),
  children: z.array(Ref).default([]),
})
const Group = z.object({ children: z.array(Ref).default([]) })
const Document = z.object({
  body: Group,
  groups: z.array(Group).default([]),
  texts: z.array(Text).default([]),
  tables: z.array(Table).default([]),
  pages: z.record(z.string(), z.object({ size: z.object({ width: z.number(), height: z.number() }) })).default({}),
})
const Answer = z.object({ document: z.object({ json_content: Document.nullable() }), status: z.string() })

export interface DoclingServe {
  /** Throws document_unreadable with the reason when the service does not answer, refuses the file or returns an invalid document. */
  read(
    bytes: Uint8Array,
    format: FileFormat,
    milliseconds: number,
    signal: AbortSignal | undefined,
  ): Promise<ParsedDocument>
}

/** Creates the client of a docling-serve at this address. Throws docling_address. */
export function doclingServe(address: string): DoclingServe {
  const url = doclingAddress(address)
  return {
    async read(bytes, format, milliseconds, signal) {
      const form = new FormData()
      // The original file name may contain a person's name. The extension is enough to identify the format.
      form.set('files', new Blob([Uint8Array.from(bytes)]), `file.${format.docling}`)
      form.set('to_formats', 'json')
      form.set('image_export_mode', 'placeholder')
      const clock = AbortSignal.timeout(milliseconds)
      let answer: unknown
      try {
        const response = await fetch(new URL('v1/convert/file', url), {
          method: 'POST',
          body: form,
          redirect: 'error',
          signal: signal === undefined ? clock : AbortSignal.any([clock, signal]),
        })
        if (!response.ok) throw unreadable(`the document service refused the file (status ${response.status})`)
        answer = await response.json()
      } catch (error) {
        if (error instanceof SelfsameError || signal?.aborted) throw error
        throw unreadable('the document service does not answer; check its address and whether it runs', error)
      }
      const checked = Answer.safeParse(answer)
      if (!checked.success || checked.data.document.json_content === null)
        throw unreadable('the document service could not convert the file', checked.error)
      return { format: format.name, encoding: null, unread: [], ...builtFrom(checked.data.document.json_content) }
    },
  }
}

const KINDS: Readonly<Record<string, BlockKind>> = {
  title: 'title',
  section_header: 'heading',
  list_item: 'list_item',
  code: 'code',
  caption: 'caption',
}
const ORIGINS: Readonly<Record<string, Origin>> = { page_header: 'header', page_footer: 'footer', footnote: 'note' }

/** Adds items in the order of the tree; an item with several references is added once. */
function builtFrom(document: z.infer<typeof Document>): ReturnType<DocumentBuilder['finish']> {
  const into = new DocumentBuilder(PARSE_LIMITS.text)
  const added = new Set<string>()
  const left = [...document.body.children].reverse()
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { $ref } = next
    if (added.has($ref)) continue
    added.add($ref)
    const [, list, index] = /^#\/(texts|tables|groups)\/(\d{1,9})$/.exec($ref) ?? []
    const item = list === undefined ? undefined : document[list as 'texts' | 'tables' | 'groups'][Number(index)]
    if (item === undefined) continue
    if (list === 'texts') addText(item as z.infer<typeof Text>, document, into)
    else if (list === 'tables') addTable(item as z.infer<typeof Table>, into)
    append(left, [...item.children].reverse())
  }
  for (const [page, { size }] of Object.entries(document.pages)) into.page(Number(page), size.width, size.height)
  return into.finish()
}

function addText(
  { text, label, level, prov }: z.infer<typeof Text>,
  { pages }: z.infer<typeof Document>,
  into: DocumentBuilder,
): void {
  if (text.trim() === '') return
  const [first] = prov
  into.begin(KINDS[label] ?? 'paragraph', { origin: ORIGINS[label] ?? 'body', level: level ?? null })
  if (first === undefined) into.add(text)
  else {
    const { l, t, r, b, coord_origin } = first.bbox
    const height = pages[String(first.page_no)]?.size.height ?? 0
    // PDF measures from the lower left corner of a page.
    const box = coord_origin === 'BOTTOMLEFT' ? ([l, height - t, r, height - b] as const) : ([l, t, r, b] as const)
    into.add(text, { page: first.page_no, box, confidence: null })
  }
  into.end()
}

function addTable({ data }: z.infer<typeof Table>, into: DocumentBuilder): void {
  into.begin('table')
  const cells = [...data.table_cells].sort(
    (a, b) => a.start_row_offset_idx - b.start_row_offset_idx || a.start_col_offset_idx - b.start_col_offset_idx,
  )
  for (const cell of cells) {
    into.cell(cell.start_row_offset_idx, cell.start_col_offset_idx, {
      rowSpan: cell.row_span,
      columnSpan: cell.col_span,
      header: cell.column_header,
    })
    into.add(cell.text)
  }
  into.end()
}
