// Joins the modules that read text to one file, dist/core/core.js, and leaves each of them as a door to it. It exists because
// V8 compiles a name that crosses modules, imported or exported, as a load and a check at every use, and any other name as what
// its source: half of all modules is constants and small functions that others use in their innermost loops.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'

/** The modules that answer; the others (http, cli, ledger, attest ...) are loaded separately, some without these. */
const ROOMS = ['engines', 'packs', 'text', 'values']
/** One folder below dist/, like the modules, so that files next to dist/ have the same address. */
const CORE = join('core', 'core.js')
const ENTRY = '\0doors'

/** Paths of all modules of the rooms, sorted. */
const modulesOf = (dist) =>
  ROOMS.flatMap((room) =>
    readdirSync(join(dist, room), { recursive: true })
      .filter((path) => path.endsWith('.js'))
      .map((path) => join(dist, room, path)),
  ).sort()

/** `path` as an import from the folder of `from`. */
const address = (from, path) => {
  const way = relative(dirname(from), path).split(sep).join('/')
  return way.startsWith('.') ? way : `./${way}`
}

/** Bundles dist/ in place: every module of the rooms exports what it did. Rejects with what the bundler says is wrong. */
export async function bundle(dist) {
  const { rolldown } = await import('rolldown')
  const core = join(dist, CORE)
  const modules = modulesOf(dist)
  const inside = new Set(modules)
  /** Names that each module exports. */
  const names = new Map()
  const doors = {
    name: 'doors',
    resolveId(id, importer) {
      if (id === ENTRY || inside.has(id)) return id
      if (!id.startsWith('.')) return { id, external: true }
      const path = join(dirname(importer), id)
      return inside.has(path) ? path : { id: address(core, path), external: true }
    },
    load(id) {
      if (id !== ENTRY) return null
      const imports = modules.map((path, i) => `import * as door${i} from ${JSON.stringify(path)}`)
      return `${imports.join('\n')}\nexport const doors = [${modules.map((_, i) => `door${i}`).join(', ')}]`
    },
    moduleParsed: ({ id, exports }) => void names.set(id, exports.toSorted()),
  }
  const made = await rolldown({ input: ENTRY, platform: 'node', plugins: [doors], treeshake: false })
  try {
    await made.write({ file: core, format: 'esm', minify: false, codeSplitting: false })
  } finally {
    await made.close()
  }
  mkdirSync(dirname(core), { recursive: true })
  modules.forEach((path, i) => {
    const exported = names.get(path)
    const door = `import { doors } from '${address(path, core)}'\nexport const { ${exported.join(', ')} } = doors[${i}]\n`
    writeFileSync(path, exported.length === 0 ? 'export {}\n' : door)
  })
}
