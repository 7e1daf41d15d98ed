// Proposes the entities of a text, from the same scan as detection.
import { firstAt } from '../../lists.ts'
import type { Packs } from '../../packs/load.ts'
import type { Finding } from '../../records/detection.ts'
import { ENTITY_TYPES, type EntityType, type ProposedEntity } from '../../records/mentions.ts'
import { PhraseBook, type PhraseHits } from '../../text/phrases.ts'
import type { ScannedText } from '../../text/scanned.ts'
import { dateRule } from './dates.ts'
import { documentRule } from './document-numbers.ts'
import { LocationFinder, type PlaceEndings } from './locations.ts'
import { moneyRule } from './money.ts'
import { type FormHabits, LegalForms } from './organisation-forms.ts'
import { OrganisationVocabulary, type OrganisationWords } from './organisation-words.ts'
import { OrganisationFinder } from './organisations.ts'
import { phoneRule } from './phones.ts'
import { type ProductFacts, productRule } from './products.ts'
import { type Proposal, proposed, Rank, settleProposals } from './proposal.ts'
import { findIsbns, urlRule } from './references.ts'

export interface ExtractEngine {
  /** Entities in text order, disjoint; offsets are UTF-16 indexes of the original text. `types` null proposes all. */
  propose(text: ScannedText, claims: readonly Finding[], types: ReadonlySet<EntityType> | null): ProposedEntity[]
  /** The type for a caller's word in any case, or null: "organisation" -> ORGANIZATION. */
  typeOf(name: string): EntityType | null
}

interface EntityTypes {
  readonly types: Readonly<Record<string, EntityType>>
  readonly aliases: Readonly<Record<string, EntityType>>
}

export function createExtractEngine(packs: Packs): ExtractEngine {
  const read = <T>(file: string): T => JSON.parse(packs.cues(file)) as T
  const { types: typeByCategory, aliases } = read<EntityTypes>('entity-types.json')
  const book = new PhraseBook()
  const dates = dateRule(book)
  const documents = documentRule(read('document-cues.json'), book)
  const values = read<{ cues: Record<'phone' | 'top_levels' | 'top_levels_like_words', string[]> }>(
    'value-cues.json',
  ).cues
  const phones = phoneRule(values.phone, book)
  const urls = urlRule([...values.top_levels, ...values.top_levels_like_words])
  const locations = new LocationFinder(
    () => packs.gazetteer(),
    read<{ before: string[] }>('place-prepositions.json').before,
    read<PlaceEndings>('case-endings.json'),
  )
  const money = moneyRule(read('currencies.json'))
  const forms = read<{ after: string[]; before: string[] } & FormHabits>('organisation-forms.json')
  const organisations = new OrganisationFinder(
    new OrganisationVocabulary(read<OrganisationWords>('organisation-words.json'), () => packs.names()),
    new LegalForms(forms.after, forms),
    new LegalForms(forms.before, forms),
  )
  const products = productRule(
    read<ProductFacts>('named-things.json'),
    () => packs.names(),
    () => packs.gazetteer(),
  )

  /** The rules of this engine; rules of types that were not requested still run if they suppress others. */
  const byRules = (text: ScannedText, hits: PhraseHits): Proposal[] => [
    ...findIsbns(text),
    ...urls(text),
    ...dates(text, hits),
    ...money(text),
    ...documents(text, hits),
    ...phones(text, hits),
    ...locations.find(text),
    ...organisations.find(text),
    ...products(text),
  ]

  return {
    propose(text, claims, types) {
      const proposals: Proposal[] = []
      for (const claim of claims) {
        const type = typeByCategory[claim.category]
        if (type !== undefined) proposals.push(fromClaim(claim, type))
      }
      for (const proposal of byRules(text, book.scan(text)))
        proposals.push({ ...proposal, ...text.sourceRange(proposal.start, proposal.end) })
      return settleProposals(withoutInner(proposals))
        .filter(({ type }) => types === null || types.has(type))
        .map(({ type, start, end, confidence, source, metadata }) => ({
          text: text.source.slice(start, end),
          entity_type: type,
          confidence,
          start,
          end,
          source,
          metadata: { ...metadata },
        }))
    },
    typeOf(name) {
      const asked = name
        .trim()
        .toUpperCase()
        .replace(/[\s-]+/g, '_')
      return aliases[asked] ?? ENTITY_TYPES.find((type) => type === asked) ?? null
    },
  }
}

function fromClaim(claim: Finding, type: EntityType): Proposal {
  const source = claim.strength === 'model' ? 'model' : claim.strength === 'lexicon' ? 'lexicon' : 'rule'
  const metadata = { category: claim.category, ...(claim.country === undefined ? {} : { country: claim.country }) }
  const { start, end, confidence } = claim
  return proposed({ type, confidence, rank: rankOf(claim, type), source }, start, end, metadata)
}

/** Removes addresses that are only part of an organisation's name: "Association of St Monica". */
function withoutInner(proposals: readonly Proposal[]): Proposal[] {
  const names = proposals.filter(({ type }) => type === 'ORGANIZATION').sort((a, b) => a.start - b.start)
  if (names.length === 0) return [...proposals]
  return proposals.filter((one) => {
    if (one.type !== 'ADDRESS') return true
    const name = names[firstAt(names, ({ start }) => start > one.start) - 1]
    return name === undefined || name.end < one.end || name.end - name.start <= one.end - one.start
  })
}

/** A validated value is kept; a name is dropped in favour of the organisation or address that contains it. */
function rankOf(claim: Finding, type: EntityType): number {
  if (type === 'PERSON') return Rank.person
  if (type === 'LOCATION') return Rank.guessed
  if (type === 'ADDRESS') return Rank.address
  return claim.strength === 'validated' ? Rank.checked : Rank.cued
}
