// `selfsame review`: the review queue in a terminal, one key an answer; or one answer, or the list, for a script.
import { userInfo } from 'node:os'
import { Command, InvalidArgumentError, Option } from 'commander'
import { loadKeyFile } from '../attest/index.ts'
import { SelfsameError } from '../errors.ts'
import { append, largest } from '../lists.ts'
import type { PairAnswer, PairField, QueueAnswer, ReviewAnswer } from '../records/review.ts'
import { withWholeNames } from '../records/whole-names.ts'
import type { Service } from '../service.ts'
import { unfitName } from '../text/mask.ts'
import { readEvidence } from './attest.ts'
import { type Keys, keysOf, repeated } from './input.ts'
import { explained, wrapped } from './manual.ts'
import { inLine, printJson, printLine, printTable, remark, writeWhole } from './output.ts'
import {
  filled,
  type LedgerFlags,
  type MaskFlag,
  maskOption,
  requireLedgerFile,
  withLedgerFlags,
  withService,
} from './shared-options.ts'

// SGR codes, ECMA-48 8.3.117.
const [BOLD, DIM, RED, GREEN, YELLOW, PLAIN] = [1, 2, 31, 32, 33, 0]

/** Similarities: at or above LIKE a field agrees, below UNLIKE it differs. */
const [LIKE, UNLIKE] = [0.9, 0.5]

interface ScreenOptions {
  readonly colour: boolean
  readonly width: number
}

function pairLines(pair: PairAnswer, heading: string, { colour, width }: ScreenOptions): string[] {
  const paint = (code: number, text: string) => (colour ? `\u001b[${code}m${text}\u001b[${PLAIN}m` : text)
  const fields = withWholeNames(pair.fields)
  const names = Math.max(5, largest(fields.map(({ field }) => shownWidth(field))))
  const values = Math.max(12, Math.floor((width - names - 6) / 2))
  const lines = [paint(BOLD, heading)]
  if (pair.engine !== null) append(lines, wrapped(`${pair.engine.score}  ${pair.engine.explanation}`, width))
  lines.push('')
  for (const each of fields) {
    const [a, b] = [cut(each.a, values), cut(each.b, values)]
    lines.push(
      `${paint(DIM, padded(each.field, names))}  ${paint(codeOf(each), padded(a, values))}  ${paint(codeOf(each), b)}`,
    )
  }
  if (pair.texts !== null) {
    for (const [side, text] of Object.entries(pair.texts)) {
      lines.push(paint(DIM, side))
      append(lines, wrapped(inLine(text ?? '[erased]'), width).slice(0, 8))
    }
  }
  return lines
}

/** Green where both agree, red where they differ, yellow between; dim where only one says something. */
function codeOf({ a, b, likeness }: PairField): number {
  if (a === null || b === null) return DIM
  if (likeness === null) return PLAIN
  return likeness >= LIKE ? GREEN : likeness < UNLIKE ? RED : YELLOW
}

function cut(value: string | null, columns: number): string {
  const [...characters] = inLine(value ?? '-')
  if (characters.length <= columns) return characters.join('')
  return `${characters.slice(0, columns - 1).join('')}…`
}

const shownWidth = (text: string) => [...text].length
const padded = (text: string, columns: number) => text + ' '.repeat(Math.max(0, columns - shownWidth(text)))

interface Flags extends LedgerFlags, MaskFlag {
  as?: string
  reviewers?: '1' | '2'
  entity?: string
  seed: string
  blind?: boolean
  masked?: boolean
  list?: boolean
  json?: boolean
  answer?: 'same' | 'different' | 'cannot_tell' | 'undo'
  reason?: string
}

interface FileFlags extends Omit<Flags, 'answer'> {
  out?: string
  signingKey?: string
  limit: number
  reveal?: boolean
  service?: string[]
  reviewer?: string[]
}

/** Reasons under keys; anything else is typed. */
const REASONS: Readonly<Record<'same' | 'different' | 'cannot_tell', readonly string[]>> = {
  same: ['the values agree', 'a number that only one has agrees', 'checked elsewhere'],
  different: ['the values differ', 'a number that only one has differs', 'checked elsewhere'],
  cannot_tell: ['too little is known', 'the values contradict each other', 'somebody else has to look'],
}

const ANSWER_OF_KEY: Readonly<Record<string, keyof typeof REASONS>> = { s: 'same', d: 'different', c: 'cannot_tell' }

/** The name of a person who answers. */
function person(name: string): string {
  const why = unfitName(filled(name))
  if (why === null) return name.trim()
  throw new InvalidArgumentError(`Give a name that can be recorded: ${why}.`)
}

export function reviewCommand(): Command {
  const command = new Command('review').description('answer the pairs that stored decisions ask a person about')
  // Its own options are those before the name of a part, which has options of the same names.
  command.enablePositionalOptions()
  for (const part of [exportCommand(), signCommand(), importCommand()]) command.addCommand(part)
  return explained(withLedgerFlags(command), {
    does:
      'Shows pairs that wait for a person, those first of which an answer changes most and every tenth drawn at random, and records what is ' +
      'answered: s same, d different, c cannot tell, n next, u takes the last answer back, v shows what the engine made of it, q quits. ' +
      'A further key gives the reason. What earlier answers imply is not asked. Keys can also come from a pipe.',
    examples: [
      ['pair after pair', 'selfsame review --ledger decisions.sqlite'],
      ['what waits', 'selfsame review --ledger decisions.sqlite --list'],
      [
        'one answer; $id is the decision_id of the pair',
        'selfsame review "$id" --answer different --reason \'two branches\' --as ada --ledger decisions.sqlite',
      ],
    ],
  })
    .argument('[id]', 'a decision about the pair: only this one is asked')
    .option('--as <name>', 'who answers (default: the user of this machine)', person)
    .addOption(
      new Option(
        '--reviewers <number>',
        'people who answer a pair (default: two where the ledger has asked two, else one)',
      ).choices(['1', '2']),
    )
    .option('-e, --entity <pack>', 'pairs of this entity only')
    .option('--seed <text>', 'chooses the pairs that are drawn at random', '')
    .option('--blind', 'hide what the engine made of a pair until v is pressed')
    .option('--masked', 'mask the values')
    .addOption(maskOption())
    .option('--list', 'print what waits and how far it has come, and ask nothing')
    .option('--json', 'with --list or --answer: print it as JSON')
    .addOption(
      new Option('--answer <answer>', 'answer the pair of the id').choices([
        'same',
        'different',
        'cannot_tell',
        'undo',
      ]),
    )
    .option('--reason <text>', 'why, with --answer')
    .action(async (id: string | undefined, flags: Flags) => {
      await requireLedgerFile(flags.ledger)
      await withService(withReviewers(flags), (service) => run(service, id, flags))
    })
}

const withReviewers = ({ reviewers, ...flags }: Omit<Flags, 'answer'>) => ({
  ...flags,
  reviewers: reviewers === undefined ? undefined : Number(reviewers),
})

async function run(service: Service, id: string | undefined, flags: Flags): Promise<void> {
  const who = flags.as ?? userInfo().username
  if (flags.list) return list(await service.queue(orderOf(flags, 20), who), flags)
  if (flags.answer === undefined) return ask(service, id, who, flags)
  if (id === undefined || flags.reason === undefined)
    throw new SelfsameError('usage', '--answer needs the id of a decision about the pair, and --reason')
  const { decision_id } = await service.pair({ id })
  const given = await service.review({ decision_id, answer: flags.answer, reason: flags.reason }, who)
  if (flags.json) printJson(given)
  else printLine(saying(given))
}

const orderOf = ({ entity, seed, blind }: Flags, limit: number) => ({
  entity: entity ?? null,
  seed,
  blind: blind ?? false,
  limit,
})

function list(queue: QueueAnswer, { json }: Flags): void {
  if (json) {
    printJson(queue)
    return
  }
  const { agreement, counts, pairs } = queue
  for (const [state, count] of Object.entries(counts)) printLine(`${state.padEnd(18)} ${count}`)
  if (agreement.pairs > 0) printLine(`agreement          kappa ${agreement.kappa ?? '-'} over ${agreement.pairs} pairs`)
  printTable(
    ['decision', 'entity', 'state', 'why', 'score', 'effect'],
    pairs.map(({ decision_id, entity, state, why, score, effect }) => [decision_id, entity, state, why, score, effect]),
    'nothing waits for a person',
  )
}

const saying = ({ decision_id, state, basis }: ReviewAnswer): string => `${basis} (${state})  ${decision_id}`

/** State of this run: skipped pairs are not shown again, and the last answer can be undone. */
interface Session {
  readonly service: Service
  readonly keys: Keys
  readonly who: string
  readonly flags: Flags
  readonly skipped: Set<string>
  readonly answered: string[]
}

async function ask(service: Service, id: string | undefined, who: string, flags: Flags): Promise<void> {
  const keys = keysOf(process.stdin, (text) => process.stdout.write(text))
  const session: Session = { service, keys, who, flags, skipped: new Set(), answered: [] }
  try {
    remark(`answering as ${who}`)
    for (
      let next = id ?? (await nextOf(session));
      next !== null;
      next = id === undefined ? await nextOf(session) : null
    ) {
      if (!(await askAbout(next, session))) return
    }
    if (id === undefined) printLine('Nothing more waits for you.')
  } finally {
    keys.close()
  }
}

async function nextOf({ service, who, flags, skipped }: Session): Promise<string | null> {
  const { pairs } = await service.queue(orderOf(flags, Math.min(100, skipped.size + 1)), who)
  return pairs.find(({ decision_id }) => !skipped.has(decision_id))?.decision_id ?? null
}

/** False when no more is to be asked. */
async function askAbout(id: string, session: Session): Promise<boolean> {
  const { service, keys, flags, skipped, answered, who } = session
  let blind = flags.blind ?? false
  let pair = await shown(id, blind, session)
  for (;;) {
    process.stdout.write('s same  d different  c cannot tell  n next  u undo  v engine  q quit > ')
    const key = await keys.key()
    process.stdout.write(`${key ?? 'q'}\n`)
    if (key === null || key === 'q') return false
    if (key === 'n') {
      skipped.add(pair.decision_id)
      return true
    }
    if (key === 'v') {
      blind = !blind
      pair = await shown(id, blind, session)
      continue
    }
    if (key === 'u') {
      const last = answered.pop()
      if (last === undefined) printLine('There is no answer of this run to take back.')
      else {
        printLine(
          saying(await service.review({ decision_id: last, answer: 'undo', reason: 'taken back at once' }, who)),
        )
        return true
      }
    }
    const answer = ANSWER_OF_KEY[key]
    if (answer === undefined) continue
    const reason = await reasonFor(answer, session)
    if (reason === null) continue
    const given = await service.review({ decision_id: pair.decision_id, answer, reason }, who)
    answered.push(given.decision_id)
    printLine(saying(given))
    return true
  }
}

/** Null: the answer is not given after all. */
async function reasonFor(answer: keyof typeof REASONS, { keys, flags }: Session): Promise<string | null> {
  if (flags.reason !== undefined) return flags.reason
  const known = REASONS[answer]
  process.stdout.write(`${known.map((reason, at) => `${at + 1} ${reason}`).join('  ')}  t type it  b back > `)
  const key = await keys.key()
  process.stdout.write(`${key ?? 'b'}\n`)
  if (key === 't') {
    process.stdout.write('reason: ')
    return (await keys.line()) || null
  }
  return known[Number(key) - 1] ?? null
}

async function shown(id: string, blind: boolean, { service, flags }: Session): Promise<PairAnswer> {
  const pair = await service.pair({ id, blind, reveal: !flags.masked })
  const options = {
    colour: process.stdout.isTTY === true && process.env['NO_COLOR'] === undefined,
    width: Math.min(process.stdout.columns ?? 100, 140),
  }
  for (const line of pairLines(pair, `${pair.entity}, ${pair.state}`, options)) printLine(line)
  return pair
}

function exportCommand(): Command {
  const command = new Command('export').description('write waiting pairs as one signed file')
  return explained(withLedgerFlags(command), {
    does:
      'Writes the pairs that wait, in the order of the queue, as one JSON file that is signed. A reviewer elsewhere fills in answer (same, ' +
      'different, cannot_tell) and reason of each pair, signs with "selfsame review sign", and sends it back. Values are masked unless --reveal.',
    examples: [
      [
        'fifty pairs for one reviewer',
        'selfsame review export --ledger decisions.sqlite --signing-key service.key --limit 50 --out pairs.json',
      ],
    ],
  })
    .requiredOption('--out <file>', 'where to write the file')
    .requiredOption('--signing-key <file>', 'the key that signs it')
    .option('-e, --entity <pack>', 'pairs of this entity only')
    .option('--limit <number>', 'most pairs (default: 100)', Number, 100)
    .option('--seed <text>', 'chooses the pairs that are drawn at random', '')
    .option(
      '--as <name>',
      'who will answer, as the ledger knows them: pairs that they have answered are left out',
      person,
    )
    .option('--blind', 'leave out what the engine made of the pairs')
    .option('--reveal', 'show the values')
    .addOption(maskOption())
    .action(async (flags: FileFlags) => {
      await requireLedgerFile(flags.ledger)
      const { entity = null, seed, limit, as: reviewer = null, blind = false, reveal = false } = flags
      if (!Number.isInteger(limit) || limit < 1) throw new SelfsameError('usage', '--limit must be a whole number')
      const signer = loadKeyFile(flags.signingKey!)
      const file = await withService({ ...flags, reviewers: undefined }, (service) =>
        service.exportReviews({ signer, reveal, blind, entity, seed, limit, reviewer, now: new Date() }),
      )
      writeWhole(flags.out!, `${JSON.stringify(file, null, 2)}\n`)
      printLine(`${file.pairs.length} pairs, signed by ${file.signer}`)
    })
}

function signCommand(): Command {
  const command = new Command('sign').description('sign the answers in a file of pairs')
  return explained(command, {
    does: 'Checks that nothing but answer and reason was changed in the file, and signs the answers with the key of the reviewer.',
    examples: [['one reviewer', 'selfsame review sign pairs.json --signing-key ada.key --as ada --out answers.json']],
  })
    .argument('<file>', 'the file with answers')
    .requiredOption('--out <file>', 'where to write the signed file')
    .requiredOption('--signing-key <file>', 'the key of the reviewer ("selfsame attest keygen" makes one)')
    .requiredOption('--as <name>', 'who answers', person)
    .action(async (path: string, { out, signingKey, as: reviewer }: FileFlags) => {
      const { signAnswers } = await import('../operations/review/review-file.ts')
      const file = await signAnswers(readEvidence(path), reviewer!, loadKeyFile(signingKey!), new Date())
      writeWhole(out!, `${JSON.stringify(file, null, 2)}\n`)
      printLine(`signed by ${file.answered!.signer}`)
    })
}

function importCommand(): Command {
  const command = new Command('import').description('record the answers in a signed file')
  return explained(withLedgerFlags(command), {
    does:
      'Checks the signatures of the service and of the reviewer, and the id of each decision, and records the answers under the name and key ' +
      'of the reviewer. A file that was edited is refused, naming the edit.',
    examples: [
      [
        'answers of a reviewer whose key is known',
        'selfsame review import answers.json --ledger decisions.sqlite --service "$service" --reviewer "$reviewer"',
      ],
    ],
    exits: { 3: 'done, but some answers were refused, as where another person has answered meanwhile' },
  })
    .argument('<file>', 'the signed file')
    .requiredOption('--service <did>', 'did:key of the service that exported it; may be repeated', repeated)
    .requiredOption('--reviewer <did>', 'did:key of a reviewer whose answers are taken; may be repeated', repeated)
    .addOption(new Option('--reviewers <number>', 'people who answer a pair').choices(['1', '2']))
    .option('--json', 'print what became of each answer as JSON')
    .action(async (path: string, flags: FileFlags) => {
      await requireLedgerFile(flags.ledger)
      const keys = { exporters: flags.service!, reviewers: flags.reviewer! }
      const file = readEvidence(path)
      const imported = await withService(withReviewers(flags), (service) => service.importReviews(file, keys))
      if (flags.json) printJson(imported)
      else
        for (const { decision_id, recorded, refused } of imported)
          printLine(`${decision_id}  ${recorded?.state ?? refused!.detail}`)
      if (imported.some(({ refused }) => refused !== null)) process.exitCode = 3
    })
}
