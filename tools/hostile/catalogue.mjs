// Every hostile file by its name: what it attacks, and its bytes, which are made when they are asked for and the same each time.
import { DOCX_FILES } from './docx.mjs'
import { OTHER_FILES } from './others.mjs'
import { PDF_FILES } from './pdf.mjs'

const EXTENSIONS = { pdf: 'pdf', docx: 'docx', zip: 'docx', polyglot: 'pdf', image: 'png' }

export const HOSTILE_FILES = Object.entries({ ...PDF_FILES, ...DOCX_FILES, ...OTHER_FILES }).map(
  ([name, [attacks, make]]) => ({
    name,
    file: `${name}.${EXTENSIONS[name.split('-', 1)[0]] ?? 'txt'}`,
    attacks,
    make,
  }),
)
