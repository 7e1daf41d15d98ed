import type { Browser } from 'puppeteer-core'

export const chromium: string | null
export function openBrowser(): Promise<Browser>
