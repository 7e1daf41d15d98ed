// Converts the structure of a file to a DoclingDocument (docling-core 1.7): texts, tables and groups linked by pointers.
import type { Block, Box, Cell, Origin, Placed, Structure } from './structure.ts'

interface Reference {
  readonly $ref: string
}

interface Provenance {
  readonly page_no: number
  readonly bbox: {
    readonly l: number
    readonly t: number
    readonly r: number
    readonly b: number
    readonly coord_origin: 'TOPLEFT'
  }
  readonly charspan: readonly [number, number]
}

interface Item {
  readonly self_ref: string
  readonly parent: Reference
  readonly children: readonly Reference[]
  readonly content_layer: 'body' | 'furniture' | 'invisible' | 'notes'
  readonly label: string
  readonly prov: readonly Provenance[]
}

export interface DoclingText extends Item {
  readonly orig: string
  readonly text: string
  readonly level?: number
  readonly enumerated?: boolean
  readonly marker?: string
}

interface DoclingCell {
  readonly row_span: number
  readonly col_span: number
  readonly start_row_offset_idx: number
  readonly end_row_offset_idx: number
  readonly start_col_offset_idx: number
  readonly end_col_offset_idx: number
  readonly text: string
  readonly column_header: boolean
  readonly row_header: boolean
  readonly row_section: boolean
}

export interface DoclingTable extends Item {
  readonly captions: readonly Reference[]
  readonly references: readonly Reference[]
  readonly footnotes: readonly Reference[]
  readonly data: {
    readonly table_cells: readonly DoclingCell[]
    readonly num_rows: number
    readonly num_cols: number
    readonly grid: readonly (readonly DoclingCell[])[]
  }
}

interface Group {
  readonly self_ref: string
  readonly parent: Reference | null
  readonly children: readonly Reference[]
  readonly content_layer: 'body' | 'furniture'
  readonly name: string
  readonly label: string
}

export interface DoclingDocument {
  readonly schema_name: 'DoclingDocument'
  readonly version: string
  readonly name: string
  readonly furniture: Group
  readonly body: Group
  readonly groups: readonly Group[]
  readonly texts: readonly DoclingText[]
  readonly pictures: readonly never[]
  readonly tables: readonly DoclingTable[]
  readonly key_value_items: readonly never[]
  readonly form_items: readonly never[]
  /** Size in points; for a page without a known size, the area that contains text. */
  readonly pages: Readonly<
    Record<string, { readonly size: { readonly width: number; readonly height: number }; readonly page_no: number }>
  >
}

const LABELS: Readonly<Record<Exclude<Block['kind'], 'table'>, string>> = {
  title: 'title',
  heading: 'section_header',
  paragraph: 'text',
  list_item: 'list_item',
  key_value: 'text',
  code: 'code',
  caption: 'caption',
}
const ORIGIN_LABELS: Partial<Record<Origin, string>> = {
  header: 'page_header',
  footer: 'page_footer',
  note: 'footnote',
}
const LAYERS: Partial<Record<Origin, Item['content_layer']>> = {
  header: 'furniture',
  footer: 'furniture',
  hidden: 'invisible',
  deleted: 'invisible',
  property: 'invisible',
  speaker_notes: 'notes',
}

/** `name`: the name of the file. */
export function doclingDocument(name: string, text: string, structure: Structure): DoclingDocument {
  const { blocks, placed } = structure
  const texts: DoclingText[] = []
  const tables: DoclingTable[] = []
  const groups: (Group & { children: Reference[] })[] = []
  const body: Reference[] = []
  const places = placesIn(placed)
  let list: (typeof groups)[number] | null = null
  for (const block of blocks) {
    const prov = places(block.start, block.end)
    const content_layer = LAYERS[block.origin] ?? 'body'
    if (block.kind !== 'list_item') list = null
    else if (list === null) {
      list = {
        self_ref: `#/groups/${groups.length}`,
        parent: { $ref: '#/body' },
        children: [],
        content_layer: 'body',
        name: 'list',
        label: 'list',
      }
      groups.push(list)
      body.push({ $ref: list.self_ref })
    }
    const parent = { $ref: list?.self_ref ?? '#/body' }
    const self_ref = block.kind === 'table' ? `#/tables/${tables.length}` : `#/texts/${texts.length}`
    ;(list?.children ?? body).push({ $ref: self_ref })
    const item = { self_ref, parent, children: [], content_layer, prov }
    if (block.kind === 'table') {
      tables.push({
        ...item,
        label: 'table',
        captions: [],
        references: [],
        footnotes: [],
        data: dataOf(text, block.cells),
      })
      continue
    }
    const content = text.slice(block.start, block.end)
    const label = ORIGIN_LABELS[block.origin] ?? LABELS[block.kind]
    const level = block.kind === 'heading' ? { level: block.level ?? 1 } : {}
    const marker = block.kind === 'list_item' ? { enumerated: false, marker: '-' } : {}
    texts.push({ ...item, label, orig: content, text: content, ...level, ...marker })
  }
  const root = (self_ref: string, children: readonly Reference[], content_layer: Group['content_layer']): Group => ({
    self_ref,
    parent: null,
    children,
    content_layer,
    name: '_root_',
    label: 'unspecified',
  })
  return {
    schema_name: 'DoclingDocument',
    version: '1.7.0',
    name,
    furniture: root('#/furniture', [], 'furniture'),
    body: root('#/body', body, 'body'),
    groups,
    texts,
    pictures: [],
    tables,
    key_value_items: [],
    form_items: [],
    pages: pagesOf(structure),
  }
}

/** One position per page for a range of the text: the bounding box of its runs there. Ranges are in order, so one pass is enough. */
function placesIn(placed: readonly Placed[]): (start: number, end: number) => Provenance[] {
  let next = 0
  return (start, end) => {
    while (next < placed.length && placed[next]!.end <= start) next++
    const found: { page: number; box: Box; from: number; to: number }[] = []
    for (let at = next; at < placed.length && placed[at]!.start < end; at++) {
      const { page, box, start: from, end: to } = placed[at]!
      const last = found.at(-1)
      if (last?.page !== page) found.push({ page, box, from: Math.max(from, start), to: Math.min(to, end) })
      else {
        last.box = [
          Math.min(last.box[0], box[0]),
          Math.min(last.box[1], box[1]),
          Math.max(last.box[2], box[2]),
          Math.max(last.box[3], box[3]),
        ]
        last.to = Math.min(to, end)
      }
    }
    return found.map(({ page, box: [l, t, r, b], from, to }) => ({
      page_no: page,
      bbox: { l, t, r, b, coord_origin: 'TOPLEFT' },
      charspan: [from - start, to - start],
    }))
  }
}

function dataOf(text: string, cells: readonly Cell[]): DoclingTable['data'] {
  const table_cells = cells.map(
    ({ row, column, rowSpan, columnSpan, header, start, end }): DoclingCell => ({
      row_span: rowSpan,
      col_span: columnSpan,
      start_row_offset_idx: row,
      end_row_offset_idx: row + rowSpan,
      start_col_offset_idx: column,
      end_col_offset_idx: column + columnSpan,
      text: text.slice(start, end),
      column_header: header,
      row_header: false,
      row_section: false,
    }),
  )
  let [num_rows, num_cols] = [0, 0]
  for (const { start_row_offset_idx, end_col_offset_idx } of table_cells) {
    num_rows = Math.max(num_rows, start_row_offset_idx + 1)
    num_cols = Math.max(num_cols, end_col_offset_idx)
  }
  const grid: DoclingCell[][] = Array.from({ length: num_rows }, () => [])
  for (const cell of table_cells) grid[cell.start_row_offset_idx]!.push(cell)
  return { table_cells, num_rows, num_cols, grid }
}

/** Pages; if the size of a page is unknown, the size of the area that contains text. */
function pagesOf({ placed, pages: known }: Structure): DoclingDocument['pages'] {
  const pages = new Map<number, { width: number; height: number }>()
  for (const { page, box } of placed) {
    const size = pages.get(page) ?? { width: 0, height: 0 }
    pages.set(page, { width: Math.max(size.width, box[2]), height: Math.max(size.height, box[3]) })
  }
  for (const { page, width, height } of known) pages.set(page, { width, height })
  return Object.fromEntries(
    [...pages].sort(([a], [b]) => a - b).map(([page, size]) => [String(page), { size, page_no: page }]),
  )
}
