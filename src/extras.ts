// Optional parsers of this installation: available if all their packages can be found.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

const PACKAGES = {
  pdf: ['unpdf'],
  docx: ['saxes', 'yauzl'],
  ocr: ['tesseract.js', 'sharp', '@hyzyla/pdfium', 'exifr'],
} as const

const folders = createRequire(import.meta.url).resolve.paths('any-package') ?? []

/** Can this package be found from here? Nothing is loaded. */
export const isInstalled = (name: string): boolean =>
  folders.some((folder) => existsSync(join(folder, name, 'package.json')))

const modules = dirname(dirname(import.meta.dirname))
/** Installed with npm -g: packages that are installed by name are found there alone. */
const isGlobal = basename(modules) === 'node_modules' && !existsSync(join(dirname(modules), 'package.json'))

/** A sentence for this installation, where it says what to install. */
export const installable = (sentence: string): string =>
  isGlobal ? sentence.replaceAll('npm install ', 'npm install -g ') : sentence

const areInstalled = (packages: readonly string[]): boolean => packages.every(isInstalled)

/** The formats of files that can be read here, for /capabilities. This package reads the structure of files (the contract's docling) without an extra. */
export function parsersOf(): Record<'text' | 'pdf' | 'docx' | 'docling' | 'ocr', boolean> {
  return {
    text: true,
    pdf: areInstalled(PACKAGES.pdf),
    docx: areInstalled(PACKAGES.docx),
    docling: true,
    ocr: areInstalled(PACKAGES.ocr),
  }
}
