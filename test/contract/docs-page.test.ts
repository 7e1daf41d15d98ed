/// <reference lib="dom" />
// The API page in a real browser: dark where the browser prefers it, with the name of the server, and nothing from elsewhere.
import type { Browser, Page } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Serving, serve } from '../../src/http/index.ts'
import { chromium, openBrowser } from '../shared/browser.ts'

describe.skipIf(chromium === null)('the API page in a browser', () => {
  let browser: Browser
  let page: Page
  let serving: Serving
  const problems: string[] = []

  beforeAll(async () => {
    serving = await serve({ port: 0, workers: 1 })
    browser = await openBrowser()
    page = await browser.newPage()
    page.on('console', (line) => line.type() === 'error' && problems.push(line.text()))
    page.on('request', (request) => {
      if (!/^(?:data:|http:\/\/127\.0\.0\.1:)/.test(request.url())) problems.push(request.url())
    })
  })
  afterAll(async () => {
    await browser?.close()
    await serving?.close()
  })

  const prefer = (value: string) => page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }])
  /** Waits until the page is dark, or is not. */
  const waitForDark = (isDark: boolean) =>
    page.waitForFunction(
      (expected) => (getComputedStyle(document.documentElement).backgroundColor === 'rgb(28, 32, 34)') === expected,
      { timeout: 170_000 },
      isDark,
    )

  it('is dark where the browser prefers that, also when that changes', async () => {
    await prefer('dark')
    await page.goto(`${serving.url}/docs`)
    await page.waitForSelector('.opblock')
    await waitForDark(true)
    await prefer('light')
    await waitForDark(false)
  })

  it('names the server, and takes nothing from anywhere else', async () => {
    expect(await page.$eval('.servers', (servers) => servers.textContent)).toContain('This service')
    expect(problems).toEqual([])
  })
})
