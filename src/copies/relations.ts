// The relations of an office part: links out of the file are masked or emptied, and those to parts that are taken out go with them.
import type { CopyText, Spot } from './copy-text.ts'
import { attributeOf, type SourceTag, type XmlSource } from './xml-source.ts'

/** Links that people follow; any other target outside (a template, a linked file) is a path of somebody's machine. */
const FOLLOWED = /^(?:https?|mailto|tel|ftp|sip|sms):/i
/** An address of nothing (RFC 6694). */
const NOWHERE = 'about:blank'

export class Relations {
  readonly #source: XmlSource
  readonly #folder: string

  /** `name`: of the part with the relations. */
  constructor(source: XmlSource, name: string) {
    this.#source = source
    this.#folder = name.slice(0, name.lastIndexOf('_rels/'))
  }

  addLinks(into: CopyText): void {
    this.#each((tag, target, isExternal) => {
      if (!isExternal) return
      const spot = attributeOf(tag, 'Target')!
      if (FOLLOWED.test(target)) into.aside(linkSpot(spot))
      else spot.set(NOWHERE)
    })
  }

  /** Takes out the relations to removed parts. */
  cut(removed: ReadonlySet<string>): void {
    this.#each((tag, target, isExternal) => {
      if (!isExternal && removed.has(this.#resolved(target))) this.#source.put(tag.start, tag.end, '')
    })
  }

  #each(take: (tag: SourceTag, target: string, isExternal: boolean) => void): void {
    this.#source.walk({
      open: (tag) => {
        if (tag.name !== 'Relationship') return
        const target = attributeOf(tag, 'Target')?.value ?? ''
        take(tag, target, attributeOf(tag, 'TargetMode')?.value === 'External')
      },
    })
  }

  #resolved(target: string): string {
    if (target.startsWith('/')) return target.slice(1)
    const steps: string[] = []
    for (const step of `${this.#folder}${target}`.split('/')) {
      if (step === '..') steps.pop()
      else if (step !== '.' && step !== '') steps.push(step)
    }
    return steps.join('/')
  }
}

/** An address as people read it; what is written in its place stays an address. */
export function linkSpot(spot: Spot): Spot {
  let value = spot.value
  try {
    value = decodeURI(spot.value)
  } catch {
    // Not encoded as an address is: read as it stands.
  }
  return { value, set: (text) => spot.set(encodeURI(Buffer.from(text, 'utf8').toString('utf8'))) }
}
