// What is known of each hypothesis about two person records before any labelled pair is counted: shares of levels, in percent. They are
// the prior of tools/fit-people.mjs, which counts generated households and labelled pairs on top of them.
//
// Sources: age of mothers and fathers at birth (Eurostat demo_find, UN World Fertility Data 2019: 16 to 50 years hold nearly all); age gaps of
// spouses (UN World Marriage Data 2019: most below 14 years); births of one mother are at least nine months apart; twins are 1 to 2 in 100
// births (Monden et al., Human Reproduction 36, 2021); the shares of misspelt, swapped and missing parts of a date are those of the matches
// of FEBRL, historical_50k and RLdata; a number that passes its check digit is seldom another person's (Newcombe, Handbook of Record Linkage 1988).

const SAME_BIRTH = {
  same: 90, partial: 2.5, january: 0.5, swapped: 1.2, digit: 2, near: 0.4, 'same year': 0.3, 'year digit': 0.5, birthday: 0.06,
  'birthday late': 0.02, century: 0.1, 'same age': 0.3, siblings: 0.2, generation: 0.1, generations: 0.05, other: 0.3,
}
const births = (shares) => ({
  same: 0.03, partial: 0.3, january: 0.3, swapped: 0.1, digit: 0.3, near: 0.5, 'same year': 0.5, 'year digit': 0.2, birthday: 0.2,
  'birthday late': 0.05, century: 0.01, 'same age': 2, siblings: 2, generation: 2, generations: 0.5, other: 0.3, ...shares,
})
const SAME_GIVEN = {
  same: 80, variant: 7, short: 2, cognate: 0.8, gendered: 0.2, typo: 3, initial: 3, alike: 0.7, part: 5, mixed: 0.3, other: 0.3, unlike: 1,
}
const givens = (shares) => ({
  same: 0.4, variant: 1, short: 0.7, cognate: 1, gendered: 0.3, typo: 1, initial: 2, alike: 4, part: 0.6, mixed: 2, other: 10, unlike: 3, ...shares,
})
const SAME_FAMILY = {
  same: 80, variant: 4, short: 0.5, cognate: 0.2, gendered: 1.5, typo: 4, initial: 0.3, alike: 0.7, part: 5, mixed: 0.5, other: 3, unlike: 1,
}
const families = (shares) => ({
  same: 80, variant: 1, short: 0.2, cognate: 0.2, gendered: 2, typo: 1, initial: 0.3, alike: 0.5, part: 3, mixed: 1, other: 1, unlike: 0.3, ...shares,
})
const sexes = (same) => ({ same, apart: 100 - same })
const labels = (shares) => ({ none: 98.8, one: 0.3, both: 0.1, same: 0.1, apart: 0.01, unknown: 0.1, ...shares })
const generations = (shares) => ({ none: 99, one: 0.5, same: 0.3, apart: 0.02, ...shares })
const OTHER_NUMBER = { same: 0.3, typo: 0.6, typos: 1, unsound: 6, other: 37, sound: 55 }
const OTHER_DOCUMENT = { same: 0.3, typo: 0.6, typos: 1, unsound: 1, other: 96, sound: 1 }
const contact = (same, typo) => ({ same, typo, other: 100 - same - typo })
const address = (exact, same, alike) => ({ exact, same, alike, other: 100 - exact - same - alike })
const contacts = (compared) => ({ compared, absent: 100 - compared })
const places = (same) => ({ same: same * 0.96, alike: same * 0.04 + 1, other: 99 - same })
const two = (same) => ({ same, other: 100 - same })
const ANYBODY = births({ 'same age': 10, siblings: 32, generation: 42, generations: 8, 'same year': 3, january: 1 })

/** What one household shares. */
const HOUSEHOLD = {
  label: labels({}),
  generation: generations({}),
  number: OTHER_NUMBER,
  document: OTHER_DOCUMENT,
  account: two(20),
  phone: contact(72, 0.5),
  email: contact(35, 0.5),
  address: address(76, 8, 6),
  unit: two(93),
  town: places(93),
  'birth place': places(70),
  rarity: { common: 30, uncommon: 40, rare: 30 },
  contact: contacts(97),
}

export const BELIEFS = {
  same: {
    says: 'one person',
    settle: 'nothing',
    prior: 60,
    levels: {
      given: SAME_GIVEN,
      family: SAME_FAMILY,
      label: labels({ one: 0.3, both: 0.5 }),
      generation: generations({ same: 0.6 }),
      maiden: two(95),
      rarity: { common: 30, uncommon: 40, rare: 30 },
      birth: SAME_BIRTH,
      death: SAME_BIRTH,
      sex: sexes(98.5),
      gender: sexes(98.5),
      number: { same: 88, typo: 5, typos: 1, unsound: 2, other: 2.5, sound: 0.15 },
      document: { same: 75, typo: 4, typos: 0.5, unsound: 0.5, other: 19, sound: 1 },
      account: two(80),
      phone: contact(75, 3),
      email: contact(75, 3),
      address: address(70, 10, 7),
      unit: two(93),
      town: places(88),
      'birth place': places(93),
      contact: contacts(70),
    },
  },
  same_with_errors: {
    same: true,
    says: 'one person, with errors in several fields',
    settle: 'nothing',
    prior: 9,
    // Counted from matches it would become a second "same": what it is for is judged.
    judged: true,
    levels: {
      given: { same: 35, variant: 5, short: 1, cognate: 0.8, gendered: 0.3, typo: 22, initial: 3, alike: 2, part: 3, mixed: 1, other: 9, unlike: 10 },
      family: { same: 40, variant: 4, short: 0.5, cognate: 0.5, gendered: 1, typo: 30, initial: 0.5, alike: 5, part: 5, mixed: 2, other: 3, unlike: 8 },
      label: labels({}),
      generation: generations({}),
      maiden: two(80),
      rarity: { common: 30, uncommon: 40, rare: 30 },
      birth: { ...SAME_BIRTH, same: 55, digit: 12, swapped: 5, near: 4, 'year digit': 4, birthday: 1, 'same year': 2, 'same age': 1.5, siblings: 2, generation: 2.5, generations: 1 },
      sex: sexes(90),
      gender: sexes(90),
      number: { same: 60, typo: 25, typos: 7, unsound: 4, other: 3, sound: 0.5 },
      document: { same: 60, typo: 20, typos: 6, unsound: 1, other: 12, sound: 1 },
      account: two(75),
      phone: contact(60, 15),
      email: contact(60, 15),
      address: address(4, 56, 25),
      unit: two(80),
      town: { same: 42, alike: 38, other: 20 },
      'birth place': { same: 55, alike: 25, other: 20 },
      contact: contacts(75),
    },
  },
  heir: {
    says: 'a parent and a child of one name',
    settle: 'a health number, a second given name or both dates of birth from a document',
    prior: 3.5,
    levels: {
      ...HOUSEHOLD,
      given: givens({ same: 72, variant: 5, initial: 6, part: 8, alike: 3, other: 2 }),
      family: families({ same: 90 }),
      generation: generations({ none: 84, one: 6, same: 1, apart: 9 }),
      maiden: two(8),
      birth: births({ generation: 60, generations: 28, birthday: 5, 'birthday late': 1.5, siblings: 1.5, 'same age': 0.2, digit: 0.02, swapped: 0.01, near: 0.02, 'same year': 0.02, 'year digit': 0.05 }),
      sex: sexes(92),
      gender: sexes(92),
      'birth place': places(45),
    },
  },
  siblings: {
    says: 'two of one generation of a family',
    settle: 'a health number or both given names from a document',
    prior: 4,
    levels: {
      ...HOUSEHOLD,
      given: givens({ other: 72, alike: 11, cognate: 4, typo: 2.5, variant: 2, initial: 3, mixed: 3.5 }),
      family: families({ gendered: 5, mixed: 2 }),
      maiden: two(60),
      birth: births({ 'same age': 28, siblings: 58, 'same year': 3, 'year digit': 3, generation: 5 }),
      sex: sexes(55),
      gender: sexes(55),
    },
  },
  child: {
    says: 'a parent and a child',
    settle: 'both given names from a document',
    prior: 3,
    levels: {
      ...HOUSEHOLD,
      given: givens({ other: 80, alike: 7, cognate: 2, initial: 3, mixed: 3 }),
      family: families({ gendered: 6, mixed: 3, part: 4, other: 3 }),
      maiden: two(20),
      birth: births({ generation: 85, generations: 7, siblings: 3, 'same age': 0.3 }),
      sex: sexes(52),
      gender: sexes(52),
      'birth place': places(45),
    },
  },
  spouses: {
    says: 'a couple',
    settle: 'a given name in full, the sex or a health number',
    prior: 3,
    levels: {
      ...HOUSEHOLD,
      given: givens({ other: 76, alike: 10, cognate: 1.5, initial: 5, same: 3 }),
      family: families({ same: 72, gendered: 10, part: 5, other: 9 }),
      maiden: two(10),
      birth: births({ 'same age': 32, siblings: 54, 'same year': 5, generation: 5, 'year digit': 1.5 }),
      sex: sexes(4),
      gender: sexes(4),
      'birth place': places(40),
    },
  },
  twins: {
    says: 'twins',
    settle: 'a health number or both given names from a document',
    prior: 6,
    levels: {
      ...HOUSEHOLD,
      given: givens({ other: 64, alike: 17, cognate: 6, typo: 3, variant: 3, mixed: 4, same: 0.15 }),
      family: families({ gendered: 4 }),
      label: labels({ none: 86, one: 3, both: 3, apart: 8 }),
      generation: generations({ apart: 3 }),
      maiden: two(60),
      birth: births({ same: 95, partial: 2, january: 1, digit: 0.5, 'same age': 0.05, siblings: 0.02, generation: 0.01, generations: 0.01, swapped: 0.02, near: 0.05, 'same year': 0.05, 'year digit': 0.05 }),
      sex: sexes(64),
      gender: sexes(64),
      number: { ...OTHER_NUMBER, typo: 4, typos: 5 },
      'birth place': places(96),
    },
  },
  newborn: {
    says: 'a child without a name yet and its mother, or two births of one mother',
    settle: "the child's own number or the hour of birth",
    prior: 1.5,
    levels: {
      ...HOUSEHOLD,
      given: givens({ same: 60, part: 20, other: 10 }),
      family: families({}),
      label: labels({ none: 0.5, one: 35, both: 55, apart: 9 }),
      birth: births({ 'same age': 40, siblings: 14, generation: 30, same: 5, digit: 4, 'same year': 3, near: 2 }),
      sex: sexes(60),
      gender: sexes(60),
      phone: contact(60, 0.5),
      address: address(60, 6, 6),
    },
  },
  namesakes: {
    says: 'two people of one name',
    settle: 'a health number or an address of the time',
    prior: 3,
    levels: {
      // Names agree as far as one person's do: that is why the two were compared.
      given: givens({ same: 80, variant: 7, short: 1, typo: 3, initial: 3, part: 4, alike: 0.5, other: 0.2, mixed: 1 }),
      family: families({ same: 84, variant: 6, typo: 4, part: 3 }),
      label: labels({ both: 0.5 }),
      generation: generations({}),
      maiden: two(15),
      rarity: { common: 55, uncommon: 33, rare: 12 },
      birth: births({ ...ANYBODY, digit: 4, swapped: 4, 'year digit': 3, birthday: 2.5, near: 2, same: 0.03 }),
      sex: sexes(92),
      gender: sexes(92),
      number: OTHER_NUMBER,
      document: OTHER_DOCUMENT,
      account: two(0.5),
      phone: contact(2, 0.5),
      email: contact(1.5, 1),
      address: address(3, 4, 12),
      unit: two(20),
      town: places(55),
      'birth place': places(35),
    },
  },
  namesakes_born_together: {
    says: 'two people of one name and one date of birth',
    settle: 'a health number or an address of the time',
    prior: 0.7,
    judged: true,
    levels: {
      // Names agree as far as one person's do: that is why the two were compared.
      given: givens({ same: 80, variant: 7, short: 1, typo: 3, initial: 3, part: 4, alike: 0.5, other: 0.2, mixed: 1 }),
      family: families({ same: 84, variant: 6, typo: 4, part: 3 }),
      label: labels({}),
      generation: generations({}),
      maiden: two(15),
      rarity: { common: 62, uncommon: 31, rare: 7 },
      birth: births({ same: 80, january: 10, partial: 8 }),
      sex: sexes(95),
      gender: sexes(95),
      number: OTHER_NUMBER,
      document: OTHER_DOCUMENT,
      account: two(0.5),
      phone: contact(1, 0.5),
      email: contact(1, 0.5),
      address: address(1, 1, 5),
      unit: two(10),
      town: places(60),
      'birth place': places(30),
      contact: contacts(85),
    },
  },
  institution: {
    says: 'two people behind one address or telephone',
    settle: 'a number or an address of their own',
    prior: 5,
    levels: {
      given: givens({ other: 84, same: 5, alike: 4, cognate: 1, variant: 1 }),
      family: families({ same: 18, other: 76, mixed: 2, part: 1, alike: 1.5, gendered: 1, variant: 0.7, typo: 0.7 }),
      label: labels({ unknown: 0.3 }),
      generation: generations({}),
      maiden: two(5),
      rarity: { common: 60, uncommon: 33, rare: 7 },
      birth: ANYBODY,
      sex: sexes(55),
      gender: sexes(55),
      number: OTHER_NUMBER,
      document: OTHER_DOCUMENT,
      account: two(10),
      phone: contact(75, 0.5),
      email: contact(60, 0.5),
      address: address(54, 6, 10),
      unit: two(50),
      town: places(85),
      'birth place': places(40),
      contact: contacts(99),
    },
  },
  wrong_number: {
    says: 'a number written for another person',
    settle: 'the number on a document of each',
    prior: 0.6,
    levels: {
      given: givens({ other: 80, same: 5, alike: 4, cognate: 1 }),
      family: families({ same: 25, other: 70, mixed: 1, part: 1 }),
      label: labels({}),
      generation: generations({}),
      maiden: two(10),
      rarity: { common: 60, uncommon: 33, rare: 7 },
      birth: ANYBODY,
      sex: sexes(52),
      gender: sexes(52),
      number: { same: 95, typo: 1, typos: 1, unsound: 1, other: 1, sound: 1 },
      document: { same: 95, typo: 1, typos: 1, unsound: 1, other: 1, sound: 1 },
      account: two(95),
      phone: contact(40, 0.5),
      email: contact(15, 0.5),
      address: address(26, 4, 7),
      unit: two(60),
      town: places(50),
      'birth place': places(35),
      contact: contacts(99.5),
    },
  },
}
