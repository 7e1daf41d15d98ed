// `selfsame list`: the facts of this installation that other commands take by name.
import { Command, Option } from 'commander'
import { parsersOf } from '../extras.ts'
import { FORMATS } from '../formats/formats.ts'
import { loadPacks, type Packs } from '../packs/load.ts'
import { explained } from './manual.ts'
import { printJson, printTable } from './output.ts'

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
      return { name, fields: fields.map((field) => field.name).join(' '), about }
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
    .argument('<what>', Object.keys(LISTS).join(', '))
    .addOption(new Option('--json', 'print the list as JSON'))
    .action((what: string, { json }: { json?: boolean }) => {
      const make = Object.hasOwn(LISTS, what) ? LISTS[what] : undefined
      if (make === undefined)
        return list.error(`error: there is no list '${what}'; use one of ${Object.keys(LISTS).join(', ')}`, {
          exitCode: 2,
        })
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
