// Converts the structure of a file to a DoclingDocument (docling-core 1.7): texts, tables and groups linked by pointers.
import type { Block, Box, Cell, Origin, Placed, Structure } from './structure.ts'

interface Reference {
  readonly $ref: string
}

type Layer = 'body' | 'furniture' | 'invisible' | 'notes'

export type DoclingDocument = ReturnType<typeof doclingDocument>

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
const LAYERS: Partial<Record<Origin, Layer>> = {
  header: 'furniture',
  footer: 'furniture',
  hidden: 'invisible',
  deleted: 'invisible',
  property: 'invisible',
  speaker_notes: 'notes',
}

/** `name`: the name of the file. */
export function doclingDocument(name: string, text: string, structure: Structure) {
  const { blocks, placed } = structure
  const texts: ReturnType<typeof textOf>[] = []
  const tables: ReturnType<typeof tableOf>[] = []
  const groups: ReturnType<typeof groupOf>[] = []
  const body: Reference[] = []
  const places = placesIn(placed)
  let list: (typeof groups)[number] | null = null
  for (const block of blocks) {
    const prov = places(block.start, block.end)
    const content_layer = LAYERS[block.origin] ?? 'body'
    if (block.kind !== 'list_item') list = null
    else if (list === null) {
      list = groupOf(`#/groups/${groups.length}`, { $ref: '#/body' }, [], 'body', 'list', 'list')
      groups.push(list)
      body.push({ $ref: list.self_ref })
    }
    const parent = { $ref: list?.self_ref ?? '#/body' }
    const self_ref = block.kind === 'table' ? `#/tables/${tables.length}` : `#/texts/${texts.length}`
    ;(list?.children ?? body).push({ $ref: self_ref })
    const item: Item = { self_ref, parent, children: [], content_layer, prov }
    if (block.kind === 'table') tables.push(tableOf(item, text, block.cells))
    else texts.push(textOf(item, text.slice(block.start, block.end), block))
  }
  const root = (self_ref: string, children: readonly Reference[], layer: Layer) =>
    groupOf(self_ref, null, [...children], layer, '_root_', 'unspecified')
  return {
    schema_name: 'DoclingDocument' as const,
    version: '1.7.0',
    name,
    furniture: root('#/furniture', [], 'furniture'),
    body: root('#/body', body, 'body'),
    groups,
    texts,
    pictures: [] as const,
    tables,
    key_value_items: [] as const,
    form_items: [] as const,
    pages: pagesOf(structure),
  }
}

interface Item {
  readonly self_ref: string
  readonly parent: Reference
  readonly children: readonly Reference[]
  readonly content_layer: Layer
  readonly prov: ReturnType<ReturnType<typeof placesIn>>
}

const groupOf = (
  self_ref: string,
  parent: Reference | null,
  children: Reference[],
  content_layer: Layer,
  name: string,
  label: string,
) => ({ self_ref, parent, children, content_layer, name, label })

const textOf = (item: Item, content: string, { kind, origin, level }: Block) => ({
  ...item,
  label: ORIGIN_LABELS[origin] ?? LABELS[kind as keyof typeof LABELS],
  orig: content,
  text: content,
  ...(kind === 'heading' ? { level: level ?? 1 } : {}),
  ...(kind === 'list_item' ? { enumerated: false, marker: '-' } : {}),
})

/** One position per page for a range of the text: the bounding box of its runs there. Ranges are in order, so one pass is enough. */
function placesIn(placed: readonly Placed[]) {
  let next = 0
  return (start: number, end: number) => {
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
      bbox: { l, t, r, b, coord_origin: 'TOPLEFT' as const },
      charspan: [from - start, to - start] as const,
    }))
  }
}

function tableOf(item: Item, text: string, cells: readonly Cell[]) {
  const table_cells = cells.map(({ row, column, rowSpan, columnSpan, header, start, end }) => ({
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
  }))
  let [num_rows, num_cols] = [0, 0]
  for (const { start_row_offset_idx, end_col_offset_idx } of table_cells) {
    num_rows = Math.max(num_rows, start_row_offset_idx + 1)
    num_cols = Math.max(num_cols, end_col_offset_idx)
  }
  const grid: (typeof table_cells)[] = Array.from({ length: num_rows }, () => [])
  for (const cell of table_cells) grid[cell.start_row_offset_idx]!.push(cell)
  const data = { table_cells, num_rows, num_cols, grid }
  const none: readonly Reference[] = []
  return { ...item, label: 'table', captions: none, references: none, footnotes: none, data }
}

/** Pages; if the size of a page is unknown, the size of the area that contains text. */
function pagesOf({ placed, pages: known }: Structure) {
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
