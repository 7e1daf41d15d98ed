// Converts place names of any script to Latin letters, because the gazetteer has one form of each.
import { pairsOf } from '../../lists.ts'
import { unitOf } from '../../text/unit-classes.ts'

// Bulgarian by the Streamlined System (Transliteration Act, 2009), Greek by ELOT 743 (ISO 843), after removal of marks.
const LATIN = pairsOf(
  'аa бb вv гg дd еe жzh зz иi кk лl мm нn оo пp рr сs тt уu фf хh цts чch шsh щsht ъa ьy юyu яya ' +
    'αa βv γg δd εe ζz ηi θth ιi κk λl μm νn ξx οo πp ρr σs ςs τt υy φf χch ψps ωo',
)

/** The form of a folded word in the gazetteer: Latin letters. */
export function lookupForm(word: string): string {
  const first = unitOf(word, 0)
  if (first < 0x3b1 || first > 0x44f) return word
  return word
    .replace(/ου/g, 'ou')
    .replace(/([αε])υ(?=[θκξπσςτφχψ]|$)/g, '$1f')
    .replace(/([αε])υ/g, '$1v')
    .replace(/[а-яα-ω]/g, (letter) => LATIN.get(letter) ?? letter)
}
