// The pictures of docs/guides, made from docs/guides/sample: pages as a reader of a guide sees them, in light colours, at one width.
// `node tools/guide-pictures.mjs [FOLDER]`; the folder is docs/guides/pictures where none is named.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { createKeyFile } from '../dist/attest/index.js'
import { serve } from '../dist/http/index.js'
import { chromium, openBrowser } from './browser.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const sample = join(root, 'docs', 'guides', 'sample')
const out = resolve(process.argv[2] ?? join(root, 'docs', 'guides', 'pictures'))
/** Points of a page: what a column of text on a wide screen shows without making it smaller. */
const WIDTH = 900

if (chromium === null) {
  console.error('no Chromium is installed to make pictures with: apt-get install chromium, or CHROMIUM=/path')
  process.exit(1)
}

const folder = mkdtempSync(join(tmpdir(), 'selfsame-pictures-'))
const signingKey = join(folder, 'service.key')
createKeyFile(signingKey)
const options = { port: 0, signingKey, studio: true, workers: 1, log: 'silent', reviewers: 2 }
const service = await serve({ ...options, ledger: join(folder, 'decisions.sqlite') })
const browser = await openBrowser()
const page = await browser.newPage()
await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }])

const until = (words) => page.waitForFunction((wanted) => document.body.innerText.includes(wanted), {}, words)

async function open(screen) {
  await page.setViewport({ width: WIDTH, height: 700 })
  await page.goto(`${service.url}/studio/#/${screen}`)
  await page.reload()
  await page.waitForSelector('h1')
}

/** Writes the page from the top of what `first` names to the end of what `last` names, with a margin. */
async function picture(name, last, first = 'body') {
  await page.evaluate(() => document.activeElement?.blur())
  const [y, end] = await page.evaluate(
    (selectors) => {
      const [top, bottom] = selectors.map((selector) => document.querySelector(selector).getBoundingClientRect())
      return [Math.max(0, Math.floor(top.top + scrollY - 16)), Math.ceil(bottom.bottom + scrollY + 16)]
    },
    [first, last],
  )
  const shot = await page.screenshot({ captureBeyondViewport: true, clip: { x: 0, y, width: WIDTH, height: end - y } })
  await sharp(shot)
    .png({ palette: true, colours: 64, compressionLevel: 9 })
    .toFile(join(out, `${name}.png`))
}

/** Sets a field as typing would, and all at once. */
const fill = (selector, value) =>
  page.$eval(
    selector,
    (field, text) => {
      field.value = text
      field.dispatchEvent(new Event(field.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }))
    },
    value,
  )

async function post(path, body, caller = 'ada') {
  const headers = { 'content-type': 'application/json', 'x-service-caller': caller }
  const response = await fetch(`${service.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
  return response.json()
}

function command(...words) {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'bin', 'selfsame.mjs'), ...words], {
    cwd: folder,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
}

async function maskALog() {
  const lines = readFileSync(join(sample, 'calls.txt'), 'latin1').split('\n')
  await open('text')
  await fill('textarea', [lines[0], lines[2], lines[3]].join('\n'))
  await fill('main form .row select', 'NG')
  await fill('main form .row input[type=password]', 'a long random secret of the clinic')
  await page.click('main form button[type=submit]')
  await until('found under')
  await picture('mask-a-log-text', '.findings')
}

async function deidentifyAFolder() {
  writeFileSync(join(folder, 'salt.txt'), 'a long random secret of the clinic\n')
  const table = join(sample, 'letters', 'visits.csv')
  command('deidentify', table, '-o', 'masked.csv', '-j', 'DE', '--salt-file', 'salt.txt', '--report', 'report.html')
  await page.setViewport({ width: WIDTH, height: 700 })
  await page.goto(pathToFileURL(join(folder, 'report.html')).href)
  await picture('de-identify-a-folder-report', 'section:nth-of-type(2)')
}

async function linkTwoRegisters() {
  const tables = ['clinic.csv', 'laboratory.csv'].map((name) => join(sample, name))
  command('link', ...tables, '-o', 'linked', '--id', 'patient_no', '--id', 'Lab no')
  await page.setViewport({ width: WIDTH, height: 700 })
  await page.goto(pathToFileURL(join(folder, 'linked', 'report.html')).href)
  await page.evaluate(() => {
    const open = [...document.querySelectorAll('#pairs details')].find(({ textContent }) =>
      textContent.includes('L-505'),
    )
    open.open = true
  })
  await picture('link-two-registers-report', '#pairs', '#pairs')
  await open('compare')
  const rows = [
    ['name', 'Hannah Pemberton', 'Hannah Cole'],
    ['dob', '1968-09-12', '1968-09-12'],
    ['phone', '01904 496 033', '01904 496 033'],
  ]
  for (const [at, values] of rows.entries())
    for (const [place, value] of values.entries())
      await fill(`.pairs fieldset:nth-of-type(${at + 1}) label:nth-of-type(${place + 1}) :is(input, select)`, value)
  await page.click('main form button[type=submit]')
  await until('What each factor adds')
  await page.$eval('main > details', (details) => details.setAttribute('open', ''))
  await picture('link-two-registers-compare', 'main > ul:last-of-type')
}

async function reviewWithTwoPeople() {
  const questions = readFileSync(join(sample, 'questions.jsonl'), 'utf8').trim().split('\n')
  for (const question of questions) await post('/compare', JSON.parse(question))
  await page.setExtraHTTPHeaders({ 'x-service-caller': 'ada' })
  await open('review')
  await until('waiting.')
  await page.keyboard.press('v')
  await until('Pemberton')
  await picture('review-with-two-people-review', 'main > details')
  const answers = { ada: ['same', 'different', 'same'], ben: ['same', 'different', 'different'] }
  for (const [caller, said] of Object.entries(answers))
    for (const answer of said) {
      const response = await fetch(`${service.url}/review?limit=1`, { headers: { 'x-service-caller': caller } })
      const { pairs } = await response.json()
      await post('/review', { decision_id: pairs[0].decision_id, answer, reason: 'the values' }, caller)
    }
  await open('overview')
  await until('kappa')
  await picture('review-with-two-people-overview', 'main .beside')
}

async function proveADecision() {
  const a = { name: 'Touton Negoce SARL', registration_id: 'RC-88421' }
  const b = { name: 'Touton Negoce', registration_id: 'RC-88421' }
  const { decision_id } = await post('/compare', { entity: 'organisation', store: true, a, b })
  await open('ledger')
  await fill('input.id', decision_id)
  await page.click('main form button[type=submit]')
  await until('What superseded what')
  await page.click('section[aria-label="The decision"] button')
  await until('Reproduced')
  await picture('prove-a-decision-ledger', 'section[aria-label="The decision"]')
}

try {
  mkdirSync(out, { recursive: true })
  for (const make of [maskALog, deidentifyAFolder, linkTwoRegisters, reviewWithTwoPeople, proveADecision]) await make()
} finally {
  await browser.close()
  await service.close()
  rmSync(folder, { recursive: true })
}
console.log(`pictures of the guides are in ${out}`)
