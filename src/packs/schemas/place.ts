// Words around places, as data: what ties a landmark to an address, and which cues say where something goes.
import { z } from 'zod'

const words = z.array(z.string())

export const PlaceWords = z.strictObject({
  about: z.string(),
  connectors: words,
  directions: words,
  weak_street_words: words,
  not_street_names: words,
  country_postcode_words: words,
  region_words: words,
  region_words_after: words,
  quarter_words_after: words,
  quarter_words_before: words,
  building_words: words,
  relations: z.record(z.string(), words),
  relations_after: words,
  landmarks: z.strictObject({ commercial: words, religious: words, infrastructure: words }),
})
export type PlaceWords = z.infer<typeof PlaceWords>
