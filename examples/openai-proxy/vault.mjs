// The vault of one request: which value each token of the masked request represents. It is kept in memory only, until the answer is sent.

/** The end of every token: `_` and eight hexadecimal digits. */
const TOKEN_END = /_[0-9a-f]{8}/g
const WORD = /[\p{L}\p{N}]+/gu
/** Shorter values are parts of too many other words to be looked for in the rest of a request. */
const SHORTEST_LEFT = 4

export class Vault {
  #values = new Map()
  #byDigits = new Map()
  #starts = new Set()
  #byFirstWord = new Map()
  #longest = 0

  /** A token of several mentions represents the longest of them: "Ada Obi" and not "Ada". */
  add(token, value) {
    const known = this.#values.get(token)
    if (known === undefined) this.#index(token)
    if (known === undefined || value.length > known.length) this.#values.set(token, value)
    const [word] = value.match(WORD) ?? []
    if (value.length < SHORTEST_LEFT || word === undefined) return
    const values = this.#byFirstWord.get(word) ?? new Map()
    this.#byFirstWord.set(word, values.set(value, token))
  }

  #index(token) {
    const digits = token.slice(-9)
    this.#byDigits.set(digits, [...(this.#byDigits.get(digits) ?? []), token])
    for (let end = 1; end < token.length; end++) this.#starts.add(token.slice(0, end))
    this.#longest = Math.max(this.#longest, token.length)
  }

  /** The text with values in place of tokens. `write` puts a value into the notation of the text, e.g. into a JSON string. */
  restore(text, write = (value) => value) {
    let restored = ''
    let from = 0
    for (const { 0: digits, index } of text.matchAll(TOKEN_END)) {
      const end = index + digits.length
      const found = (this.#byDigits.get(digits) ?? []).filter((token) => text.startsWith(token, end - token.length))
      // "CLAN_NAME_..." ends with "NAME_...": the longer token is meant.
      const token = found.reduce((longest, each) => (each.length > longest.length ? each : longest), '')
      if (token === '' || end - token.length < from) continue
      restored += text.slice(from, end - token.length) + write(this.#values.get(token))
      from = end
    }
    return restored + text.slice(from)
  }

  /** How many characters at the end of a text may be the start of a token. */
  unfinished(text) {
    for (let length = Math.min(this.#longest - 1, text.length); length > 0; length--)
      if (this.#starts.has(text.slice(-length))) return length
    return 0
  }

  /** The text with tokens in place of values that the vault knows from elsewhere. */
  hideKnown(text) {
    let hidden = ''
    let from = 0
    for (const { 0: word, index } of text.matchAll(WORD)) {
      for (const [value, token] of this.#byFirstWord.get(word) ?? []) {
        const start = index - value.indexOf(word)
        const isWhole = !/^[\p{L}\p{N}_]/u.test(text.slice(start + value.length, start + value.length + 2))
        if (start < from || !isWhole || !text.startsWith(value, start)) continue
        hidden += text.slice(from, start) + token
        from = start + value.length
        break
      }
    }
    return hidden + text.slice(from)
  }
}
