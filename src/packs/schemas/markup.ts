// XML elements and attributes of file formats (data/office-markup.json, data/odf-markup.json) and names of programs (office-names.json).
import { z } from 'zod'

export const MarkupFacts = z.strictObject({
  source: z.string(),
  /** Prefix -> namespace. */
  namespaces: z.record(z.string(), z.string()),
  codes: z.array(z.string()),
  /** Prefix -> element -> its attributes; a star marks free text, and "=" is the text of the element itself. */
  elements: z.record(z.string(), z.record(z.string(), z.string())),
})
export type MarkupFacts = z.infer<typeof MarkupFacts>

export const OfficeNames = z.strictObject({
  /** Words that follow the first word of the name of a font. */
  font_words: z.array(z.string()),
  fonts: z.array(z.string()),
  functions: z.array(z.string()),
  styles: z.array(z.string()),
})
