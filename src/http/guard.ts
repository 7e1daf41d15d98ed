// Protects the service from pages in the user's browser: DNS rebinding (Host) and cross-origin requests (Origin, Fetch Metadata).
import type { IncomingHttpHeaders } from 'node:http'
import { isIPv6 } from 'node:net'
import { domainToASCII } from 'node:url'
import { SelfsameError } from '../errors.ts'

/** Labels of letters, digits, hyphens and, as some networks have them, underscores (RFC 1123, 2.1; RFC 8552). */
const NAME = /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,62})(?:\.[a-z0-9_][a-z0-9_-]{0,62})*$/
/** Characters of a port, a path, a user, a pattern, a list or an escape. */
const NO_NAME = /[\s/\\:@?#%*,;[\]]/

/** A host name in lower case and ASCII (IDNA), without a final dot, or an address, IPv6 in brackets. Throws usage for anything else. */
export function hostName(written: unknown): string {
  const text = typeof written === 'string' ? written : ''
  const address = /^\[(.*)\]$/.exec(text)?.[1] ?? text
  if (isIPv6(address) && !address.includes('%')) return new URL(`http://[${address}]`).hostname
  const name = NO_NAME.test(text) ? '' : domainToASCII(text.replace(/\.$/, ''))
  if (NAME.test(name)) return name
  throw new SelfsameError(
    'usage',
    'an allowed host is a host name or an address, without scheme, port, path or wildcard: as in proxy.example, or [2001:db8::1]',
  )
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** Input of the guard: request target and all raw headers, names and values alternating. */
export interface Asked {
  readonly url?: string | undefined
  readonly sent?: readonly string[] | undefined
}

/** Headers of one request. Proxies and browsers together send some forty. */
const MOST_HEADERS = 256

/** The check for every request. `allowed`: further host names or addresses without port. Throws usage for an invalid one. */
export function createGuard(allowed: readonly string[]): (headers: IncomingHttpHeaders, asked?: Asked) => void {
  const extra = new Set(allowed.map(hostName))
  const hosts = new Set([...LOOPBACK, ...extra])
  // Nearly every request names the host of the one before.
  let served = LOOPBACK[0]!
  const isServed = (host: string): boolean => {
    if (host === served) return true
    if (!hosts.has(nameOf(host))) return false
    served = host
    return true
  }
  return (headers, { url = '', sent = [] } = {}) => {
    if (sent.length > 2 * MOST_HEADERS)
      throw new SelfsameError('too_many_headers', `A request may have ${MOST_HEADERS} headers; send fewer.`)
    const host = (headers.host ?? '').toLowerCase()
    // Several Hosts, or another one in the target, are read one way by a proxy and another way here (RFC 9112, 3.2).
    const target = url.startsWith('/') ? host : (ABSOLUTE.exec(url)?.[1]?.toLowerCase() ?? host)
    if (!isServed(host) || (target !== host && !isServed(target)) || hostsOf(sent) > 1)
      throw new SelfsameError(
        'forbidden_host',
        'This Host is not served here: use localhost or 127.0.0.1, or start the service with --allowed-host NAME.',
      )
    if (!sameOrigin(headers, host, extra))
      throw new SelfsameError(
        'forbidden_origin',
        'Requests from web pages of another origin are refused; call the service from a program or from its own pages.',
      )
  }
}

const ABSOLUTE = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i

/** How many Host headers were sent. Node keeps one of several in `headers`. */
function hostsOf(sent: readonly string[]): number {
  let hosts = 0
  for (let at = 0; at < sent.length; at += 2) {
    const name = sent[at]!
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts
}

/** `localhost:8766` -> `localhost`, `[::1]:8766` -> `[::1]`; anything else stays as it is and matches nothing. */
const nameOf = (host: string): string => /^(\[[0-9a-f:.]+\]|[^:@/\\[\]]+)(?::\d{1,5})?$/.exec(host)?.[1] ?? ''

function sameOrigin(headers: IncomingHttpHeaders, host: string, extra: ReadonlySet<string>): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  const origin = headers.origin?.toLowerCase()
  if (origin === undefined) return true
  const authority = /^https?:\/\/([^/]+)$/.exec(origin)?.[1]
  if (authority === undefined) return false
  // A proxy in front may rewrite Host; a name the operator listed is as good.
  return authority === host || extra.has(nameOf(authority))
}
