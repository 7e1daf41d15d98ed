// `selfsame extract` and `selfsame places`: the entities of a text, and its places with the role of each.
import { Command } from 'commander'
import { ENTITY_TYPES } from '../records/mentions.ts'
import { textOf } from './input.ts'
import { explained } from './manual.ts'
import { printJson, printMembers } from './output.ts'
import { BACKEND, type ModelFlag, modelOption, takesText, withService } from './shared-options.ts'

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
      printMembers(
        ['type', 'start', 'end', 'confidence', 'source', 'text'],
        answer.entities.map((found) => ({ ...found, type: found.entity_type })),
        'no entity found',
      )
    })
}
