// Which optional capabilities this installation has: an extra is there when every package it needs can be found.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

type Extra = 'detect' | 'pdf' | 'docx' | 'docling' | 'ocr'

/** Packages that bring each extra; null: this release has no code that would use one. */
const PACKAGES: Readonly<Record<Extra, readonly string[] | null>> = {
  detect: null,
  pdf: ['unpdf'],
  docx: ['fflate', 'saxes'],
  docling: null,
  ocr: null,
}

const folders = createRequire(import.meta.url).resolve.paths('any-package') ?? []

/** Can every package of an extra be found from here? Nothing is loaded. */
export function hasExtra(extra: Extra): boolean {
  const packages = PACKAGES[extra]
  if (packages === null) return false
  return packages.every((name) => folders.some((folder) => existsSync(join(folder, name, 'package.json'))))
}

/** The part of /capabilities that depends on what is installed. */
export function capabilitiesOf(): {
  model: boolean
  parsers: Record<'text' | 'pdf' | 'docx' | 'docling' | 'ocr', boolean>
} {
  return {
    model: hasExtra('detect'),
    parsers: {
      text: true,
      pdf: hasExtra('pdf'),
      docx: hasExtra('docx'),
      docling: hasExtra('docling'),
      ocr: hasExtra('ocr'),
    },
  }
}
