import { describe, expect, it } from 'vitest'
import { nameSimilarity } from '../../../../src/engines/compare/persons/name-similarity.ts'
import { PersonWords } from '../../../../src/engines/compare/persons/person-words.ts'
import { createTools } from '../../../../src/engines/compare/tools/pack-tools.ts'
import { loadPacks } from '../../../../src/packs/load.ts'

const packs = loadPacks()
const tools = createTools(packs, packs.entityPack('person').pack, null)
const words = new PersonWords(tools)
const likeness = (a: string, b: string) => nameSimilarity(words.of(a)[0]!, words.of(b)[0]!)
const textsOf = (name: string) => words.of(name).map(({ text }) => text)

/** One name: a form, a convention or a lexicon says so, not a slip. */
const ONE = 0.9

describe('one name in two conventions', () => {
  it.each([
    // Romanisations of one Arabic name: ALA-LC, the French of the Maghreb, Egyptian g.
    ['Khalil', 'Khaleel'],
    ['Boumediene', 'Boumedienne'],
    ['Abdelkader', 'Abdulqadir'],
    ['Qaddour', 'Kaddour'],
    ['Utaybi', 'Otaibi'],
    ['Alhashemi', 'Hashimi'],
    ['Noureddine', 'Nuruddin'],
    // Arabic letters, which have no p.
    ['بيريز', 'Pérez'],
    // Cyrillic under BGN, ISO 9, Duden, French and Polish spelling.
    ['Shcherbakov', 'Schtscherbakow'],
    ['Zhukov', 'Schukow'],
    ['Kuznetsov', 'Kusnezow'],
    ['Tchaikin', 'Chaikin'],
    ['Solovyov', "Solov'ev"],
    ['Sokolovskiy', 'Sokolovsky'],
    ['Jovanovitch', 'Jovanović'],
    // Greek under ELOT 743 and as it is heard.
    ['Karagiannis', 'Karayannis'],
    ['Mpotsaris', 'Botsaris'],
    ['Χατζηδάκης', 'Hadjidakis'],
    ['Oikonomou', 'Economou'],
    // Umlauts and rings in two letters (ICAO 9303), Dutch ij.
    ['Möllendorff', 'Moellendorff'],
    ['Bråten', 'Braaten'],
    // Spanish and Basque, old and new Portuguese.
    ['Etxeberria', 'Echeverría'],
    ['Vasconcellos', 'Vasconcelos'],
    // Twi, Yoruba, Hungarian.
    ['Gyamfi', 'Djamfi'],
    ['Acheampong', 'Akyeampong'],
    ['Ọ̀ṣúnbọ̀dé', 'Oshunbode'],
    ['Thököly', 'Tököli'],
  ])('%s and %s', (a, b) => {
    expect(likeness(a, b)).toBeGreaterThanOrEqual(ONE)
    expect(likeness(b, a)).toBe(likeness(a, b))
  })
})

describe('one family name for a woman and a man', () => {
  it.each([
    ['Ivanova', 'Ivanov'],
    ['Dostoevskaya', 'Dostoevsky'],
    ['Kuznetsova', 'Kusnezow'],
    ['Nováková', 'Novák'],
    ['Wiśniewska', 'Wiśniewski'],
    ['Kazlauskienė', 'Kazlauskas'],
    ['Kazlauskaitė', 'Kazlauskienė'],
    ['Butkutė', 'Butkus'],
    ['Bērziņa', 'Bērziņš'],
    ['Papadopoulou', 'Papadopoulos'],
    ['Nikolaidou', 'Nikolaidis'],
  ])('%s and %s', (a, b) => expect(likeness(a, b)).toBeGreaterThanOrEqual(ONE))
})

describe('a name without its opening', () => {
  it.each([
    ['Oluwafunmilayo', 'Funmilayo'],
    ['Olajumoke', 'Jumoke'],
    ['Chukwuemeka', 'Emeka'],
    ['Ifeanyichukwu', 'Ifeanyi'],
    ['Vonderheide', 'Heide'],
  ])('%s and %s', (a, b) => expect(likeness(a, b)).toBeGreaterThanOrEqual(ONE))

  it('is not another name with the same rest', () => expect(likeness('Adewale', 'Olawale')).toBeLessThan(ONE))
})

describe('two names', () => {
  it.each([
    ['Mahmoud', 'Mohamed'],
    ['Jamal', 'Kamal'],
    ['Karim', 'Karima'],
    ['Martin', 'Martina'],
    ['Jana', 'Hana'],
    ['Allan', 'Ellen'],
    ['Kwame', 'Kwaku'],
    ['Kovalenko', 'Kovalchuk'],
    ['János', 'Jánosné'],
    ['Viktor', 'Viktoria'],
  ])('%s and %s', (a, b) => expect(likeness(a, b)).toBeLessThan(0.7))
})

describe('the words of a name', () => {
  it.each([
    ['Abd al-Rahman Saleh', ['abdalrahman', 'saleh']],
    ['Abdul Aziz', ['abdulaziz']],
    ['Aziz, Abdul', ['abdulaziz']],
    ['Din Danesh', ['din', 'danesh']],
    ['Nur ad-Din Zaki', ['nuraddin', 'zaki']],
    ['Dawit W/Michael', ['dawit', 'woldemichael']],
    ['Mª Dolores Ortega', ['maria', 'dolores', 'ortega']],
    ['Dr. Ig0r FriedrichBuchenberg', ['igor', 'friedrich', 'buchenberg']],
    ['Abdul', ['abdul']],
    ['Professor', ['professor']],
  ])('%s', (name, texts) => expect(textsOf(name)).toEqual(texts))

  it('put together are no rarer than apart', () => {
    const bits = (name: string) => words.of(name).reduce((sum, word) => sum + word.bits, 0)
    expect(bits('Abdul Rahman')).toBeLessThanOrEqual(
      tools.vocabulary.word('abdul').bits + tools.vocabulary.word('rahman').bits,
    )
  })

  it('say whose child somebody is only beside a name and a family name', () => {
    expect(words.lightened(words.of('Sergey Viktorovich Lavrov'))!.map(({ bits }) => bits)[1]).toBe(1)
    expect(words.lightened(words.of('Roman Abramovich'))).toBeNull()
    expect(words.lightened(words.of('Nikola Petar Jovanović'))).toBeNull()
  })
})
