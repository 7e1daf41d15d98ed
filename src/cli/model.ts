// `selfsame model`: what a learned model is, and whether it works.
import { Command } from 'commander'
import { checkModel, type ModelReport } from '../model/check.ts'
import { refuseStray } from '../operations/shared/learned-backend.ts'
import { loadPacks } from '../packs/load.ts'
import { explained } from './manual.ts'
import { printJson, printTable } from './output.ts'

export function modelCommand(): Command {
  const model = new Command('model').description('check a learned model that adds to the rules')
  const check = model
    .command('check')
    .argument('<folder>', 'the folder of the model: model.json, tokenizer.json and the ONNX file')
    .option('--json', 'print the report as JSON')
    .description('say what a model is, and run its self-test')
    .action(async (folder: string, { json }: { json?: boolean }) => {
      const report = await checkModel(folder, (categories) => refuseStray(categories, loadPacks()))
      if (json) return printJson(report)
      printTable(['', ''], rowsOf(report), '')
    })
  explained(check, {
    does:
      'Says what the model of a folder is, reads a text with it twice, and looks whether it finds what its model.json says that it ' +
      'finds. A folder that is missing something, or a model that fails, is one sentence, and exit code 1.',
    examples: [['a model that was downloaded', 'selfsame model check models/english']],
    files: ['docs/model.md describes model.json, and how public models are converted.'],
  })
  return explained(model, {
    does: 'Looks after models that `--model` and SERVICE_MODEL name. None is needed: without one, rules alone read texts.',
    examples: [['is a model what it says?', 'selfsame model check models/english']],
  })
}

function rowsOf(report: ModelReport): (string | number)[][] {
  return [
    ['model', report.model],
    ['licence', report.licence ?? 'not stated'],
    ['source', report.source ?? 'not stated'],
    ['kind', report.task],
    ['languages', report.languages?.join(', ') ?? 'any'],
    ...Object.entries(report.categories).map(([category, labels]) => [category, labels.join(', ')]),
    ['size', `${(report.bytes / 1e6).toFixed(1)} MB`],
    ['sha256', report.sha256],
    [
      'self-test',
      report.found === null ? 'runs; model.json names nothing to find' : `found ${report.found} of ${report.found}`,
    ],
  ]
}
