// The self-test of a model folder: the model loads, runs, returns the same result twice, and finds the values that its model.json lists.
import { modelInvalid } from './folder.ts'
import { openModel, type TextModel } from './learned-model.ts'
import type { ModelReading } from './model-reading.ts'

export interface ModelReport {
  readonly model: string
  readonly licence: string | null
  readonly source: string | null
  readonly task: string
  readonly languages: readonly string[] | null
  readonly categories: Readonly<Record<string, readonly string[]>>
  readonly bytes: number
  readonly sha256: string
  /** The number of expected values in the text of model.json, if all were found; null if it has no text. */
  readonly found: number | null
}

/** Read if model.json has no text. */
const ANY_TEXT = 'Casey Example wrote from Lagos. 😀 Ünïcödé, 東京, and a last line.'

/** Opens, tests and closes a model; `refuse` receives its categories and may throw. Throws model_invalid, extra_missing. */
export async function checkModel(path: string, refuse: (categories: readonly string[]) => void): Promise<ModelReport> {
  const model = await openModel(path)
  try {
    refuse(model.folder.categories.map(({ category }) => category))
    return await tested(model)
  } finally {
    await model.close()
  }
}

async function tested(model: TextModel): Promise<ModelReport> {
  const { folder } = model
  const text = folder.check?.text ?? ANY_TEXT
  const [once] = (await model.readAll([text])) as [ModelReading]
  const [, again] = (await model.readAll([`${text} ${text}`, text])) as [ModelReading, ModelReading]
  for (const [place, { category }] of folder.categories.entries()) {
    const logits = once.logits[place]!
    if (logits.some((logit) => !Number.isFinite(logit))) throw modelInvalid(`what it says of ${category} is no number`)
    if (logits.some((logit, i) => logit !== again.logits[place]![i]))
      throw modelInvalid('it gives two results for one text, so that no decision could be replayed')
  }
  for (const { category, text: value } of folder.check?.finds ?? []) {
    const place = folder.categories.findIndex((use) => use.category === category)
    if (place < 0) throw modelInvalid(`its self-test looks for ${category}, but no label represents it`)
    if (!speaksFor(once, place, text.indexOf(value), value.length))
      throw modelInvalid(`it does not find the ${category} in the text of its own self-test`)
  }
  const labels = folder.categories.map(({ category }, place) => [
    category,
    folder.labels.filter((one) => one.place === place).map(({ label }) => label),
  ])
  return {
    model: model.id,
    licence: folder.licence,
    source: folder.source,
    task: folder.task,
    languages: folder.languages,
    categories: Object.fromEntries(labels),
    bytes: folder.bytes,
    sha256: folder.sha256,
    found: folder.check?.finds.length ?? null,
  }
}

/** True if every piece of a range has a positive logit. */
function speaksFor({ starts, ends, logits }: ModelReading, place: number, start: number, length: number): boolean {
  if (start < 0) return false
  let pieces = 0
  for (let i = 0; i < starts.length; i++) {
    if (ends[i]! <= start || starts[i]! >= start + length || ends[i] === starts[i]) continue
    if (logits[place]![i]! <= 0) return false
    pieces++
  }
  return pieces > 0
}
