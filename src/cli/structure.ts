// `selfsame structure`: what a file is made of, as a DoclingDocument on standard output.
import { basename } from 'node:path'
import { Command } from 'commander'
import { readBytes } from './input.ts'
import { explained } from './manual.ts'
import { printJson } from './output.ts'
import { doclingOption, withService } from './shared-options.ts'

export function structureCommand(): Command {
  const command = new Command('structure').description('show the headings, paragraphs, lists and tables of a file')
  return explained(command, {
    does:
      'Reads one file as `documents` does and prints its structure as JSON in the shape of a DoclingDocument: texts with what they are, tables with ' +
      'their cells, and where each stands on its page. Everything in the file is shown as it is: nothing is masked.',
    examples: [['the tables of a letter', 'selfsame structure letter.docx']],
  })
    .argument('<file>', 'the file')
    .addOption(doclingOption())
    .action(async (path: string, flags: { docling?: string }) => {
      const upload = { name: basename(path), bytes: readBytes(path, path) }
      printJson(await withService(flags, (service) => service.structure(upload)))
    })
}
