// Styles of web pages (CSS Syntax 3) without what they can say: comments, strings, addresses, own properties; names of classes and elements are
// replaced as they are in the page.
import { wordSet } from '../../lists.ts'
import { type Known, wordsOfValues } from '../shared/known-values.ts'
import { isFont } from '../xml/allowed-values.ts'

/** Comments, strings and addresses, as far as they are closed. */
const SAID = /\/\*[\s\S]*?(?:\*\/|$)|"([^"\\\n]*)"|'([^'\\\n]*)'|["'][^\n;}]*|url\([^)]*\)?/gi
/** Words of styles: properties, keywords, units, functions. A name of something own has capitals or no place here. */
const DECLARATION = /^[\s\w#%.,+\-*/()!:"=<>]*$/
const AT_RULE = /^\s*@(?:media|page|supports|layer|font-face|keyframes|-webkit-keyframes)\b/i

/** Words of queries for media and features. Any other is a name, as of a layer or of the frames of a movement. */
const QUERY = wordSet(
  'media page supports layer font-face keyframes -webkit-keyframes screen print all speech and or not only from to first left right blank ' +
    'min-width max-width width min-height max-height height min-device-width max-device-width device-width device-height aspect-ratio ' +
    'min-resolution max-resolution resolution -webkit-min-device-pixel-ratio orientation portrait landscape prefers-color-scheme dark light ' +
    'prefers-reduced-motion no-preference reduce hover none pointer coarse fine display grid flex',
)

/** `rename`: the new name of a class ('.') or an id ('#'). */
export function cleanStyle(style: string, rename: (sign: string, name: string) => string): string {
  const bare = style.replace(SAID, (found, double?: string, single?: string) => {
    const text = double ?? single
    return text !== undefined && isFont(text) ? `"${text}"` : found.startsWith('/*') ? ' ' : 'none'
  })
  const written: string[] = []
  let start = 0
  for (let at = 0; at <= bare.length; at++) {
    const sign = bare[at]
    if (sign !== '{' && sign !== '}' && sign !== ';' && sign !== undefined) continue
    const part = bare.slice(start, at)
    if (sign === '{') written.push(AT_RULE.test(part) ? query(part) : selector(part, rename))
    else written.push(cleanDeclarations(part))
    if (sign !== undefined) written.push(sign)
    start = at + 1
  }
  return written.join('')
}

function query(part: string): string {
  return part
    .replace(/[^@\s\w(),.:\-<>=]/g, ' ')
    .replace(/(?<![\w-])[A-Za-z_-][\w-]{2,}/g, (word) => (QUERY.has(word.toLowerCase()) ? word : 'x'))
}

/** Declarations of one element. */
export function cleanDeclarations(style: string): string {
  return style
    .replace(SAID, (_, double?: string, single?: string) =>
      isFont(double ?? single ?? '') ? `"${double ?? single}"` : 'none',
    )
    .split(';')
    .filter((declaration) => {
      const property = /^\s*([a-z-]{2,40})\s*:/i.exec(declaration)?.[1]?.toLowerCase() ?? ''
      return (
        declaration.trim() === '' ||
        (property !== '' && !/^--|^content$|-name$/.test(property) && DECLARATION.test(declaration))
      )
    })
    .join(';')
}

/** A word, or a number longer than any length in a style: either could be a value that was found. */
const WORD_OR_NUMBER = /[\p{L}\p{M}]{3,}|\d{7,}/gu

/** A style without the words and the numbers of hidden values. A word is looked for as it is written: "green" is a colour, "Green" may be a person. */
export function withoutValues(style: string, hidden: readonly Known[]): string {
  const words = new Set(wordsOfValues(hidden).map(({ value }) => value))
  return style.replace(WORD_OR_NUMBER, (found) => {
    if (/^\d/.test(found)) return '0'
    return words.has(found) && !isFont(found) ? 'none' : found
  })
}

/** Values of attributes in selectors are words of the page. */
function selector(part: string, rename: (sign: string, name: string) => string): string {
  return part
    .replace(/\[[^\]]*\]?/g, '')
    .replace(/([.#])((?:[\w-]|[^\x00-\x7f]|\\.)+)/g, (_, sign: string, name: string) => `${sign}${rename(sign, name)}`)
    .replace(/[^\s\w.#:,>+~*()-]/g, '')
}
