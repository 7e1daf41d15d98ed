// The part of the fuzzer that asks every route: bodies from the schemas and changed ones, odd methods, targets, queries and
// headers, and requests framed as no client should.
import { mutated } from './bytes.mjs'
import { Random } from './random.mjs'
import { bodyFor, bodySchemas } from './schema.mjs'
import { hostileText, jsonText, planted } from './values.mjs'
import { forbidden, framed, misframed, someHeaders, someType } from './wire.mjs'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND', 'QUERY', 'LOCK', 'M-SEARCH']
const TARGETS = [
  '/',
  '/livez',
  '/capabilities',
  '/openapi.json',
  '/docs',
  '/docs/',
  '/docs/static/../x',
  '/docs/static/%2e%2e/%2e%2e/package.json',
  '/docs/static/index.html',
  '/docs/%00',
  '/docs/json',
  '/livez/',
  '//livez',
  '/LIVEZ',
  '/livez?reveal=true',
  '/livez;x=1',
  '/detect?text=quorblatt',
  '/%2Flivez',
  '/%zz',
  '/%c0%af',
  '/.git/config',
  '/decision/',
  '/decision/x/y',
  '/__proto__',
  '/constructor',
  '/*',
]

/** Makes the request of a number: { bytes | pieces, isHead, label, expects }. */
export function routeRequests({ seed, openapi }) {
  const schemas = bodySchemas(openapi)
  const paths = Object.keys(schemas)
  return (number) => {
    const random = new Random(seed, 'route', number)
    const kind = random.below(1_000)
    if (kind < 800) return posted(random, paths, schemas)
    if (kind < 980) return asked(random, paths)
    return kind < 985 ? forbidden(random) : misframed(random)
  }
}

function posted(random, paths, schemas) {
  const target = random.pick(paths)
  const { value, fits } = bodyFor(random, schemas[target])
  let body = Buffer.from(jsonText(value))
  const isChanged = random.oneIn(12)
  if (isChanged) body = mutated(random, body)
  const headers = [['Content-Type', someType(random)], ...someHeaders(random)]
  const chunks = random.oneIn(20) ? random.pick([1, 7, 100, 10_000]) : null
  return {
    bytes: framed({ method: 'POST', target, headers, body, chunks }),
    label: `POST ${target}`,
    expects: fits && !isChanged ? (reply) => wrongAnswer(target, reply, value) : null,
  }
}

function asked(random, paths) {
  const method = random.oneIn(2) ? 'GET' : random.pick(METHODS)
  const target = targetOf(random, paths)
  const body = random.oneIn(6) ? Buffer.from(hostileText(random, 4)) : null
  const bytes = framed({ method, target, headers: someHeaders(random), body })
  return { bytes, isHead: method === 'HEAD', label: `${method} ${target.split('?', 1)[0].slice(0, 40)}` }
}

function targetOf(random, paths) {
  const known = random.oneIn(5) ? random.pick(paths) : random.pick(TARGETS)
  switch (random.below(6)) {
    case 0:
      return `/${encodeURIComponent(hostileText(random, 3).toWellFormed())}`
    case 1:
      return `${known}?${random.pick(['reveal', 'x', '__proto__', '__proto__[a]', planted(random)].map(encodeURIComponent))}=1`
    case 2:
      return `/${'a'.repeat(random.pick([1, 1_023, 1_025, 4_000]))}`
    default:
      return known
  }
}

/** Further invariants of an answer to a valid request: places within the text, and no value where the contract shows none. */
function wrongAnswer(target, reply, value) {
  if (reply.status !== 200 || !(target === '/detect' || target === '/deidentify')) return null
  const { count, detections, spans } = JSON.parse(reply.body)
  const found = detections ?? spans
  if (count !== found.length) return `count ${count} of ${found.length} spans`
  const text = value.list.find(([name]) => name === 'text')[1]
  const length = [...text].length
  const outside = found.find(({ start, end }) => !(start >= 0 && start < end && end <= length))
  return outside === undefined ? null : `a span outside the text: ${outside.start} to ${outside.end} of ${length}`
}
