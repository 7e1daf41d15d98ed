// Whether a text speaks of gardens and kitchens, so that its Rosemary and its Iris are plants.
import { TokenKind } from '../../../text/tokens.ts'
import { Role } from './roles.ts'
import type { NameWords } from './words.ts'

/** Different words of gardens and kitchens that make them the subject of a text. */
const LEAST_PLANTS = 3

export function speaksOfPlants(words: NameWords): boolean {
  const { tokens } = words
  const seen = new Set<string>()
  for (let index = 0; index < tokens.count; index++) {
    const kind = tokens.kind[index]!
    if (kind > TokenKind.upper) continue
    const { roles, folded } = words.known(index)
    // Rosa, Iris and Viola in capitals may as well be three sisters.
    const said = kind === TokenKind.lower ? Role.plantTalk | Role.plant : Role.plantTalk
    if ((roles & said) !== 0 && seen.add(folded).size >= LEAST_PLANTS) return true
  }
  return false
}
