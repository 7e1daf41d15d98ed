// Adds the most frequent words of each language to `function_words` of data/cues/place-cues.json, so that the language
// of a text is known. It exists because a cue word like "do" or "na" means different things in different languages, and the
// lists written by hand hold too few words for a text of one line. Cues, negations and labels in that file are written by
// hand and stay as they are.
//
// Argument: a folder with words/cv_<language>.tsv.gz, word counts of Mozilla Common Voice sentences (CC0): word, times in
// small letters, ... Only words met five times in small letters count; the first 150 are taken. Running it twice changes nothing.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

const sources = process.argv[2]
if (!sources) {
  console.error('usage: node tools/build-function-words.mjs SOURCES')
  process.exit(1)
}
const path = fileURLToPath(new URL('../data/cues/place-cues.json', import.meta.url))
const cues = JSON.parse(readFileSync(path, 'utf8'))
for (const [language, entry] of Object.entries(cues.languages)) {
  const file = join(sources, 'words', `cv_${language}.tsv.gz`)
  if (!existsSync(file)) continue
  const frequent = gunzipSync(readFileSync(file))
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .slice(1)
    .map((line) => line.split('\t'))
    .filter(([word, small]) => Number(small) >= 5 && /^\p{Ll}+$/u.test(word))
    .sort((a, b) => Number(b[1]) - Number(a[1]))
    .slice(0, 150)
    .map(([word]) => word)
  entry.function_words = [...new Set([...entry.function_words, ...frequent])]
}
writeFileSync(path, `${JSON.stringify(cues, null, 1)}\n`)
