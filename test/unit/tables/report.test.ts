import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCompareEngine } from '../../../src/engines/compare/engine.ts'
import { loadPacks } from '../../../src/packs/load.ts'
import { clusterRecords } from '../../../src/tables/clusters/cluster.ts'
import { clusterIds } from '../../../src/tables/clusters/cluster-ids.ts'
import { summarize } from '../../../src/tables/clusters/summaries.ts'
import type { TableRun } from '../../../src/tables/records/table-run.ts'
import { leastCertainPairs, outcomes, sizes } from '../../../src/tables/report/figures.ts'
import { tablesReport } from '../../../src/tables/report/page.ts'
import { shower } from '../../../src/text/mask.ts'
import { chromium, openBrowser } from '../../shared/browser.ts'
import { edgesOf, recordIds } from './graph.ts'

const HOSTILE = '<script>document.title="taken"</script><img src=x onerror=alert(1)>"\u202e'
const NAMES = ['Ada Example', 'Ada Exemple', `Ada ${HOSTILE}`, 'Ben Sample', 'A'.repeat(2_000), 'مريم مثال']
const EDGES = edgesOf([
  [0, 1, 0.98],
  [1, 2, 0.91],
  [0, 2, 0.62],
  [3, 4, 0.93],
  [4, 5, 0.58],
  [3, 5, 0.04],
])
const FIELD = `name${'"><b>'}`
const run: TableRun = {
  entity: 'person',
  task: 'dedupe',
  sources: [{ name: `people ${HOSTILE}.csv`, sha256: 'ab'.repeat(32), rows: NAMES.length, first: 0, idColumn: 'id' }],
  records: recordIds(NAMES.map((_, i) => ({ source: 'people', id: `r${i}` }))),
  mapping: [{ source: 'people', column: HOSTILE, field: 'name', by: 'header' }],
  edges: EDGES,
  scored: EDGES,
  basis: new Uint8Array(EDGES.a.length),
  blocking: {
    product: 15,
    candidates: 6,
    met: 9,
    lost: 0.004,
    estimate: 'Counted by two kinds of key that miss each other.',
  },
  weights: [
    { factor: 'name', at: [0, 0.5, 1], shipped: [-3, 0, 4], fitted: [-2.5, 0.2, 4.5] },
    { factor: 'dob', at: [0, 1], shipped: [-5, 3], fitted: [-4, 2] },
  ],
  thresholds: { match: 0.7, review: 0.55 },
  pins: { engine: 'crosswalk.v1', blocking: { version: HOSTILE } },
  statistics: {
    same: 3,
    review: 2,
    different: 1,
    histogram: Array.from({ length: 50 }, (_, i) => (i % 7) * 10 ** (i % 5)),
    columns: [{ field: FIELD, filled: 5, distinct: 5 }],
  },
  columns: [],
  fingerprints: new Float64Array(NAMES.length),
  carried: null,
  compared: () => true,
  fieldsOf: (record) => ({ [FIELD]: NAMES[record]! }),
}
const engine = createCompareEngine(loadPacks())
const clusters = clusterRecords({ count: NAMES.length, edges: EDGES })
const page = (reveal: boolean, queued = false) =>
  tablesReport({
    run,
    queued,
    clusters,
    summaries: summarize(clusters, EDGES),
    weak: [{ edge: 0, fact: null }],
    headline: ['The result is healthy.'],
    ids: clusterIds('person', clusters, run.records.of, null).ids,
    changes: [{ change: 'merged', cluster: 'ent:x', earlier: 'ent:y', records: 2 }],
    decided: new Uint8Array(EDGES.a.length),
    evidence: (a, b) => engine.contributions('person', { name: NAMES[a]! }, { name: NAMES[b]! }),
    show: shower(reveal, 'start'),
  })

describe('the report of a run over tables', () => {
  it('asks for nothing from outside, and allows no script', () => {
    const html = page(true)
    expect(html).toContain("default-src 'none'")
    expect(html).not.toMatch(/<script|<img|<link|<iframe|\sstyle=|\son[a-z]+="|unsafe-inline|url\(|@import/i)
    for (const [, target] of html.matchAll(/(?:href|src)="([^"]*)"/g)) expect(target).toMatch(/^#[a-z]+$/)
  })

  it('masks values unless it is told to show them', () => {
    expect(page(false)).not.toContain('Exemple')
    expect(page(false)).toContain('Ada *******')
    expect(page(true)).toContain('Ada Exemple')
  })

  it('says how the open pairs are answered, in a queue that has them or in a run that asks', () => {
    expect(page(false)).toMatch(/2 pairs<\/a>: run again with --reviews/)
    expect(page(false, true)).toMatch(/2 pairs<\/a>: answer with "selfsame review --ledger FILE" or in the studio/)
  })

  it('is the same page every time', () => {
    expect(page(false)).toBe(page(false))
  })

  it('counts what another threshold would merge as merging by hand does', () => {
    const found = outcomes(EDGES, NAMES.length, 0.55, 0.7)
    const at = (threshold: number) => found.find((outcome) => outcome.threshold === threshold)!
    expect(at(0.55)).toMatchObject({ pairs: 5, groups: 2, largest: 3 })
    expect(at(0.7)).toMatchObject({ pairs: 3, groups: 2, largest: 3 })
    expect(at(0.7).wrong).toBeCloseTo((0.02 + 0.09 + 0.07) / 3)
    expect(at(0.92)).toMatchObject({ pairs: 2, groups: 2, largest: 2 })
    expect(at(0.99)).toMatchObject({ pairs: 0, groups: 0, largest: 1 })
  })

  it('lists the pairs whose scores say least first, none that people decided and none with a sure score', () => {
    const listed = (decided: number[]) =>
      leastCertainPairs(EDGES, Uint8Array.from(decided), 2).map((e) => [EDGES.a[e], EDGES.b[e]])
    expect(listed([0, 0, 0, 0, 0, 0])).toEqual([
      [4, 5],
      [0, 2],
    ])
    expect(listed([0, 1, 0, 0, 0, 0])).toEqual([[4, 5]])
  })

  it('counts clusters by size up to the largest', () => {
    expect(sizes(Uint32Array.from([1, 1, 2, 4, 15]))).toEqual([
      ['1', 2],
      ['2', 1],
      ['3', 0],
      ['4', 1],
      ['5', 0],
      ['6', 0],
      ['7', 0],
      ['8', 0],
      ['9', 0],
      ['10', 0],
      ['≤20', 1],
    ])
  })
})

describe('the contributions of a comparison', () => {
  it('add up to its score', () => {
    const a = { name: 'Anna Kowalska', dob: '1980-02-03', city: 'Lublin' }
    const b = { name: 'Anna Kowalski', dob: '1980-02-03', city: 'Zamość' }
    const { steps, explanation } = engine.contributions('person', a, b)
    const { score, explanation: told } = engine.compareRecords('person', a, b)
    const sum = steps.reduce((total, { logOdds }) => total + logOdds, 0)
    // Logistic below log-odds of 4: engines/compare/match-weights.ts.
    expect(Math.abs(sum)).toBeLessThan(4)
    expect(1 / (1 + Math.exp(-sum))).toBeCloseTo(score, 3)
    expect(explanation).toBe(told)
  })
})

describe.skipIf(chromium === null)('the report in a browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'report-'))
  const file = join(folder, 'report.html')
  const problems: string[] = []
  let browser: Browser
  let tab: Page

  beforeAll(async () => {
    writeFileSync(file, page(true).replaceAll('<details>', '<details open>'))
    browser = await openBrowser()
    tab = await browser.newPage()
    tab.on('console', (message) => problems.push(message.text()))
    tab.on('request', (request) => {
      if (request.url() !== pathToFileURL(file).href) problems.push(request.url())
    })
    tab.on('dialog', (dialog) => {
      problems.push('a dialog')
      void dialog.dismiss()
    })
  }, 30_000)
  afterAll(async () => {
    await browser?.close()
    rmSync(folder, { recursive: true })
  })

  it('shows hostile values as text, without a violation of its policy', async () => {
    await tab.goto(pathToFileURL(file).href)
    expect(await tab.title()).not.toBe('taken')
    expect(await tab.evaluate('document.body.textContent')).toContain('<script>document.title="taken"</script>')
    expect(await tab.$$('script, img')).toEqual([])
    expect(problems).toEqual([])
  }, 30_000)

  it('fits every width, in light and dark and on paper', async () => {
    await tab.goto(pathToFileURL(file).href)
    for (const width of [360, 380, 768, 1280, 1600])
      for (const scheme of ['light', 'dark'])
        for (const medium of ['screen', 'print']) {
          await tab.setViewport({ width, height: 900 })
          await tab.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
          await tab.emulateMediaType(medium)
          const wide = await tab.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
          expect([width, scheme, medium, wide]).toEqual([width, scheme, medium, 0])
          const cut = await tab.$$eval('.scroll', (all) =>
            all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.ariaLabel),
          )
          expect([width, scheme, medium, cut]).toEqual([width, scheme, medium, []])
        }
    expect(problems).toEqual([])
  }, 60_000)

  it('writes nothing in its charts too small to read on a telephone', async () => {
    await tab.emulateMediaType('screen')
    await tab.setViewport({ width: 360, height: 900 })
    await tab.goto(pathToFileURL(file).href)
    const smallest = await tab.evaluate(
      'Math.min(...[...document.querySelectorAll("svg text")].map((text) => text.getBoundingClientRect().height))',
    )
    expect(smallest).toBeGreaterThan(8)
  }, 30_000)
})
