// How many days the dates of a person are moved by: the same for all of them under one salt, so that what lies between them stays.

/** Days to either side. A year: the season of a single date says nothing any more. */
const MOST = 365

/** The offset of a person by what names them, from -365 to 365 and never 0; HMAC-SHA-256 under the salt, so that it cannot be told without it. */
export function rowOffset(keyed: (text: string) => string): (person: string) => number {
  return (person) => {
    const drawn = Number.parseInt(keyed(`days of ${person}`).slice(0, 8), 16) % (2 * MOST)
    return drawn < MOST ? drawn - MOST : drawn - MOST + 1
  }
}
