// The part of the fuzzer that makes the request of a number: one part, or all by turns. Fills the ledger of the service first, so that there
// is something to read.
import { sendAlone } from './client.mjs'
import { fillingRequests, ledgerRequests } from './ledger.mjs'
import { routeRequests } from './routes.mjs'
import { uploadRequests } from './uploads.mjs'

/** Number of requests in a thousand that are files, and that go to the ledger. */
const FILES = 4
const LEDGER = 90

/** Makes requests by their number; `partOf` says which part makes it. */
export async function fuzzedRequests({ port, seed, part }) {
  const openapi = JSON.parse((await asked(port, get('/openapi.json'))).body)
  const ids = await filled(port, seed)
  const makers = {
    route: routeRequests({ seed, openapi }),
    ledger: ledgerRequests({ seed, ids }),
    parsers: uploadRequests({ seed }),
  }
  const partOf = (number) => (part === 'all' ? turnOf(number) : part)
  const make = (number) => makers[partOf(number)](number)
  make.partOf = partOf
  return make
}

/** By number and not by chance, so that a request belongs to the same part in every run. */
function turnOf(number) {
  const turn = (number * 617) % 1_000
  if (turn < FILES) return 'parsers'
  return turn < FILES + LEDGER ? 'ledger' : 'route'
}

/** Ids of the decisions that were stored, in order. */
async function filled(port, seed) {
  const ids = []
  for (const request of fillingRequests({ seed })) {
    const reply = await asked(port, request)
    if (reply.status !== 200) throw new Error(`the ledger could not be filled: ${reply.status} ${reply.body}`)
    ids.push(JSON.parse(reply.body).decision_id)
  }
  return ids
}

async function asked(port, { bytes }) {
  const { replies } = await sendAlone(port, { pieces: [bytes], ending: 'wait' })
  if (replies[0] === undefined) throw new Error('nobody answers')
  return replies[0]
}

function get(target) {
  return { bytes: Buffer.from(`GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`) }
}
