// The browser that tests of pages use; where there is none, they are skipped, and that is said.
import type { Browser } from 'puppeteer-core'
import { chromium, openBrowser } from '../../tools/browser.mjs'

export { chromium, openBrowser }

if (chromium === null)
  console.warn(
    'SKIPPED: pages are not tried in a browser: Chromium is not installed (apt-get install chromium, or CHROMIUM=/path)',
  )

/** Null if no browser is available for tests. */
export async function testBrowser(): Promise<Browser | null> {
  return chromium === null ? null : openBrowser()
}
