// Any text is read in linear time: each family of cue words is grown on one line, and the highest cost per character may
// cost no more per character where the line is four times as long. Processor time is measured, so that a busy machine moves little.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { createService } from '../../src/index.ts'

const DATA = fileURLToPath(new URL('../../data/', import.meta.url))
const service = createService()

const SCRIPTS = ['Greek', 'Cyrillic', 'Arabic', 'Hebrew', 'Ethiopic', 'Georgian', 'Armenian']
const SCRIPT = Object.fromEntries(SCRIPTS.map((name) => [name, new RegExp(`\\p{Script=${name}}`, 'u')]))

/** Words of the files of facts by the list they are in and their script; lists of one name in all countries and languages are one family. */
const CUES = new Map<string, string[]>()

function gather(node: unknown, path: readonly string[]): void {
  if (typeof node === 'string' && node.length < 60) {
    const family = `${path.slice(0, 3).join('/')} in ${SCRIPTS.find((name) => SCRIPT[name]!.test(node)) ?? 'Latin'}`
    const words = CUES.get(family)
    if (words === undefined) CUES.set(family, [node.replace(/\*$/, 'a')])
    else words.push(node.replace(/\*$/, 'a'))
  } else if (Array.isArray(node)) for (const each of node) gather(each, path)
  else if (node !== null && typeof node === 'object')
    for (const [name, each] of Object.entries(node)) gather(each, [...path, name])
}

for (const folder of ['cues', 'countries'])
  for (const name of readdirSync(join(DATA, folder)))
    gather(JSON.parse(readFileSync(join(DATA, folder, name), 'utf8')), [folder === 'cues' ? name : folder])
for (const name of ['field-labels.json', 'exchange-formats.json'])
  gather(JSON.parse(readFileSync(join(DATA, name), 'utf8')), [name])

/** One line of at least `length` characters. */
function line(words: readonly string[], length: number): string {
  const step = Math.ceil(words.length / WORDS)
  const some = words
    .filter((_, at) => at % step === 0)
    .map((word) => `${word} 1, `)
    .join('')
  return some.repeat(Math.ceil(length / some.length))
}

/** Words of a family on one line, evenly taken from it. */
const WORDS = 6

async function cost(text: string): Promise<number> {
  const before = process.cpuUsage()
  await service.detect({ text, jurisdiction: 'GB', backend: 'basic' })
  const { user, system } = process.cpuUsage(before)
  return user + system
}

/** How much more four times the line costs: the least of several measurements, the first that is fine ends them. */
async function growth(words: readonly string[]): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < 4 && least > MOST_GROWTH; attempt++) {
    const short = await cost(line(words, 30_000))
    least = Math.min(least, (await cost(line(words, 120_000))) / short)
  }
  return least
}

/** Four times where it is linear; quadratic work on half of the line already gives ten. */
const MOST_GROWTH = 6
const CHECKED = 12

it('grows with the length of one line of any cue', { timeout: 300_000 }, async () => {
  for (const words of CUES.values()) await cost(line(words, 500))
  const costs: { path: string; words: string[]; each: number }[] = []
  for (const [path, words] of CUES) {
    const text = line(words, 8_000)
    costs.push({ path, words, each: (await cost(text)) / text.length })
  }
  costs.sort((a, b) => b.each - a.each)
  const known = ['Flat', 'P.O. Box', 'Frau Onken'].map((word) => ({ path: word, words: [word] }))
  for (const { path, words } of [...known, ...costs.slice(0, CHECKED)])
    expect([path, await growth(words)]).toEqual([path, expect.toSatisfy((times: number) => times < MOST_GROWTH)])
})

/** The least of three measurements: what collects garbage meanwhile is not the text's. */
async function leastSeconds(text: string): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < 3 && least > MOST_SECONDS; attempt++)
    least = Math.min(least, (await cost(text)) / 1e6)
  return least
}

/** Seconds of one processor for a line of 100,000 characters: quadratic work takes a minute. */
const MOST_SECONDS = 2

it('reads a line of one sign, whatever the sign is', { timeout: 300_000 }, async () => {
  const signs = [...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~·']
  await cost('Hello')
  for (const unit of [...signs, ...signs.map((sign) => `${sign} `)])
    expect([unit, await leastSeconds(unit.repeat(100_000 / unit.length))]).toEqual([
      unit,
      expect.toSatisfy((seconds: number) => seconds < MOST_SECONDS),
    ])
})
