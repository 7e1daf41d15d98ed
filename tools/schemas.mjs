// Writes data/schema/*.json: the JSON Schemas that an editor needs to check a country, statute or entity file while a
// lawyer or linguist edits it. Generated from src/packs/schemas so that each shape is written once. --check fails on a difference.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const folder = new URL('../data/schema/', import.meta.url)
const from = (file) => import(new URL(`../dist/packs/schemas/${file}.js`, import.meta.url).href)
const schemas = {
  taxonomy: (await from('category')).Taxonomy,
  country: (await from('country')).CountryFacts,
  'exchange-formats': (await from('exchange-format')).ExchangeFormats,
  statute: (await from('category')).Statute,
  signals: (await from('signal')).SignalTiers,
  'entity-pack': (await from('entity-pack')).EntityPackFile,
  inflection: (await from('inflection')).Inflections,
  'number-words': (await from('number-words')).NumberWordFacts,
  vocabulary: (await from('entity-pack')).VocabularyFile,
}
const checking = process.argv.includes('--check')
if (!checking) mkdirSync(fileURLToPath(folder), { recursive: true })
let stale = 0
for (const [name, schema] of Object.entries(schemas)) {
  const file = new URL(`${name}.json`, folder)
  const text = `${JSON.stringify(z.toJSONSchema(schema, { io: 'input' }), null, 2)}\n`
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue
  if (!checking) writeFileSync(file, text)
  else {
    console.log(`data/schema/${name}.json is out of date: run node tools/schemas.mjs`)
    stale++
  }
}
process.exit(stale === 0 ? 0 : 1)
