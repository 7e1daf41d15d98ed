// Files that an agent may name instead of sending their content: those below the folders allowed by the operator, after resolving links.
import { isUtf8 } from 'node:buffer'
import { readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, relative, resolve, sep } from 'node:path'
import { SelfsameError } from '../errors.ts'
import type { Upload } from '../records/requests.ts'

export interface AllowedFiles {
  /** Throws file_refused unless the path is a readable file below an allowed folder. */
  bytes(path: string): Buffer
  /** The same as UTF-8 text. */
  text(path: string): string
  upload(path: string): Upload
}

/** `folders` are paths given by the operator; `most` is the maximum bytes of one file. Throws usage for a missing folder. */
export function allowedFiles(folders: readonly string[], most: number): AllowedFiles {
  const roots = folders.map((folder) => {
    try {
      return realpathSync(folder)
    } catch (cause) {
      throw new SelfsameError('usage', `the folder ${folder} is not there; check --folder`, { cause })
    }
  })

  function bytes(path: string): Buffer {
    if (roots.length === 0) throw refused('no folder is allowed; the operator allows one with --folder')
    for (const root of roots) {
      const found = below(root, path)
      if (found === null) continue
      if (statSync(found).size > most) throw refused('the file exceeds the size limit')
      return readFileSync(found)
    }
    throw refused('there is no such file below an allowed folder')
  }

  return {
    bytes,
    text(path) {
      const content = bytes(path)
      if (!isUtf8(content)) throw refused('the file is not UTF-8 text; the tool documents reads other formats')
      return content.toString('utf8')
    },
    upload: (path) => ({ name: basename(path), bytes: bytes(path) }),
  }
}

/** The real path of a file below `root`; null if there is none. A file outside is treated as missing. */
function below(root: string, path: string): string | null {
  try {
    const found = realpathSync(resolve(root, path))
    const way = relative(root, found)
    const isInside = way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && resolve(root, way) === found
    return isInside && statSync(found).isFile() ? found : null
  } catch {
    return null
  }
}

const refused = (why: string): SelfsameError => new SelfsameError('file_refused', `The file cannot be read: ${why}.`)
