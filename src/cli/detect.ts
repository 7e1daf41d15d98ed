// `selfsame detect`: personal data in a text, without the text.
import { Command } from 'commander'
import { choosesLaw } from './choices.ts'
import { textOf } from './input.ts'
import { eachLine } from './lines.ts'
import { printJson, printLine, printTable } from './output.ts'
import { refuseArgument, takesLines, takesText, withService } from './shared-options.ts'

interface Flags {
  file?: string
  jurisdiction?: string
  statute?: string
  backend?: string
  json?: boolean
  lines?: boolean
  why?: boolean
}

export function detectCommand(): Command {
  return choosesLaw(takesLines(takesText(new Command('detect')), 'a JSON answer a line'))
    .description('find personal data in a text')
    .option('--json', 'print the whole answer as JSON')
    .option('--why', 'say what decided each finding: the evidence with its weights, or the rule')
    .action(async (argument: string | undefined, { file, json, lines, why, ...asked }: Flags) => {
      if (lines) return detectLines(argument, file, asked)
      const text = textOf(argument, file === undefined ? {} : { file })
      if (why) return explainText(text, asked, json === true)
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

/** Reasons of a finding that are printed; --json has all. */
const MOST_REASONS = 12

async function explainText(
  text: string,
  asked: Pick<Flags, 'jurisdiction' | 'statute' | 'backend'>,
  json: boolean,
): Promise<void> {
  const answer = await withService({}, (service) => service.detect({ text, ...asked }, { why: true }))
  if (json) return printJson(answer)
  printTable(
    ['start', 'end', 'category', 'weight', 'word', 'what decided it'],
    answer.detections.flatMap(({ start, end, category, why }) =>
      why
        .slice(0, MOST_REASONS)
        .map(({ token, says, weight }) => [
          start,
          end,
          category,
          weight === null ? 'rule' : weight.toFixed(2),
          token,
          says,
        ]),
    ),
    'no personal data found',
  )
}

async function detectLines(
  argument: string | undefined,
  file: string | undefined,
  asked: Pick<Flags, 'jurisdiction' | 'statute' | 'backend'>,
): Promise<void> {
  refuseArgument(argument)
  await withService({}, (service) =>
    eachLine(
      file,
      (lines) => service.detectAll(lines.map((text) => ({ text, ...asked }))),
      (answer) => printLine(JSON.stringify(answer)),
    ),
  )
}
