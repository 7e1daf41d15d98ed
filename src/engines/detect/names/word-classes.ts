// The class of a token: what it is to a name, in one number below CLASSES, for features that look at several tokens at once.
import { Level, type Levels } from '../../../packs/word-levels.ts'
import { type RoleName, roleBit } from './roles.ts'

/** Classes as the file of weights calls them. */
export const CLASS_NAMES = [
  'edge',
  'line break',
  'number',
  'code',
  '.',
  ',',
  ':',
  ';',
  '(',
  ')',
  'quote',
  '-',
  '@',
  '/',
  '=',
  '< >',
  '|',
  'sign',
  'apostrophe',
  'common',
  'particle',
  'small name',
  'small verb',
  'small label',
  'small',
  'small title',
  'initial',
  'Title',
  'Given',
  'Family',
  'Given or family',
  'Rare name',
  'Name or word',
  'Word',
  'Place',
  'Unknown',
  'Organisation',
  'Label',
  'Opening',
  'CamelCase',
  'NAME',
  'WORD',
  'UNKNOWN SHORT',
  'UNKNOWN',
] as const

export type ClassName = (typeof CLASS_NAMES)[number]

export const CLASSES = CLASS_NAMES.length

export const classOf = (name: ClassName): number => CLASS_NAMES.indexOf(name)

/** By sign. */
const SIGNS: ReadonlyMap<string, ClassName> = new Map<string, ClassName>([
  ...Array.from('.,:;()-@/=|', (sign): [string, ClassName] => [sign, sign as ClassName]),
  ...Array.from('"\u201c\u201d\u201e\u00ab\u00bb\u2018', (sign): [string, ClassName] => [sign, 'quote']),
  ...Array.from("'\u2019\u02bc`", (sign): [string, ClassName] => [sign, 'apostrophe']),
  ...Array.from('<>', (sign): [string, ClassName] => [sign, '< >']),
  ...Array.from('\u2013\u2014', (sign): [string, ClassName] => [sign, '-']),
])

export const classOfSign = (sign: string): number => classOf(SIGNS.get(sign) ?? 'sign')

/** How a word is written. */
export const Casing = { small: 0, capital: 1, upper: 2, initial: 3, camel: 4 } as const
export const CASING_NAMES = ['small', 'capital', 'upper', 'initial', 'camel'] as const

/** By role, the class of a capitalised word and of a small one that has it; the first that fits. */
const BY_ROLE: readonly (readonly [RoleName, ClassName | null, ClassName | null])[] = [
  ['title', 'Title', 'small title'],
  ['particle', null, 'particle'],
  ['organisation', 'Organisation', null],
  ['opening', 'Opening', 'small label'],
  ['relative', 'Label', 'small label'],
  ['occupation', 'Label', 'small label'],
  ['verb', null, 'small verb'],
  ['label', 'Label', 'small label'],
]

/** The class of a word of letters; `isCommon`: it is one of the commonest words of some language. */
export function classOfWord(casing: number, roles: number, levels: Levels, isCommon: boolean, length: number): number {
  if (casing === Casing.initial) return classOf('initial')
  if (casing === Casing.camel) return classOf('CamelCase')
  if (casing === Casing.upper) return classOf(upperClass(levels, length))
  const isSmall = casing === Casing.small
  const isName = Math.max(levels.given, levels.family) >= Level.known
  if (isSmall || !isName)
    for (const [role, capital, small] of BY_ROLE) {
      const found = isSmall ? small : capital
      if (found !== null && (roles & roleBit(role)) !== 0) return classOf(found)
    }
  return classOf(isSmall ? smallClass(levels, isCommon) : capitalClass(levels))
}

function smallClass(levels: Levels, isCommon: boolean): ClassName {
  if (isCommon || levels.word >= Level.common) return 'common'
  const isName = Math.max(levels.given, levels.family) >= Level.known
  return isName && levels.word <= Level.rare ? 'small name' : 'small'
}

function upperClass(levels: Levels, length: number): ClassName {
  const name = Math.max(levels.given, levels.family)
  if (name >= Level.uncommon && name >= levels.word) return 'NAME'
  if (levels.word > 0) return 'WORD'
  return length <= 4 ? 'UNKNOWN SHORT' : 'UNKNOWN'
}

function capitalClass({ given, family, word, proper }: Levels): ClassName {
  const name = Math.max(given, family)
  if (name === 0 && word === 0 && proper === 0) return 'Unknown'
  if (name >= Level.uncommon && word >= Level.known) return 'Name or word'
  if (word >= Level.uncommon && word > name) return 'Word'
  if (proper >= Level.uncommon && proper > name) return 'Place'
  if (given >= Level.uncommon && family >= Level.uncommon && Math.abs(given - family) <= 1) return 'Given or family'
  if (name < Level.uncommon) return name > 0 ? 'Rare name' : word > 0 ? 'Word' : 'Place'
  return given > family ? 'Given' : 'Family'
}
