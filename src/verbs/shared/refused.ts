// A request of many that is refused before it is read, so that the others are answered.

/** Stands in the place of a request that cannot be answered. */
export class Refused {
  readonly reason: unknown

  constructor(reason: unknown) {
    this.reason = reason
  }
}
