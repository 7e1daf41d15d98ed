// Web addresses: the same site under its host, the same name under another ending, or another site.
import { jaroWinkler } from '../../../text/similarity.ts'
import { withoutTrailing } from '../../../text/trim.ts'
import { graded } from '../statement.ts'
import { type Comparator, severalOf } from './comparator.ts'

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
  kind: 'website',
  summary: 'Web addresses by host and name: same site, same name elsewhere, similar, different.',
  evidence: 'distinctive',
  measures: [''],
  bind(rule, tools) {
    const known = tools.remember<{ site: Site | null }>()
    return (a, b) => {
      const left = a.get(rule.field)
      const right = b.get(rule.field)
      if (left === undefined || right === undefined) return null
      let best = -1
      for (const x of severalOf(left))
        for (const y of severalOf(right)) {
          const p = known.get(x, (text) => ({ site: parse(text) })).site
          const q = known.get(y, (text) => ({ site: parse(text) })).site
          if (p !== null && q !== null) best = Math.max(best, grade(p, q))
        }
      if (best < 0) return null
      return { measures: [best], bits: best >= 0.9 ? 15 : 0, conflict: false }
    }
  },
  says: ({ measure }) =>
    graded(measure(''), [
      [1, 'same'],
      [0.9, 'alike', 'the {many} agree except for their ending'],
      [0.6, 'alike'],
      [0, 'differ'],
    ]),
}
