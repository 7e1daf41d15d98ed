// The sources for the tests of the architecture: every file of src/ with its module and its imports.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
const src = join(root, 'src')

export interface SourceFile {
  /** Path below src/, with forward slashes. */
  readonly path: string
  readonly text: string
  /** Paths below src/ that it imports. */
  readonly inner: readonly string[]
  /** Packages and node: modules it imports. */
  readonly outer: readonly string[]
}

function* walk(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* walk(path)
    else if (path.endsWith('.ts')) yield path
  }
}

// Static imports, re-exports and dynamic imports with a literal; `import type` counts too: a type is knowledge.
const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^'"]{0,2000}?from\s+'([^']+)'|(?:^|\n)import\s+'([^']+)'|import\('([^']+)'\)/g

export function sourceFiles(): SourceFile[] {
  return [...walk(src)].map((path) => {
    const text = readFileSync(path, 'utf8')
    const specifiers = [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? match[3]!)
    return {
      path: relative(src, path).replaceAll('\\', '/'),
      text,
      inner: specifiers
        .filter((specifier) => specifier.startsWith('.'))
        .map((specifier) => relative(src, resolve(path, '..', specifier)).replaceAll('\\', '/')),
      outer: specifiers.filter((specifier) => !specifier.startsWith('.')),
    }
  })
}

/** The module of a file: its engine, its folder, or its own name at the top. */
export function moduleOf(path: string): string {
  const [first, second] = path.split('/')
  if (first === 'engines') return `engines/${second}`
  return path.includes('/') ? first! : path.replace(/\.ts$/, '')
}
