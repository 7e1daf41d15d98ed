// Whether a text speaks of gardens and kitchens, so that its Rosemary and its Iris are plants.
import { COMMA } from '../../../../text/signs.ts'
import { TokenKind } from '../../../../text/tokens.ts'
import type { Surroundings } from '../around/surroundings.ts'
import type { NameWord } from '../words/name-word.ts'
import { Role, Small } from '../words/roles.ts'
import type { NameWords } from '../words/words.ts'

/** Different words of gardens and kitchens that make them the subject of a text. */
const LEAST_PLANTS = 3
/** Plants in capitals that are a list of plants beside a single word of gardens. */
const LEAST_LISTED = 4

export function speaksOfPlants(words: NameWords): boolean {
  const { tokens } = words
  if ((words.anyBits & (Role.plantTalk | Role.plant)) === 0) return false
  const seen = new Set<string>()
  const named = new Set<string>()
  for (let index = 0; index < tokens.count; index++) {
    const kind = tokens.kind[index]!
    if (kind > TokenKind.upper) continue
    const bits = words.bits[index]!
    if ((bits & (Role.plantTalk | Role.plant)) === 0) continue
    // Rosa, Iris and Viola in capitals may as well be three sisters in a garden: they count beside two words of it, four beside one.
    const isSaid = (bits & Role.plantTalk) !== 0 || kind === TokenKind.lower || isNobody(words, index)
    const kept = isSaid ? seen : named
    kept.add(words.known(index).folded)
    // "Rowan and lilac", "Linnea, viol": in lower case and in one breath with another.
    if (kind === TokenKind.lower && isInListOfPlants(words, index)) return true
    if (seen.size >= LEAST_PLANTS || (seen.size === 2 && named.size >= 2)) return true
    if (seen.size === 1 && named.size >= LEAST_LISTED) return true
  }
  return false
}

/** A plant that nobody is called: Flieder. */
function isNobody(words: NameWords, index: number): boolean {
  const { given, family } = words.levels(index)
  return given < LEAST_NAME && family < LEAST_NAME
}

/** From this level on a word is a name somewhere. */
const LEAST_NAME = 3

/** Whether the plant at token `index` is joined to a capitalised one before it. */
function isInListOfPlants(words: NameWords, index: number): boolean {
  const { tokens, text, bits } = words
  if (index < 2 || (bits[index]! & Role.plant) === 0) return false
  const isJoined = (words.small(index - 1) & Small.listing) !== 0 || text.charCodeAt(tokens.start[index - 1]!) === COMMA
  return isJoined && tokens.kind[index - 2] === TokenKind.capital && (bits[index - 2]! & Role.plant) !== 0
}

/** "Holly hedges", "Rowan berries": a word of gardens in small letters right behind a name. */
export function isBeforePlantTalk({ tokens, words }: Surroundings, { end, next }: NameWord): boolean {
  if (next >= tokens.count || tokens.kind[next] !== TokenKind.lower || tokens.start[next]! - end !== 1) return false
  return (words.bits[next]! & Role.plantTalk) !== 0
}
