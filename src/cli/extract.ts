// `selfsame extract`: the entities of a text.
import { Command } from 'commander'
import { ENTITY_TYPES } from '../records/mentions.ts'
import { BACKEND } from './choices.ts'
import { textOf } from './input.ts'
import { explained } from './manual.ts'
import { printJson, printTable } from './output.ts'
import { type ModelFlag, modelOption, takesText, withService } from './shared-options.ts'

interface Flags extends ModelFlag {
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
    .action(async (argument: string | undefined, { file, json, type, model, ...asked }: Flags) => {
      const text = textOf(argument, file === undefined ? {} : { file })
      const answer = await withService({ model }, (service) =>
        service.extract({ text, ...asked, ...(type ? { entity_types: type } : {}) }),
      )
      if (json) return printJson(answer)
      printTable(
        ['type', 'start', 'end', 'confidence', 'source', 'text'],
        answer.entities.map((found) => [
          found.entity_type,
          found.start,
          found.end,
          found.confidence,
          found.source,
          found.text,
        ]),
        'no entity found',
      )
    })
}
