// A temporary folder for tests that copy tables: files in, copies out, deleted afterwards.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { createService } from '../../src/service.ts'

type Request = Parameters<ReturnType<typeof createService>['copyTable']>[1]
type Options = Parameters<ReturnType<typeof createService>['copyTable']>[2]

export const SALT = 'a secret of the test'

export function tableFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'tables-'))
  const service = createService()
  afterAll(async () => {
    await service.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const at = (name: string) => join(folder, name)
  return {
    at,
    list: () => readdirSync(folder).sort(),
    read: (name: string) => readFileSync(at(name), 'utf8'),
    write: (name: string, content: string | Uint8Array) => {
      writeFileSync(at(name), content)
      return at(name)
    },
    /** Copies a table, and gives what was done and the copy as text. */
    async copy(name: string, content: string | Uint8Array, request: Request = {}, options: Partial<Options> = {}) {
      writeFileSync(at(name), content)
      const out = options.out ?? at(`masked-${name}`)
      const done = await service.copyTable(
        at(name),
        { jurisdiction: 'DE', salt: SALT, ...request },
        { report: false, processes: 0, ...options, out },
      )
      return { done, text: readFileSync(out, 'utf8') }
    },
  }
}
