// Sends every hostile file to a service, alone and then several at once, while others ask for /livez and short detections: does each
// get an answer in time, does the service live, and does anybody else notice?
//
//   npm run hostile -- [--only PART-OF-A-NAME] [--base http://127.0.0.1:PORT] [--at-once 4] [--patience 60] [--list]
//
// Without --base it starts a service, and another one whenever that dies or has to be killed. With --base it stops at a
// service that is gone. Prints a line a file and exits 0 only when every bar at the end holds.
import { parseArgs } from 'node:util'
import { sendAlone } from './fuzz/client.mjs'
import { MIB } from './fuzz/service.mjs'
import { framed } from './fuzz/wire.mjs'
import { HOSTILE_FILES } from './hostile/catalogue.mjs'
import { Target } from './hostile/target.mjs'
import { summary, watch } from './hostile/watch.mjs'

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    base: { type: 'string' },
    'at-once': { type: 'string', default: '4' },
    patience: { type: 'string', default: '60' },
    serve: { type: 'string', multiple: true, default: [] },
    list: { type: 'boolean', default: false },
  },
})

/** The bars: seconds an answer may take, and milliseconds others may wait in 99 of 100 calls and at most. */
const LATEST = 20
const OTHERS_P99 = 25
const OTHERS_MAX = 250
const PATIENCE = Number(options.patience) * 1_000

const files = HOSTILE_FILES.filter(({ name }) => name.includes(options.only))
if (options.list) for (const { name, attacks } of files) console.log(`${name.padEnd(26)} ${attacks}`)
else process.exitCode = (await attackAll()) ? 0 : 1

async function attackAll() {
  const counts = { files: 0, crashes: 0, late: 0, stalls: 0, refused: 0 }
  const target = new Target(options.base, ['--warm', ...options.serve])
  try {
    await target.begin()
    console.log(`quiet: ${told(await quiet(target))}`)
    console.log(`${'file'.padEnd(26)} status seconds   MiB  livez p99   max   answer`)
    for (const file of files) tally(counts, [file], await attack(target, [file]))
    const size = Number(options['at-once'])
    for (let at = 0; size > 1 && at < files.length; at += size) {
      const group = files.slice(at, at + size)
      tally(counts, group, await attack(target, group))
    }
  } finally {
    await target.end()
  }
  const bars = [
    [counts.crashes === 0, `${counts.crashes} crashes`],
    [counts.late === 0, `${counts.late} answers later than ${LATEST} s`],
    [
      counts.stalls === 0,
      `${counts.stalls} stalls of others (p99 above ${OTHERS_P99} ms and more than ${OTHERS_MAX} ms once)`,
    ],
  ]
  console.log(`${counts.files} files sent, ${counts.refused} refused as a whole`)
  for (const [ok, text] of bars) console.log(`${ok ? 'ok     ' : 'FAILED '} ${text}`)
  return bars.every(([ok]) => ok)
}

/** The delay of others while nothing else is requested: the machine's share of every delay below. */
async function quiet(target) {
  const watcher = watch(target.port)
  await pause(2_000)
  return summary((await watcher.stop()).livez)
}

/** Sends some files at once and watches until all are answered, the service is gone, or patience is over. */
async function attack(target, group) {
  await target.begin()
  const requests = group.map(({ file, make }) => upload(file, make()))
  const watcher = watch(target.port)
  let peak = 0
  const sampling = setInterval(() => {
    peak = Math.max(peak, target.usage().rss)
  }, 200)
  await pause(300)
  const results = await Promise.all(requests.map((bytes) => asked(target.port, bytes)))
  peak = Math.max(peak, target.usage().rss)
  const dead = await target.isDead()
  clearInterval(sampling)
  const delays = await watcher.stop()
  if (dead) await target.kill()
  return { results, dead, peak, livez: summary(delays.livez), detect: summary(delays.detect) }
}

async function asked(port, bytes) {
  const { replies, milliseconds } = await sendAlone(port, { pieces: [bytes], ending: 'wait' }, PATIENCE)
  const [reply] = replies
  return {
    status: reply?.status ?? 0,
    said: reply === undefined ? 'no answer' : sentenceOf(reply),
    seconds: milliseconds / 1_000,
  }
}

/** The result for the file in the answer: its entry of `errors`, the refusal, or the number of findings. */
function sentenceOf({ status, body }) {
  try {
    const answer = JSON.parse(body)
    if (status !== 200) return answer.detail
    const [error] = Object.values(answer.errors)
    return (
      error ??
      `read: ${Object.values(answer.documents[0]?.detections ?? {}).reduce((sum, count) => sum + count, 0)} found`
    )
  } catch {
    return 'an answer that is no JSON'
  }
}

function upload(file, content) {
  const body = Buffer.concat([
    Buffer.from(`--x\r\nContent-Disposition: form-data; name="jurisdiction"\r\n\r\nNG\r\n`),
    Buffer.from(`--x\r\nContent-Disposition: form-data; name="files"; filename="${file}"\r\n\r\n`),
    content,
    Buffer.from('\r\n--x--\r\n'),
  ])
  const headers = [
    ['Content-Type', 'multipart/form-data; boundary=x'],
    ['Connection', 'close'],
  ]
  return framed({ method: 'POST', target: '/documents', headers, body })
}

function tally(counts, group, { results, dead, peak, livez, detect }) {
  const worst = { p99: Math.max(livez.p99, detect.p99), max: Math.max(livez.max, detect.max) }
  const slowest = Math.max(...results.map(({ seconds }) => seconds))
  const late = results.filter(({ status, seconds }) => status === 0 || seconds > LATEST).length
  const stalls = worst.p99 > OTHERS_P99 && worst.max > OTHERS_MAX
  counts.files += group.length
  counts.crashes += dead === null ? 0 : 1
  counts.late += late
  counts.stalls += stalls ? 1 : 0
  counts.refused += results.filter(({ status }) => status !== 200 && status !== 0).length
  const name = group.length === 1 ? group[0].name : `${group.length} at once: ${group[0].name} …`
  const marks = [dead !== null && dead, late > 0 && 'LATE', stalls && 'STALL'].filter(Boolean).join(' ')
  const said = group.length === 1 ? results[0].said : results.map(({ status }) => status).join(' ')
  console.log(
    `${name.padEnd(26)} ${String(results[0].status || '-').padStart(6)} ${slowest.toFixed(1).padStart(7)} ${String(Math.round(peak / MIB)).padStart(5)} ${ms(livez.p99)} ${ms(worst.max)}   ${marks === '' ? '' : `[${marks}] `}${said.slice(0, 90)}`,
  )
}

function ms(delay) {
  return (Number.isFinite(delay) ? delay.toFixed(0) : 'none').padStart(8)
}

function told({ p50, p99, max }) {
  return `/livez p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, max ${max.toFixed(1)} ms`
}

function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
