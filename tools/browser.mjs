// A real browser for pages: the Chromium of the system, or the one that CHROMIUM names.
import { existsSync } from 'node:fs'
import { launch } from 'puppeteer-core'

const PLACES = [
  process.env.CHROMIUM ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The path of Chromium; null if there is none. */
export const chromium = PLACES.find((path) => path !== '' && existsSync(path)) ?? null

/** Root may not use the sandbox; the pages are our own. */
export const openBrowser = () =>
  launch({ executablePath: chromium, args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'] })
