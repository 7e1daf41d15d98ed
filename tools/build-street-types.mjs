// Builds data/lexicons/street-types.txt: the kinds of street of each language in their spellings ("strasse str", "ulica ul"), so
// that an address is the same however its kind of street is written. Run: node tools/build-street-types.mjs SOURCES_DIR
// Source: places/libpostal_address_vocab (openvenues/libpostal dictionaries, MIT). A line is: language, "glued" where the kind is
// written into the name of the street (else "apart"), its spellings in plain letters. Spellings of one letter say too little.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import anyAscii from 'any-ascii'

const sources = process.argv[2]
if (!sources) {
  console.error('usage: node tools/build-street-types.mjs SOURCES_DIR')
  process.exit(2)
}
const data = fileURLToPath(new URL('../data/', import.meta.url))
/** Languages of the addresses in the country files. */
const LANGUAGES = new Set(
  'af bg bs ca cs cy da de el en es et eu fi fr ga gl gsw hr hu is it lt lv mt nb nl pl pt ro ru sk sl sr sv tr uk'.split(
    ' ',
  ),
)
const KINDS = { street_types: 'apart', concatenated_suffixes_separable: 'glued' }
const lines = new Set()
const text = gunzipSync(readFileSync(join(sources, 'places', 'libpostal_address_vocab.tsv.gz'))).toString('utf8')
for (const line of text.split('\n').filter(Boolean).slice(1)) {
  const [language, kind, term, variants] = line.split('\t')
  if (!LANGUAGES.has(language) || !(kind in KINDS)) continue
  const spellings = [term, ...(variants ? variants.split('|') : [])]
    .map((spelling) =>
      anyAscii(spelling)
        .toLowerCase()
        .replace(/[^a-z]/g, ''),
    )
    .filter((spelling) => spelling.length > 1)
  const unique = [...new Set(spellings)]
  if (unique.length > (kind === 'street_types' ? 1 : 0)) lines.add(`${language} ${KINDS[kind]} ${unique.join(' ')}`)
}
writeFileSync(
  join(data, 'lexicons', 'street-types.txt'),
  `# language, apart or glued, the spellings of one kind of street. openvenues/libpostal (MIT)\n${[...lines].sort().join('\n')}\n`,
)
console.log(lines.size, 'kinds')
