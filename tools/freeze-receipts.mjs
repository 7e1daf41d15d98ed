// Freezes what this release decides: test/golden/released/<version>/decisions.json, each decision with the request that led to it.
// It exists because a ledger outlives the engine that wrote it: later releases replay these and must say what moved, and why.
// Run once for each release, after `npm run build`; what was released is never written over.
//
//   node tools/freeze-receipts.mjs [--dist DIR]
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'

const { values: options } = parseArgs({
  options: { dist: { type: 'string', default: fileURLToPath(new URL('../dist', import.meta.url)) } },
})
const load = (name) => import(pathToFileURL(join(options.dist, name)).href)
const { createService, VERSION } = await load('index.js')
const { openLedger } = await load('open-ledger.js')
const { ENGINES } = await load('version.js')

/** Records of every entity pack, and of every verdict. Nobody in them exists. */
const RECORDS = [
  [
    'person',
    { name: 'Ngozi Okonkwo', dob: '1990-04-12', phone: '0803 555 0111' },
    { name: 'Okonkwo Ngozi', birth_date: '12/04/1990', phone: '+234 803 555 0111' },
  ],
  ['person', { name: 'Robert Lindqvist', city: 'Lund' }, { name: 'Bob Lindquist', city: 'Lund' }],
  ['person', { name: 'John Adeyemi', national_id: 'A-12345' }, { name: 'Petra Vogel', national_id: 'A-12345' }],
  ['person', { name: 'Amina Yusuf', dob: '1985-01-02' }, { name: 'Tunde Bello', dob: '1972-11-30' }],
  ['person', { nickname: 'Ade' }, { email: 'ade@example.org' }],
  [
    'organisation',
    { name: 'Harmattan Négoce SARL', registration_id: 'RC-88421' },
    { name: 'Harmattan Negoce', registration_id: 'RC 88421' },
  ],
  ['organization', { name: 'Central Cooperative Society' }, { name: 'Central Cooperative Society' }],
  [
    'place',
    { name: 'Kano Central Primary Health Centre', lat: '12.0022', lon: '8.592' },
    { name: 'Kano Central PHC', lat: '12.0024', lon: '8.5918' },
  ],
  ['artist', { name: 'The Quiet Harbour', work: 'Low Tide' }, { name: 'Quiet Harbour', work: 'Low Tide (Remastered)' }],
  [
    'product_electronics',
    { name: 'Norvik ProLine 16-Port Gigabit Switch NX516', price: '149.00' },
    { name: 'NORVIK NX516 ProLine 16 Port Switch', price: '155.00' },
  ],
  ['product_grocery', { name: 'Bright Farm Baked Beans 415 g' }, { name: 'Bright Farm Baked Beans 200 g' }],
  [
    'publication',
    {
      title: 'Tidal Mills of the Lower Estuary',
      authors: 'Ada Quill, Jo Marsh',
      venue: 'J. Coastal Hist.',
      year: '1998',
    },
    {
      title: 'Tidal mills of the lower estuary',
      authors: 'J. Marsh, A. Quill',
      venue: 'Journal of Coastal History',
      year: '1998',
    },
  ],
  ['product_home_goods', { name: 'Alpen SMX46 dishwasher white 60cm' }, { name: 'Alpen SMX46 dishwasher 600 mm' }],
]

const TEXTS = [
  ['NG', 'Adesola Okonkwo, NIN 12345678901', 'Adesola E. Okonkwo, NIN 12345678901'],
  ['NG', 'Chidi Eze, phone 0803 555 7890, Lagos', 'Mr Chidi Eze (chidi.eze@example.com), Lagos'],
  [null, 'My name is Maria Keller, born on 3 May 1980.', 'My name is Jonas Brandt, born on 9 July 1991.'],
]

const DEIDENTIFIED = [
  { jurisdiction: 'NG', text: 'Patient Casey Example (NIN 12345678901) called from 0803 555 7890.' },
  {
    jurisdiction: 'NG',
    method: 'token',
    salt: 'pepper',
    text: 'Write to Amina Yusuf, amina@example.org, +234 803 123 4567.',
  },
  { jurisdiction: 'DE', method: 'mask', text: 'IBAN DE89 3704 0044 0532 0130 00, Kontakt: jonas.brandt@example.de' },
  { statute: 'POPIA', method: 'drop', text: 'ID number 8001015009087, e-mail thandi@example.co.za' },
  { jurisdiction: 'GB', text: 'The weather was mild and nobody came.' },
]

const DOCUMENTS = [
  ['application.txt', 'Application. Name: Adesola Okonkwo. NIN 12345678901. Phone 0803 555 7890. Lagos, Nigeria.'],
  ['letter.txt', 'Dear Sir, I am Adesola E. Okonkwo, NIN 12345678901, of Lagos, Nigeria.'],
  ['other.txt', 'Applicant: Ibrahim Sani. NIN 98765432109. Kano, Nigeria.'],
]

const file = fileURLToPath(new URL(`../test/golden/released/${VERSION}/decisions.json`, import.meta.url))
if (existsSync(file)) {
  console.error(`the receipts of ${VERSION} are kept already; a release is frozen once`)
  process.exit(1)
}
const folder = mkdtempSync(join(tmpdir(), 'freeze-'))
const ledger = join(folder, 'ledger')
const service = createService({ ledger })
const asked = []
for (const [entity, a, b] of RECORDS) await ask('compare', { a, b, entity })
for (const [jurisdiction, a, b] of TEXTS) await ask('compare', { a, b, jurisdiction })
for (const request of DEIDENTIFIED) await ask('deidentify', request)
const uploads = DOCUMENTS.map(([name, text]) => ({ name, bytes: Buffer.from(text) }))
const report = await service.documents({ jurisdiction: 'NG', store: true }, uploads)
for (const { decision_id, a, b } of report.decisions)
  asked.push({ verb: 'documents', request: { files: { a, b } }, decision_id })
await service.close()

async function ask(verb, request) {
  const { decision_id } = await service[verb]({ ...request, store: true })
  // The salt is what a ledger never keeps.
  const { salt: _, ...kept } = request
  asked.push({ verb, request: kept, decision_id })
}

const reader = await openLedger(ledger, { readOnly: true })
const decisions = []
for (const { decision_id, ...about } of asked) {
  const { recorded_at: _, supersedes: __, superseded_by: ___, ...entry } = await reader.decision(decision_id)
  const records = []
  for (const id of [entry.record_a, entry.record_b]) if (id !== null) records.push((await reader.record(id)).content)
  decisions.push({ ...about, entry, records })
}
await reader.close()
rmSync(folder, { recursive: true })
mkdirSync(fileURLToPath(new URL(`../test/golden/released/${VERSION}`, import.meta.url)), { recursive: true })
const frozen = {
  about: `What service-core@${VERSION} decided and kept, written by tools/freeze-receipts.mjs.`,
  engines: ENGINES,
  documents: DOCUMENTS,
  decisions,
}
writeFileSync(file, `${JSON.stringify(frozen, null, 1)}\n`)
console.log(`${decisions.length} decisions of ${VERSION} frozen`)
