// The name of a host as an operator writes it, brought to the one form in which a Host header can name it (RFC 9110, 7.2).
import { isIPv6 } from 'node:net'
import { domainToASCII } from 'node:url'
import { SelfsameError } from '../errors.ts'

/** Labels of letters, digits, hyphens and, as some networks have them, underscores (RFC 1123, 2.1; RFC 8552). */
const NAME = /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,62})(?:\.[a-z0-9_][a-z0-9_-]{0,62})*$/
/** What a port, a path, a user, a pattern, a list or an escape would need. */
const NO_NAME = /[\s/\\:@?#%*,;[\]]/

/**
 * A host name or address: in small letters, international names in their ASCII form (IDNA), without the dot of the root at its end, an
 * IPv6 address in brackets. Throws usage for anything else.
 */
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
