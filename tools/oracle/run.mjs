// One run of the oracle: name -> the hash of its outcomes and of its ids and pins, with a short hash for every item.
import { hashOf, shortHashOf, split } from './outcome.mjs'
import { loaderOf, PARTS, SECTIONS } from './sections.mjs'

const WHOLE = (answer) => answer

/** The parts of each of the sections `names`, and `<section> ids`, answered by the package built in `dist`. */
export async function ask(corpus, names, dist) {
  const load = loaderOf(dist)
  const { createService } = await load('index.js')
  // A busy machine must not refuse a file.
  const service = createService({ limits: { fileMs: 300_000 } })
  const found = {}
  const keep = (name, items) => {
    if (Object.keys(items).length > 0) found[name] = { hash: hashOf(items), items }
  }
  try {
    for (const name of names) {
      const answers = (await SECTIONS[name](corpus, service, load)).map(([item, answer]) => [item, split(answer)])
      for (const [part, of] of Object.entries(PARTS[name] ?? { [name]: WHOLE }))
        keep(part, Object.fromEntries(answers.map(([item, { outcome }]) => [item, shortHashOf(of(outcome))])))
      const bound = answers.filter(([, { bound }]) => bound.length > 0)
      keep(`${name} ids`, Object.fromEntries(bound.map(([item, { bound }]) => [item, shortHashOf(bound)])))
    }
  } finally {
    await service.close()
  }
  return found
}
