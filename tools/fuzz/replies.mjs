// Answers off a socket: HTTP/1.1 responses cut out of a stream of bytes (RFC 9112), in request order.

const END_OF_HEAD = Buffer.from('\r\n\r\n')

/** Reads a stream of responses. `expectsBody(index)` says whether the next one may have a body (HEAD has none). */
export class Replies {
  #bytes = Buffer.alloc(0)
  #got
  #isHead

  /** `got(reply)` is called with { status, headers, body } for each response; `isHead()` whether the next answers a HEAD. */
  constructor(got, isHead = () => false) {
    this.#got = got
    this.#isHead = isHead
  }

  /** Takes more bytes. Throws an Error when they are no HTTP/1.1 response. */
  push(bytes) {
    this.#bytes = this.#bytes.length === 0 ? bytes : Buffer.concat([this.#bytes, bytes])
    for (let reply = this.#next(false); reply !== null; reply = this.#next(false)) this.#got(reply)
  }

  /** The stream has ended: a body without a length ends with it. Returns how many bytes were left over. */
  end() {
    const reply = this.#next(true)
    if (reply !== null) this.#got(reply)
    return this.#bytes.length
  }

  #next(atEnd) {
    const headEnd = this.#bytes.indexOf(END_OF_HEAD)
    if (headEnd < 0) return null
    const lines = this.#bytes.toString('latin1', 0, headEnd).split('\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(lines[0])?.[1])
    if (!status) throw new Error(`not a response: ${JSON.stringify(lines[0].slice(0, 80))}`)
    const headers = {}
    for (let at = 1; at < lines.length; at++) {
      const colon = lines[at].indexOf(':')
      headers[lines[at].slice(0, colon).toLowerCase()] = lines[at].slice(colon + 1).trim()
    }
    const from = headEnd + 4
    if (status < 200) {
      this.#bytes = this.#bytes.subarray(from)
      return this.#next(atEnd)
    }
    const body = this.#bodyOf(status, headers, from, atEnd)
    if (body === null) return null
    this.#bytes = this.#bytes.subarray(body.end)
    return { status, headers, body: body.text }
  }

  #bodyOf(status, headers, from, atEnd) {
    if (status === 204 || status === 304 || this.#isHead()) return { text: '', end: from }
    if (headers['transfer-encoding'] === 'chunked') return this.#chunked(from)
    const length = headers['content-length']
    if (length === undefined)
      return atEnd ? { text: this.#bytes.toString('utf8', from), end: this.#bytes.length } : null
    const end = from + Number(length)
    return this.#bytes.length < end ? null : { text: this.#bytes.toString('utf8', from, end), end }
  }

  #chunked(from) {
    const parts = []
    for (let at = from; ; ) {
      const line = this.#bytes.indexOf('\r\n', at)
      if (line < 0) return null
      const size = Number.parseInt(this.#bytes.toString('latin1', at, line), 16)
      const end = line + 2 + size + 2
      if (this.#bytes.length < end) return null
      if (size === 0) return { text: Buffer.concat(parts).toString('utf8'), end }
      parts.push(this.#bytes.subarray(line + 2, end - 2))
      at = end
    }
  }
}
