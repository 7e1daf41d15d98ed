// Converts place names of any script to Latin letters, because the gazetteer has one form of each.
import { unitOf } from '../../text/unit-classes.ts'

// Bulgarian by the Streamlined System (Transliteration Act, 2009), Greek by ELOT 743 (ISO 843), after removal of marks.
const LATIN: Readonly<Record<string, string>> = {
  а: 'a',
  б: 'b',
  в: 'v',
  г: 'g',
  д: 'd',
  е: 'e',
  ж: 'zh',
  з: 'z',
  и: 'i',
  к: 'k',
  л: 'l',
  м: 'm',
  н: 'n',
  о: 'o',
  п: 'p',
  р: 'r',
  с: 's',
  т: 't',
  у: 'u',
  ф: 'f',
  х: 'h',
  ц: 'ts',
  ч: 'ch',
  ш: 'sh',
  щ: 'sht',
  ъ: 'a',
  ь: 'y',
  ю: 'yu',
  я: 'ya',
  α: 'a',
  β: 'v',
  γ: 'g',
  δ: 'd',
  ε: 'e',
  ζ: 'z',
  η: 'i',
  θ: 'th',
  ι: 'i',
  κ: 'k',
  λ: 'l',
  μ: 'm',
  ν: 'n',
  ξ: 'x',
  ο: 'o',
  π: 'p',
  ρ: 'r',
  σ: 's',
  ς: 's',
  τ: 't',
  υ: 'y',
  φ: 'f',
  χ: 'ch',
  ψ: 'ps',
  ω: 'o',
}

/** The form of a folded word in the gazetteer: Latin letters. */
export function lookupForm(word: string): string {
  const first = unitOf(word, 0)
  if (first < 0x3b1 || first > 0x44f) return word
  return word
    .replace(/ου/g, 'ou')
    .replace(/([αε])υ(?=[θκξπσςτφχψ]|$)/g, '$1f')
    .replace(/([αε])υ/g, '$1v')
    .replace(/[а-яα-ω]/g, (letter) => LATIN[letter] ?? letter)
}
