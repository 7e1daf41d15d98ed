// How many of the values can still be read in a copy, by the proof of copies.
import { prove } from '../../src/formats/proof.ts'

export async function stillReadable(...asked: Parameters<typeof prove>): Promise<number> {
  return (await prove(...asked)).leaks.values
}
