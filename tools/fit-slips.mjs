// Fits when two words of names of organisations that differ by few letters are one word misspelt (`settings.slips` of
// data/entities/organisation.json): logistic regression over the facts of engines/compare/words/word-slips.ts.
// Run: npm run fit:slips -- FILE [--held] [--write]
// FILE is a table of names of a register (tab-separated, gzip or not, columns ror_id, kind and name; the Research Organization Registry,
// CC0). Pairs of its names that differ in one word by a letter or two are bodies of their own or spellings of one, as their numbers say; names
// misspelt by a generator are one. --held prints what a fit on half of the names says of the other half.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { fitted } from './people/joint.mjs'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { held: { type: 'boolean' }, write: { type: 'boolean' } },
})
if (positionals.length !== 1) {
  console.error('usage: node tools/fit-slips.mjs FILE [--held] [--write]')
  process.exit(2)
}
const here = (path) => fileURLToPath(new URL(path, import.meta.url))
const { loadPacks } = await import('../dist/packs/load.js')
const { createTools } = await import('../dist/engines/compare/tools.js')
const { nameReader } = await import('../dist/engines/compare/entity-names/name-reader.js')
const { wordSimilarity } = await import('../dist/engines/compare/words/word-similarity.js')
const { slipFacts } = await import('../dist/engines/compare/words/word-slips.js')
const { editDistance } = await import('../dist/text/similarity.js')
const { townTest } = await import('../dist/engines/compare/places/areas.js')

const packs = loadPacks()
const PACK = here('../data/entities/organisation.json')
const tools = createTools(packs, packs.entityPack('organisation').pack, null)
const read = nameReader(tools, {
  legal: true,
  prefixes: true,
  numbered: true,
  tail: false,
  located: true,
  parts: false,
})
const areTowns = townTest(tools)

/** Words and letters of the names that are read, and names that are misspelt. */
const [MOST_WORDS, LEAST_LETTERS, MISSPELT] = [6, 4, 6000]
/** Of so many names in a register one pair meets because one of its names is misspelt, by duplicates (three in ten) with a slip (five in 100). */
const SLIPS = 0.015
/** Letters of a word from which it may differ by two, and share of slips that are two. */
const [LONG, TWICE] = [7, 0.1]
/** Share of slips in the first letter of a word (Yannakoudakis and Fawthrop 1983; Pollock and Zamora 1984: from 1 to 8 in 100). */
const FIRST = 0.05
/** What a pair of spellings of one body counts for: they are languages more often than slips. */
const SPELLINGS = 0.3
/** Penalty of a weight, in pairs. */
const PENALTY = 0.3
/** Log-odds from which words are one, as in word-slips.ts. */
const LEAST = Math.log(7 / 3)

const bytes = readFileSync(positionals[0])
const [heading, ...lines] = (positionals[0].endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').split('\n')
const columns = heading.split('\t')
const [ID, KIND, NAME] = ['ror_id', 'kind', 'name'].map((column) => columns.indexOf(column))
const bodies = new Map()
for (const line of lines) {
  const cells = line.split('\t')
  const name = cells[NAME]
  if (name === undefined || cells[KIND] === 'acronym' || name.split(' ').length > MOST_WORDS) continue
  if (!bodies.has(name)) bodies.set(name, new Set())
  bodies.get(name).add(cells[ID])
}
const names = [...bodies.keys()].sort()

/** Do two words differ by one letter, or where they are long by two? */
function areAlike(a, b) {
  const most = Math.max(a.length, b.length) >= LONG ? 2 : 1
  return a !== b && Math.abs(a.length - b.length) <= most && editDistance(a, b, most) <= most
}

/** Pairs of names that differ in one word by few letters. */
function* meetings() {
  const frames = new Map()
  for (const name of names) {
    const words = name.toLowerCase().split(/\s+/)
    words.forEach((word, i) => {
      if (word.length < LEAST_LETTERS || !/^\p{L}+$/u.test(word)) return
      const frame = words.map((other, j) => (i === j ? '' : other)).join(' ')
      if (!frames.has(frame)) frames.set(frame, [])
      frames.get(frame).push([word, name])
    })
  }
  const seen = new Set()
  for (const words of frames.values())
    for (let i = 0; i < words.length; i++)
      for (let j = i + 1; j < words.length && j < i + 400; j++) {
        const pair = `${words[i][1]}\t${words[j][1]}`
        if (!areAlike(words[i][0], words[j][0]) || seen.has(pair)) continue
        seen.add(pair)
        yield [words[i][1], words[j][1]]
      }
}

let state = 11
function random() {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  return state / 2 ** 32
}
const LETTERS = 'aeiourstlnmdcpghbkfvywzxjq'

/** The name with one slip of the pen in one word of four letters or more; null where it has no such word. */
function misspelt(name) {
  const words = [...name.matchAll(/[a-z]{4,}/gi)]
  if (words.length === 0) return null
  const { 0: word, index } = words[Math.floor(random() * words.length)]
  const at = random() < FIRST ? 0 : 1 + Math.floor(random() * (word.length - 1))
  // Frequent letters are typed more often.
  const letter = LETTERS[Math.floor(random() * random() * LETTERS.length)]
  const [before, after] = [word.slice(0, at), word.slice(at)]
  const slip = [
    before + letter + after.slice(1),
    before + letter + after,
    before + after.slice(1),
    at === 0 ? letter + after.slice(1) : before.slice(0, -1) + after[0] + before.at(-1) + after.slice(1),
  ][Math.floor(random() * 4)]
  return slip.toLowerCase() === word.toLowerCase()
    ? null
    : name.slice(0, index) + slip + name.slice(index + word.length)
}

/** Facts of the one pair of words in which two names differ; null where they differ otherwise. */
function factsOf(a, b) {
  const [xs, ys] = [[...read(a).words], [...read(b).words]]
  let support = 0
  for (let i = xs.length - 1; i >= 0; i--) {
    const j = ys.findIndex(({ text }) => text === xs[i].text)
    if (j < 0) continue
    support += Math.max(xs[i].bits, ys[j].bits)
    xs.splice(i, 1)
    ys.splice(j, 1)
  }
  if (xs.length !== 1 || ys.length !== 1 || xs[0].territorial || ys[0].territorial) return null
  const alike = wordSimilarity(xs[0], ys[0], { initials: false, prefixes: true, misspelt: 5 })
  if (alike <= 0 || alike >= 0.95 || areTowns(xs[0].text, ys[0].text)) return null
  return slipFacts(xs[0], ys[0], alike, support)
}

/** Half of the names, by their letters. */
const halfOf = (name) => [...name].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)) >>> 0, 7) % 2

const rows = []
function add(set, a, b, isSame, weight) {
  const facts = factsOf(a, b)
  if (facts !== null)
    rows.push({ set, half: halfOf(a), features: new Map(Object.entries(facts)), offset: 0, isSame, weight })
}
for (const [a, b] of meetings()) {
  const isSame = [...bodies.get(a)].some((id) => bodies.get(b).has(id))
  add(isSame ? 'spellings of one' : 'two bodies', a, b, isSame, isSame ? SPELLINGS : 1)
}
for (let k = 0; k < MISSPELT; k++) {
  const name = names[Math.floor(random() * names.length)]
  const once = misspelt(name)
  const slip = once !== null && random() < TWICE ? misspelt(once) : once
  if (slip !== null && slip !== name) add('misspelt', name, slip, true, (SLIPS * names.length) / MISSPELT)
}

function report(title, weightsFor) {
  const sets = [...new Set(rows.map(({ set }) => set))].map((set) => {
    const of = rows.filter((row) => row.set === set)
    const one = of.filter(({ features, half }) => {
      const weights = weightsFor(half)
      return [...features].reduce((sum, [fact, value]) => sum + weights.get(fact) * value, 0) >= LEAST
    })
    return `${set} ${one.length} of ${of.length}`
  })
  console.log(`${title}, taken for one word: ${sets.join(', ')}`)
}

const weights = fitted(rows, () => PENALTY)
report('fitted', () => weights)
if (options.held) {
  const halves = [0, 1].map((half) =>
    fitted(
      rows.filter((row) => row.half !== half),
      () => PENALTY,
    ),
  )
  report('held out', (half) => halves[half])
}
console.log([...weights].map(([fact, weight]) => `${fact}=${weight.toFixed(3)}`).join(' '))
if (options.write) {
  const pack = JSON.parse(readFileSync(PACK, 'utf8'))
  pack.settings.slips = [...weights].map(([fact, weight]) => `${fact}=${weight.toFixed(3)}`).join(' ')
  writeFileSync(PACK, `${JSON.stringify(pack, null, 1)}\n`)
}
