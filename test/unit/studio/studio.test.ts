/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
// The studio in a real browser: every screen by keyboard, nothing that axe finds, no violation of the policy, values shown as text.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import axe from 'axe-core'
import type { Page } from 'puppeteer-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createKeyFile } from '../../../src/attest/index.ts'
import { createApp, type Serving, serve } from '../../../src/http/index.ts'
import { createService } from '../../../src/service.ts'
import { root } from '../../house/sources.ts'
import { testBrowser } from '../../shared/browser.ts'

const HOSTILE = '<script>document.title="owned"</script><img src=x onerror="document.title=1">\u202Egnp.exe'
const folder = mkdtempSync(join(tmpdir(), 'selfsame-studio-'))
const pictures = process.env['STUDIO_PICTURES']
const browser = await testBrowser()
let serving: Serving

/** Three people: the one with a hostile value hangs together by two bridges alone, the others in many ways. */
const CLUSTERS = `id,first name,surname,birth date,email,phone,city
N-1,Katarzyna,Wiśniewska,1987-04-03,kasia@example.com,,Berlin
N-2,Katarzyna,Wisniewska,1987-04-03,kasia@example.com,+49 30 901820,Berlin
N-3,Katarzyna,Wisniewska,1987-04-03,,+49 30 901820,
N-5,Katarzyna,Wisniewska,1987-04-03,kasia@example.com,+49 30 901820,Berlin
N-9,Katarzyna,,,kasia@example.com,,
N-16,Kasia,Kowalska,1987-04-03,k.kowalska@example.com,,Berlin
N-17,Katarzyna,Wisniewska-Kowalska,1987-04-03,k.kowalska@example.com,+49 30 901820,Berlin
N-12,K.,Wisniewska,,kw@example.org,+44 20 79460000,"${HOSTILE.replaceAll('"', '""')}"
N-13,K.,Wisniewska,,kw@example.org,,
N-14,K.,Wisniewska,,,+44 20 79460000,
A-1,Amara,Okonkwo,1979-08-21,amara@example.com,,
A-2,Amara,Okonkwo,,amara@example.com,+234 803 5550100,
A-3,Amara,Okonkwo,,,+234 803 5550100,
A-4,Amara,Okonkwo,1979-08-21,,,
A-5,Amara,Okonkwo,,,,
A-6,Amara,Okonkwo,1979-08-21,aokonkwo@example.org,+44 161 5550100,
A-7,A.,Okonkwo,,aokonkwo@example.org,,
`

/** A ledger with the clusters of a run over tables. */
async function listed(ledger: string): Promise<void> {
  const table = join(folder, 'people.csv')
  writeFileSync(table, CLUSTERS)
  const service = createService({ ledger })
  const out = join(folder, 'out')
  await service.tables({ task: 'dedupe', entity: 'person', files: [table], out, workers: 1, reviews: 0 })
  await service.close()
}
let page: Page
const problems: string[] = []

async function open(screen: string, width = 1280): Promise<void> {
  await page.setViewport({ width, height: 900 })
  await page.goto(`${serving.url}/studio/#/${screen}`)
  await page.reload()
  await page.waitForSelector('h1')
}

/** Presses Tab until an element that matches has the focus. */
async function tabTo(selector: string): Promise<void> {
  for (let pressed = 0; pressed < 80; pressed++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the keyboard does not reach ${selector}`)
}
const textOf = (selector = 'main') => page.$eval(selector, (element) => (element as HTMLElement).innerText)
const until = (words: string) => page.waitForFunction((wanted) => document.body.innerText.includes(wanted), {}, words)

interface Axe {
  run(options: object): Promise<{ violations: readonly { id: string; nodes: { html: string }[] }[] }>
}

/** The findings of axe on the page, contrasts in both colour schemes; and that nothing is wider than the page. */
async function judged(name: string): Promise<void> {
  // Run by the driver: the policy of the page lets no script in.
  await page.evaluate(axe.source)
  for (const [scheme, options] of [
    ['light', {}],
    ['dark', { runOnly: ['color-contrast'] }],
  ] as const) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
    const found = await page.evaluate(async (chosen) => {
      const { violations } = await (window as unknown as { axe: Axe }).axe.run(chosen)
      return violations.map(({ id, nodes }) => [id, nodes[0]?.html])
    }, options)
    expect(found, `${name}, ${scheme}`).toEqual([])
  }
  for (const width of [360, 380, 768, 1280, 1600]) {
    await page.setViewport({ width, height: 900 })
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    const cause = await page.evaluate(() =>
      [...document.querySelectorAll('main *')]
        .filter((element) => element.getBoundingClientRect().right > innerWidth && element.closest('.scrolls') === null)
        .map((element) => element.outerHTML.slice(0, 80)),
    )
    expect(wider, `${name} at ${width}: ${cause}`).toBeLessThanOrEqual(0)
    const cut = await page.$$eval('.scrolls', (all) =>
      all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.ariaLabel),
    )
    if (width < 400) expect(cut, `${name} at ${width}: columns that are cut off`).toEqual([])
    if (pictures !== undefined)
      await page.screenshot({ path: join(pictures, `${name}-${width}.png`) as `${string}.png`, fullPage: true })
  }
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }])
}

/** Whether something is written on the drawn page inside each of its boxes, and next to nothing of a page without any: run in the page. */
function inkUnderBoxes(): boolean {
  const sheet = document.querySelector('.page')!
  const canvas = sheet.querySelector('canvas')!
  const whole = sheet.getBoundingClientRect()
  const context = canvas.getContext('2d')!
  return [...sheet.querySelectorAll('.box')].every((box) => {
    const { left, top, width, height } = box.getBoundingClientRect()
    const scale = canvas.width / whole.width
    const { data } = context.getImageData(
      Math.round((left - whole.left) * scale),
      Math.round((top - whole.top) * scale),
      Math.max(1, Math.round(width * scale)),
      Math.max(1, Math.round(height * scale)),
    )
    let dark = 0
    for (let at = 0; at < data.length; at += 4) if (data[at + 3]! > 0 && data[at]! < 128) dark++
    return dark > data.length / 4 / 50
  })
}

describe.skipIf(browser === null)('the studio', () => {
  beforeAll(async () => {
    const signingKey = join(folder, 'service.key')
    createKeyFile(signingKey)
    await listed(join(folder, 'c.sqlite'))
    serving = await serve({ port: 0, ledger: join(folder, 'l.sqlite'), signingKey, studio: true, workers: 1 })
    const store = async (b: Record<string, string>) =>
      fetch(`${serving.url}/compare`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ a: { name: 'John Smith' }, b, store: true }),
      })
    for (const city of ['Leeds', 'York', HOSTILE, 'x'.repeat(10_000)]) await store({ name: 'John Smith', city })
    page = await browser!.newPage()
    page.setDefaultTimeout(170_000)
    page.on('console', (message) => {
      if (message.type() === 'error' || /Content.Security/i.test(message.text())) problems.push(message.text())
    })
    page.on('pageerror', (error) => problems.push(String(error)))
    page.on('request', (request) => {
      if (!request.url().startsWith(serving.url)) problems.push(`asks elsewhere: ${request.url()}`)
    })
    await page.evaluateOnNewDocument(() => {
      document.addEventListener('securitypolicyviolation', (event) => console.error(`CSP: ${event.violatedDirective}`))
    })
  })
  afterAll(async () => {
    await browser?.close()
    await serving.close()
    rmSync(folder, { recursive: true })
  })
  beforeEach(() => {
    problems.length = 0
  })

  it('finds personal data in a text, says why in words, and hands out the safe copy', async () => {
    await open('text')
    await tabTo('textarea')
    await page.keyboard.type(`Patient Casey Example (NIN 12345678901) called. ${HOSTILE}`)
    await page.keyboard.down('Control')
    await page.keyboard.press('Enter')
    await page.keyboard.up('Control')
    await until('found under')
    const shown = await textOf('.beside')
    expect(await textOf('section[aria-label="The safe copy"]')).not.toContain('12345678901')
    expect(await textOf('main .warning')).toContain('Without a salt')
    expect(await page.$eval('a[download]', (link) => decodeURIComponent((link as HTMLAnchorElement).href))).toContain(
      'Patient NAME_',
    )
    expect(await page.$eval('select option:nth-child(1)', (option) => option.textContent)).toBe('auto (from the text)')
    expect(shown).toContain('<script>')
    // A mark of direction would show gnp.exe as exe.png.
    expect(shown).toContain('[U+202E]gnp.exe')
    expect(await textOf('.findings')).toMatch(
      /Number \(Nigeria\) “12345678901” becomes its kind in brackets NDPA-2023 s\.25/,
    )
    expect(await textOf('.findings')).toMatch(/Casey: follows "Patient"/)
    expect(await textOf('section[aria-label="What was found"]')).toContain('12345678901')
    await tabTo('main p button[aria-pressed]')
    await page.keyboard.press('Enter')
    await until('•••')
    expect(await textOf('section[aria-label="What was found"]')).not.toContain('12345678901')
    await judged('text')
    expect(problems).toEqual([])
  })

  it('compares two records with a waterfall, letters and what would turn the verdict', async () => {
    await open('compare')
    await tabTo('fieldset:nth-of-type(1) label:nth-of-type(2) input')
    await page.keyboard.type('Jon Smith')
    await page.keyboard.press('Tab')
    await page.keyboard.type('John Smith')
    await tabTo('fieldset:nth-of-type(2) label:nth-of-type(2) input')
    await page.keyboard.type('1990-04-12')
    await page.keyboard.press('Tab')
    await page.keyboard.type('1990-12-04')
    await page.keyboard.press('Enter')
    await until('What decided')
    expect(await page.$$eval('h2', (titles) => titles[0]!.textContent)).toBe('What decided')
    const named = await page.$$eval('fieldset option', (options) => options.map((option) => option.textContent))
    expect(named).toContain('date of birth')
    expect(named.filter((name) => name.includes('_'))).toEqual([])
    await page.$eval('details', (details) => details.setAttribute('open', ''))
    expect(await page.$$eval('mark.differs', (marks) => marks.map((mark) => mark.textContent))).toContain('h')
    expect(await textOf('.waterfall')).toContain('prior')
    expect(await page.$$eval('main ul li', (items) => items.length)).toBeGreaterThan(0)
    await judged('compare')
    // On a telephone a field is above its two values, which are side by side.
    await page.setViewport({ width: 380, height: 900 })
    const tops = await page.$$eval('.pair tbody tr', (rows) =>
      rows.map(({ children }) => [...children].map((cell) => cell.getBoundingClientRect().top)),
    )
    for (const [field, a, b, likeness] of tops) expect([a! > field!, b, likeness]).toEqual([true, a, a])
    expect(problems).toEqual([])
  })

  it('asks pair after pair by single keys, hides the score until it is answered, and takes an answer back', async () => {
    await open('review')
    await until('4 waiting.')
    expect(await textOf()).not.toContain('John Smith')
    expect(await page.$('main p .verdict')).toBeNull()
    await page.keyboard.press('v')
    await until('John Smith')
    await page.keyboard.press('d')
    await until('3 waiting.')
    expect(await textOf('main p[role=status]')).toMatch(/Saved: different\. The score of the engine was 0\.\d{2}\./)
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    const answered = await textOf('main p[role=status]')
    await page.keyboard.press('u')
    await until('4 waiting.')
    expect(answered).toContain('Saved: different')
    expect(await textOf('main p[role=status]')).toBe('Taken back: different. The pair waits again. 4 waiting.')
    expect(await textOf('h2 .quiet')).toMatch(/asked first|taken back/)
    for (let shown = 0; shown < 4 && !(await textOf()).includes('<script>'); shown++) {
      const before = await textOf('table')
      await page.keyboard.press('n')
      await page.waitForFunction(
        (was) => ![undefined, was].includes(document.querySelector('table')?.innerText),
        {},
        before,
      )
    }
    expect(await textOf('table')).toContain('<script>document.title="owned"</script>')
    expect(await page.title()).toBe('Review – selfsame studio')
    await judged('review')
    // In a field the same keys are letters.
    await tabTo('main label input')
    await page.keyboard.type('scd')
    expect(await page.$eval('main label input', (input) => (input as HTMLInputElement).value)).toBe('scd')
    // Enter and Escape leave it, with what was typed, and the keys answer again.
    for (const key of ['Escape', 'Enter'] as const) {
      await page.focus('main label input')
      await page.keyboard.press(key)
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
    }
    await page.keyboard.press('c')
    await until('3 waiting.')
    expect(problems).toEqual([])
  })

  it('finds, explains and replays decisions, and shows what superseded what', async () => {
    await open('ledger')
    await until('answer of a person')
    await page.waitForSelector('.latest button')
    expect(await textOf('.latest')).not.toMatch(/sha256|\w:\w+[a-z]|\dT\d/)
    await tabTo('.latest button')
    await page.keyboard.press('Enter')
    await until('What superseded what')
    expect(await page.$$eval('section ol li', (items) => items.length)).toBeGreaterThan(1)
    await tabTo('section[aria-label="The decision"] button')
    await page.keyboard.press('Enter')
    await until('What moved: decided by')
    await judged('ledger')
    const [a, b] = ['Touton Negoce SARL', 'Touton Negoce'].map((name) => ({ name, registration_id: 'RC-88421' }))
    const stored = await fetch(`${serving.url}/compare`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ a, b, entity: 'organisation', store: true }),
    })
    await open('ledger')
    await tabTo('input.id')
    await page.keyboard.type(((await stored.json()) as { decision_id: string }).decision_id)
    await page.keyboard.press('Enter')
    await until('What superseded what')
    expect(await textOf('.facts')).toMatch(/For\s+registration number, name \(in part\)\s+Against\s+name \(in part\)/)
    const compared = await fetch(`${serving.url}/compare`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"a":{"name":"A"},"b":{"name":"B"}}',
    })
    const answer = await compared.text()
    await page.$eval(
      'textarea',
      (area, text) => {
        ;(area as HTMLTextAreaElement).value = text
        area.dispatchEvent(new Event('input', { bubbles: true }))
      },
      answer,
    )
    await tabTo('section[aria-label="Verify an answer"] button')
    await page.keyboard.press('Enter')
    await until('The signature holds')
    expect(problems).toEqual([])
  })

  it('reads documents and shows their fields with the places on the page', async () => {
    await open('documents')
    const path = join(folder, 'letter.txt')
    writeFileSync(path, 'Name: Casey Example\nDate of birth: 3 May 1990\nLagos, Nigeria')
    const input = await page.$('input[type=file]')
    await (input as never as { uploadFile(...paths: string[]): Promise<void> }).uploadFile(
      path,
      join(root, 'test/files/letter.pdf'),
    )
    await tabTo('button[type=submit]')
    await page.keyboard.press('Enter')
    await until('read, ')
    expect(await textOf()).toContain('letter.txt')
    expect(await textOf()).not.toContain('Casey Example')
    // Nothing of a page is drawn before values are revealed: it would show them all.
    expect(await page.$$('canvas')).toEqual([])
    await judged('documents')
    await page.evaluate(() =>
      [...document.querySelectorAll('button')].find((one) => one.innerText === 'Reveal values')!.click(),
    )
    await until('Annegret Hollenbeck')
    await page.waitForFunction(() => {
      const [canvas] = document.querySelectorAll('canvas')
      canvas?.scrollIntoView()
      return (canvas?.width ?? 0) > 400
    })
    await page.waitForFunction(inkUnderBoxes, {})
    await tabTo('[aria-label="Page 1, 5 fields"] button')
    await page.keyboard.press('Enter')
    expect(await page.$eval('tr.chosen', (row) => row.innerText)).toContain('1')
    await judged('documents-revealed')
    expect(problems).toEqual([])
  })

  it('shows an entity with its golden record, the decisions between two of its records, and what is open', async () => {
    const ours = serving
    const [ledger, index] = [join(folder, 'e.sqlite'), join(folder, 'index')]
    const service = createService({ ledger, indexes: { people: index } })
    await service.buildIndex({ files: [], entity: 'person', out: index })
    const kasia = { name: 'Katarzyna Wiśniewska', dob: '1987-04-03', email: 'kasia@example.com' }
    for (const record of [kasia, { ...kasia, name: 'Kasia Wisniewska', city: HOSTILE }])
      await service.resolve({ record })
    const others: Record<string, string>[] = [{ national_id: '7788991' }, { national_id: '4455661' }]
    for (const more of others)
      await service.resolve({ record: { name: 'Peter Hill', dob: '1990-05-06', city: 'Leeds', ...more } })
    await service.close()
    serving = await serve({ port: 0, ledger, indexes: { people: index }, studio: true, workers: 1 })
    try {
      await open('entities')
      await until('4 records are 3 entities of person')
      expect(await textOf('section[aria-label="Open cases"]')).toContain('Would settle it')
      await tabTo('ol button.link')
      await page.keyboard.press('Enter')
      await until('An entity of 2 records')
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H2')
      expect(await textOf()).not.toMatch(/kasia@example/)
      await tabTo('section[aria-label="The entity"] > .row button')
      await page.keyboard.press('Enter')
      await until('kasia@example.com')
      expect(await textOf('section[aria-label="Golden record"]')).toContain('[U+202E]gnp.exe')
      await page.evaluate(() =>
        [...document.querySelectorAll('button')].find((one) => one.innerText === 'Show the decisions')!.click(),
      )
      await until('(the weakest)')
      await judged('entities')
      expect(problems).toEqual([])
    } finally {
      await page.goto('about:blank')
      await serving.close()
      serving = ours
    }
  })

  it('shows clusters as graphs with their weakest edge, says why, and cuts one for good', async () => {
    const ours = serving
    serving = await serve({ port: 0, ledger: join(folder, 'c.sqlite'), studio: true, workers: 1 })
    try {
      await open('clusters')
      await until('clusters of entity person')
      expect(await textOf('main > p')).toMatch(/at most 50\. Not listed are smaller ones.*come to \d+ entities/)
      await tabTo('tbody button.link')
      await page.keyboard.press('Enter')
      await until('Its records')
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H2')
      expect(await textOf()).not.toMatch(/Amara|A-\d/)
      expect(await page.$$eval('.graph circle', (nodes) => nodes.length)).toBeGreaterThan(2)
      expect(await page.$$eval('.graph path.weakest', (marks) => marks.length)).toBe(1)
      expect(await page.$$eval('.graph .bridge line', (lines) => lines.length)).toBeGreaterThan(0)
      expect(await textOf('.edges')).toMatch(/weakest[\s\S]*bridge/)
      // The weakest of those on which it hangs comes first.
      await tabTo('.edges button')
      await page.keyboard.press('Enter')
      await until('Reason to cut it')
      expect(await page.$('.waterfall')).toBeNull()
      await tabTo('section[aria-label="The cluster"] > .row button')
      await page.keyboard.press('Enter')
      await page.waitForSelector('.waterfall')
      expect(await textOf('section[aria-label="Its records"]')).toContain('<script>document.title="owned"</script>')
      expect(await textOf('section[aria-label="Its records"]')).toContain('[U+202E]gnp.exe')
      expect(await page.title()).toBe('Clusters – selfsame studio')
      await judged('clusters')
      await tabTo('section[aria-label="The edge"] input')
      await page.keyboard.type('two sisters')
      await tabTo('button.different')
      await page.keyboard.press('Enter')
      await until('keeps these two records apart')
      await page.waitForSelector('.graph .cut line')
      expect(await textOf('.edges')).toContain('cut')
      await judged('clusters-cut')
      await tabTo('section[aria-label="The edge"] .answers button')
      await page.keyboard.press('Enter')
      await until('the pair waits for review')
      expect(problems).toEqual([])
    } finally {
      await page.goto('about:blank')
      await serving.close()
      serving = ours
    }
  })

  it('has a whole name next to the given and family names of the other record', async () => {
    await fetch(`${serving.url}/compare`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        a: { name: 'John Smith' },
        b: { given_name: 'John', family_name: 'Smith', city: 'Bath' },
        store: true,
      }),
    })
    await open('review')
    await until('waiting.')
    await page.keyboard.press('v')
    // A pair whose values are still masked is not passed over.
    await page.waitForFunction(() => document.querySelector('.pair tbody')?.textContent?.includes('*') === false)
    for (let shown = 0; shown < 6 && !(await textOf('table')).includes('Bath'); shown++) {
      const before = await textOf('table')
      await page.keyboard.press('n')
      await page.waitForFunction(
        (was) => ![undefined, was].includes(document.querySelector('table')?.innerText),
        {},
        before,
      )
    }
    const rows = await page.$$eval('.pair tbody tr', (all) =>
      all.map(({ children }) => [...children].slice(0, 3).map((cell) => cell.textContent)),
    )
    expect(rows).toContainEqual(['name', 'John Smith', 'John Smith'])
    expect(rows.map(([field]) => field)).not.toContain('given name')
  })

  it('says what was decided, from one address to another by keyboard', async () => {
    await open('overview')
    await until('decisions')
    await judged('overview')
    await page.focus('body')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
    await page.focus('nav a[href="#/ledger"]')
    await page.keyboard.press('Enter')
    await until('Latest decisions')
    // On a telephone the name of the screen is in sight, though it is the last of the row.
    await open('ledger', 360)
    expect(await page.$eval('nav [aria-current]', (link) => link.getBoundingClientRect().right)).toBeLessThan(360)
    expect(problems).toEqual([])
  })

  it('paints a second after the service was asked for the first time, and is small', async () => {
    const fresh = await serve({ port: 0, studio: true, workers: 1 })
    try {
      await page.goto(`${fresh.url}/studio/`)
      await page.waitForSelector('h1')
      const paint = 'first-contentful-paint'
      await page.waitForFunction((name) => performance.getEntriesByName(name).length > 0, {}, paint)
      const painted = await page.evaluate((name) => performance.getEntriesByName(name)[0]!.startTime, paint)
      process.stderr.write(`first contentful paint of the studio from a cold service: ${Math.round(painted)} ms\n`)
      expect(painted).toBeGreaterThan(0)
    } finally {
      await fresh.close()
    }
  })
})

describe('the files of the studio', () => {
  it('are at most 300 KB gzipped, and none is served where it was not asked for', async () => {
    const built = join(root, 'dist', 'studio')
    const names = readdirSync(built, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const bytes = names.map((entry) => gzipSync(readFileSync(join(entry.parentPath, entry.name))).length)
    const sum = bytes.reduce((all, each) => all + each, 0)
    process.stderr.write(`the studio is ${Math.round(sum / 1024)} KB gzipped\n`)
    expect(sum).toBeLessThan(300 * 1024)
    const app = createApp()
    expect((await app.inject({ url: '/studio/' })).statusCode).toBe(404)
    await app.close()
  })

  it('are behind the guard, under a policy without exceptions, and climb nowhere', async () => {
    const app = createApp({ studio: true })
    const page = await app.inject({ url: '/studio/' })
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/)
    expect(page.body).not.toMatch(/<script(?! type="module" crossorigin src="\.\/assets\/)|style=/)
    for (const url of ['/studio/../package.json', '/studio/%2e%2e/index.js', '/studio/assets', '/studio/none.js'])
      expect((await app.inject({ url })).statusCode, url).toBe(404)
    expect((await app.inject({ url: '/studio/', headers: { host: 'evil.example' } })).statusCode).toBe(403)
    for (const url of ['/', '/studio']) expect((await app.inject({ url })).headers['location']).toBe('studio/')
    const reveal = (shown: unknown, headers = {}) =>
      app.inject({ method: 'POST', url: '/studio/revealed', payload: { shown }, headers })
    expect((await reveal('text')).statusCode).toBe(204)
    expect((await reveal('Ada Obi')).statusCode).toBe(422)
    expect((await reveal('text', { origin: 'https://evil.example' })).statusCode).toBe(403)
    await app.close()
  })
})
