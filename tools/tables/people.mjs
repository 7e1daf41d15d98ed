// Writes a table of people who do not exist, some of them several times with the errors that registers have, and which rows are one
// person: `node tools/tables/people.mjs ROWS FOLDER [SEED]` makes FOLDER/a.csv and FOLDER/gold.csv. Names are drawn by how common they
// are in data/lexicons/names.tsv.gz; the same arguments give the same bytes.

import { once } from 'node:events'
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

const [rows, folder, seed = '1'] = process.argv.slice(2)
if (!/^\d+$/.test(rows ?? '') || folder === undefined) {
  console.error('node tools/tables/people.mjs ROWS FOLDER [SEED]')
  process.exit(2)
}

// Mulberry32: a generator of 32 bits of state, enough for a table and the same everywhere.
let state = Number(seed) >>> 0
const random = () => {
  state = (state + 0x6d2b79f5) >>> 0
  let t = Math.imul(state ^ (state >>> 15), 1 | state)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296
}
const below = (n) => Math.floor(random() * n)
const chance = (p) => random() < p

/** Draws words in proportion to their weights. */
function drawer(weighted) {
  const sums = new Float64Array(weighted.length)
  let sum = 0
  weighted.forEach(([, weight], i) => {
    sum += weight
    sums[i] = sum
  })
  return () => {
    const at = random() * sum
    let [low, high] = [0, sums.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if (sums[middle] < at) low = middle + 1
      else high = middle
    }
    return weighted[low][0]
  }
}

const lexicon = gunzipSync(readFileSync(new URL('../../data/lexicons/names.tsv.gz', import.meta.url)))
  .toString('utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t'))
  .filter(([word]) => /^[a-z]{2,14}$/.test(word))
/** Levels rise with the logarithm of the number of bearers. */
const namesAt = (place, least) =>
  lexicon
    .filter(([, levels]) => Number(levels[place]) >= least)
    .map(([word, levels]) => [word, 3.2 ** Number(levels[place])])
const given = drawer(namesAt(0, 4))
const family = drawer(namesAt(1, 3))
const streets = namesAt(1, 5).map(([word]) => word)
const KINDS = ['street', 'road', 'avenue', 'lane', 'close', 'drive', 'way']
const towns = namesAt(3, 4).map(([word]) => word)
const HOSTS = ['example.com', 'example.org', 'example.net', 'mail.example', 'post.example']

const two = (n) => String(n).padStart(2, '0')
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'

function dwelling() {
  const postcode = 10000 + below(40000)
  const town = towns[(Math.imul(postcode >> 4, 2654435761) % towns.length) >>> 0] ?? towns[postcode % towns.length]
  const street = streets[(postcode * 31 + below(40)) % streets.length]
  return {
    address: `${1 + below(180)} ${street} ${KINDS[below(KINDS.length)]}`,
    postcode: String(postcode),
    city: town,
  }
}

const phone = () => `0${700_000_000 + below(99_999_999)}`

function person() {
  const [given_name, family_name] = [given(), family()]
  return {
    given_name,
    family_name,
    birth_date: `${1930 + below(78)}-${two(1 + below(12))}-${two(1 + below(28))}`,
    ...dwelling(),
    phone: chance(0.7) ? phone() : '',
    email: chance(0.6)
      ? `${given_name}.${family_name}${chance(0.6) ? below(1000) : ''}@${HOSTS[below(HOSTS.length)]}`
      : '',
  }
}

/** One slip of a typist: a letter left out, doubled, wrong, or two exchanged. */
function slip(text, alphabet) {
  if (text.length < 3) return text
  const at = 1 + below(text.length - 1)
  const kind = below(4)
  if (kind === 0) return text.slice(0, at) + text.slice(at + 1)
  if (kind === 1) return text.slice(0, at) + alphabet[below(alphabet.length)] + text.slice(at)
  if (kind === 2) return text.slice(0, at) + alphabet[below(alphabet.length)] + text.slice(at + 1)
  return text.slice(0, at - 1) + text[at] + text[at - 1] + text.slice(at + 1)
}

function withErrors(original) {
  const copy = { ...original }
  if (chance(0.12)) copy.given_name = slip(copy.given_name, LETTERS)
  if (chance(0.12)) copy.family_name = slip(copy.family_name, LETTERS)
  if (chance(0.03)) [copy.given_name, copy.family_name] = [copy.family_name, copy.given_name]
  if (chance(0.04)) copy.given_name = copy.given_name.slice(0, 1)
  if (chance(0.03)) copy.family_name = family()
  if (chance(0.06))
    copy.birth_date = slip(copy.birth_date.replaceAll('-', ''), '0123456789').replace(/^(\d{4})(\d\d)(.*)$/, '$1-$2-$3')
  else if (chance(0.03)) copy.birth_date = copy.birth_date.replace(/-(\d\d)-(\d\d)$/, '-$2-$1')
  if (chance(0.06)) copy.birth_date = ''
  if (chance(0.18)) Object.assign(copy, dwelling())
  else if (chance(0.15)) copy.address = slip(copy.address, LETTERS)
  if (chance(0.05)) copy.postcode = slip(copy.postcode, '0123456789')
  if (chance(0.05)) copy.address = ''
  if (chance(0.2)) copy.phone = chance(0.5) ? phone() : ''
  if (chance(0.2)) copy.email = ''
  return copy
}

const cell = (value) => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)
const COLUMNS = ['given_name', 'family_name', 'birth_date', 'address', 'postcode', 'city', 'phone', 'email']

async function write(name, lines) {
  const file = createWriteStream(join(folder, name))
  let text = ''
  for (const line of lines) {
    text += `${line}\n`
    if (text.length < 1 << 20) continue
    if (!file.write(text)) await once(file, 'drain')
    text = ''
  }
  file.end(text)
  await once(file, 'finish')
}

mkdirSync(folder, { recursive: true })
const count = Number(rows)
/** Place of each row: a permutation, so that the rows of one person stand anywhere. */
const place = Uint32Array.from({ length: count }, (_, i) => i)
for (let i = count - 1; i > 0; i--) {
  const j = below(i + 1)
  ;[place[i], place[j]] = [place[j], place[i]]
}
const lines = new Array(count)
const gold = []
const id = (at) => `p${String(at + 1).padStart(8, '0')}`
for (let made = 0; made < count; ) {
  const original = person()
  const dice = random()
  const copies = Math.min(count - made, dice < 0.7 ? 1 : dice < 0.88 ? 2 : dice < 0.96 ? 3 : 4 + below(2))
  const ids = []
  for (let copy = 0; copy < copies; copy++) {
    const record = copy === 0 ? original : withErrors(original)
    const at = place[made++]
    ids.push(id(at))
    lines[at] = [id(at), ...COLUMNS.map((column) => cell(record[column]))].join(',')
  }
  ids.sort()
  ids.forEach((a, i) => {
    for (const b of ids.slice(i + 1)) gold.push(`${a},${b}`)
  })
}
await write('a.csv', [`id,${COLUMNS.join(',')}`, ...lines])
await write('gold.csv', ['id_a,id_b', ...gold.sort()])
