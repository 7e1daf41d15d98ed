// Short forms and the names they are short for, as comparison knows them: data/lexicons/nicknames.txt and name-equivalents.txt.
import type { Packs } from '../../../packs/load.ts'
import { wordOf } from '../../../text/words.ts'
import { nameKey } from './name-keys.ts'

const NONE: readonly string[] = []

const keyOf = (name: string): string => nameKey(wordOf(name))?.key ?? ''

export class Nicknames {
  readonly #packs: Packs
  #names: Map<string, readonly string[]> | null = null

  constructor(packs: Packs) {
    this.#packs = packs
  }

  /** The full names, as keys, that a short form represents. */
  namesOf(key: string): readonly string[] {
    this.#names ??= this.#read()
    return this.#names.get(key) ?? NONE
  }

  #read(): Map<string, readonly string[]> {
    const names = new Map<string, readonly string[]>()
    for (const line of this.#packs.lexicon('nicknames.txt').split('\n')) {
      const [short, full] = line.split(': ')
      if (full === undefined || line.startsWith('#')) continue
      const key = keyOf(short!)
      names.set(key, [...(names.get(key) ?? NONE), ...full.split(' ').map(keyOf)])
    }
    return names
  }
}
