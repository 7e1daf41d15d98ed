// `selfsame detect`: personal data in a text, without the text.
import { Command } from 'commander'
import { choosesLaw } from './choices.ts'
import { textOf } from './input.ts'
import { eachLine, type LineFlags, readsLines, takesLines } from './lines.ts'
import { printJson, printTable } from './output.ts'
import { takesText, withService } from './shared-options.ts'

interface Flags extends LineFlags {
  jurisdiction?: string
  statute?: string
  backend?: string
  json?: boolean
}

export function detectCommand(): Command {
  return choosesLaw(takesLines(takesText(new Command('detect')), 'a JSON answer a line'))
    .description('find personal data in a text')
    .option('--json', 'print the whole answer as JSON')
    .action(async (argument: string | undefined, flags: Flags) => {
      const { file, json, lines: _, onError: __, ...asked } = flags
      if (readsLines(argument, flags)) return detectLines(flags, asked)
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

async function detectLines(
  flags: LineFlags,
  asked: Pick<Flags, 'jurisdiction' | 'statute' | 'backend'>,
): Promise<void> {
  await withService({}, (service) =>
    eachLine(flags, {
      answer: (lines) => service.detectAll(lines.map((text) => ({ text, ...asked }))),
      shown: (answer) => `${JSON.stringify(answer)}\n`,
      json: true,
    }),
  )
}
