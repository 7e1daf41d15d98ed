// `selfsame list`: the facts of this installation that other commands take by name. `selfsame coverage`: what a law governs, and who finds it.
import { Command, Option } from 'commander'
import { parsersOf } from '../extras.ts'
import { FORMATS } from '../formats/formats.ts'
import { type CategoryCoverage, coverageOf } from '../operations/coverage.ts'
import { loadPacks, type Packs } from '../packs/load.ts'
import { explained } from './manual.ts'
import { printJson, printLine, printTable, remark } from './output.ts'
import { statesLaw } from './shared-options.ts'

type Row = Readonly<Record<string, string | number | boolean>>

/** Every list by name. The members of a row are the columns of its table. */
const LISTS: Readonly<Record<string, (packs: Packs) => Row[]>> = {
  jurisdictions: (packs) =>
    [...packs.countries().values()].map(({ code, name, statute, languages }) => ({
      code,
      name,
      statute,
      languages: languages.join(' '),
    })),
  statutes: (packs) =>
    [...packs.statutes().values()].map(({ name, title, version, effective, categories }) => ({
      name,
      version,
      effective,
      categories: Object.keys(categories).length,
      title,
    })),
  categories: (packs) =>
    [...packs.categories().values()].map(({ code, slot, title }) => ({ code, field: slot, title })),
  packs: (packs) =>
    packs.entityNames().map((name) => {
      const { about, fields } = packs.entityPack(name).pack
      return { name, about, fields: fields.map((field) => field.name).join(' ') }
    }),
  formats: () =>
    FORMATS.filter(({ read }) => read !== undefined)
      .map(({ name, open }) => ({ name, read: name !== 'image' || parsersOf().ocr, copied: open !== undefined }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
}

export function listCommand(): Command {
  const list = new Command('list').description('list what other commands take by name')
  return explained(list, {
    does:
      'Lists what this installation knows: jurisdictions and their statutes, categories of personal data, entity packs, and formats of files ' +
      'with whether they are read and whether a masked copy can be made of them.',
    examples: [
      ['countries and their laws', 'selfsame list jurisdictions'],
      ['for a program', 'selfsame list categories --json'],
    ],
  })
    .argument('[what]', Object.keys(LISTS).join(', '))
    .addOption(new Option('--json', 'print the list as JSON'))
    .action((what: string | undefined, { json }: { json?: boolean }) => {
      const make = what !== undefined && Object.hasOwn(LISTS, what) ? LISTS[what] : undefined
      const names = Object.keys(LISTS).join(', ')
      const why = what === undefined ? `name a list: ${names}` : `there is no list '${what}'; use one of ${names}`
      if (make === undefined) return list.error(`error: ${why}`, { exitCode: 2 })
      const rows = make(loadPacks())
      if (json) return printJson(rows)
      const heading = Object.keys(rows[0] ?? {})
      printTable(
        heading,
        rows.map((row) => heading.map((name) => worded(row[name]))),
        'nothing to list',
      )
    })
}

const worded = (value: unknown) => (value === true ? 'yes' : value === false ? 'no' : value)

interface CoverageFlags {
  jurisdiction?: string
  statute?: string
  json?: boolean
}

/** Detectors that a row names; --json has all. */
const MOST_NAMED = 3

export function coverageCommand(): Command {
  const command = new Command('coverage').description('list what a law governs, and who finds it')
  return explained(statesLaw(command), {
    does:
      'Lists every category of personal data with the action and citation of a law, the detectors that find it, and the share of ' +
      'labelled values that were found in the texts of this product (npm run bench:coverage). It ends with what nothing finds.',
    examples: [
      ['under the law of Germany', 'selfsame coverage -j DE'],
      ['under a statute that is asked for by name', 'selfsame coverage --statute HIPAA-SAFE-HARBOR --json'],
    ],
  })
    .option('--json', 'print the list as JSON, with all detectors')
    .action(({ jurisdiction, statute, json }: CoverageFlags) => {
      const law = { jurisdiction: jurisdiction ?? null, statute: statute ?? null }
      const coverage = coverageOf(law, { packs: loadPacks() })
      if (json) return printJson(coverage)
      const own = `rule:${coverage.jurisdiction?.toLowerCase()}_`
      printTable(
        ['category', 'action', 'citation', 'found by', 'recall', 'labelled'],
        coverage.categories.map(({ category, action, citation, detectors, measured }) => {
          const recall = measured === null ? 'not measured' : measured.recall.toFixed(3)
          return [category, action, citation, named(detectors, own), recall, measured?.labelled ?? 0]
        }),
        'no category is governed',
      )
      const { unfound, engine, texts } = coverage
      printLine(`nothing finds: ${unfound.length === 0 ? 'none of them' : unfound.join(', ')}`)
      remark(
        `recall: share of the labelled values of ${texts} texts that a detector of the same family found (${engine})`,
      )
    })
}

/** The first detectors, those of the jurisdiction before others, and how many more there are. */
function named(detectors: CategoryCoverage['detectors'], own: string): string {
  if (detectors.length === 0) return 'nothing'
  const inOrder = [...detectors].sort((a, b) => Number(b.startsWith(own)) - Number(a.startsWith(own)))
  const more = detectors.length - MOST_NAMED
  return `${inOrder.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
