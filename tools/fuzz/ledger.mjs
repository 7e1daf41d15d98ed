// The part of the fuzzer that asks the ledger over HTTP: decisions are stored, then read, explained and replayed by their ids and by
// ids that are none. What was stored must be found, say the same in every route, and come out of its replay again.
import { Random } from './random.mjs'
import { hostileText, jsonText, Members, planted } from './values.mjs'
import { framed, someHeaders } from './wire.mjs'

const NAMES = ['Casey Example', 'Kasey Example', 'Ada Lovelace', 'Ravi Kumar', 'Zwenna Quorblatt', 'M\u00fcller']
const KINDS = ['dec', 'xwd', 'red', 'rec', 'doc', 'ent', '__proto__', '']
const ROUTES = ['decision', 'explain', 'replay']

/** How many decisions lie in the ledger before the first request: their contents follow from the seed, and so do their ids. */
const STORED = 24

function storing(random) {
  const record = () =>
    new Members([
      ['name', random.pick(NAMES)],
      ['dob', `19${random.between(40, 99)}-05-03`],
    ])
  const text = () => `Patient ${random.pick(NAMES)} (NIN 1234567${random.between(1000, 9999)}) was here.`
  const [target, body] = random.pick([
    [
      '/compare',
      () => [
        ['a', record()],
        ['b', record()],
      ],
    ],
    [
      '/compare',
      () => [
        ['a', text()],
        ['b', text()],
        ['jurisdiction', 'NG'],
      ],
    ],
    [
      '/deidentify',
      () => [
        ['text', text()],
        ['jurisdiction', 'NG'],
        ['salt', random.oneIn(2) ? '' : 'salt'],
      ],
    ],
  ])
  return post(target, new Members([...body(), ['store', true]]))
}

function post(target, body) {
  const headers = [['Content-Type', 'application/json']]
  return {
    bytes: framed({ method: 'POST', target, headers, body: Buffer.from(jsonText(body)) }),
    label: `POST ${target} (store)`,
    expects: ({ status, body: answer }) =>
      status === 200 && JSON.parse(answer).recorded !== true ? 'stored, and not recorded' : null,
  }
}

/** Requests that fill the ledger, in order; `ids` of their answers are what ledgerRequests reads. */
export function fillingRequests({ seed }) {
  return Array.from({ length: STORED }, (_, at) => storing(new Random(seed, 'filling', at)))
}

/** Makes the request of a number; `ids` are those of the decisions that were stored before. */
export function ledgerRequests({ seed, ids }) {
  return (number) => {
    const random = new Random(seed, 'ledger', number)
    if (random.oneIn(5)) return storing(random)
    const route = random.pick(ROUTES)
    const known = random.pick(ids)
    const isKnown = random.oneIn(2)
    const id = isKnown ? known : changedId(random, known)
    const query = random.weighted([
      [4, ''],
      [2, '?reveal=true'],
      [1, '?reveal=false'],
      [1, `?reveal=${encodeURIComponent(hostileText(random, 2).toWellFormed())}`],
      [1, `?${planted(random).replaceAll(' ', '%20')}=1`],
      [1, '?reveal=true&reveal=false'],
    ])
    return {
      bytes: framed({ method: 'GET', target: `/${route}/${id}${query}`, headers: someHeaders(random) }),
      label: `GET /${route}/{id}`,
      expects: (reply) => wrongReading({ route, isKnown: isKnown && (query === '' || route !== 'replay'), id }, reply),
    }
  }
}

function changedId(random, id) {
  const hex = id.slice(id.lastIndexOf(':') + 1)
  return random.pick([
    () => id.toUpperCase(),
    () => id.slice(0, -1),
    () => `${id}0`,
    () => `${random.pick(KINDS)}:sha256:${hex}`,
    () => `${id.slice(0, -1)}${((Number.parseInt(id.at(-1), 16) + 1) % 16).toString(16)}`,
    () => id.replaceAll(':', '%3A').replace('sha256', 'sha-256'),
    () => encodeURIComponent(hostileText(random, 4).toWellFormed()),
    () => `${id}%00`,
    () => `${id}/..`,
    () => '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    () => `' OR 1=1 --`.replaceAll(' ', '%20'),
    () => planted(random).replaceAll(' ', '%20'),
  ])()
}

function wrongReading({ route, isKnown, id }, { status, body }) {
  if (status !== 200) return isKnown && status === 404 ? 'a stored decision is not found' : null
  const answer = JSON.parse(body)
  if (!isKnown)
    return answer.decision_id === undefined || answer.decision_id === decodeURIComponent(id)
      ? null
      : 'another decision than was asked for'
  if (route !== 'explain' && answer.decision_id !== id) return 'another decision than was asked for'
  if (route === 'replay' && answer.reproduced !== true) return `a replay that moved: ${Object.keys(answer.changed)}`
  return null
}
