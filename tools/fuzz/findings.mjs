// Findings of the fuzzer: one for all requests of a kind that fail in one way, with the first of them and how to send it again.

export class Findings {
  #found = new Map()
  #repeatOf

  /** `repeatOf(number)` is the command that sends the request of that number alone. */
  constructor(repeatOf) {
    this.#repeatOf = repeatOf
  }

  add(number, request, wrong) {
    const kind = `${request.label}\n${wrong.split(': ', 1)[0].replace(/\d+/g, '#')}`
    const finding = this.#found.get(kind)
    if (finding !== undefined) finding.times++
    else this.#found.set(kind, { number, label: request.label, wrong, times: 1 })
  }

  get list() {
    return [...this.#found.values()]
  }

  /** Several lines of text a finding. */
  lines() {
    return this.list.map(
      ({ number, label, wrong, times }) =>
        `FOUND  ${label}: ${wrong}\n       request ${number}, ${times} of this kind; again with: ${this.#repeatOf(number)}`,
    )
  }
}
