// `selfsame detect`, `extract` and `places`: the personal data in a text, without the text; its entities; its places with the role of each.
import { Command } from 'commander'
import { ENTITY_TYPES } from '../records/mentions.ts'
import { DetectRequest } from '../records/requests.ts'
import { textOf } from './input.ts'
import { eachLine, type LineFlags, lineSessions, readsLines, takesLines } from './lines.ts'
import { explained } from './manual.ts'
import { printJson, printMembers, printTable } from './output.ts'
import { withProgress } from './progress.ts'
import {
  BACKEND,
  choosesLaw,
  type ModelFlag,
  modelOption,
  requestOf,
  takesText,
  withService,
} from './shared-options.ts'

interface Flags extends LineFlags, ModelFlag {
  jurisdiction?: string
  statute?: string
  backend?: string
  json?: boolean
  why?: boolean
}

export function detectCommand(): Command {
  const command = new Command('detect').description('find personal data in a text')
  return explained(withProgress(choosesLaw(takesLines(takesText(command), 'a JSON answer a line'))), {
    does:
      'Finds the personal data in a text: where each piece stands, of what kind it is, and which article or section of the ' +
      'governing statute says so. Prints places, never values.',
    examples: [
      ['a table of what stands in a text', "selfsame detect 'Write to casey@example.com.' -j DE"],
      ['a file whose law the text itself reveals, as JSON', 'selfsame detect --file letter.txt --json'],
      ['what another program prints', 'cat letter.txt | selfsame detect -j NG'],
      ['a log, a JSON answer a line', 'selfsame detect --lines --file calls.log -j NG'],
    ],
    exits: { 3: 'done, but some lines were left out or masked (--on-error)' },
  })
    .addOption(modelOption())
    .option('--json', 'print the whole answer as JSON')
    .option('--why', 'say what decided each finding: the evidence with its weights, or the rule')
    .action(async (argument: string | undefined, flags: Flags) => {
      const { file, json, why } = flags
      const asked = requestOf(DetectRequest, flags)
      if (readsLines(argument, flags)) return detectLines(flags, asked)
      const text = textOf(argument, file === undefined ? {} : { file })
      if (why) return explainText(text, asked, flags)
      const answer = await withService(flags, (service) => service.detect({ text, ...asked }))
      if (json) return printJson(answer)
      printMembers(
        ['category', 'start', 'end', 'confidence', 'detector', 'citation'],
        answer.detections,
        'no personal data found',
      )
    })
}

/** Reasons of a finding that are printed; --json has all. */
const MOST_REASONS = 12

async function explainText(
  text: string,
  asked: Pick<Flags, 'jurisdiction' | 'statute' | 'backend'>,
  flags: Flags,
): Promise<void> {
  const answer = await withService(flags, (service) => service.why({ text, ...asked }))
  if (flags.json) return printJson(answer)
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

async function detectLines(flags: Flags, asked: Pick<Flags, 'jurisdiction' | 'statute' | 'backend'>): Promise<void> {
  const sessions = lineSessions(flags)
  await withService(flags, (service) =>
    eachLine(flags, {
      answer: (lines) =>
        service.detectAll(
          lines.map((text) => ({ text, ...asked })),
          sessions(lines),
        ),
      shown: (answer) => `${JSON.stringify(answer)}\n`,
      json: true,
    }),
  )
}

export function placesCommand(): Command {
  return explained(takesText(new Command('places').description('find places and the role each plays')), {
    does: 'Finds the places that a text names, and the role each plays: where something comes from, goes to, or happens.',
    examples: [['where a parcel goes', "selfsame places 'Deliver to Balogun Market, Lagos.'"]],
  })
    .option('--json', 'print the whole answer as JSON')
    .action(async (argument: string | undefined, { file, json }: { file?: string; json?: boolean }) => {
      const text = textOf(argument, file === undefined ? {} : { file })
      const answer = await withService({}, (service) => service.places({ text }))
      if (json) return printJson(answer)
      printMembers(['role', 'start', 'end', 'cue', 'confidence', 'text'], answer.mentions, 'no place found')
    })
}

interface ExtractFlags extends ModelFlag {
  file?: string
  type?: string[]
  backend?: string
  json?: boolean
}

export function extractCommand(): Command {
  return explained(takesText(new Command('extract').description('propose the entities of a text')), {
    does: 'Proposes the entities of a text, as they are written there: people, organisations, places, dates, amounts, addresses.',
    examples: [
      ['every type', "selfsame extract 'Casey Example, casey@example.com, Leeds'"],
      ['some types alone, as JSON', 'selfsame extract --type PERSON EMAIL --file letter.txt --json'],
    ],
  })
    .option('-t, --type <types...>', `only these: ${ENTITY_TYPES.join(', ')}`)
    .option('--backend <name>', BACKEND)
    .addOption(modelOption())
    .option('--json', 'print the whole answer as JSON')
    .action(async (argument: string | undefined, { file, json, type, model, ...asked }: ExtractFlags) => {
      const text = textOf(argument, file === undefined ? {} : { file })
      const answer = await withService({ model }, (service) =>
        service.extract({ text, ...asked, ...(type ? { entity_types: type } : {}) }),
      )
      if (json) return printJson(answer)
      printMembers(
        ['type', 'start', 'end', 'confidence', 'source', 'text'],
        answer.entities.map((found) => ({ ...found, type: found.entity_type })),
        'no entity found',
      )
    })
}
