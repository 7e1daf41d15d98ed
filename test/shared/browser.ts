// A real Chromium for the studio's tests: the one CHROMIUM names, or the machine's own.
import { existsSync } from 'node:fs'
import puppeteer, { type Browser } from 'puppeteer-core'

const PLACES = [
  process.env['CHROMIUM'] ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** Null, after saying why on standard error, where there is no browser to test with. */
export async function testBrowser(): Promise<Browser | null> {
  const executablePath = PLACES.find((path) => path !== '' && existsSync(path))
  if (executablePath === undefined) {
    process.stderr.write('\nSKIPPED: the studio was not tested: Chromium is not installed (apt-get install chromium)\n')
    return null
  }
  // Root may not use the sandbox; the pages are our own.
  return puppeteer.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'] })
}
