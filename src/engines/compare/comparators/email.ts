// E-mail addresses: one mailbox written in the ways its provider treats as one, a slip, the same local part, or another.
import { editDistance } from '../../../text/similarity.ts'
import { before } from '../../../text/trim.ts'
import { graded } from '../statement.ts'
import { type Comparator, severalOf } from './comparator.ts'

interface Mailbox {
  readonly local: string
  readonly domain: string
}

// Google's help pages: dots do not matter in gmail.com addresses; googlemail.com is the same mailbox.
const DOTLESS = new Set(['gmail.com', 'googlemail.com'])

function parse(value: string): Mailbox | null {
  const text = value
    .trim()
    .toLowerCase()
    .replace(/^mailto:/, '')
  const at = text.lastIndexOf('@')
  if (at < 1 || at === text.length - 1) return null
  const domain = text.slice(at + 1)
  // Sub-addressing (RFC 5233): what follows a plus is the owner's own label.
  let local = before(text.slice(0, at), '+')
  if (DOTLESS.has(domain)) local = local.replaceAll('.', '')
  return { local, domain: domain === 'googlemail.com' ? 'gmail.com' : domain }
}

function grade(a: Mailbox, b: Mailbox): number {
  const sameDomain = a.domain === b.domain
  if (a.local === b.local) return sameDomain ? 1 : editDistance(a.domain, b.domain, 2) <= 2 ? 0.9 : 0.5
  if (sameDomain && a.local.length >= 5 && editDistance(a.local, b.local, 1) === 1) return 0.7
  return sameDomain ? 0.1 : 0
}

export const email: Comparator = {
  kind: 'email',
  summary: 'E-mail addresses under provider rules: one mailbox, a slip, one local part elsewhere, different.',
  evidence: 'distinctive',
  measures: [''],
  bind(rule, tools) {
    const known = tools.remember<readonly Mailbox[]>()
    const mailboxesOf = (value: string) =>
      known.get(value, (text) =>
        severalOf(text)
          .map(parse)
          .filter((mailbox) => mailbox !== null),
      )
    return (a, b) => {
      const left = a.get(rule.field)
      const right = b.get(rule.field)
      if (left === undefined || right === undefined) return null
      let best = -1
      for (const x of mailboxesOf(left)) for (const y of mailboxesOf(right)) best = Math.max(best, grade(x, y))
      if (best < 0) return null
      return { measures: [best], bits: best >= 0.9 ? 24 : best >= 0.5 ? 12 : 0, conflict: false }
    }
  },
  says: ({ measure }) =>
    graded(measure(''), [
      [1, 'same'],
      [0.9, 'alike', 'the {many} agree except for a slip in the domain'],
      [0.7, 'differ', 'the {many} differ by one character'],
      [0.5, 'alike', 'the {many} agree before the @ sign'],
      [0, 'differ'],
    ]),
}
