// Are numbers judged right? node bench/values.mjs [DIR] [--dist FOLDER] [--wrong N]: accepted valid and rejected invalid
// numbers per module over DIR/values/*.jsonl.gz; the default is the small open sample in this folder. Build first.
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'

const here = fileURLToPath(new URL('.', import.meta.url))
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { dist: { type: 'string', default: join(here, '..', 'dist') }, wrong: { type: 'string', default: '3' } },
})
const folder = join(resolve(positionals[0] ?? join(here, 'sample')), 'values')
const shown = Number(options.wrong)
const load = (path) => import(pathToFileURL(join(resolve(options.dist), path)).href)
const { checks } = await load('values/identifier/checks.js')
const { rulesOf } = await load('engines/detect/identifiers/rules.js')
const { loadPacks } = await load('packs/load.js')
const { PhraseBook } = await load('text/phrases.js')
const { viewOf } = await load('text/view.js')
const { readPhone } = await load('values/phone/phone.js')
const rules = rulesOf(loadPacks(), new PhraseBook())

/** Names of value lists that differ from the name of the check. */
const CHECK_OF = {
  'cy.tin': 'cy.vat',
  'dk.vat': 'dk.cvr',
  'ee.vat': 'ee.kmkr',
  'es.cif': 'es.vat',
  'fi.vat': 'fi.alv',
  'gr.afm': 'gr.vat',
  'hr.vat': 'hr.oib',
  'hu.tax': 'hu.adoazonosito',
  'hu.vat': 'hu.anum',
  'is.kt': 'is.kennitala',
  'it.cf': 'it.codicefiscale',
  'lt.ak': 'lt.asmens',
  'lt.vat': 'lt.pvm',
  'lu.id': 'lu.matricule',
  'lu.vat': 'lu.tva',
  'lv.vat': 'lv.pvn',
  'no.fnr': 'no.fodselsnummer',
  'pl.vat': 'pl.nip',
  'pt.vat': 'pt.nif',
  'ro.vat': 'ro.cf',
  'se.pnr': 'se.personnummer',
  'si.vat': 'si.ddv',
  'sk.vat': 'sk.dph',
  'za.id': 'za.idnr',
  'za.tax': 'za.tin',
}
/** Signs that mean something to a check; all others go. */
const SIGNS_OF = {
  'cz.bankaccount': '-/',
  'de.handelsregisternummer': '().-/',
  'de.leitweg': '-',
  'es.referenciacatastral': '/',
  'eu.ecnumber': '-',
  'eu.eic': '-',
  'eu.vat': ',',
  'fi.hetu': '-+',
  'ie.vat': '+*',
  'ro.onrc': '/ .-',
  'se.personnummer': '+-',
  'fr.rcs': '',
}

const rowsOf = (name) => {
  const path = join(folder, `${name}.jsonl.gz`)
  if (!existsSync(path)) return []
  return gunzipSync(readFileSync(path))
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

/** The verdict on one row: by its check, else by any rule of its country and category; null when neither exists. */
function verdict(row) {
  const name = CHECK_OF[row.module] ?? row.module
  const check = checks[name]
  if (check !== undefined) {
    const signs = SIGNS_OF[name] ?? ''
    return check(
      [...row.value.toUpperCase()]
        .filter((character) => /[\p{L}\p{N}]/u.test(character) || signs.includes(character))
        .join(''),
    )
  }
  const own = rules.filter(({ country, category }) => country === row.jurisdiction && category === row.category)
  const written = viewOf(row.value).text.toUpperCase()
  return own.length === 0 ? null : own.some((rule) => rule.accepts(rule.compact(written)))
}

function report(title, rows, judge) {
  const modules = new Map()
  for (const row of rows) {
    const entry = modules.get(row.module) ?? { valid: 0, accepted: 0, invalid: 0, rejected: 0, unknown: 0, wrong: [] }
    modules.set(row.module, entry)
    const answer = judge(row)
    if (answer === null) entry.unknown++
    else if (row.valid) {
      entry.valid++
      if (answer) entry.accepted++
    } else {
      entry.invalid++
      if (!answer) entry.rejected++
    }
    if (answer !== null && answer !== row.valid) entry.wrong.push(`${row.valid ? 'refused' : 'accepted'} ${row.value}`)
  }
  const sum = { valid: 0, accepted: 0, invalid: 0, rejected: 0, unknown: 0 }
  const lines = []
  for (const [module, entry] of [...modules].sort(([a], [b]) => (a < b ? -1 : 1))) {
    for (const key of Object.keys(sum)) sum[key] += entry[key]
    if (entry.wrong.length > 0 || entry.unknown > 0)
      lines.push(
        `| ${module} | ${entry.accepted}/${entry.valid} | ${entry.rejected}/${entry.invalid} | ${entry.unknown} | ${entry.wrong.slice(0, shown).join('; ')} |`,
      )
  }
  process.stdout.write(
    `### ${title}\n\n| module | valid accepted | invalid rejected | no check | wrong |\n|---|---|---|---|---|\n`,
  )
  process.stdout.write(
    `| all ${modules.size} modules | ${sum.accepted}/${sum.valid} | ${sum.rejected}/${sum.invalid} | ${sum.unknown} | |\n`,
  )
  process.stdout.write(lines.length === 0 ? '\n' : `${lines.join('\n')}\n\n`)
}

for (const name of ['ids', 'ids_generated']) {
  const rows = rowsOf(name)
  if (rows.length > 0) report(name, rows, verdict)
}
const ibans = rowsOf('ibans').flatMap((row) =>
  [row.example, row.print].map((value) => ({ module: 'iban', value, valid: true })),
)
if (ibans.length > 0) report('ibans (SWIFT registry)', ibans, verdict)
const phones = rowsOf('phones').map((row) => ({ ...row, module: row.type, value: row.e164, valid: true }))
if (phones.length > 0)
  report('phones (libphonenumber examples)', phones, (row) => readPhone(row.value, row.region)?.valid ?? false)
