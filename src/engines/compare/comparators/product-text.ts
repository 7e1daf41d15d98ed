// Product descriptions: how much of the rarer wording of one stands in the other, and quantities both state.
import { READ_UP_TO, type Word } from '../words.ts'
import { type Comparator } from './comparator.ts'

interface Described {
  readonly words: readonly Word[]
  readonly set: ReadonlySet<string>
  readonly total: number
}

const MOST = 200

export const productText: Comparator = {
  kind: 'product_text',
  summary: 'Descriptions by the information of shared words; with one description only, against the other title.',
  evidence: 'supporting',
  measures: [''],
  bind(rule, tools) {
    const known = tools.remember<Described>()
    const read = (value: string) =>
      known.get(value, (text) => {
        const words = [...new Set(tools.words(text.slice(0, READ_UP_TO)))].slice(0, MOST)
        return { words, set: new Set(words.map((word) => word.text)), total: words.reduce((sum, word) => sum + word.bits, 0) }
      })
    const covered = (part: Described, whole: Described) => {
      let shared = 0
      for (const word of part.words) if (whole.set.has(word.text)) shared += word.bits
      return part.total === 0 ? 0 : shared / part.total
    }
    return (a, b) => {
      const left = a.get(rule.field)
      const right = b.get(rule.field)
      if (left === undefined && right === undefined) return null
      const x = read(`${a.get('name') ?? ''} ${left ?? ''}`)
      const y = read(`${b.get('name') ?? ''} ${right ?? ''}`)
      if (x.words.length === 0 || y.words.length === 0) return null
      return { measures: [Math.max(covered(x, y), covered(y, x))], bits: 0, conflict: false }
    }
  },
}
