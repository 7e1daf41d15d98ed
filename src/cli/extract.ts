// `selfsame extract`: the entities of a text.
import { Command } from 'commander'
import { ENTITY_TYPES } from '../records/mentions.ts'
import { BACKEND } from './choices.ts'
import { textOf } from './input.ts'
import { printJson, printTable } from './output.ts'
import { takesText, withService } from './shared-options.ts'

interface Flags {
  file?: string
  type?: string[]
  backend?: string
  json?: boolean
}

export function extractCommand(): Command {
  return takesText(new Command('extract'))
    .description('propose the entities of a text')
    .option('-t, --type <types...>', `only these: ${ENTITY_TYPES.join(', ')}`)
    .option('--backend <name>', BACKEND)
    .option('--json', 'print the whole answer as JSON')
    .action(async (argument: string | undefined, { file, json, type, ...asked }: Flags) => {
      const text = textOf(argument, file === undefined ? {} : { file })
      const answer = await withService({}, (service) =>
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
