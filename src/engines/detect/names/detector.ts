// The names detector: what a field or a title says is a name, and what the fitted model finds.
import { keptList } from '../../../text/kept-list.ts'
import { nearest4 } from '../../../records/canonical.ts'
import { readData } from '../../../packs/data-files.ts'
import { type Claim, claimOf, type DetectorFactory, type Task } from '../detector.ts'
import { nameCues, wordSources } from './facts.ts'
import { NameFeatures, NameModel } from './model.ts'
import { NameWeights } from './weights.ts'

export const namesDetector: DetectorFactory = (packs, book) => {
  const cues = nameCues(book)
  let model: NameModel | null = null
  const load = (): NameModel => {
    const weights = new NameWeights(readData('weights/names.tsv.gz').toString('utf8'))
    return new NameModel(new NameFeatures(wordSources(packs), cues, weights), weights)
  }
  const find = (text: Task['text'], _scope: Task['scope'], evidence: Task['evidence']): Claim[] => {
    model ??= load()
    const reading = model.features.read(text, evidence)
    evidence.languages = reading.languages
    const claims: Claim[] = keptList()
    const { start, end } = text.tokens
    for (const chain of reading.chains)
      for (const name of model.find(reading, chain))
        if (name.probability >= model.weights.threshold)
          claims.push(
            claimOf('PII-1-NAME', start[name.first]!, end[name.end - 1]!, nearest4(name.probability), 'rule:names', 'lexicon'),
          )
    evidence.people = claims
    return claims
  }
  return { name: 'names', find }
}
