// Web addresses: the same site under its host, the same name under another ending, or another site.
import { jaroWinkler } from '../../../text/similarity.ts'
import { withoutTrailing } from '../../../text/trim.ts'
import { type Comparator, ofField, severalOf } from './comparator.ts'
import { graded } from './statement.ts'

// On these hosts the path, not the host, says whose page it is.
const SHARED_HOSTS = /(^|\.)(facebook|instagram|twitter|linkedin|yelp|blogspot|wordpress|wix|google|sites)\./

interface Site {
  readonly host: string
  readonly label: string
}

function parse(value: string): Site | null {
  const text = value
    .trim()
    .toLowerCase()
    .replace(/^[a-z]{2,8}:\/\//, '')
    .replace(/^www\d?\./, '')
  const host = text.split(/[/?#:]/, 1)[0]!
  if (!host.includes('.')) return null
  if (SHARED_HOSTS.test(host)) {
    const page = withoutTrailing(text.slice(host.length).split(/[?#]/, 1)[0]!, '/')
    return { host: host + page, label: page.slice(page.lastIndexOf('/') + 1) }
  }
  const parts = host.split('.')
  const second = parts.length > 2 && parts[parts.length - 2]!.length <= 3 ? parts.length - 3 : parts.length - 2
  return { host, label: parts[Math.max(0, second)]! }
}

function grade(a: Site, b: Site): number {
  if (a.host === b.host) return 1
  if (a.label === b.label && a.label.length > 2) return 0.9
  const similarity = jaroWinkler(a.label, b.label)
  return similarity >= 0.9 ? 0.6 : similarity * 0.5
}

export const website: Comparator = {
  summary: 'Web addresses by host and name: same site, same name elsewhere, similar, different.',
  evidence: 'distinctive',
  measures: [''],
  bind(rule, tools) {
    const known = tools.remember<{ site: Site | null }>()
    const read = (value: string) =>
      severalOf(value)
        .map((one) => known.get(one, (text) => ({ site: parse(text) })).site)
        .filter((site) => site !== null)
    return ofField(rule.field, read, (x, y) => {
      let best = -1
      for (const p of x) for (const q of y) best = Math.max(best, grade(p, q))
      if (best < 0) return null
      return { measures: [best], bits: best >= 0.9 ? 15 : 0, conflict: false }
    })
  },
  says: ({ measure }) =>
    graded(measure(''), [
      [1, 'same'],
      [0.9, 'alike', 'the {many} agree except for their ending'],
      [0.6, 'alike'],
      [0, 'differ'],
    ]),
}
