import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { STATUS } from '../../src/http/failure.ts'
import { root, sourceFiles } from './sources.ts'

const codes = Object.keys(STATUS)
const thrown = new Set(
  sourceFiles().flatMap(({ text, path }) => {
    if (path === 'http/status-codes.ts') return []
    const word = path === 'errors.ts' ? /new SelfsameError\(\s*'(\w+)'/g : /'([a-z]+(?:_[a-z]+)*)'/g
    return [...text.matchAll(word)].map(([, code]) => code!)
  }),
)

it('throws every code of the catalogue somewhere', () => {
  expect(codes.filter((code) => !thrown.has(code))).toEqual([])
})

it('lists every code with its status in docs/http.md', () => {
  const docs = readFileSync(join(root, 'docs', 'http.md'), 'utf8')
  expect(codes.filter((code) => !docs.includes(`\`${code}\``))).toEqual([])
})
