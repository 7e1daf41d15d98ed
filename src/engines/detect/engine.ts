// Detection: all personal values in a text, as disjoint findings.
import type { Packs } from '../../packs/load.ts'
import type { Finding, Reason } from '../../records/detection.ts'
import { fold } from '../../text/fold.ts'
import { PhraseBook } from '../../text/phrases.ts'
import type { ScannedText } from '../../text/scanned.ts'
import { SpokenNumbers } from '../../values/spoken/spoken-view.ts'
import { isMonthWord } from '../../values/written-dates.ts'
import { adjudicate } from './adjudicate.ts'
import type { Detector, DetectorFactory } from './detector.ts'
import { detectorFactories } from './detectors/registry.ts'
import { CueKinds, countriesOf, type DetectScope, Evidence } from './evidence.ts'
import { negativeCues } from './lexicons.ts'
import { ownTokens } from './own-tokens.ts'
import type { KnownPeople } from './persons/known-people.ts'
import { TextReader } from './reader.ts'

export interface DetectEngine {
  /** All claims of all detectors, with offsets in the original text (UTF-16); may overlap. Sorted by start, then longer first. */
  claims(text: ScannedText, scope: DetectScope): Finding[]
  /**
   * Reads many texts, each with its scope, and stores their claims for later calls. The claims are the same as one
   * by one, but the code and tables of each detector are loaded only once for all texts.
   */
  readAll(texts: readonly ScannedText[], scopes: readonly DetectScope[]): void
  /** Reasons for a finding of a text, strongest first: the weighed evidence, or the rule. */
  explain(text: ScannedText, finding: Finding): Reason[]
  /** Resolves claims into disjoint findings, sorted by start. */
  settle(claims: readonly Finding[]): Finding[]
  /** People who are named in other texts, none yet: they are looked for in every text that shares them. */
  knownPeople(): KnownPeople
}

/** Builds every detector once; their cues share one phrase book. `factories`: the fit of names replaces the names detector with its own. */
export function createDetectEngine(
  packs: Packs,
  factories: readonly DetectorFactory[] = detectorFactories,
): DetectEngine {
  const book = new PhraseBook()
  const negatives = negativeCues()
  const fillerWords: ReadonlySet<string> = new Set(negatives.fillers.map(fold))
  const filler = book.ask((word) => fillerWords.has(word.folded))
  const month = book.ask(isMonthWord)
  const spoken = new SpokenNumbers(book, month)
  // Cues of non-personal numbers: detectors see them as labels of another kind.
  book.add(negatives.reference, 'reference')
  book.add(negatives.version, 'version')
  book.add(negatives.amount, 'amount')
  const detectors = factories.map((create) => create(packs, book))
  const kinds = new CueKinds(book, filler, month, ownTokens(packs))
  const evidenceOf = (text: ScannedText) => new Evidence(text, book, null, kinds)
  const reader = new TextReader(detectors, evidenceOf, spoken, governing(packs))
  return {
    claims: (text, scope) => reader.claims(text, scope),
    readAll: (texts, scopes) => reader.readAll(texts, scopes),
    explain: (text, finding) => explained(detectors, evidenceOf, text, finding),
    settle: adjudicate,
    knownPeople() {
      for (const { knownPeople } of detectors) {
        const people = knownPeople?.((text) => reader.evidenceOf(text)) ?? null
        if (people !== null) return people
      }
      throw new RangeError('no detector looks for people')
    },
  }
}

const REPEATED = 'is another form or mention of a value that this text names elsewhere'
/** Reason for another finding of a rule, by the strength of its evidence. */
const ESTABLISHED = {
  validated: 'its format or check digits are valid',
  pattern: 'its form, or the words around it, show what it is',
  lexicon: 'the words themselves say it',
  model: 'the evidence was weighed',
} as const

function explained(
  detectors: readonly Detector[],
  evidenceOf: (text: ScannedText) => Evidence,
  text: ScannedText,
  { detector, strength, start, end }: Finding,
): Reason[] {
  const weighing = detectors.find(
    ({ name, explain }) => (detector === `rule:${name}` || detector === `model:${name}`) && explain !== undefined,
  )
  const weighed = weighing?.explain?.(text, evidenceOf(text), start, end, detector) ?? []
  if (weighed.length > 0) return weighed
  const says = detector.endsWith('_repeat') ? REPEATED : ESTABLISHED[strength]
  return [{ token: '', says: `${detector}: ${says}`, weight: null }]
}

/** The countries whose rules apply at full strength in a scope, computed once per jurisdiction; null if no country governs. */
function governing(packs: Packs): (scope: DetectScope) => ReadonlySet<string> | null {
  const known = new Map<string | null, ReadonlySet<string> | null>()
  const found = ({ jurisdiction }: DetectScope): ReadonlySet<string> | null => {
    if (jurisdiction !== null && !packs.countries().has(jurisdiction)) return new Set([jurisdiction])
    let countries = known.get(jurisdiction)
    if (countries === undefined) {
      countries = countriesOf(packs, { jurisdiction })
      known.set(jurisdiction, countries)
    }
    return countries
  }
  /** The last scope and its countries: most texts of one client have the same jurisdiction. */
  let last: { readonly jurisdiction: string | null; readonly found: ReadonlySet<string> | null } | null = null
  return (scope) => {
    if (last === null || last.jurisdiction !== scope.jurisdiction)
      last = { jurisdiction: scope.jurisdiction, found: found(scope) }
    return last.found
  }
}
