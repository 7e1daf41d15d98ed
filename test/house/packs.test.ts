import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadPacks } from '../../src/packs/load.ts'
import { ENTITY_TYPES } from '../../src/records/mentions.ts'
import { VERSION } from '../../src/version.ts'
import { pageOf } from '../../tools/people-model.mjs'
import { root } from './sources.ts'

const packs = loadPacks()
const countries = [...packs.countries().values()]
const CODES =
  'AT BE BG CY CZ DE DK EE ES EU FI FR GB GH GR HR HU IE IS IT KE LI LT LU LV MT NG NL NO PL PT RO SE SI SK ZA'.split(
    ' ',
  )

/** Every string that stands twice in one list of strings of a JSON document, with the place of that list. */
function doublesOf(value: unknown, place: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value) && value.every((entry) => typeof entry === 'string'))
    return value.filter((entry, index) => value.indexOf(entry) !== index).map((entry) => `${place}: ${entry}`)
  return Object.entries(value).flatMap(([key, inner]) => doublesOf(inner, `${place} ${key}`))
}

describe('facts agree with one another', () => {
  it('has a file for every jurisdiction of the contract and no other', () => {
    expect(countries.map(({ code }) => code)).toEqual(CODES)
  })

  it('lets the EU speak for its members, all of which have a file', () => {
    const { members } = packs.countries().get('EU')!
    expect(members).toHaveLength(27)
    expect(members!.filter((code) => packs.countries().get(code)?.statute !== 'GDPR')).toEqual([])
  })

  it('names only categories of the taxonomy in identifier rules, and gives each rule an issuer, a source and a unique name', () => {
    const wrong = countries.flatMap(({ code, identifiers }) => {
      const names = identifiers.map(({ name }) => name)
      return identifiers
        .filter(
          ({ name, category, issuer, source }) =>
            !packs.categories().has(category) ||
            issuer === '' ||
            source === '' ||
            names.indexOf(name) !== names.lastIndexOf(name),
        )
        .map(({ name }) => `${code} ${name}`)
    })
    expect(wrong).toEqual([])
  })

  it('has rules for every country but the EU: identity or tax, social or health, passport, licence, VAT, register', () => {
    const kinds = [
      /NATIONAL_ID|NIN|GHANA_CARD|HEALTH_ID/,
      /TIN|TAX_REFERENCE|KRA_PIN|NATIONAL_ID/,
      /PASSPORT/,
      /DRIVERS_LICENCE/,
      /VAT|TIN|KRA_PIN/,
      // If the tax number is the register number, one rule serves both.
      /RC$|VAT|TIN/,
    ]
    const wrong = countries
      .filter(({ code }) => code !== 'EU')
      .flatMap(({ code, identifiers }) =>
        kinds
          .filter((kind) => !identifiers.some(({ category }) => kind.test(category)))
          .map((kind) => `${code} has no ${kind}`),
      )
    expect(wrong).toEqual([])
  })

  it('says for every entity pack which fields a document yields, from slots and types that exist', () => {
    const fields = packs.documentFields()
    expect([...fields.keys()].sort()).toEqual([...packs.entityNames()])
    const slots = new Set([...packs.categories().values()].map(({ slot }) => `slot:${slot}`))
    const types = new Set(ENTITY_TYPES.map((type) => `entity:${type}`))
    const wrong = [...fields].flatMap(([entity, set]) =>
      Object.values(set.fields)
        .flat()
        .filter((source) => !slots.has(source) && !types.has(source as `entity:${(typeof ENTITY_TYPES)[number]}`))
        .map((source) => `${entity}: ${source}`),
    )
    expect(wrong).toEqual([])
  })

  it('keeps the version equal to package.json, and listed in the changelog', () => {
    expect(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version).toBe(VERSION)
    expect(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')).toContain(`## ${VERSION}`)
  })

  it('says a word once in a list', () => {
    const files = ['data/cues', 'data/vocabularies'].flatMap((folder) =>
      readdirSync(join(root, folder)).map((file) => `${folder}/${file}`),
    )
    const doubles = [...files, 'data/document-fields.json'].flatMap((file) =>
      doublesOf(JSON.parse(readFileSync(join(root, file), 'utf8')), file),
    )
    expect(doubles).toEqual([])
  })

  it('says of every cue file who reads it, and of every lexicon which builder writes it', () => {
    const page = readFileSync(join(root, 'docs/packs.md'), 'utf8')
    expect(readdirSync(join(root, 'data/cues')).filter((file) => !page.includes(`\`${file}\``))).toEqual([])
    const builders = readdirSync(join(root, 'tools'))
      .filter((file) => file.startsWith('build-'))
      .map((file) => readFileSync(join(root, 'tools', file), 'utf8'))
    const written = (file: string) => builders.some((text) => text.includes(`'${file}'`))
    expect(readdirSync(join(root, 'data/lexicons')).filter((file) => !written(file))).toEqual([])
  })

  it('docs/people-model.md shows the model of two people (node tools/people-model.mjs --write writes it)', () => {
    const pack = JSON.parse(readFileSync(join(root, 'data/entities/person.json'), 'utf8'))
    expect(readFileSync(join(root, 'docs/people-model.md'), 'utf8')).toBe(pageOf(pack))
  })

  it('has the documents a newcomer is pointed to', () => {
    const missing = [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/\]\(([\w./-]+)\)/g)]
      .map(([, path]) => path!)
      .filter((path) => !existsSync(join(root, path)))
    expect(missing).toEqual([])
  })
})
