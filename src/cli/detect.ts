// `selfsame detect`: personal data in a text, without the text.
import { Command } from 'commander'
import { choosesLaw } from './choices.ts'
import { textOf } from './input.ts'
import { printJson, printTable } from './output.ts'
import { takesText, withService } from './shared-options.ts'

interface Flags {
  file?: string
  jurisdiction?: string
  statute?: string
  backend?: string
  json?: boolean
}

export function detectCommand(): Command {
  return choosesLaw(takesText(new Command('detect')))
    .description('find personal data in a text')
    .option('--json', 'print the whole answer as JSON')
    .action(async (argument: string | undefined, { file, json, ...asked }: Flags) => {
      const text = textOf(argument, file === undefined ? {} : { file })
      const answer = await withService({}, (service) => service.detect({ text, ...asked }))
      if (json) return printJson(answer)
      printTable(
        ['category', 'start', 'end', 'confidence', 'detector', 'citation'],
        answer.detections.map((found) => [
          found.category,
          found.start,
          found.end,
          found.confidence,
          found.detector,
          found.citation,
        ]),
        'no personal data found',
      )
    })
}
