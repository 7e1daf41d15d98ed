// Everything that the parts of a package say, with their names.
import { strFromU8, unzipSync } from 'fflate'

export function everyPart(bytes: Uint8Array): string {
  return Object.entries(unzipSync(bytes))
    .flatMap(([name, part]) => [name, strFromU8(part)])
    .join('\n')
}
