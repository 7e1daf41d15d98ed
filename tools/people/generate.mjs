// Made-up households and registers: pairs of person records under a hypothesis of tools/people/beliefs.mjs, for tools/fit-people.mjs. Given
// names are those of one country (data/lexicons/given-names.txt.gz), family names any that are not given names (data/lexicons/names.tsv.gz); a
// custom says how names are passed on and written. Everything is drawn from one seed, so that two runs are the same.
import { Level } from '../../dist/packs/word-levels.js'
import { jaroWinkler } from '../../dist/text/similarity.js'

/** Customs of naming by country: how family names are passed on, and the written order. Shares are of one. */
const CUSTOMS = [
  { of: 'CZ SK BG RU UA MK', feminine: [['', 'ova']], inherited: 0.2, second: 0.1 },
  {
    of: 'PL',
    feminine: [
      ['ski', 'ska'],
      ['cki', 'cka'],
    ],
    inherited: 0.1,
    second: 0.3,
  },
  {
    of: 'LT LV',
    feminine: [
      ['as', 'iene'],
      ['is', 'e'],
      ['s', 'a'],
    ],
    inherited: 0.1,
    second: 0.2,
  },
  { of: 'HU', familyFirst: true, inherited: 0.25, second: 0.2 },
  { of: 'ES PT BR AR MX', double: true, inherited: 0.25, second: 0.5 },
  { of: 'GR CY', inherited: 0.15, second: 0 },
]
const PLAIN = { inherited: 0.15, second: 0.3 }

/** Names looked at for one that is like another, how like, and the share of families that choose so. */
const [LOOKED_AT, LIKE, LIKED] = [60, 0.8, 0.5]

/** Pairs for each hypothesis. */
const PAIRS = 600
/** Slips of registers, in shares of records (tools/people/beliefs.mjs, sources): of a date, of a number or telephone, of a name; initials; own numbers; names of parents. */
const SLIPS = { date: 0.03, digit: 0.02, name: 0.03, initial: 0.04, number: 0.3, parent: 0.15 }
/** Shares of twins whose numbers follow each other, and of people of camps who say the first of January. */
const [NEXT, JANUARY] = [0.25, 0.4]
/** Age gaps in years: parent and child, siblings, couples; where most lie. */
const GAPS = { child: [16, 45], siblings: [1, 12], couple: [0, 12], grandchild: [45, 70] }

/** A generator of numbers in [0, 1) (mulberry32, public domain). */
function randomOf(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const capital = (word) => word.charAt(0).toUpperCase() + word.slice(1)

export function generatedPairs(packs) {
  const random = randomOf(20261124)
  const chance = (share) => random() < share
  const one = (list) => list[Math.floor(random() * list.length)]
  const between = ([from, to]) => from + Math.floor(random() * (to - from + 1))
  const digits = (n) => Array.from({ length: n }, () => Math.floor(random() * 10)).join('')
  const countries = packs
    .lexicon('given-names.txt.gz')
    .split('\n')
    .filter((line) => /^[A-Z]{2}: /.test(line))
    .map((line) => ({
      code: line.slice(0, 2),
      given: line
        .slice(4)
        .split(' ')
        .filter((name) => name.length > 2),
    }))
    .filter(({ given }) => given.length > 40)
  const words = packs.names()
  const families = packs
    .lexicon('names.tsv.gz')
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .map((line) => line.split('\t')[0])
    .filter((word) => {
      const { given, family } = words.of(word)
      return word.length > 3 && family >= Level.known && given < Level.rare
    })

  const customOf = (code) => CUSTOMS.find(({ of }) => of.split(' ').includes(code)) ?? PLAIN
  const familyFor = (family, sex, { feminine }) => {
    if (sex !== 'F' || feminine === undefined) return family
    const [from, to] = feminine.find(([ending]) => family.endsWith(ending)) ?? ['', '']
    return family.slice(0, family.length - from.length) + to
  }
  const household = () => {
    const country = one(countries)
    const custom = customOf(country.code)
    const family = custom.double ? `${one(families)} ${one(families)}` : one(families)
    const place = {
      phone: `0${digits(9)}`,
      address: `${between([1, 150])} ${capital(one(families))} street`,
      city: capital(one(families)),
      postcode: digits(5),
      email: `${family.replace(' ', '.')}${digits(2)}@example.org`,
    }
    const parents = { father: `${capital(one(country.given))} ${capital(family)}`, mother: capital(one(country.given)) }
    return { country, custom, family, place, parents }
  }
  const person = (
    { country, custom, family, place, parents },
    { given, year = between([1930, 2010]), sex = chance(0.5) ? 'F' : 'M', second } = {},
  ) => ({
    given: given ?? one(country.given),
    second: second ?? (chance(custom.second) ? one(country.given) : ''),
    family,
    sex,
    custom,
    born: [year, between([1, 12]), between([1, 28])],
    number: digits(9),
    place,
    parents,
    // Children of one family are born where it lives.
    bornIn: chance(0.6) ? place.city : capital(one(families)),
  })
  const two = (n) => String(n).padStart(2, '0')
  /** A text with one character, at a place drawn among those of `of`, mistyped. */
  const slipped = (text, of, other) => {
    const places = [...text].flatMap((sign, i) => (i > 0 && of.test(sign) ? [i] : []))
    if (places.length === 0) return text
    const at = one(places)
    return text.slice(0, at) + other() + text.slice(at + 1)
  }
  const digitSlipped = (text) => (chance(SLIPS.digit) ? slipped(text, /\d/, () => digits(1)) : text)
  const nameSlipped = (text) => (chance(SLIPS.name) ? slipped(text, /[a-z]/, () => one([...'aeinorst'])) : text)
  const dateSlipped = ([year, month, day]) => {
    if (!chance(SLIPS.date)) return [year, month, day]
    if (chance(0.35) && day <= 12) return [year, day, month]
    if (chance(0.3)) return [year + one([-10, -1, 1, 10]), month, day]
    return chance(0.5) ? [year, month, (day % 10) + 10 * between([0, 1]) || day] : [year, between([1, 12]), day]
  }
  /** A record of a person as a register may have it: fields are missing, the name is whole or in parts. */
  const record = ({ given, second, family, sex, custom, born, number, place, parents, bornIn }) => {
    const [year, month, day] = dateSlipped(born)
    const last = nameSlipped(familyFor(family, sex, custom).split(' ').map(capital).join(' '))
    const called = chance(SLIPS.initial) ? `${capital(given).charAt(0)}.` : nameSlipped(capital(given))
    const first = second !== '' && chance(0.6) ? `${called} ${capital(second)}` : called
    const name =
      custom.familyFirst && chance(0.6) ? `${last} ${first}` : chance(0.1) ? `${last}, ${first}` : `${first} ${last}`
    return {
      ...(chance(0.5) ? { name } : { given_name: first, family_name: last }),
      ...(chance(0.93) && {
        dob: chance(0.8) ? `${year}-${two(month)}-${two(day)}` : `${two(day)}/${two(month)}/${year}`,
      }),
      ...(chance(0.6) && { gender: sex }),
      ...(chance(SLIPS.number) && { national_id: digitSlipped(number) }),
      ...(chance(0.6) && { phone: digitSlipped(place.phone) }),
      ...(chance(0.8) && { address: place.address }),
      ...(chance(0.8) && { city: place.city }),
      ...(chance(0.6) && { postcode: place.postcode }),
      ...(chance(0.3) && { email: place.email }),
      ...(chance(0.3) && { birth_place: bornIn }),
      ...(chance(SLIPS.parent) && { father_name: nameSlipped(parents.father) }),
      ...(chance(SLIPS.parent) && { mother_name: nameSlipped(parents.mother) }),
    }
  }
  const orphaned = (one) => ({ ...one, parents: household().parents })
  const child = (parent, gap, year = between([1925, 1990])) => ({
    ...orphaned(parent),
    number: digits(9),
    born: [year + gap, between([1, 12]), between([1, 28])],
  })
  const elsewhere = (one) => ({ ...one, place: household().place })
  /** Another given name of the country, in some families one that is like it: "Anna" and "Hanna". */
  const beside = ({ country }, given) => {
    const names = Array.from({ length: LOOKED_AT }, () => one(country.given)).filter((name) => name !== given)
    const [likest] = names
      .map((name) => [name, jaroWinkler(name, given)])
      .filter(([, likeness]) => likeness >= LIKE)
      .sort(([, x], [, y]) => y - x)
    return chance(LIKED) && likest !== undefined ? likest[0] : names[0]
  }
  const MAKE = {
    same: () => {
      const a = person(household())
      return [a, chance(0.15) ? { ...a, family: one(families) } : a]
    },
    same_after_a_move: () => {
      const a = person(household())
      const b = elsewhere(a)
      return [a, chance(0.4) ? { ...b, place: { ...b.place, city: a.place.city } } : b]
    },
    heir: () => {
      const home = household()
      const parent = person(home, { year: between([1925, 1985]) })
      const heir = child(parent, between(chance(0.75) ? GAPS.child : GAPS.grandchild), parent.born[0])
      return [parent, chance(0.25) ? elsewhere(heir) : heir]
    },
    siblings: () => {
      const home = household()
      const a = person(home)
      return [a, person(home, { given: beside(home, a.given), year: a.born[0] + between(GAPS.siblings) })]
    },
    child: () => {
      const home = household()
      const a = person(home, { year: between([1930, 1990]) })
      return [a, orphaned(person(home, { year: a.born[0] + between(GAPS.child) }))]
    },
    spouses: () => {
      const home = household()
      const a = person(home, { year: between([1930, 1998]), sex: 'M' })
      const spouse = person(home, { given: beside(home, a.given), year: a.born[0] + between(GAPS.couple), sex: 'F' })
      return [a, orphaned(spouse)]
    },
    twins: () => {
      const home = household()
      const a = person(home)
      const b = person(home, { given: beside(home, a.given) })
      return [a, { ...b, born: a.born, ...(chance(NEXT) && { number: String(Number(a.number) + 1).padStart(9, '0') }) }]
    },
    newborn: () => {
      const home = household()
      const mother = person(home, { year: between([1980, 2005]), sex: 'F' })
      const label = one(['Baby of', 'Newborn of', 'Baby boy of', 'Neugeborenes von', 'Bebe de'])
      const named = (born) => ({
        ...mother,
        label,
        number: digits(9),
        born: [born, between([1, 12]), between([1, 28])],
      })
      const birth = mother.born[0] + between([17, 40])
      return [named(birth), chance(0.4) ? orphaned(mother) : named(birth + between([1, 5]))]
    },
    namesakes: () => {
      const a = person(household())
      const b = elsewhere({
        ...orphaned(a),
        number: digits(9),
        born: [Math.max(1925, a.born[0] + between([-30, 30])), between([1, 12]), between([1, 28])],
      })
      return [a, chance(0.6) ? { ...b, place: { ...b.place, city: a.place.city } } : b]
    },
    namesakes_born_together: () => {
      const a = person(household())
      return [a, { ...elsewhere(orphaned(a)), number: digits(9) }]
    },
    namesakes_in_one_place: () => {
      const a = person(household())
      const born = () => (chance(JANUARY) ? [1, 1] : [between([1, 12]), between([1, 28])])
      const year = a.born[0] + (chance(0.15) ? 0 : between([1, 12]))
      return [
        { ...a, born: [a.born[0], ...born()] },
        { ...orphaned(a), number: digits(9), born: [year, ...born()] },
      ]
    },
    wrong_number: () => {
      const a = person(household())
      const b = person(chance(0.3) ? { ...household(), place: a.place } : household())
      return [a, { ...b, number: a.number }]
    },
    institution: () => {
      const home = household()
      const a = person(home)
      return [
        a,
        { ...person(household()), place: { ...a.place, ...(chance(0.3) && { address: household().place.address }) } },
      ]
    },
  }
  const labelled = (made, { label }) => {
    if (label === undefined) return made
    const { given_name: given, family_name: family, name, ...rest } = made
    return { ...rest, name: `${label} ${name ?? `${given} ${family}`}` }
  }
  return Object.entries(MAKE).flatMap(([story, make]) =>
    Array.from({ length: story === 'twins' ? 2 * PAIRS : PAIRS }, () => {
      const [a, b] = make()
      const [p, q] = chance(0.5) ? [a, b] : [b, a]
      return { story, a: labelled(record(p), p), b: labelled(record(q), q) }
    }),
  )
}
