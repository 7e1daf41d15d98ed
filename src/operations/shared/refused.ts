// A request of a batch that is refused before it is read, so that the others are answered.

/** Takes the place of a request that cannot be answered. */
export class Refused {
  readonly reason: unknown

  constructor(reason: unknown) {
    this.reason = reason
  }
}
