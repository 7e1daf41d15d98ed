// How a request goes over the wire: well framed, so that others may follow it on the same connection, or framed in every way that
// RFC 9112 forbids or that two readers might read differently.
import { hostileText, planted } from './values.mjs'

const HEADERS = [
  [6, () => []],
  [1, (random) => [['X-Service-Caller', wireText(hostileText(random, 3))]]],
  [1, (random) => [['X-Service-Caller', planted(random)]]],
  [1, () => [['Expect', '100-continue']]],
  [1, (random) => [['Accept', random.pick(['text/html', '*/*;q=0', 'application/xml'])]]],
  [1, (random) => [['Accept-Encoding', random.pick(['gzip, br', 'identity;q=0', '*'])]]],
  [1, (random) => [['Origin', random.pick(['http://localhost', 'https://evil.example', 'null', planted(random)])]]],
  [1, (random) => [['Sec-Fetch-Site', random.pick(['same-origin', 'cross-site', 'none', ''])]]],
  [1, (random) => [['X-Forwarded-For', random.pick(['8.8.8.8', '::1, evil', planted(random)])]]],
  [1, (random) => random.times(random.pick([10, 100, 300]), () => ['X-Many', String(random.below(9))])],
  [1, (random) => [['Content-Encoding', random.pick(['gzip', 'identity', 'x', ''])]]],
  [1, (random) => [['Cookie', `session=${wireText(planted(random))}`]]],
  [1, (random) => [['If-None-Match', random.pick(['*', 'W/"x"'])]]],
  [1, (random) => [['Range', random.pick(['bytes=0-1', 'bytes=999-0'])]]],
]

const TYPES = [
  [30, 'application/json'],
  [2, 'application/json; charset=utf-8'],
  [1, 'application/json; charset=utf-16'],
  [1, 'APPLICATION/JSON'],
  [1, 'text/plain'],
  [1, 'multipart/form-data; boundary=x'],
  [1, 'application/json;'],
  [1, ''],
]

/** A header value carries bytes: UTF-8, without what would end the line. */
function wireText(text) {
  return text.replace(/[\r\n\0]/g, ' ')
}

export function someHeaders(random) {
  return random.weighted(HEADERS)(random)
}

export function someType(random) {
  return random.weighted(TYPES)
}

/** The bytes of one request; `headers` are [name, value] pairs. A body gets its Content-Length unless it is sent in chunks. */
export function framed({ method, target, headers = [], body = null, chunks = null }) {
  let head = `${method} ${target} HTTP/1.1\r\nHost: localhost\r\n`
  for (const [name, value] of headers) head += `${name}: ${value}\r\n`
  if (chunks !== null) head += 'Transfer-Encoding: chunked\r\n'
  else if (body !== null) head += `Content-Length: ${body.length}\r\n`
  const start = Buffer.from(`${head}\r\n`)
  if (chunks !== null) return Buffer.concat([start, chunked(body, chunks)])
  return body === null ? start : Buffer.concat([start, body])
}

/** RFC 9112, 7.1; `size` is the length of a chunk. */
function chunked(body, size) {
  const parts = []
  for (let at = 0; at < body.length; at += size) {
    const part = body.subarray(at, at + size)
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n'))
  }
  return Buffer.concat([...parts, Buffer.from('0\r\n\r\n')])
}

const START = 'POST /detect HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
const GET = 'GET /livez HTTP/1.1\r\nHost: localhost\r\n'
const BODY = '{"text":"Write to casey@example.com.","jurisdiction":"DE"}'

/** Each makes { pieces, gap, ending } of a request that no client should send. */
const MISFRAMED = [
  (random) => ({ pieces: [random.pick([START, GET]).slice(0, 1 + random.below(60))] }),
  (random) => ({
    pieces: [`${START}Content-Length: ${BODY.length}\r\n\r\n${BODY.slice(0, random.below(BODY.length))}`],
  }),
  (random) => ({ pieces: [`${START}Content-Length: ${random.below(BODY.length)}\r\n\r\n${BODY}`] }),
  (random) => ({ pieces: [`${START}Content-Length: ${BODY.length + random.between(1, 4_000_000)}\r\n\r\n${BODY}`] }),
  (random) => ({
    pieces: [
      `${START}Content-Length: ${random.pick(['-1', '+5', '5, 5', '0x5', '1e3', '', ' ', '99999999999999999999', '5 5'])}\r\n\r\n${BODY}`,
    ],
  }),
  () => ({ pieces: [`${START}Content-Length: ${BODY.length}\r\nContent-Length: 3\r\n\r\n${BODY}`] }),
  () => ({
    pieces: [
      `${START}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`,
    ],
  }),
  (random) => ({
    pieces: [
      `${START}Transfer-Encoding: ${random.pick(['chunked, chunked', 'xchunked', 'gzip, chunked', 'chunked, identity', ' chunked', 'identity'])}\r\n\r\n5\r\n{"a":\r\n0\r\n\r\n`,
    ],
  }),
  (random) => ({
    pieces: [
      `${START}Transfer-Encoding: chunked\r\n\r\n`,
      random.pick([
        'ffffffffffffffff\r\n{}',
        '-1\r\n{}\r\n',
        '0x5\r\nhello\r\n0\r\n\r\n',
        '5\r\nhel',
        '5\nhello\n0\n\n',
        `5;${'x'.repeat(20_000)}\r\nhello\r\n0\r\n\r\n`,
        '5\r\nhelloworld\r\n0\r\n\r\n',
        '0\r\nTrailer: x\r\nHost: evil.example\r\n\r\n',
        'zz\r\n\r\n',
      ]),
    ],
  }),
  (random) => ({
    pieces: [`${START}Content-Length: 500\r\n\r\n`, ...Array(random.between(2, 12)).fill('{"te')],
    gap: 10,
  }),
  () => ({ pieces: [...`${GET}Connection: close\r\n\r\n`], gap: 1, ending: 'wait' }),
  (random) => ({ pieces: [`${GET}X-Long: ${'x'.repeat(random.pick([8_000, 16_300, 16_400, 70_000]))}\r\n\r\n`] }),
  (random) => ({
    pieces: [`GET /${'a/'.repeat(random.pick([100, 4_000, 9_000, 40_000]))} HTTP/1.1\r\nHost: localhost\r\n\r\n`],
  }),
  (random) => ({
    pieces: [`${GET}${'a:b\r\n'.repeat(random.pick([1_990, 1_999, 2_001, 3_200, 5_000]))}Connection: close\r\n\r\n`],
  }),
  (random) => ({
    pieces: [
      `${GET}${random.pick(['No colon\r\n', ' : x\r\n', 'A b: c\r\n', 'X: a\0b\r\n', 'X: a\r\n folded\r\n', '\r\r\n', 'X\t: 1\r\n'])}\r\n`,
    ],
  }),
  (random) => ({
    pieces: [
      random.pick([
        'GET /livez\r\n\r\n',
        'GET /livez HTTP/1.2\r\nHost: localhost\r\n\r\n',
        'GET /livez HTTP/2.0\r\nHost: localhost\r\n\r\n',
        'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
        'get /livez HTTP/1.1\r\nHost: localhost\r\n\r\n',
        'CONNECT localhost:1 HTTP/1.1\r\nHost: localhost\r\n\r\n',
        'OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
        'TRACE /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
        'GET http://evil.example/livez HTTP/1.1\r\nHost: localhost\r\n\r\n',
        'GET //evil.example/livez HTTP/1.1\r\nHost: localhost\r\n\r\n',
        'GET \\livez HTTP/1.1\r\nHost: localhost\r\n\r\n',
        'GET /livez HTTP/1.0\r\n\r\n',
        `${GET}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n\r\n`,
        `${GET}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n\r\n`,
        '\r\n\r\n\r\n',
        '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
      ]),
    ],
  }),
  (random) => ({ pieces: [Buffer.from(random.times(random.below(300), () => random.below(256)))] }),
  (random) => ({ pieces: [`${GET}\r\n`.repeat(random.between(2, 40))] }),
  () => ({ pieces: [`${START}Content-Length: ${BODY.length}\r\n\r\n${BODY}`], ending: 'reset' }),
  () => ({ pieces: [`${START}Content-Length: 4000\r\n\r\n${BODY}`], ending: 'reset' }),
  () => ({ pieces: [`${START}Expect: 100-continue\r\nContent-Length: 40\r\n\r\n`] }),
]

/** A badly framed request: { pieces, gap, ending, label }. */
export function misframed(random) {
  const at = random.below(MISFRAMED.length)
  return { ending: 'end', gap: 0, label: `misframed ${at}`, ...MISFRAMED[at](random) }
}

/** Requests that must be refused in every form: their host or origin is not served here. */
export function forbidden(random) {
  const padding = 'a:b\r\n'.repeat(random.pick([0, 10, 1_995, 1_998, 2_000, 2_500]))
  const [host, foreign] = random.pick([
    ['localhost', 'Origin: https://evil.example'],
    ['localhost', 'Sec-Fetch-Site: cross-site'],
    ['localhost', 'Host: evil.example'],
    ['evil.example', 'X: 1'],
  ])
  return {
    pieces: [`GET /capabilities HTTP/1.1\r\nHost: ${host}\r\n${padding}${foreign}\r\nConnection: close\r\n\r\n`],
    gap: 0,
    ending: 'wait',
    label: 'forbidden',
    expects: ({ status }) => (status === 200 ? 'served although its Host or Origin is foreign' : null),
  }
}
