// Relations of the parts of an office package (ECMA-376 part 2, 9.3).
import { decodedAddress } from '../../text/percent.ts'
import type { Package } from '../archive/package.ts'
import { walkXml } from '../xml/xml.ts'

export interface Relation {
  readonly id: string
  readonly uri: string
  /** Without its namespace, in small letters. */
  readonly type: string
  /** The name of a part, or an address outside. */
  readonly target: string
  readonly isExternal: boolean
}

/** The relations of a part; '' for those of the package. */
export async function relationsOf(parts: Package, from: string): Promise<Relation[]> {
  const slash = from.lastIndexOf('/') + 1
  const folder = from.slice(0, slash)
  const name = parts.spelled(`${folder}_rels/${from.slice(slash)}.rels`)
  const found: Relation[] = []
  if (name === undefined) return found
  await walkXml(parts.part(name)!, {
    open(tag) {
      if (tag.name !== 'Relationship') return
      const isExternal = tag.of('TargetMode') === 'External'
      const uri = tag.of('Type')
      const type = uri.slice(uri.lastIndexOf('/') + 1).toLowerCase()
      const target = isExternal ? tag.of('Target') : resolved(folder, tag.of('Target'))
      found.push({
        id: tag.of('Id'),
        uri,
        type,
        isExternal,
        target: isExternal ? target : (parts.spelled(target) ?? target),
      })
    },
  })
  return found
}

function resolved(folder: string, target: string): string {
  const steps: string[] = []
  const path = decodedAddress(target.startsWith('/') ? target.slice(1) : `${folder}${target}`)
  for (const step of path.split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '.' && step !== '') steps.push(step)
  }
  return steps.join('/')
}
