// A learned model in the benches: --model DIR has it read every text before the rules do, as the verbs have it. What it takes is counted
// in processor time of one core.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Texts that are read at once, as `detectAll` reads them. */
const SIDE_BY_SIDE = 128

/** Texts are kept with what the model says of them, so that they can be read again without it. */
export class LearnedBench {
  characters = 0
  milliseconds = 0
  #readings = new Map()

  /** `dist`: the build that is measured. */
  static async open(dist, folder) {
    const load = (path) => import(pathToFileURL(join(dist, path)).href)
    const bench = new LearnedBench()
    bench.verbs = await load('operations/shared/learned-backend.js')
    const { loadPacks } = await load('packs/load.js')
    bench.model = await bench.verbs.openLearned(folder, loadPacks())
    await bench.model.readAll(['A first text, read before the clock runs.'])
    const { ScannedText } = await load('text/scanned.js')
    bench.scan = (text) => new ScannedText(text)
    return bench
  }

  /** Has the model read the texts of rows. */
  async read(rows) {
    const texts = [...new Set(rows.map(({ text }) => text))].filter((text) => !this.#readings.has(text))
    for (let from = 0; from < texts.length; from += SIDE_BY_SIDE) {
      const part = texts.slice(from, from + SIDE_BY_SIDE)
      const views = part.map((text) => this.scan(text).text)
      const begun = process.cpuUsage()
      const readings = await this.model.readAll(views)
      const { user, system } = process.cpuUsage(begun)
      this.milliseconds += (user + system) / 1_000
      for (const [i, text] of part.entries()) {
        this.characters += text.length
        this.#readings.set(text, readings[i])
      }
    }
  }

  /** Gives a scanned text what the model said of it. */
  attach(scanned) {
    const reading = this.#readings.get(scanned.source)
    if (reading !== undefined) this.verbs.keepReading(this.model, scanned, reading)
    return scanned
  }

  inWords() {
    const speed = this.characters / this.milliseconds
    return `${this.model.id}: ${this.characters} characters read at ${speed.toFixed(1)} kchar/s of one core`
  }
}
