// Values that cannot be ordinary words: letters mixed with digits or signs, as in passwords and keys.
import { withoutTrailing } from '../../text/trim.ts'

/** Lower-case letters, capitals and digits, without signs of a path, a host or a call. */
export const MIXED = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[^/\\.:=@(){}[\]<>]+$/

/** Lower-case letters and digits with a capital, a sign or a hyphen: generated or invented values, unlike article and parcel numbers. */
export const MADE_UP = /^(?=[!-~]*[a-z])(?=[!-~]*\d)(?=[!-~]*[A-Z!#$%&*?+~-])[^/\\.:=@(){}[\]<>,;|"'`]{8,40}$/

/** Begins with a letter and has a digit, without signs of a path, a host or a key: a password if it is next to another value or after a conjunction. */
export const standsApart = (value: string): boolean =>
  value.length >= 8 && /\d/.test(value) && /^[A-Za-z][\x21-\x7e]+$/.test(value) && !/[/=@:.]/.test(value)

/** At least six characters with letters and digits: a password if it is in a sentence. */
export const isMixed = (value: string): boolean =>
  value.length >= 6 && /\d/.test(value) && /\p{L}/u.test(value) && looksMade(value)

/** Letters with digits, signs or inner capitals, unlike any word of a sentence. */
export function looksMade(value: string): boolean {
  const letters = /\p{L}/u.test(value)
  if (/\d/.test(value)) return letters || /[^\d\s.,:/-]/.test(value)
  if (/^[\p{L}\p{M}]+$/u.test(value)) {
    const lower = value.search(/\p{Ll}/u)
    return lower >= 0 && (/\p{Lu}/u.test(value.slice(lower)) || (/^\p{Lu}{2}/u.test(value) && value.length >= 8))
  }
  // With signs inside, except a hyphenated or slashed pair of words, or a word before a question mark.
  return /[!#$%^&*+=@?~]/.test(withoutTrailing(value, '?!')) && letters
}

/** A version, or a registered program name: "com.example.daemon.activity/4505". */
const DOTTED = /^(?:v?\d+(?:\.\d+)+|[a-z]{2,}(?:\.[a-z]{2,}){2})/

/** True if random enough for a key: digits and letters, and not a dotted name. */
export const isRandom = (value: string): boolean => /\d/.test(value) && /[A-Za-z]/.test(value) && !DOTTED.test(value)

/** An option, a variable, a call, or joined words of a program: "--libdir=/usr/lib", "$text", "cert_usage_p", "fromIndex", "a.b.c". */
const PROGRAM_NAME =
  /^(?:--?[A-Za-z][\w-]*(?:=.*)?|[$@%][A-Za-z_{][A-Za-z_{}:>-]*|_?[A-Za-z]+(?:_[A-Za-z]+)+|[a-z]+(?:\p{Lu}[a-z]+)+|(?:\p{Lu}[a-z]+){2,}|[A-Za-z]{2,}(?:[.:]{1,2}[A-Za-z]{2,})+)$/u

export const isProgramName = (value: string): boolean =>
  PROGRAM_NAME.test(value) || value.includes('(') || value.includes('{')
