// The links of the pages for readers have targets, and the guides and their pictures are complete.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './sources.ts'

const pagesOf = (folder: string) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name))
const guides = pagesOf('docs/guides').filter((path) => !path.endsWith('README.md'))
const pages = [
  ...pagesOf('.'),
  ...['docs', 'docs/adr', 'docs/guides', 'docs/guides/sample', 'bench/texts', 'examples', 'src'].flatMap(pagesOf),
]
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Targets of links and pictures, without code. */
const linksOf = (text: string) =>
  [...text.replace(/```[\s\S]*?```|`[^`\n]*`/g, '').matchAll(/!?\[[^\]]*\]\(([^)\s]+)\)/g)].map(([, target]) => target!)

/** The address of each heading, as the sites that show Markdown make it. */
const anchorsOf = (text: string) =>
  new Set(
    [...text.replace(/```[\s\S]*?```/g, '').matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
      heading!
        .toLowerCase()
        .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )

it('links to files and headings that are there', () => {
  const broken = pages.flatMap((page) =>
    linksOf(read(page))
      .filter((target) => !/^[a-z]+:/.test(target))
      .filter((target) => {
        const [path = '', anchor] = target.split('#')
        const file = path === '' ? page : normalize(join(dirname(page), decodeURI(path)))
        if (!existsSync(join(root, file))) return true
        return anchor !== undefined && file.endsWith('.md') && !anchorsOf(read(file)).has(anchor)
      })
      .map((target) => `${page}: ${target}`),
  )
  expect(broken).toEqual([])
})

it('has guides that are run from their first command, and that README.md and their index name', () => {
  expect(guides).toHaveLength(5)
  for (const guide of guides) {
    const text = read(guide)
    expect(text.indexOf('<!-- examples:run -->'), guide).toBeGreaterThan(0)
    expect(text.indexOf('```'), guide).toBeGreaterThan(text.indexOf('<!-- examples:run -->'))
    expect(linksOf(read('README.md')), guide).toContain(guide)
    expect(linksOf(read('docs/guides/README.md'))).toContain(guide.replace('docs/guides/', ''))
  }
})

it('has pictures that guides show and describe, each under 150 KB, all under 1 MB', () => {
  const shown = guides.flatMap((guide) => [...read(guide).matchAll(/!\[([^\]]{20,})\]\((pictures\/[\w-]+\.png)\)/g)])
  const names = readdirSync(join(root, 'docs/guides/pictures')).map((name) => `pictures/${name}`)
  expect(shown.map(([, , path]) => path).sort()).toEqual(names.sort())
  const sizes = names.map((name) => statSync(join(root, 'docs/guides', name)).size)
  for (const [at, size] of sizes.entries()) expect(size, names[at]).toBeLessThan(150 * 1024)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1024 * 1024)
})
