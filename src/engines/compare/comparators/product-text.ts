// Product descriptions: how much of the rarer wording of one occurs in the other, and the quantities that both give.

import type { Fields } from '../tools/pack-tools.ts'
import type { Word } from '../words/value-words.ts'
import { type Agreement, type Comparator, ofFields } from './comparator.ts'
import { graded } from './statement.ts'

interface Described {
  readonly words: readonly Word[]
  readonly set: ReadonlySet<string>
  readonly total: number
}

const MOST = 200

export const productText: Comparator = {
  summary: 'Descriptions by the information of shared words; with one description only, against the other title.',
  evidence: 'supporting',
  measures: [''],
  bind(rule, tools) {
    const known = tools.remember<Described>()
    const read = (value: string) =>
      known.get(value, (text) => {
        const words: Word[] = []
        const set = new Set<string>()
        let total = 0
        for (const word of tools.words(text)) {
          if (words.length === MOST) break
          if (set.has(word.text)) continue
          set.add(word.text)
          words.push(word)
          total += word.bits
        }
        return { words, set, total }
      })
    const stands = (word: Word, title: Described, text: Described) =>
      title.set.has(word.text) || text.set.has(word.text)
    // The share of one side's wording, by information, that the other side has anywhere.
    const covered = (title: Described, text: Described, otherTitle: Described, otherText: Described) => {
      let shared = 0
      for (const word of title.words) if (stands(word, otherTitle, otherText)) shared += word.bits
      for (const word of text.words) if (stands(word, otherTitle, otherText)) shared += word.bits
      const total = title.total + text.total
      return total === 0 ? 0 : shared / total
    }
    const compare = (a: Fields, b: Fields): Agreement | null => {
      const left = a.get(rule.field)
      const right = b.get(rule.field)
      if (left === undefined && right === undefined) return null
      const [titleA, titleB] = [read(a.get('name') ?? ''), read(b.get('name') ?? '')]
      const [textA, textB] = [read(left ?? ''), read(right ?? '')]
      if (titleA.words.length + textA.words.length === 0 || titleB.words.length + textB.words.length === 0) return null
      return {
        measures: [Math.max(covered(titleA, textA, titleB, textB), covered(titleB, textB, titleA, textA))],
        bits: 0,
        conflict: false,
      }
    }
    return ofFields([rule.field, 'name'], compare, (record) => record.has(rule.field) || record.has('name'))
  },
  says: ({ measure }) =>
    graded(measure(''), [
      [0.8, 'alike', 'the descriptions share most of their wording'],
      [0.5, 'differ', 'the descriptions share only part of their wording'],
      [0, 'differ', 'the descriptions share little of their wording'],
    ]),
}
