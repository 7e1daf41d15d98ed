// Phonetic keys: one of our own for romanised names, and published codes for family names, for German and for Slavic and Yiddish pronunciation.
import { lettersOf } from './unit-classes.ts'

/** Koelner Phonetik of a word in a-z (Postel 1969, IBM-Nachrichten 19); vowels only at the beginning. "mueller" and "miller" give 657. */
export function cologneCode(word: string): string {
  let code = ''
  for (let i = 0; i < word.length; i++) {
    const letter = word.charAt(i)
    const digit = cologneDigit(letter, word.charAt(i - 1), word.charAt(i + 1), i === 0)
    // Equal codes of neighbours count once; h does not separate neighbours.
    for (const one of digit) if (one !== code.charAt(code.length - 1)) code += one
  }
  return code.charAt(0) + code.slice(1).replaceAll('0', '')
}

/** Codes of letters that their neighbours do not change; vowels have 0. */
const CODES: ReadonlyMap<string, string> = new Map([
  ['h', ''],
  ['b', '1'],
  ['f', '3'],
  ['v', '3'],
  ['w', '3'],
  ['g', '4'],
  ['k', '4'],
  ['q', '4'],
  ['l', '5'],
  ['m', '6'],
  ['n', '6'],
  ['r', '7'],
  ['s', '8'],
  ['z', '8'],
])

function cologneDigit(letter: string, before: string, after: string, first: boolean): string {
  switch (letter) {
    case 'p':
      return after === 'h' ? '3' : '1'
    case 'd':
    case 't':
      return isOneOf(after, 'csz') ? '8' : '2'
    case 'c':
      return isOneOf(after, first ? 'ahkloqrux' : 'ahkoqux') && (first || !isOneOf(before, 'sz')) ? '4' : '8'
    case 'x':
      return isOneOf(before, 'ckq') ? '8' : '48'
    default:
      return CODES.get(letter) ?? '0'
  }
}

const isOneOf = (letter: string, letters: string): boolean => letter !== '' && letters.includes(letter)

/** Letters -> digits at the beginning, before a vowel, elsewhere; a bar separates two readings. Daitch and Mokotoff 1985 (JewishGen, Avotaynu). */
const MOKOTOFF: readonly (readonly [string, string, string, string])[] = [
  ['ai aj ay ei ej ey oi oj oy ui uj uy', '0', '1', ''],
  ['au', '0', '7', ''],
  ['eu', '1', '1', ''],
  ['ia ie io iu', '1', '', ''],
  ['a e i o u ue', '0', '', ''],
  ['y', '1', '', ''],
  ['j', '1|4', '|4', '|4'],
  ['b p pf ph f fb v w', '7', '7', '7'],
  ['chs ks x', '5', '54', '54'],
  ['ch', '5|4', '5|4', '5|4'],
  ['ck', '5|45', '5|45', '5|45'],
  ['c', '5|4', '5|4', '5|4'],
  ['cz cs csz czs drz drs ds dsh dsz dz dzh dzs', '4', '4', '4'],
  ['d dt t th', '3', '3', '3'],
  ['g k kh q', '5', '5', '5'],
  ['h', '5', '5', ''],
  ['l', '8', '8', '8'],
  ['m n', '6', '6', '6'],
  ['mn nm', '66', '66', '66'],
  ['r', '9', '9', '9'],
  ['rz rs', '94|4', '94|4', '94|4'],
  ['schtsch schtsh schtch shtch shch shtsh stch stsch sc strz strs stsh szcz szcs', '2', '4', '4'],
  ['sht scht schd st szt shd szd sd', '2', '43', '43'],
  ['sch sh sz s', '4', '4', '4'],
  ['tch ttch ttsch trz trs tsch tsh ts tts ttsz tc tz ttz tzs tsz', '4', '4', '4'],
  ['zdz zdzh zhdzh', '2', '4', '4'],
  ['zd zhd', '2', '43', '43'],
  ['zh zs zsch zsh z', '4', '4', '4'],
]
const MOKOTOFF_CODES: ReadonlyMap<string, readonly (readonly string[])[]> = new Map(
  MOKOTOFF.flatMap(([spellings, ...places]) =>
    spellings.split(' ').map((spelling) => [spelling, places.map((place) => place.split('|'))] as const),
  ),
)
const LONGEST = 7
/** Maximum number of readings of a name at once: bounds the cost of a hostile word of c and j. */
const MOST_READINGS = 8

/** Daitch-Mokotoff Soundex of a word in a-z: one code of six digits for each reading. "auerbach" gives 097400 and 097500. */
export function mokotoffCodes(word: string): readonly string[] {
  // A partial reading and its last code: equal codes of neighbours count once, "mn" and "nm" twice.
  let readings: (readonly [string, string])[] = [['', '']]
  for (let i = 0; i < word.length; ) {
    let length = Math.min(LONGEST, word.length - i)
    while (length > 1 && !MOKOTOFF_CODES.has(word.slice(i, i + length))) length--
    const places = MOKOTOFF_CODES.get(word.slice(i, i + length))
    if (places !== undefined) {
      const after = word.charAt(i + length)
      const codes = places[i === 0 ? 0 : isOneOf(after, 'aeiou') ? 1 : 2]!
      const next = new Map<string, readonly [string, string]>()
      for (const [code, last] of readings)
        for (const one of codes) {
          const whole = one === '' || (one === last && one !== '66') ? code : code + one
          const reading = [whole.slice(0, 6), one] as const
          if (next.size < MOST_READINGS) next.set(reading.join(' '), reading)
        }
      readings = [...next.values()]
    }
    i += length
  }
  return [...new Set(readings.map(([code]) => code.padEnd(6, '0')))]
}

/** Spellings, their common letter, and a set of letters; every spelling contains at least one of the set, and no earlier rule produces them. */
const SPELLINGS: readonly (readonly [RegExp, string, number])[] = [
  [/sch|sh|sj|sz|ch|tch|cz|tsch|dj|zh/g, 'x', lettersOf('hjz')],
  [/ph|v|w/g, 'f', lettersOf('hvw')],
  [/ck|q|kh|gh|c(?=[aoukrlt]|$)|g(?=[aourl]|$)/g, 'k', lettersOf('cqhg')],
  [/c|z|ss|s|ts|tz/g, 's', lettersOf('czs')],
  [/th|dh|tt|dd|d/g, 't', lettersOf('td')],
  [/j|y|i(?=[aeou])|g/g, 'i', lettersOf('jyig')],
  [/pp|bb|b/g, 'p', lettersOf('pb')],
  [/h/g, '', lettersOf('h')],
]

/** Phonetic key of a word in a-z, coarser than spelling and finer than Soundex; keeps every consonant: "mohammed" and "mohamed" agree, "schmidt" and "smith" do not. Later vowels and doubled letters are dropped. */
export function soundKey(word: string): string {
  let sound = word
  const letters = lettersOf(word)
  for (const [pattern, letter, needed] of SPELLINGS)
    if ((letters & needed) !== 0) sound = sound.replace(pattern, letter)
  sound = sound.replace(/(.)\1+/g, '$1')
  const head = sound.charAt(0)
  const first = /[aeiou]/.test(head) ? 'a' : head
  return first + sound.slice(1).replace(/[aeiou]/g, '')
}
