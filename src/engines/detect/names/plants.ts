// Whether a text speaks of gardens and kitchens, so that its Rosemary and its Iris are plants.
import { TokenKind } from '../../../text/tokens.ts'
import { Role } from './roles.ts'
import type { NameWords } from './words.ts'

/** Different words of gardens and kitchens that make them the subject of a text. */
const LEAST_PLANTS = 3

export function speaksOfPlants(words: NameWords): boolean {
  const { tokens } = words
  if ((words.anyBits & (Role.plantTalk | Role.plant)) === 0) return false
  const seen = new Set<string>()
  for (let index = 0; index < tokens.count; index++) {
    const kind = tokens.kind[index]!
    if (kind > TokenKind.upper) continue
    // Rosa, Iris and Viola in capitals may as well be three sisters.
    const said = kind === TokenKind.lower ? Role.plantTalk | Role.plant : Role.plantTalk
    if ((words.bits[index]! & said) !== 0 && seen.add(words.known(index).folded).size >= LEAST_PLANTS) return true
  }
  return false
}
