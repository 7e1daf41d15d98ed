// The content of a page of a PDF (ISO 32000-1, 7.8.2) as operators with operands. Comments are skipped.

export interface Operator {
  readonly name: string
  readonly operands: readonly Operand[]
  /** Of BI (8.9.7): the data of the inline image, a character a byte. */
  readonly data?: string
}

export type Operand =
  | { readonly kind: 'string'; readonly bytes: string }
  | { readonly kind: 'array'; readonly items: readonly Operand[] }
  | { readonly kind: 'dictionary'; readonly entries: ReadonlyMap<string, Operand> }
  /** Without its slash and with its escapes resolved. */
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'number'; readonly value: number }
  /** An operator, or a token that is not an operand. */
  | { readonly kind: 'word'; readonly word: string }

const SPACE = /[\0\t\n\f\r ]/
/** Arrays and dictionaries within each other; deeper ones are read as signs. */
const DEEPEST = 40
const DELIMITER = /[\0\t\n\f\r ()<>[\]{}/%]/

/** The operators of a content stream. `source`: a character a byte. Reads on over what is broken, as viewers do. */
export function* operatorsOf(source: string): Generator<Operator> {
  const reader = new Reader(source)
  let operands: Operand[] = []
  for (;;) {
    const token = reader.next(0)
    if (token === null) return
    if (token.kind !== 'word' || /^(?:true|false|null)$/.test(token.word)) {
      operands.push(token)
      continue
    }
    if (token.word === 'BI') yield { name: 'BI', ...reader.image() }
    else yield { name: token.word, operands }
    operands = []
  }
}

class Reader {
  readonly #source: string
  #at = 0

  constructor(source: string) {
    this.#source = source
  }

  next(depth: number): Operand | null {
    const source = this.#source
    this.#skip()
    const start = this.#at
    if (start >= source.length) return null
    const sign = source[start]!
    if (sign === '(') return { kind: 'string', bytes: this.#literal() }
    if (sign === '<' && source[start + 1] !== '<') return { kind: 'string', bytes: this.#hex() }
    if (depth < DEEPEST && sign === '[') return this.#array(depth + 1)
    if (depth < DEEPEST && sign === '<') return this.#dictionary(depth + 1)
    this.#at++
    if (sign === '/' || !DELIMITER.test(sign)) this.#word()
    const word = source.slice(start, this.#at)
    if (sign === '/') return { kind: 'name', name: unescapedName(word.slice(1)) }
    if (!/^[+\-.\d]/.test(word)) return { kind: 'word', word }
    const value = Number.parseFloat(word.replace(/^[+-]{1,9}(?=[+-])/, ''))
    return { kind: 'number', value: Number.isFinite(value) ? value : 0 }
  }

  /** The entries of an inline image as a dictionary, and its data (8.9.7), which end with EI between white space. */
  image(): { readonly operands: readonly Operand[]; readonly data: string } {
    const entries = this.#entries('ID', 0)
    const start = this.#at + 1
    const ending = /[\0\t\n\f\r ]EI(?=[\0\t\n\f\r ]|$)/g
    ending.lastIndex = Math.min(start + (rawLength(entries) ?? -1), this.#source.length)
    const ended = ending.exec(this.#source)
    this.#at = ended === null ? this.#source.length : ended.index + ended[0].length
    return { operands: [{ kind: 'dictionary', entries }], data: this.#source.slice(start, ended?.index) }
  }

  #skip(): void {
    for (;;) {
      while (this.#at < this.#source.length && SPACE.test(this.#source[this.#at]!)) this.#at++
      if (this.#source[this.#at] !== '%') return
      while (this.#at < this.#source.length && !/[\r\n]/.test(this.#source[this.#at]!)) this.#at++
    }
  }

  #word(): void {
    while (this.#at < this.#source.length && !DELIMITER.test(this.#source[this.#at]!)) this.#at++
  }

  #array(depth: number): Operand {
    this.#at++
    const items: Operand[] = []
    for (;;) {
      this.#skip()
      if (this.#at >= this.#source.length) break
      if (this.#source[this.#at] === ']') {
        this.#at++
        break
      }
      items.push(this.next(depth)!)
    }
    return { kind: 'array', items }
  }

  #dictionary(depth: number): Operand {
    this.#at += 2
    return { kind: 'dictionary', entries: this.#entries('>>', depth) }
  }

  /** Names and values up to a sign. */
  #entries(end: '>>' | 'ID', depth: number): Map<string, Operand> {
    const entries = new Map<string, Operand>()
    let key: string | null = null
    for (;;) {
      this.#skip()
      if (this.#at >= this.#source.length) return entries
      if (this.#source.startsWith(end, this.#at)) {
        this.#at += 2
        return entries
      }
      const token = this.next(depth)!
      if (key !== null) entries.set(key, token)
      key = key === null && token.kind === 'name' ? token.name : null
    }
  }

  #hex(): string {
    const end = this.#source.indexOf('>', this.#at)
    const digits = this.#source.slice(this.#at + 1, end < 0 ? undefined : end).replace(/[^0-9a-fA-F]/g, '')
    this.#at = end < 0 ? this.#source.length : end + 1
    return Buffer.from(digits.length % 2 === 1 ? `${digits}0` : digits, 'hex').toString('latin1')
  }

  #literal(): string {
    const source = this.#source
    let text = ''
    let depth = 0
    for (; this.#at < source.length; this.#at++) {
      const sign = source[this.#at]!
      if (sign === '\\') text += this.#escape()
      else if (sign === '(' && depth++ === 0) continue
      else if (sign === ')' && --depth === 0) {
        this.#at++
        break
      } else text += sign
    }
    return text
  }

  /** Leaves its last sign to be stepped over. */
  #escape(): string {
    const rest = this.#source.slice(this.#at + 1, this.#at + 4)
    const octal = /^[0-7]{1,3}/.exec(rest)?.[0]
    if (octal !== undefined) {
      this.#at += octal.length
      return String.fromCharCode(Number.parseInt(octal, 8) & 0xff)
    }
    const sign = rest[0] ?? ''
    this.#at += rest.startsWith('\r\n') ? 2 : 1
    return ESCAPES[sign] ?? sign
  }
}

/** Names write signs as #20 (7.3.5). */
function unescapedName(name: string): string {
  return name.replace(/#([0-9a-fA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** Components of the colour spaces that an inline image names (8.9.7). */
const COMPONENTS: Readonly<Record<string, number>> = {
  G: 1,
  DeviceGray: 1,
  RGB: 3,
  DeviceRGB: 3,
  CMYK: 4,
  DeviceCMYK: 4,
}

/** How many bytes an inline image without a filter has; null where only its end says it. */
function rawLength(entries: ReadonlyMap<string, Operand>): number | null {
  if (entries.has('F') || entries.has('Filter')) return null
  const numberAt = (short: string, long: string) => {
    const found = entries.get(short) ?? entries.get(long)
    return found?.kind === 'number' ? found.value : 0
  }
  const space = entries.get('CS') ?? entries.get('ColorSpace')
  const isMask = entries.has('IM') || entries.has('ImageMask')
  const components = isMask ? 1 : space?.kind === 'name' ? COMPONENTS[space.name] : undefined
  if (components === undefined) return null
  const bits = numberAt('W', 'Width') * components * (isMask ? 1 : numberAt('BPC', 'BitsPerComponent'))
  return Math.max(0, Math.ceil(bits / 8) * numberAt('H', 'Height'))
}

export const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  '\n': '',
  '\r': '',
}
