// The values that requests are filled with: texts that readers of Unicode trip over, numbers at their edges, names that objects
// already have, and made-up personal values with a mark that reveals them where they must not be.

/** Stands in every planted value in some case and in no word of the service: found in a `detail`, it is an echo. */
export const MARK = 'quorblatt'

const PLANTED = [
  'Zwenna Quorblatt',
  'zwenna.quorblatt@example.com',
  'QUORBLATT77',
  'quorblatt_field',
  'quorblatt',
  'Quorblatt GmbH',
  '+49 30 QUORBLATT 12',
]

/** Personal data as it comes, so that detectors, tokens and records have work. */
const DATA = [
  'NIN 12345678901',
  '+234 803 555 7890',
  'casey@example.com',
  'DE89370400440532013000',
  '12 Marina Road, Lagos',
  'Patient Casey Example',
  'born on 3 May 1984',
  '4111 1111 1111 1111',
  'from ',
  ' to ',
  ' and ',
  'Dr. ',
  '<b>',
  '&#x4e;',
  'https://example.com/u?name=',
]

const SIGNS = [
  '\u{1F469}\u200D\u{1F467}', // astral letters joined to one sign
  '\u{1D7D8}\u{1D7D9}', // mathematical digits
  '\u202E',
  '\u2066',
  '\u0000',
  '\uFEFF',
  'e\u0301',
  'a\u0300\u0301\u0302\u0303',
  'ß',
  'İ',
  '\r\n',
  '\u2028',
  '١٢٣',
  '１２３',
  '\u00AD',
  '\u200B',
  '@',
  '.',
  '-',
  '((((',
  '"',
  '\\',
  '\\u0000',
  '%00',
  '#{x}',
  '{{7*7}}',
  "' OR 1=1 --",
  '\uFDFA',
  '\uDBFF\uDFFF',
]

const BROKEN = ['\uD800', '\uDC00', 'a\uDFFFb', '\uDC00\uD800']

/** A short text; one in eight is planted, one in forty has an unpaired surrogate. */
export function hostileText(random, most = 12) {
  let text = ''
  for (let pieces = random.below(most); pieces >= 0; pieces--) {
    const kind = random.below(40)
    if (kind < 18) text += random.pick(DATA)
    else if (kind < 30) text += random.pick(SIGNS)
    else if (kind < 34) text += random.pick(PLANTED)
    else if (kind < 39) text += String.fromCodePoint(scalar(random))
    else text += random.oneIn(4) ? random.pick(BROKEN) : ' '
    if (random.oneIn(3)) text += ' '
  }
  return text
}

export function planted(random) {
  return random.pick(PLANTED)
}

/** A Unicode scalar value of any plane: no surrogate. */
function scalar(random) {
  const point = random.oneIn(2) ? random.below(0x500) : random.below(0x110000)
  return point >= 0xd800 && point <= 0xdfff ? point - 0xd000 : point
}

export const NAMES_OF_OBJECTS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '__defineGetter__',
  'valueOf',
  'length',
  'then',
  'toJSON',
]

/** JSON text that is written verbatim: numbers at their edges, which a value could not represent. */
export class Raw {
  constructor(text) {
    this.text = text
  }
}

/** An object by its members in order: it may name one twice, or `__proto__`. */
export class Members {
  constructor(list) {
    this.list = list
  }
}

const NUMBERS = [
  '0',
  '-0',
  '1',
  '-1',
  '1e400',
  '-1e400',
  '1e-400',
  '9007199254740993',
  '2147483648',
  '4294967296',
  '0.1',
  '1.7976931348623157e308',
  '5e-324',
  `1${'0'.repeat(300)}`,
  `0.${'3'.repeat(300)}`,
]
const NOT_JSON = ['NaN', '+1', '01', '0x10', '.5', '1.', "'a'", 'undefined', '[1,]', '{"a":1,}', '/**/1', 'tru', '']

/** Any JSON value, now and then one that is none. */
export function anyValue(random, depth = 3) {
  switch (random.below(depth > 0 ? 9 : 7)) {
    case 0:
      return null
    case 1:
      return random.oneIn(2)
    case 2:
      return new Raw(random.pick(NUMBERS))
    case 3:
      return random.oneIn(30) ? new Raw(random.pick(NOT_JSON)) : ''
    case 4:
      return planted(random)
    case 5:
    case 6:
      return hostileText(random, 4)
    case 7:
      return random.times(random.below(4), () => anyValue(random, depth - 1))
    default:
      return new Members(random.times(random.below(4), () => [anyName(random), anyValue(random, depth - 1)]))
  }
}

const FIELDS = ['text', 'a', 'b', 'name', 'dob', 'entity', 'store', 'salt', 'x', 'Text', 'text ', '', 'reveal']

export function anyName(random) {
  return random.weighted([
    [5, random.pick(FIELDS)],
    [2, random.pick(NAMES_OF_OBJECTS)],
    [2, planted(random)],
    [1, hostileText(random, 3)],
  ])
}

/** Brackets within brackets: deep enough to exhaust a stack that descends by calls. */
export function nested(random, depth) {
  const [open, close] = random.oneIn(2) ? ['[', ']'] : ['{"a":', '}']
  return new Raw(`${open.repeat(depth)}1${close.repeat(random.oneIn(5) ? depth - 1 : depth)}`)
}

/** JSON text of a value; strings as JSON.stringify writes them, with unpaired surrogates as escapes. */
export function jsonText(value) {
  if (value instanceof Raw) return value.text
  if (value instanceof Members)
    return `{${value.list.map(([name, member]) => `${JSON.stringify(name)}:${jsonText(member)}`).join(',')}}`
  if (Array.isArray(value)) return `[${value.map(jsonText).join(',')}]`
  return JSON.stringify(value)
}
