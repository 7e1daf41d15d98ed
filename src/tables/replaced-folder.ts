// A folder of results is replaced as a whole: nobody sees half of it, and a failure leaves what was there.
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { SelfsameError } from '../errors.ts'

/** Fills a new folder beside `out` and puts it in the place of `out`. Throws usage if the disk refuses it, and what `fill` throws. */
export async function replaceFolder<Made>(out: string, fill: (partial: string) => Promise<Made>): Promise<Made> {
  const folder = resolve(out)
  const partial = `${folder}.${process.pid}.part`
  try {
    rmSync(partial, { recursive: true, force: true })
    mkdirSync(dirname(folder), { recursive: true })
    mkdirSync(partial, { mode: 0o700 })
    const made = await fill(partial)
    rmSync(folder, { recursive: true, force: true })
    renameSync(partial, folder)
    return made
  } catch (cause) {
    rmSync(partial, { recursive: true, force: true })
    if (cause instanceof SelfsameError) throw cause
    throw new SelfsameError(
      'usage',
      `${out} cannot be written; check the folder, its permissions and the room on its disk`,
      { cause },
    )
  }
}
