// The second number of a document ("passport EH7055790; the expired one EH3595399"), known by a phrase after a number of the same shape.
import { fold } from '../../../text/fold.ts'
import { CONFIDENCE } from '../confidence.ts'
import { type Claim, claimOf, type DetectorFactory } from '../detector.ts'
import { categoriesKnownBy, valueCues } from '../lexicons.ts'

/** Text from the end of a number to the next: signs, then one to three words, each followed by a space or a colon. */
const NEXT = /^[,;)]{0,2} {0,2}\(?((?:\p{L}{1,14}[ :.]{1,3}){1,3})([A-Z]{0,3} ?\d{5,10})(?![\p{L}\d-])/u
const REACH = 64

export const secondPaperDetector: DetectorFactory = (packs) => {
  const another: ReadonlySet<string> = new Set(valueCues('another').map(fold))
  const knownBy = categoriesKnownBy(packs)
  return {
    name: 'second-papers',
    find: () => [],
    refine({ text }, claims) {
      const found: Claim[] = []
      for (const { category, start, end, strength, detector } of claims) {
        if (strength !== 'pattern' || knownBy.get(category) !== 'number') continue
        const next = NEXT.exec(text.slice(end, end + REACH))
        if (next === null || shapeOf(next[2]!) !== shapeOf(text.slice(start, end))) continue
        if (!wordsOf(next[1]!).every((word) => another.has(fold(word)))) continue
        const to = end + next[0].length
        found.push(claimOf(category, to - next[2]!.length, to, CONFIDENCE.second_document, detector, 'pattern'))
      }
      return found
    },
  }
}

const wordsOf = (text: string): readonly string[] => text.split(/[ :.]+/).filter((word) => word !== '')

/** Replaces letters and digits by kind: "EH7055790" becomes AA0000000. */
const shapeOf = (value: string): string => value.replace(/[A-Z]/g, 'A').replace(/\d/g, '0')
