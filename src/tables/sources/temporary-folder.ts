// Folders for values that a process keeps on the disk while it works. A process that is killed leaves its folder, and the next one removes it.
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'

/** The numbers of processes are those of one machine, and containers may share the folder of temporary files. */
const machine = () => createHash('sha256').update(hostname()).digest('hex').slice(0, 8)

/** A new folder that only its owner can read; folders of the same purpose whose processes have ended are removed. */
export function temporaryFolder(purpose: string): string {
  const own = `selfsame-${purpose}-${machine()}-`
  for (const name of readdirSync(tmpdir()))
    if (name.startsWith(own) && hasEnded(Number(name.slice(own.length).split('-')[0]))) remove(join(tmpdir(), name))
  return mkdtempSync(join(tmpdir(), `${own}${process.pid}-`))
}

function hasEnded(id: number): boolean {
  try {
    process.kill(id, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // It belongs to another user, whose next process removes it.
  }
}
