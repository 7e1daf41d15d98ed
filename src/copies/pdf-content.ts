// The content of a page of a PDF as it is written (ISO 32000-1, 7.8.2): its operators with their places, so that glyphs can be taken out of those
// that show text and everything else stays as it is.

export interface Operator {
  readonly name: string
  /** Of its operands and its name; the index behind it. */
  readonly start: number
  readonly end: number
  readonly operands: readonly Operand[]
}

export type Operand =
  | { readonly kind: 'string'; readonly bytes: string; readonly start: number; readonly end: number }
  | { readonly kind: 'array'; readonly items: readonly Operand[]; readonly start: number; readonly end: number }
  | { readonly kind: 'other'; readonly text: string; readonly start: number; readonly end: number }

const SPACE = /[\0\t\n\f\r ]/
const DELIMITER = /[\0\t\n\f\r ()<>[\]{}/%]/

/** The operators of a content stream. `source`: a character a byte. Reads on over what is broken, as viewers do. */
export function* operatorsOf(source: string): Generator<Operator> {
  const reader = new Reader(source)
  let operands: Operand[] = []
  for (;;) {
    const token = reader.next()
    if (token === null) return
    if (token.kind !== 'other' || /^[+\-.\d/]/.test(token.text) || /^(?:<<|true$|false$|null$)/.test(token.text)) {
      operands.push(token)
      continue
    }
    const start = operands[0]?.start ?? token.start
    const end = token.text === 'BI' ? reader.behindImage() : token.end
    yield { name: token.text, start, end, operands }
    operands = []
  }
}

class Reader {
  readonly #source: string
  #at = 0

  constructor(source: string) {
    this.#source = source
  }

  next(): Operand | null {
    const source = this.#source
    this.#skip()
    const start = this.#at
    if (start >= source.length) return null
    const sign = source[start]!
    if (sign === '(') return { kind: 'string', bytes: this.#literal(), start, end: this.#at }
    if (sign === '<' && source[start + 1] !== '<') return { kind: 'string', bytes: this.#hex(), start, end: this.#at }
    if (sign === '[') return this.#array()
    if (sign === '<') return this.#dictionary()
    this.#at++
    if (sign === '/') this.#word()
    else if (!DELIMITER.test(sign)) this.#word()
    return { kind: 'other', text: source.slice(start, this.#at), start, end: this.#at }
  }

  /** The index behind the data of an inline image (8.9.7): EI between white space. */
  behindImage(): number {
    const data = /\bID[\0\t\n\f\r ]/g
    data.lastIndex = this.#at
    const begun = data.exec(this.#source)
    const ending = /[\0\t\n\f\r ]EI(?=[\0\t\n\f\r ]|$)/g
    ending.lastIndex = begun === null ? this.#at : begun.index + begun[0].length
    const ended = ending.exec(this.#source)
    this.#at = ended === null ? this.#source.length : ended.index + ended[0].length
    return this.#at
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

  #array(): Operand {
    const start = this.#at++
    const items: Operand[] = []
    for (;;) {
      this.#skip()
      if (this.#at >= this.#source.length) break
      if (this.#source[this.#at] === ']') {
        this.#at++
        break
      }
      items.push(this.next()!)
    }
    return { kind: 'array', items, start, end: this.#at }
  }

  #dictionary(): Operand {
    const start = this.#at
    this.#at += 2
    for (;;) {
      this.#skip()
      if (this.#at >= this.#source.length) break
      if (this.#source.startsWith('>>', this.#at)) {
        this.#at += 2
        break
      }
      this.next()
    }
    return { kind: 'other', text: this.#source.slice(start, this.#at), start, end: this.#at }
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

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', '\n': '', '\r': '' }

/** Operators that show text (9.4.3). */
export function showsText({ name }: Operator): boolean {
  return name === 'Tj' || name === 'TJ' || name === "'" || name === '"'
}

/** How many bytes an operator shows. */
export function shownBytes({ operands }: Operator): number {
  return stringsOf(operands).reduce((sum, bytes) => sum + bytes.length, 0)
}

function stringsOf(operands: readonly Operand[]): string[] {
  return operands.flatMap((operand) =>
    operand.kind === 'string' ? [operand.bytes] : operand.kind === 'array' ? stringsOf(operand.items) : [],
  )
}

/**
 * An operator that shows text, written without some of its glyphs, each of which leaves as much room as it took. `advances`: by glyph,
 * in thousandths of the size of the font; null where no room can be left: nothing of the operator is shown then.
 */
export function withoutGlyphs(
  operator: Operator,
  gone: ReadonlySet<number>,
  advances: readonly (number | null)[],
): string {
  const lead =
    operator.name === '"'
      ? `${operator.operands.slice(0, 2).map(textOf).join(' Tw ')} Tc T* `
      : operator.name === "'"
        ? 'T* '
        : ''
  const bytesEach = shownBytes(operator) / Math.max(advances.length, 1)
  if (!Number.isInteger(bytesEach) || bytesEach === 0 || advances.includes(null)) return `${lead}[] TJ`
  const items: string[] = []
  let glyph = 0
  const last = operator.operands.at(-1)
  for (const item of last?.kind === 'array' ? last.items : operator.operands.slice(-1)) {
    if (item.kind !== 'string') {
      items.push(textOf(item))
      continue
    }
    let kept = ''
    for (let at = 0; at < item.bytes.length; at += bytesEach, glyph++) {
      if (!gone.has(glyph)) {
        kept += item.bytes.slice(at, at + bytesEach)
        continue
      }
      if (kept !== '') items.push(hexOf(kept))
      kept = ''
      items.push((-advances[glyph]!).toFixed(3))
    }
    if (kept !== '') items.push(hexOf(kept))
  }
  return `${lead}[${items.join(' ')}] TJ`
}

function textOf(operand: Operand | undefined): string {
  return operand?.kind === 'other' ? operand.text : ''
}

function hexOf(bytes: string): string {
  return `<${Buffer.from(bytes, 'latin1').toString('hex')}>`
}
