// The learned model in addition to the rules: selects the requests that it reads, and keeps its results with a text before the rules read it.
import { keepLearned } from '../../engines/detect/learned.ts'
import { SelfsameError } from '../../errors.ts'
import type { TextModel } from '../../model/learned-model.ts'
import type { ModelReading } from '../../model/model-reading.ts'
import type { Packs } from '../../packs/load.ts'
import type { ScannedText } from '../../text/scanned.ts'
import type { Context } from './context.ts'

export interface BackendUsed {
  /** `basic`: rules only; `auto`: rules and the model. */
  readonly backend: string
  /** Name, version and hash of the model; null for rules only. */
  readonly model: string | null
}

/** `auto`: rules, and the model if there is one; `basic`: rules only; `model`: both, or an error. */
export const BACKENDS: readonly string[] = ['auto', 'basic', 'model']

const RULES: BackendUsed = { backend: 'basic', model: null }

/** Throws backend_unknown. */
export function checkBackend(asked: string): void {
  if (!BACKENDS.includes(asked))
    throw new SelfsameError('backend_unknown', `There is no such backend. Pass one of ${BACKENDS.join(', ')}.`)
}

/** The backend that runs for the one asked for. Throws backend_unknown, also for `model` where there is none. */
export function backendFor(asked: string, context: Pick<Context, 'model'>): BackendUsed {
  checkBackend(asked)
  const model = modelFor(asked, context)
  if (asked === 'model' && model === null)
    throw new SelfsameError(
      'backend_unknown',
      'No model is installed here: pass auto or basic, or have the service started with --model DIR.',
    )
  return model === null ? RULES : { backend: 'auto', model: model.id }
}

/** The model for a backend; null for rules only. */
export const modelFor = (asked: string, { model }: Pick<Context, 'model'>): TextModel | null =>
  asked === 'auto' || asked === 'model' ? (model ?? null) : null

/** Runs the model on a text once, before the rules. `stop` is called periodically and may throw. Null if there is nothing to wait for. */
export function readAhead(
  text: ScannedText,
  asked: string,
  context: Pick<Context, 'model'>,
  stop?: () => void,
): Promise<void> | null {
  const model = modelFor(asked, context)
  return model === null || text.note(model) !== undefined ? null : readWith(model, [text], stop)
}

/** The same for many texts, each with its requested backend. */
export async function readAllAhead(
  texts: readonly { readonly text: ScannedText; readonly asked: string }[],
  context: Pick<Context, 'model'>,
): Promise<void> {
  const wanted = texts.filter(({ asked }) => modelFor(asked, context) !== null).map(({ text }) => text)
  if (context.model && wanted.length > 0) await readWith(context.model, wanted)
}

/** Opens the model of a folder. Throws model_invalid, also for an unknown category, and extra_missing. */
export async function openLearned(folder: string, packs: Packs): Promise<TextModel> {
  const { openModel } = await import('../../model/learned-model.ts')
  const model = await openModel(folder)
  const categories = model.folder.categories.map(({ category }) => category)
  refuseStray(categories, packs)
  return model
}

/** Tests the model of a folder. Throws what openLearned throws. */
export async function testLearned(folder: string, packs: Packs): Promise<void> {
  const { checkModel } = await import('../../model/check.ts')
  await checkModel(folder, (categories) => refuseStray(categories, packs))
}

/** Throws model_invalid for a category that the facts do not have. */
export function refuseStray(categories: readonly string[], packs: Packs): void {
  const stray = categories.find((category) => !packs.categories().has(category))
  if (stray !== undefined)
    throw new SelfsameError('model_invalid', `The model cannot be used: there is no category ${stray}.`)
}

async function readWith(model: TextModel, texts: readonly ScannedText[], stop?: () => void): Promise<void> {
  const readings = await model.readAll(
    texts.map(({ text }) => text),
    stop,
  )
  for (const [i, text] of texts.entries()) keepReading(model, text, readings[i]!)
}

/** Keeps the results of a model with a text, for use by the rules. */
export function keepReading(model: TextModel, text: ScannedText, { starts, ends, begins, logits }: ModelReading): void {
  const { categories, languages } = model.folder
  keepLearned(text, {
    starts,
    ends,
    begins,
    languages,
    categories: categories.map(({ category, threshold }, place) => ({ category, threshold, logits: logits[place]! })),
  })
  text.keepNote(model, true)
}
