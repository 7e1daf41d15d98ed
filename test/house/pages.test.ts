// Pages and comments name files of this repository, and what is in them, as they are.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './sources.ts'

const TOP = ['bench', 'clients', 'data', 'deploy', 'docs', 'python', 'src', 'studio', 'test', 'tools']
const files = [
  ...readdirSync(root, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : [])),
  ...TOP.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      (path) => `${folder}/${path.replaceAll('\\', '/')}`,
    ),
  ),
].filter((path) => !path.includes('node_modules/'))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const pages = files.filter((path) => path.endsWith('.md') && !/^CHANGELOG|golden|sample/.test(path))

/** Files of these kinds are never those of a reader of the documents; facts are named so in pages about this repository only. */
const CODE = /^[\w./-]*[\w-]\.(?:ts|tsx|mjs)$/
const FACTS = /^[\w./-]*[\w-]\.(?:json|tsv|txt|gz)$/
const ABOUT_FACTS = new Set(['CONTRIBUTING.md', 'ARCHITECTURE.md', 'docs/packs.md', 'src/README.md'])
const FOLDERS = new RegExp(`^(?:${TOP.join('|')})/[\\w./<>*-]*$`)
/** Written by hand for each country, pack and the like. */
const PLACEHOLDER = /xx\.json$|<|\*/

const exists = (name: string) => {
  const path = name.replace(/^\.\.\/|\/$/g, '')
  return files.some((file) => file === path || file.endsWith(`/${path}`) || `/${file}`.includes(`/${path}/`))
}

it('names files and folders that are there', () => {
  const missing = pages.flatMap((page) =>
    [
      ...read(page)
        .replace(/```[\s\S]*?```/g, '')
        .matchAll(/`([^`\s]+)`/g),
    ]
      .map(([, name]) => name!)
      .filter((name) => CODE.test(name) || FOLDERS.test(name) || (ABOUT_FACTS.has(page) && FACTS.test(name)))
      .filter((name) => !PLACEHOLDER.test(name) && !exists(name))
      .map((name) => `${page}: ${name}`),
  )
  expect(missing).toEqual([])
})

it('names in comments files that are there', () => {
  const missing = files
    .filter((path) => /^(?:src|studio|tools|test|bench)\/.*\.(?:ts|tsx|mjs)$/.test(path))
    .flatMap((path) =>
      [...read(path).matchAll(/^\s*(?:\/\/|\/?\*).*$/gm)]
        .flatMap(([comment]) =>
          [...comment.matchAll(/(?<![\w./@-])[a-z][\w./-]*\.(?:ts|mjs)\b/g)].map(([name]) => name),
        )
        .filter((name) => !exists(name))
        .map((name) => `${path}: ${name}`),
    )
  expect(missing).toEqual([])
})

it('says of a name that it is in a file that has it', () => {
  const wrong = pages.flatMap((page) =>
    [...read(page).matchAll(/`([A-Za-z_]\w*)` of (?:the )?`([\w./-]+\.(?:ts|tsx|mjs|json))`/g)]
      .filter(([, name, file]) => {
        const named = files.filter((path) => `/${path}`.endsWith(`/${file}`))
        return named.length > 0 && !named.some((path) => read(path).includes(name!))
      })
      .map(([found]) => `${page}: ${found}`),
  )
  expect(wrong).toEqual([])
})
