// Postal addresses as values: find them in a text, split one into components, and write two spellings of one alike.
import type { Packs } from '../../packs/load.ts'
import { fold } from '../../text/fold.ts'
import { ScannedText } from '../../text/scanned.ts'
import { type AddressBook, addressBookOf } from './book.ts'
import { type Components, componentsOf, type SplitAddress } from './components.ts'
import { findAddresses } from './find.ts'
import type { FoundAddress } from './parts.ts'
import { AddressReader } from './reader.ts'

export { AddressBook } from './book.ts'
export type { ComponentKey, Components, SplitAddress } from './components.ts'
export { findAddresses as find } from './find.ts'

/** Splits addresses: one per installation, built from its facts on first use. */
export class AddressParser {
  readonly book: AddressBook

  constructor(packs: Packs) {
    this.book = addressBookOf(packs)
  }

  /**
   * Components of a text that is an address and nothing else. `country`: ISO code when known, null when not; it settles
   * names that lie in several countries. Segments that no rule knows are left out; an empty object when nothing is known.
   */
  parseAddress(text: string, country: string | null): SplitAddress {
    const scanned = new ScannedText(text)
    const reader = new AddressReader(scanned, this.book)
    const runs = findAddresses(reader, { anyCase: true })
    let whole: Components = {}
    let settled: SplitAddress | null = null
    for (const run of runs) {
      const split = componentsOf(run, reader, this.book, country)
      whole = { ...split.components, ...whole }
      if (settled === null || split.countryConfidence > settled.countryConfidence) settled = split
    }
    return {
      components: whole,
      country: settled?.country ?? country,
      countryConfidence: settled?.countryConfidence ?? (country === null ? 0 : 1),
    }
  }
}

/** One spelling for comparison and tokens: folded, signs to blanks, blanks collapsed. "12, High St." -> "12 high st". */
export function normalize(address: string): string {
  return (fold(address).match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')
}

export type { FoundAddress }
