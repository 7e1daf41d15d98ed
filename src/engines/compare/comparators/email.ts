// E-mail addresses: one mailbox written in the ways its provider treats as one, a slip, the same local part, or another.
import { editDistance } from '../../../text/similarity.ts'
import { before } from '../../../text/trim.ts'
import { normalizeEmail } from '../../../values/email.ts'
import { graded } from '../statement.ts'
import { type Comparator, ofField, severalOf } from './comparator.ts'

interface Mailbox {
  readonly local: string
  readonly domain: string
}

/** How a provider reads an address: the domain it counts as, and the signs it ignores. */
interface Provider {
  readonly domain: string
  readonly signs: readonly (readonly [string, string])[]
}

/** Domain -> its provider, from the lines of data/equivalents/mail-providers.txt. */
function providersOf(lines: string): ReadonlyMap<string, Provider> {
  const providers = new Map<string, Provider>()
  for (const line of lines.split('\n')) {
    const [domains = '', signs = ''] = line.split('|')
    if (line.startsWith('#') || domains.trim() === '') continue
    const names = domains.trim().split(' ')
    const provider = {
      domain: names[0]!,
      signs: signs
        .trim()
        .split(' ')
        .filter((sign) => sign !== '')
        .map((sign) => [sign.charAt(0), sign.slice(2)] as const),
    }
    for (const name of names) providers.set(name, provider)
  }
  return providers
}

function parse(value: string, providers: ReadonlyMap<string, Provider>): Mailbox | null {
  const text = normalizeEmail(value)
  const at = text.lastIndexOf('@')
  if (at < 1 || at === text.length - 1) return null
  const domain = text.slice(at + 1)
  // Sub-addressing (RFC 5233): what follows a plus is the owner's own label.
  let local = before(text.slice(0, at), '+')
  const provider = providers.get(domain)
  if (provider === undefined) return { local, domain }
  for (const [sign, meant] of provider.signs) local = local.replaceAll(sign, meant)
  return { local, domain: provider.domain }
}

const lettersOf = (local: string) => local.replace(/\d/g, '')

function grade(a: Mailbox, b: Mailbox): number {
  const sameDomain = a.domain === b.domain
  if (a.local === b.local) return sameDomain ? 1 : editDistance(a.domain, b.domain, 2) <= 2 ? 0.9 : 0.5
  // Namesakes at one provider are distinguished by a number: that is not a slip.
  if (lettersOf(a.local) === lettersOf(b.local)) return 0
  if (sameDomain && a.local.length >= 5 && editDistance(a.local, b.local, 1) === 1) return 0.7
  return sameDomain ? 0.1 : 0
}

export const email: Comparator = {
  summary: 'E-mail addresses under provider rules: one mailbox, a slip, one local part elsewhere, different.',
  evidence: 'distinctive',
  measures: [''],
  bind(rule, tools) {
    const providers = providersOf(tools.equivalents('mail-providers.txt'))
    const shared = tools.list('shared_mailboxes')
    const known = tools.remember<readonly Mailbox[]>()
    const mailboxesOf = (value: string) =>
      known.get(value, (text) =>
        severalOf(text)
          .map((one) => parse(one, providers))
          .filter((mailbox) => mailbox !== null),
      )
    return ofField(rule.field, mailboxesOf, (left, right) => {
      let best = -1
      let isShared = false
      for (const x of left)
        for (const y of right) {
          const likeness = grade(x, y)
          if (likeness <= best) continue
          best = likeness
          isShared = shared.has(x.local) && shared.has(y.local)
        }
      if (best < 0) return null
      const bits = best >= 0.9 ? 24 : best >= 0.5 ? 12 : 0
      // A mailbox such as info@ is shared by all who work at the domain.
      return { measures: [best], bits: isShared ? 0 : bits, conflict: false, vague: isShared }
    })
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
