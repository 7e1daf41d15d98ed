// `selfsame places`: place mentions and the role of each.
import { Command } from 'commander'
import { textOf } from './input.ts'
import { explained } from './manual.ts'
import { printJson, printMembers } from './output.ts'
import { takesText, withService } from './shared-options.ts'

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
