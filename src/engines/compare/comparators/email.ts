// E-mail addresses: one mailbox written in the ways its provider treats as one, a slip, the same local part, or another.
import { editDistance } from '../../../text/similarity.ts'
import { before } from '../../../text/trim.ts'
import { normalizeEmail } from '../../../values/email.ts'
import { type Comparator, Effect, ofField, severalOf, when } from './comparator.ts'
import { type Level, level, saysLevel } from './level.ts'

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

const SAME = level('same', 1, 'same')
const DOMAIN_TYPO = level('domain typo', 0.9, 'alike', 'the {many} agree except for a slip in the domain')
const TYPO = level('typo', 0.7, 'differ', 'the {many} differ by one character')
const SAME_LOCAL = level('same local part', 0.5, 'alike', 'the {many} agree before the @ sign')
const SAME_DOMAIN = level('same domain', 0.1, 'differ')
const OTHER = level('other', 0, 'differ')

function gradeOf(a: Mailbox, b: Mailbox): Level {
  const sameDomain = a.domain === b.domain
  if (a.local === b.local)
    return sameDomain ? SAME : editDistance(a.domain, b.domain, 2) <= 2 ? DOMAIN_TYPO : SAME_LOCAL
  // Namesakes at one provider are distinguished by a number: that is not a typo.
  if (lettersOf(a.local) === lettersOf(b.local)) return OTHER
  if (sameDomain && a.local.length >= 5 && editDistance(a.local, b.local, 1) === 1) return TYPO
  return sameDomain ? SAME_DOMAIN : OTHER
}

export const email: Comparator = {
  summary: 'E-mail addresses under provider rules: one mailbox, a slip, one local part elsewhere, different.',
  evidence: 'distinctive',
  measures: [''],
  bind(rule, tools) {
    const providers = providersOf(tools.equivalents('mail-providers.txt'))
    const shared = tools.list('shared_mailboxes')
    const nobody = tools.list('no_mailboxes')
    const known = tools.remember<readonly Mailbox[]>()
    const mailboxesOf = (value: string) =>
      known.get(value, (text) =>
        severalOf(text)
          .map((one) => parse(one, providers))
          .filter((mailbox): mailbox is Mailbox => mailbox !== null && !nobody.has(mailbox.local)),
      )
    return ofField(rule.field, mailboxesOf, (left, right) => {
      let best: Level | null = null
      let isShared = false
      for (const x of left)
        for (const y of right) {
          const found = gradeOf(x, y)
          if (best !== null && found.similarity <= best.similarity) continue
          best = found
          isShared = shared.has(x.local) && shared.has(y.local)
        }
      if (best === null) return null
      const { similarity } = best
      const bits = similarity >= 0.9 ? 24 : similarity >= 0.5 ? 12 : 0
      // A mailbox such as info@ is shared by all who work at the domain.
      return {
        measures: [similarity],
        level: best,
        bits: isShared ? 0 : bits,
        conflict: false,
        effects: when(isShared, Effect.vague),
      }
    })
  },
  says: saysLevel,
}
