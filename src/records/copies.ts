// The answer for a redacted file: the findings and actions, and the ids that bind the file and its redacted version.
import { z } from 'zod'
import { DeidentifyAnswer } from './detection.ts'

const described = DeidentifyAnswer.omit({ text: true, spans: true, recorded: true }).extend({
  name: z.string().describe('The name of the file, masked as the file is.'),
  format: z.string().describe('What the file is, by its content: text, docx, xlsx ...'),
  reader: z.string().describe('What read the file; pinned by the decision.'),
  original: z.string().describe('doc: id over the bytes of the file.'),
  copy: z.string().describe('doc: id over the bytes of the copy.'),
  removed: z.array(z.string()).describe('What was taken out because it cannot be masked.'),
  repeats: z.int().describe('Repeats of found values that were hidden besides.'),
  recorded: z.boolean(),
})

/** Over HTTP: `content` is the redacted file in base64. */
export const FileCopyAnswer = described.extend({ content: z.string().describe('The copy, base64.') })
export type FileCopyAnswer = z.infer<typeof FileCopyAnswer>

/** In a program: the bytes of the redacted file. */
export type FileCopy = z.infer<typeof described> & { readonly bytes: Uint8Array }
