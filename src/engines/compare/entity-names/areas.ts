// Does a name name an area (a town, an island, a lake) rather than a door one can stand before? Coordinates of an area are a
// choice of the writer, so the same distance says less about it.
import { fold } from '../../../text/fold.ts'
import type { Tools } from '../tools/pack-tools.ts'
import { TERRITORY, tokensOf } from '../words/value-words.ts'

/** Where what stands in brackets or after a comma begins and ends: "(Latvia)", ", New York". */
function qualifierOf(name: string): { from: number; within: string } | null {
  const comma = name.indexOf(',')
  const open = name.indexOf('(')
  const from = open < 0 ? comma : comma < 0 ? open : Math.min(open, comma)
  if (from < 0) return null
  const close = from === open ? name.indexOf(')', open) : -1
  return { from, within: name.slice(from + 1, close < 0 ? name.length : close) }
}

/** Size (floor of log10 of the population) from which a town outweighs the word it is spelled like: Reading, Nice. */
const CITY = 5

/** A test for names of areas: an area word, a territory as the qualifier, or a town the gazetteer knows and no ordinary word. */
export function areaTest(tools: Tools): (name: string) => boolean {
  const extents = tools.list('area_words')
  const known = tools.remember<boolean>()
  const test = (name: string): boolean => {
    const qualifier = qualifierOf(name)
    if (qualifier !== null) {
      const marked = tools.territories().marked(tokensOf(qualifier.within), true)
      if (marked.some((token) => token.startsWith(TERRITORY))) return true
    }
    const bare = qualifier === null ? name : name.slice(0, qualifier.from)
    const tokens = tokensOf(bare)
    if (tokens.some((token) => extents.has(token))) return true
    const place =
      tools.gazetteer().get(fold(bare).trim().replaceAll('-', ' ')) ?? tools.gazetteer().get(tokens.join(' '))
    return place !== null && (!place.isWord || place.entries.some(({ kind, size }) => kind === 'c' && size >= CITY))
  }
  return (name) => known.get(name, test)
}

/** A test whether two words name two towns: not one under two names, as far as country and size tell. */
export function townTest(tools: Tools): (a: string, b: string) => boolean {
  return (a, b) => {
    const [one, other] = [tools.gazetteer().get(a), tools.gazetteer().get(b)]
    if (one === null || other === null) return false
    return !one.entries.some((x) =>
      other.entries.some((y) => x.kind === y.kind && x.country === y.country && x.size === y.size),
    )
  }
}
