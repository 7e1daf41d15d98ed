// Small charts as inline SVG: bars, lines, a waterfall, a circle of nodes. Colours are classes, so that they follow light, dark and print styles.
import { append, largest } from '../lists.ts'
import { escaped } from './html-page.ts'

/** Width of every chart in SVG units; a page shows it at 0.8 to 1.3 times that, so that text stays legible on telephones. */
const WIDTH = 400
const LEFT = 44
const RIGHT = 12
const INNER = WIDTH - LEFT - RIGHT

/** Rounded to a visible precision. */
const at = (position: number): string => String(Math.round(position * 10) / 10)

const write = (x: number, y: number, text: string, anchor: 'start' | 'middle' | 'end' = 'middle', style = ''): string =>
  `<text x="${at(x)}" y="${at(y)}" text-anchor="${anchor}"${style === '' ? '' : ` class="${style}"`}>${escaped(text)}</text>`

const line = (x1: number, y1: number, x2: number, y2: number, style: string): string =>
  `<line x1="${at(x1)}" y1="${at(y1)}" x2="${at(x2)}" y2="${at(y2)}" class="${style}"/>`

/** `label` describes the chart in words, for screen readers. */
function chart(label: string, height: number, drawn: readonly string[], width = WIDTH): string {
  return `<svg class="${width === WIDTH ? 'chart' : 'chart small'}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(label)}"><title>${escaped(label)}</title>${drawn.join('')}</svg>`
}

export function brief(count: number): string {
  if (count >= 1e9) return `${Math.round(count / 1e8) / 10}G`
  if (count >= 1e6) return `${Math.round(count / 1e5) / 10}M`
  return count >= 1e4 ? `${Math.round(count / 1e3)}k` : String(count)
}

export interface Bar {
  readonly value: number
  readonly label?: string
  /** CSS class for its colour. */
  readonly style?: string
}

/** A vertical line at a share of a chart's width, with a label. */
export interface Mark {
  readonly at: number
  readonly label: string
}

/** Vertical bars of counts; logarithmic, because counts of pairs and sizes differ by powers of ten. */
export function barChart(label: string, bars: readonly Bar[], marks: readonly Mark[] = []): string {
  const top = marks.length > 0 ? 26 : 10
  const height = 180
  const bottom = height - 22
  const most = Math.max(1, largest(bars.map((bar) => bar.value)))
  const decades = Math.max(1, Math.ceil(Math.log10(most + 1)))
  const y = (count: number) => bottom - (Math.log10(count + 1) / Math.log10(10 ** decades + 1)) * (bottom - top)
  const width = INNER / bars.length
  const drawn: string[] = []
  for (let decade = 0; decade <= decades; decade++) {
    const count = decade === 0 ? 0 : 10 ** decade
    drawn.push(
      line(LEFT, y(count), WIDTH - RIGHT, y(count), 'grid'),
      write(LEFT - 4, y(count) + 4, brief(count), 'end'),
    )
  }
  for (const [i, bar] of bars.entries()) {
    const x = LEFT + i * width
    if (bar.value > 0)
      drawn.push(
        `<rect x="${at(x + width * 0.08)}" y="${at(y(bar.value))}" width="${at(width * 0.84)}" height="${at(bottom - y(bar.value))}" class="bar ${bar.style ?? ''}"/>`,
      )
    if (bar.label !== undefined) drawn.push(write(x + width / 2, height - 6, bar.label))
  }
  append(drawn, drawMarks(marks, top, bottom))
  return chart(label, height, drawn)
}

/** Marks whose labels would overlap are on two lines. */
function drawMarks(marks: readonly Mark[], top: number, bottom: number): string[] {
  return marks.flatMap((mark, i) => {
    const x = LEFT + mark.at * INNER
    const anchor = mark.at > 0.6 ? 'end' : 'start'
    const y = top - 14 + 11 * (i % 2)
    return [line(x, y - 6, x, bottom, 'mark'), write(x + (anchor === 'end' ? -3 : 3), y, mark.label, anchor, 'marked')]
  })
}

export interface Series {
  readonly name: string
  /** x and y of each point, x ascending. */
  readonly points: readonly (readonly [number, number])[]
  readonly style: string
}

export interface Axes {
  readonly x: readonly [number, number]
  readonly y: readonly [number, number]
  readonly written: (y: number) => string
  readonly marks?: readonly Mark[]
}

/** Lines over one axis; the ends of the axis are labelled below the chart. */
export function lineChart(label: string, series: readonly Series[], axes: Axes): string {
  const height = 160
  const top = axes.marks === undefined ? 10 : 24
  const bottom = height - 38
  const [low, high] = axes.y
  const x = (value: number) => LEFT + ((value - axes.x[0]) / (axes.x[1] - axes.x[0])) * INNER
  const y = (value: number) => bottom - ((value - low) / (high - low || 1)) * (bottom - top)
  const drawn = [0, 0.5, 1].flatMap((share) => {
    const level = low + share * (high - low)
    return [
      line(LEFT, y(level), WIDTH - RIGHT, y(level), 'grid'),
      write(LEFT - 4, y(level) + 4, axes.written(level), 'end'),
    ]
  })
  if (low < 0 && high > 0) drawn.push(line(LEFT, y(0), WIDTH - RIGHT, y(0), 'axis'))
  for (const share of [0, 0.5, 1]) {
    const value = axes.x[0] + share * (axes.x[1] - axes.x[0])
    drawn.push(write(x(value), bottom + 14, String(Math.round(value * 100) / 100)))
  }
  append(drawn, drawMarks(axes.marks ?? [], top, bottom))
  for (const { points, style } of series)
    drawn.push(
      `<polyline class="line ${style}" points="${points.map(([px, py]) => `${at(x(px))},${at(y(py))}`).join(' ')}"/>`,
    )
  if (series.length > 1)
    for (const [i, { name, style }] of series.entries()) {
      const from = LEFT + i * (INNER / series.length)
      drawn.push(
        line(from, height - 9, from + 18, height - 9, `line ${style}`),
        write(from + 22, height - 5, name, 'start'),
      )
    }
  return chart(label, height, drawn)
}

export interface Step {
  readonly name: string
  /** Its contribution to the sum. */
  readonly moves: number
  /** The text after it. */
  readonly note: string
}

/** The contributions to a sum from its start to its end, one row each. The last row is the sum. */
export function waterfall(
  label: string,
  steps: readonly Step[],
  end: { readonly name: string; readonly note: string },
): string {
  const rowHeight = 20
  const names = 132
  const notes = 84
  const height = (steps.length + 1) * rowHeight + 6
  let sum = 0
  let low = 0
  let high = 0
  const ends = steps.map(({ moves }) => {
    const from = sum
    sum += moves
    low = Math.min(low, sum)
    high = Math.max(high, sum)
    return [from, sum] as const
  })
  const x = (value: number) => names + ((value - low) / (high - low || 1)) * (WIDTH - names - notes)
  const bar = (from: number, to: number, y: number, style: string) =>
    `<rect x="${at(Math.min(x(from), x(to)))}" y="${y + 3}" width="${at(Math.max(1, Math.abs(x(to) - x(from))))}" height="${rowHeight - 7}" class="bar ${style}"/>`
  const drawn = [line(x(0), 0, x(0), height, 'axis')]
  for (const [i, { name, note, moves }] of steps.entries()) {
    const y = i * rowHeight
    const [from, to] = ends[i]!
    drawn.push(
      write(names - 6, y + 14, shortened(name, 19), 'end'),
      bar(from, to, y, moves >= 0 ? 'for' : 'against'),
      write(WIDTH - 2, y + 14, note, 'end'),
    )
  }
  const y = steps.length * rowHeight
  drawn.push(
    line(0, y, WIDTH, y, 'axis'),
    write(names - 6, y + 14, end.name, 'end', 'strong'),
    bar(0, sum, y, 'total'),
    write(WIDTH - 2, y + 14, end.note, 'end', 'strong'),
  )
  return chart(label, height, drawn)
}

const shortened = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text)

export interface Link {
  readonly from: number
  readonly to: number
  readonly style: string
}

/** Nodes 1..count on a circle and the links between them. */
export function circle(label: string, count: number, links: readonly Link[]): string {
  const size = 210
  const radius = size / 2 - 16
  const place = (node: number) => {
    const angle = (2 * Math.PI * node) / count - Math.PI / 2
    return [size / 2 + radius * Math.cos(angle), size / 2 + radius * Math.sin(angle)] as const
  }
  // bounded: two coordinates each
  const drawn = links.map(({ from, to, style }) => line(...place(from), ...place(to), `link ${style}`))
  for (let node = 0; node < count; node++) {
    const [x, y] = place(node)
    drawn.push(`<circle cx="${at(x)}" cy="${at(y)}" r="11" class="node"/>`, write(x, y + 4, String(node + 1)))
  }
  return chart(label, size, drawn, size)
}

/** A share between 0 and 1, as a bar within a line of text. */
export function shareBar(share: number, style = ''): string {
  const width = Math.max(0, Math.min(100, share * 100))
  return `<svg class="share" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><rect width="100" height="10" class="rest"/><rect width="${at(width)}" height="10" class="bar ${style}"/></svg>`
}

export const CHART_STYLE = `
.chart{width:100%;max-width:32rem;height:auto;display:block}.chart.small{max-width:15rem}.chart text{font-size:12px;fill:currentColor}
.chart .marked{font-size:11px}.chart .strong{font-weight:700}
.grid{stroke:var(--line);stroke-width:.5}.axis{stroke:currentColor;stroke-width:.8}.mark{stroke:currentColor;stroke-width:1;stroke-dasharray:3 2}
.bar{fill:var(--ink)}.bar.same{fill:var(--good)}.bar.unclear{fill:var(--warn)}.bar.two{fill:#8889}.bar.for{fill:var(--good)}.bar.against{fill:var(--bad)}.bar.total{fill:var(--ink)}
.rest{fill:var(--line)}.share{width:6rem;height:.6rem;margin-right:.4rem}
.line{fill:none;stroke:var(--ink);stroke-width:2}.line.second{stroke:var(--warn);stroke-dasharray:5 3}
.link{stroke:var(--good);stroke-width:1.2}.link.unclear{stroke:var(--warn);stroke-dasharray:2 3}.link.two{stroke:var(--bad);stroke-dasharray:1 4}.link.bridge{stroke-width:4}.link.weakest{stroke:var(--ink);stroke-width:3}
.node{fill:Canvas;stroke:currentColor;stroke-width:1.2}
.charts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,21rem),1fr));gap:1rem}figure{margin:0}figcaption{font-weight:600;margin:.3rem 0}
@media print{.chart{max-width:22rem}}
`
