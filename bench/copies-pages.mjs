// Pages of an original and its masked copy next to each other: words from pdftotext, points from pdftoppm. Masked text, the words that it pushed
// on, and the rest of their line do not count; everywhere else the pages must be the same picture.
import { execFileSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

const DENSITY = 50
/** Points of the page, 1/72 inch. */
const SLACK = 2.5
const MOVED = 1.5
/** Grey values of 255 that two points may differ by, and the share of points that may differ more: edges of letters. */
const SAME_GREY = 56
const SAME_SHARE = 0.002

const run = (program, args) =>
  execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] })

function wordsOf(pdf) {
  const pages = run('pdftotext', ['-bbox', pdf, '-']).split('<page ').slice(1)
  return pages.map((page) =>
    [...page.matchAll(/<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">([^<]*)</g)].map(
      ([, left, top, right, bottom, text]) => ({ box: [left, top, right, bottom].map(Number), text }),
    ),
  )
}

/** Pairs of equal words in order (longest common subsequence). */
function pairs(a, b) {
  const table = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1))
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      table[i][j] = a[i].text === b[j].text ? table[i + 1][j + 1] + 1 : Math.max(table[i + 1][j], table[i][j + 1])
  const found = []
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i].text === b[j].text) found.push([a[i++], b[j++]])
    else if (table[i + 1][j] >= table[i][j + 1]) i++
    else j++
  }
  return found
}

function pictures(pdf, folder, name) {
  run('pdftoppm', ['-r', String(DENSITY), '-gray', '-png', pdf, join(folder, name)])
  return readdirSync(folder)
    .filter((file) => file.startsWith(`${name}-`))
    .sort((x, y) => Number(/(\d+)\.png$/.exec(x)[1]) - Number(/(\d+)\.png$/.exec(y)[1]))
    .map((file) => join(folder, file))
}

const raw = (path) => sharp(path).greyscale().raw().toBuffer({ resolveWithObject: true })

export async function comparePages(original, copy, folder) {
  const [before, after] = [wordsOf(original), wordsOf(copy)]
  const [a, b] = [pictures(original, folder, 'before'), pictures(copy, folder, 'after')]
  const result = { pages: a.length, same: 0, words: 0, moved: 0, worst: 0 }
  if (a.length === b.length)
    for (let n = 0; n < a.length; n++) {
      const matched = pairs(before[n] ?? [], after[n] ?? [])
      const stayed = matched.filter(([x, y]) => x.box.every((side, at) => Math.abs(side - y.box[at]) <= MOVED))
      result.words += matched.length
      result.moved += matched.length - stayed.length
      const kept = new Set(stayed.flat())
      const changed = [...(before[n] ?? []), ...(after[n] ?? [])]
        .filter((word) => !kept.has(word))
        .map(({ box }) => box)
      const [x, y] = await Promise.all([raw(a[n]), raw(b[n])])
      const share = differing(x, y, changed)
      result.worst = Math.max(result.worst, share)
      if (share <= SAME_SHARE) result.same++
    }
  for (const path of [...a, ...b]) rmSync(path)
  return result
}

/** The grey of painted boxes, and how far around one of its points nothing counts: what is written in a box. */
const BOX_GREY = 0xd8
const AROUND = 24

/** A picture and its copy: everything but painted boxes is as it was. */
export async function comparePictures(original, copy) {
  const [x, y] = await Promise.all([raw(original), raw(copy)])
  const { width, height, channels } = y.info
  if (x.info.width !== width || x.info.height !== height) return { pages: 1, same: 0, words: 0, moved: 0, worst: 1 }
  const rows = Array.from({ length: height }, () => ({ from: width, to: -1 }))
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const at = row * width + column
      if (Math.abs(y.data[at * channels] - BOX_GREY) > 1 || y.data[at * channels] === x.data[at * x.info.channels])
        continue
      rows[row].from = Math.min(rows[row].from, column - AROUND)
      rows[row].to = Math.max(rows[row].to, column + AROUND)
    }
  let different = 0
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      if (column >= rows[row].from && column <= rows[row].to) continue
      const at = row * width + column
      if (Math.abs(x.data[at * x.info.channels] - y.data[at * channels]) > SAME_GREY) different++
    }
  const worst = different / (width * height)
  return { pages: 1, same: worst <= SAME_SHARE ? 1 : 0, words: 0, moved: 0, worst }
}

/** The share of points that differ outside of the boxes and what stands right of them. */
function differing(x, y, boxes) {
  const { width, height } = x.info
  if (y.info.width !== width || y.info.height !== height) return 1
  const scale = DENSITY / 72
  const hidden = new Uint8Array(width * height)
  for (const [left, top, , bottom] of boxes) {
    const from = Math.max(0, Math.floor((left - SLACK) * scale))
    for (
      let row = Math.max(0, Math.floor((top - SLACK) * scale));
      row < Math.min(height, Math.ceil((bottom + SLACK) * scale));
      row++
    )
      hidden.fill(1, row * width + from, (row + 1) * width)
  }
  let different = 0
  for (let at = 0; at < hidden.length; at++)
    if (!hidden[at] && Math.abs(x.data[at * x.info.channels] - y.data[at * y.info.channels]) > SAME_GREY) different++
  return different / hidden.length
}
