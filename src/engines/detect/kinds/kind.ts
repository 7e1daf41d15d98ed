// Kinds of lines and their starts: detectors use them to distinguish program output from text that people wrote.
import { firstAt } from '../../../lists.ts'

/** Kind of a line. A line without words has the kind of its neighbours. */
export const LineKind = {
  prose: 0,
  /** A message of a program: syslog, access logs, server and device loggers, stack traces, JSON logs. */
  log: 1,
  /** A statement or declaration of a programming language. */
  code: 2,
  /** A setting: ini, env, YAML, JSON, a crontab. */
  config: 3,
  /** XML and HTML tags that are not part of the displayed page. */
  markup: 4,
  /** More numbers than words: columns, coordinates, paths of drawings. */
  numbers: 5,
  header: 6,
  /** A line of a text on medicines, with doses. */
  leaflet: 7,
  /** A chat message: a time or a nickname precedes the words. */
  chat: 8,
  /** A label and its value. */
  form: 9,
} as const
export type LineKind = (typeof LineKind)[keyof typeof LineKind]

/** Bits of several kinds together, for TextKinds.isOneOf. */
export function kindsOf(...kinds: readonly LineKind[]): number {
  let bits = 0
  for (const kind of kinds) bits |= 1 << kind
  return bits
}

export class TextKinds {
  /** View index of the beginning of each line, ascending; the first is 0. */
  readonly #starts: Int32Array
  readonly #kinds: Uint8Array
  readonly any: number

  constructor(starts: Int32Array, kinds: Uint8Array) {
    this.#starts = starts
    this.#kinds = kinds
    let any = 0
    for (let i = 0; i < kinds.length; i++) any |= 1 << kinds[i]!
    this.any = any
  }

  get count(): number {
    return this.#kinds.length
  }

  ofLine(line: number): LineKind {
    return this.#kinds[line] as LineKind
  }

  lineAt(at: number): number {
    return this.#starts.length === 1 ? 0 : firstAt(this.#starts, (start) => start > at) - 1
  }

  at(at: number): LineKind {
    return this.ofLine(this.lineAt(at))
  }

  isOneOf(bits: number, at: number): boolean {
    if ((this.any & bits) === 0) return false
    return (bits & (1 << this.at(at))) !== 0
  }
}
