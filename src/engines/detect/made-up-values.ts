// What nobody writes as a word: letters with digits or signs among them, as passwords and keys are made up.
import { withoutTrailing } from '../../text/trim.ts'

/** Small letters, capitals and digits, and no sign of a path, a host or a call. */
export const MIXED = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[^/\\.:=@(){}[\]<>]+$/

/** Small letters and digits with a capital, a sign or a hyphen among them: what programs and people make up, not how goods and parcels are numbered. */
export const MADE_UP = /^(?=[!-~]*[a-z])(?=[!-~]*\d)(?=[!-~]*[A-Z!#$%&*?+~-])[^/\\.:=@(){}[\]<>,;|"'`]{8,40}$/

/** A letter first, a digit and no sign of a path, a host or a key: what beside another value or behind a conjunction is a password. */
export function standsApart(value: string): boolean {
  return value.length >= 8 && /\d/.test(value) && /^[A-Za-z][\x21-\x7e]+$/.test(value) && !/[/=@:.]/.test(value)
}

/** Six letters, digits and signs at least: what in a sentence is a password. */
export function isMixed(value: string): boolean {
  return value.length >= 6 && /\d/.test(value) && /\p{L}/u.test(value) && looksMade(value)
}

/** Letters with digits or signs, or capitals inside: nobody writes a word of a sentence like this. */
export function looksMade(value: string): boolean {
  const letters = /\p{L}/u.test(value)
  if (/\d/.test(value)) return letters || /[^\d\s.,:/-]/.test(value)
  if (/^[\p{L}\p{M}]+$/u.test(value)) {
    const lower = value.search(/\p{Ll}/u)
    return lower >= 0 && (/\p{Lu}/u.test(value.slice(lower)) || (/^\p{Lu}{2}/u.test(value) && value.length >= 8))
  }
  // Signs inside, but not a hyphenated or slashed pair of words, nor a word before a question mark.
  return /[!#$%^&*+=@?~]/.test(withoutTrailing(value, '?!')) && letters
}

/** A version, or a name as programs are registered by: "com.example.daemon.activity/4505". */
const DOTTED = /^(?:v?\d+(?:\.\d+)+|[a-z]{2,}(?:\.[a-z]{2,}){2})/

/** Random enough for a key: digits and letters, or mixed case, not a dotted name. */
export function isRandom(value: string): boolean {
  return /\d/.test(value) && /[A-Za-z]/.test(value) && !DOTTED.test(value)
}

/** An option, a variable, a call, or words that a program joins: "--libdir=/usr/lib", "$text", "cert_usage_p", "fromIndex", "a.b.c". */
const PROGRAM_NAME =
  /^(?:--?[A-Za-z][\w-]*(?:=.*)?|[$@%][A-Za-z_{][\w{}:>-]*|_?[A-Za-z]+(?:_[A-Za-z]+)+|[a-z]+(?:\p{Lu}[a-z]+)+|(?:\p{Lu}[a-z]+){2,}|[A-Za-z]{2,}(?:[.:]{1,2}[A-Za-z]{2,})+)$/u

/** Whether a value is written as programs name their parts. */
export function isProgramName(value: string): boolean {
  return PROGRAM_NAME.test(value) || value.includes('(') || value.includes('{')
}
