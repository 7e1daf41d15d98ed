// A real browser for pages: the Chromium of the system, or the one that CHROMIUM names.
import { existsSync } from 'node:fs'
import { type Browser, launch } from 'puppeteer-core'

const PLACES = [
  process.env['CHROMIUM'] ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Where Chromium is; null where there is none, which is said: what asks for it is then skipped. */
export const chromium: string | null = PLACES.find((path) => path !== '' && existsSync(path)) ?? null

if (chromium === null)
  console.warn(
    'SKIPPED: pages are not tried in a browser: Chromium is not installed (apt-get install chromium, or CHROMIUM=/path)',
  )

/** Root may not use the sandbox; the pages are our own. */
export function openBrowser(): Promise<Browser> {
  return launch({ executablePath: chromium!, args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'] })
}

/** Null where there is no browser to test with. */
export async function testBrowser(): Promise<Browser | null> {
  return chromium === null ? null : openBrowser()
}
