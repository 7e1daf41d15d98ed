// Builds the studio (studio/) to files that a service sends as they are: scripts, styles and a page that name nothing outside.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Builds into `folder`. Rejects with what the bundler says is wrong. */
export async function buildStudio(folder) {
  const { build } = await import('vite')
  await build({
    root: join(root, 'studio'),
    configFile: false,
    logLevel: 'warn',
    // Relative: only a server around the service knows the path of the studio.
    base: './',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: 'es2023',
      // Their script would be inline in the page, or load modules that the browser loads without it.
      modulePreload: false,
      assetsInlineLimit: 0,
    },
  })
}
