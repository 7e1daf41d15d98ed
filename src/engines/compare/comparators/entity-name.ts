// Names of organisations, places and works: legal forms and noise words off, then overlap by information.
import { measureNames, NAME_MEASURES, type Name, nameOf } from '../name-measures.ts'
import { tokensOf } from '../words.ts'
import { type Agreement, type Comparator, NOTHING, severalOf } from './comparator.ts'

const SKIPPED = new Set(['the', 'of', 'and', 'a', 'an', 'de', 'la', 'le', 'du', 'des', 'di', 'del', 'der', 'die', 'das', 'e', 'et', 'y', 'und', 'i'])

interface FormedName extends Name {
  readonly forms: readonly string[]
}

function comparator(kind: string, summary: string, options: { legal: boolean; prefixes: boolean }): Comparator {
  const measures = options.legal ? [...NAME_MEASURES, 'type'] : NAME_MEASURES
  return {
    kind,
    summary,
    evidence: 'distinctive',
    measures,
    bind(rule, tools) {
      const names = tools.remember<FormedName>()
      const rest = tools.pack.gate.rest
      const align = { initials: false, prefixes: options.prefixes }
      const read = (value: string): FormedName =>
        names.get(value, (text) => {
          const tokens = tokensOf(text)
          const { core, forms } = options.legal ? tools.legalForms().strip(joinLetters(tokens)) : { core: joinLetters(tokens), forms: [] }
          return { ...nameOf(core.map((token) => tools.vocabulary.word(token)), SKIPPED), forms }
        })
      return (a, b) => {
        const valueA = a.get(rule.field)
        const valueB = b.get(rule.field)
        if (valueA === undefined || valueB === undefined) return null
        let best: Agreement | null = null
        for (const left of severalOf(valueA))
          for (const right of severalOf(valueB)) {
            const x = read(left)
            const y = read(right)
            if (x.words.length === 0 || y.words.length === 0) continue
            const { measures: found, bits } = measureNames(x, y, align, rest)
            if (options.legal) found.push(x.forms.length === 0 || y.forms.length === 0 ? NOTHING : x.forms.some((form) => y.forms.includes(form)) ? 1 : 0)
            if (best === null || found[1]! + found[0]! > best.measures[1]! + best.measures[0]!) best = { measures: found, bits, conflict: false }
          }
        return best
      }
    },
  }
}

/** Joins runs of single letters: "s a r l" and "u s a" are one token each. */
function joinLetters(tokens: readonly string[]): string[] {
  const joined: string[] = []
  let run = ''
  for (const token of tokens) {
    if (token.length === 1 && token >= 'a') {
      run += token
      continue
    }
    if (run !== '') joined.push(run)
    run = ''
    joined.push(token)
  }
  if (run !== '') joined.push(run)
  return joined
}

export const organisationName = comparator(
  'organisation_name',
  'Names of organisations without their legal form: shared rare words, what each side leaves over, numbers, initials, form.',
  { legal: true, prefixes: true },
)
export const placeName = comparator(
  'place_name',
  'Names of places: shared rare words, what each side leaves over, numbers, initials.',
  { legal: false, prefixes: true },
)
export const workTitle = comparator(
  'work_title',
  'Titles of works: shared rare words, what each side leaves over, numbers.',
  { legal: false, prefixes: true },
)
