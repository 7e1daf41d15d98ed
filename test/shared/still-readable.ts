// How many of the values can still be read in a copy, by the proof of copies.
import { leaksIn } from '../../src/copies/proof.ts'

export async function stillReadable(...asked: Parameters<typeof leaksIn>): Promise<number> {
  return (await leaksIn(...asked)).values
}
