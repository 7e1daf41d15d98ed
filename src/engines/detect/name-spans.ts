// The best reading of a run of capitalised words: cut at titles and at words that no name contains, scored by words and
// surroundings, and the best spans kept.
import { TokenKind } from '../../text/tokens.ts'
import { type Candidate, LONE_THRESHOLD, type NameSearch, THRESHOLD } from './name-candidate.ts'
import type { After, Before } from './name-context.ts'
import { Role } from './name-roles.ts'
import { asFamily, asGiven, isBarrier, isUnknown, scoreName } from './name-score.ts'
import type { NameWord } from './name-words.ts'

const LONGEST_NAME = 6
/** A shorter span must beat a longer one by this. */
const LENGTH_BONUS = 1.5
/** Saint-Michel, Sint-Jan: a place or a day. */
/** Particles of persons only; "Hospitalet de Llobregat" is a town. */
const KIN_PARTICLE = /^(?:ni|nic|ui|mac|bin|binti|bint|ibn|ole|arap|van|von)$/
/** What may stand between the name of a company and its legal form. */
const COMPANY_REST = /^(?: \(\p{L}{2,12}\))?,? /u
const COMPANY_REACH = 32
/** Before a trade that is also a family name: the farmer, ein Meister, "Alhassan Fuseini, Farmer". */
const ARTICLE = /^(?:,|und|der|die|dem|den|des|ein|eine|einen|einem|the|a|an)$/
const SAINT = /^(?:saint|sainte|sint|sankt|szent|san|santa|sant|st|ste)-/

/** Words from..to of a run, without barriers, and what surrounds them. */
interface Segment {
  readonly run: readonly NameWord[]
  readonly from: number
  readonly to: number
  readonly before: Before
  readonly after: After
  readonly titled: boolean
  /** A company or street word follows in the run: only a title or a label still makes a person of what stands before it. */
  readonly blocked: boolean
  readonly penalty: number
}

/** Adds the names of a run to `search.found`, its other words to `search.left`. */
export function findSpans(search: NameSearch, run: readonly NameWord[]): void {
  let from = 0
  let titled = false
  for (let i = 0; i <= run.length; i++) {
    const word = run[i]
    if (word !== undefined && !isCut(run, i)) continue
    if (i > from) {
      const segment = segmentOf(search, run, from, i, titled)
      if (segment !== null) keepBest(search, segment)
    }
    if (word === undefined) break
    titled = (word.roles & Role.title) !== 0
    from = i + 1
  }
}

/** Whether word `i` is a barrier here. Words that are also common names (Hill, King, Grace) stand as names beside a name. */
function isCut(run: readonly NameWord[], i: number): boolean {
  const word = run[i]!
  const previous = run[i - 1]
  const next = run[i + 1]
  const { given, family, word: ordinary } = word.levels
  if (i === 0 && next !== undefined) {
    if ((word.roles & Role.opening) !== 0 && given < 6) return true
    // "Reader Eamonn", "Til Birthe": a role or a preposition that is also a name, before a better one.
    if ((word.roles & Role.label) !== 0 && asGiven(next) >= 4 && asGiven(word) < 4) return true
  }
  if (!isBarrier(word) || word.isParticle || word.isInitial) return false
  // Till Grotke: a preposition that is above all a given name, before a family name.
  const isGivenFirst = given >= 6 && next !== undefined && asFamily(next) >= 3 && asGiven(next) < 3
  if ((word.roles & (Role.title | Role.notName)) === 0 && (word.roles & Role.label) !== 0 && isGivenFirst) return false
  if ((word.roles & Role.notName) !== 0) {
    // Months and the like that are family names behind a given name, or given names before a family name.
    if (family >= 4 && previous !== undefined && asGiven(previous) >= 4) return false
    const isTitled = previous !== undefined && (previous.roles & Role.title) !== 0
    if (family >= 5 && isTitled && (word.roles & Role.organisation) === 0) return false
    if (given >= 5 && next !== undefined && asFamily(next) >= 3 && !isBarrier(next)) return false
    return true
  }
  if ((word.roles & Role.street) !== 0) {
    // Filomena Rúa: a street word that would stand before the street's name, behind a given name.
    const isName = (word.roles & Role.leadStreet) !== 0 && family >= 3 && next === undefined && previous !== undefined
    if (isName && asGiven(previous) >= 3) return false
    // Allen Crowther, Ona Kazlauskienė: a street word elsewhere, before a family name.
    const isGivenHere = given >= 6 && (word.roles & Role.leadStreet) === 0
    if (isGivenHere && next !== undefined && !isBarrier(next) && asFamily(next) >= 1.5) return false
    if (ordinary >= 3) return true
  }
  // Otieno Ouma, Stephen King: a title that ends the run behind a given name is a family name.
  if ((word.roles & Role.title) !== 0 && given >= 5 && previous !== undefined && next !== undefined)
    // Akosua Dede Lamptey: a second given name before a family name.
    return asGiven(previous) < 3 || (previous.roles & Role.title) !== 0 || asFamily(next) < 3
  if ((word.roles & Role.title) !== 0)
    return !(next === undefined && family >= 5 && previous !== undefined && asGiven(previous) >= 3)
  if (Math.max(given, family) < 6) return true
  return previous === undefined || asGiven(previous) < 3
}

function segmentOf(
  search: NameSearch,
  run: readonly NameWord[],
  first: number,
  last: number,
  titled: boolean,
): Segment | null {
  let from = first
  let to = last
  while (from < to && run[from]!.isParticle && !titled) from++
  while (to > from && (run[to - 1]!.isParticle || (run[to - 1]!.roles & Role.after) !== 0)) to--
  if (from >= to) return null
  const before = search.context.before(run[from]!.first)
  const after = search.context.after(run[to - 1]!.next)
  const previous = from > 0 ? run[from - 1]! : null
  if ((to - from === 1 && isSaint(search, run, from)) || isCompany(search, run, from, to)) return null
  const following = to < run.length ? run[to]! : null
  const place = Role.organisation | Role.street
  const blocked = following !== null && (following.roles & place) !== 0
  // A company, a street or a product that carries a name is no person.
  if ((after.organisation && to === run.length) || after.ampersand || before.ampersand) return null
  // A short form in capitals before a name is a post (AD, SA) more often than a company.
  const isPost = previous?.isUpper && previous.end - previous.start <= 3
  if (previous !== null && (previous.roles & place) !== 0 && !isPost && !titled) return null
  if ((before.street && !titled) || search.context.opensLabel(run[from]!.start)) return null
  const isAnnounced = previous === null || titled || (previous.roles & (Role.opening | Role.label)) !== 0
  let penalty = after.goods && !titled && !before.title ? 2.5 : 0
  if (after.street && !blocked) penalty += 4
  if (after.number) penalty += to - from === 1 ? 6 : 4
  if (before.organisation && previous === null) penalty += 1.5
  const heard = isAnnounced ? before : { ...before, label: false, greeting: false }
  return { run, from, to, before: heard, after, titled, blocked, penalty }
}

/** "świętego Jana", "Virgen del Rosario": a saint's day or church, unless a family name follows. */
function isSaint({ text, words }: NameSearch, run: readonly NameWord[], from: number): boolean {
  let at = from - 1
  while (at >= 0 && run[at]!.isParticle) at--
  if (at >= 0) return (run[at]!.roles & Role.saint) !== 0
  // "św. Jana"
  const last = run[0]!.first - 1
  const before = last > 0 && text.folded(last) === '.' ? last - 1 : last
  return before >= 0 && (words.roles(text.folded(before)) & Role.saint) !== 0
}

/** "Polderlicht B.V.", "Officine Rossi S.r.l.": a legal form within the words or right behind them. */
function isCompany({ text: { text }, isLegalForm }: NameSearch, run: readonly NameWord[], from: number, to: number) {
  for (let i = from + 1; i < run.length; i++) {
    if (i > to && (run[i - 1]!.roles & Role.organisation) === 0) break
    if (isLegalForm(text, run[i]!.start)) return true
  }
  const isKind = to < run.length && (run[to]!.roles & Role.organisation) !== 0
  const { end } = run[isKind ? run.length - 1 : to - 1]!
  // "Oakfield Estates (UK) Ltd"
  const rest = COMPANY_REST.exec(text.slice(end, end + COMPANY_REACH))
  return rest !== null && isLegalForm(text, end + rest[0].length)
}

function keepBest(search: NameSearch, segment: Segment): void {
  const { run, from, to, before, titled } = segment
  // A single letter without a stop is a pronoun or a preposition more often than a name.
  const isLetter = (word: NameWord) => word.isInitial && word.end - word.start === 1 && !before.label
  let best: Candidate | null = null
  for (let a = from; a < to; a++) {
    if ((run[a]!.isParticle && !(titled && a === from)) || isLetter(run[a]!)) continue
    for (let b = Math.min(to, a + LONGEST_NAME); b > a; b--) {
      if (run[b - 1]!.isParticle || (b - a > 1 && isLetter(run[b - 1]!))) continue
      const { score, pattern } = scoreSpan(search, segment, a, b)
      if (score < (b - a === 1 ? LONE_THRESHOLD : THRESHOLD)) continue
      if (best === null || score > best.score + (b - a < best.words.length ? LENGTH_BONUS : 0))
        best = { words: run.slice(a, b), score, pattern }
    }
  }
  if (best !== null) {
    search.found.push(withArticle(search, segment, best))
    // Names written one after another without a sign between: what follows is read on its own.
    const rest = run.indexOf(best.words[best.words.length - 1]!) + 1
    if (to - rest >= 2)
      keepBest(search, { ...segment, from: rest, titled: false, before: search.context.before(run[rest]!.first) })
  } else if (!segment.blocked) for (let i = from; i < to; i++) if (!run[i]!.isParticle) search.left.push(run[i]!)
}

/** "De Benedictis Amedeo": the particle with its capital that opens a family name. */
function withArticle({ text, context }: NameSearch, { run, after }: Segment, best: Candidate): Candidate {
  const first = best.words[0]!
  const lead = run[run.indexOf(first) - 1]
  if (lead === undefined || (lead.roles & Role.particle) === 0) return best
  if (text.tokens.kind[lead.first] !== TokenKind.capital) return best
  const before = context.before(lead.first)
  const isFree = !before.sentenceInitial || before.label || after.attribute
  return isFree && asFamily(first) > asGiven(first) ? { ...best, words: [lead, ...best.words] } : best
}

function scoreSpan(search: NameSearch, segment: Segment, a: number, b: number): { score: number; pattern: boolean } {
  const { run, from, to, before, after, blocked, penalty } = segment
  const announced = a === from ? announcement(segment, b) : 0
  const pattern = announced > 0
  let score = scoreName(run, a, b)
  // "Mr G. Şan": behind a title an initial makes any word a name.
  if (pattern && (segment.titled || before.title) && run[a]!.isInitial && b - a > 1) score = Math.max(score, 0)
  score += announced - penalty
  if (a > from) score -= leftOver(segment, a)
  if (blocked && !pattern) score -= 8
  if (b < to) score -= (run[b]!.roles & Role.goods) !== 0 ? 8 : 1
  else if (after.title) score += 4
  else if (after.verb) score += 1.5
  else if (after.possessive) score += 1
  if (b === to && after.attribute && b - a > 1)
    // "Patient Casey Example (NIN ...": announced and described, any word is a family name.
    score +=
      (pattern && b - a === 2 && asGiven(run[a]!) >= 3) || run.slice(a, b).every(({ levels }) => levels.word < 4)
        ? 4.5
        : 1
  for (let i = a; i < b; i++) if (search.mail.has(run[i]!.folded)) score += b - a === 1 ? 2 : 1.5
  score += b - a === 1 ? loneDoubt(search, segment, a, pattern) : togetherDoubt(segment, a, b, pattern)
  return { score, pattern }
}

/** What the words before a segment say for the name that begins it. */
function announcement({ before, after, titled, to }: Segment, b: number): number {
  const whole = b === to
  let score = 0
  if (titled || before.title) score += 5.2
  if (before.label) score += whole ? 6 : 4
  if (before.greeting || before.closing) score += whole ? 5.2 : 3
  if (before.cue) score += 3.5
  // "[14:40] Mogdo: hello"
  if (isSpeaker(before, after) && whole) score += 7
  if (before.dash && after.end && whole) score += 5.2
  return score
}

/** Whether a span stands where a chat names who speaks; behind a bracketed time, not at the start of any line. */
function isSpeaker(before: Before, after: After): boolean {
  return before.speaker && !before.lineInitial && after.colon
}

/** Cost of the words left over before the span: none where they are ordinary, doubt where they might belong to the name. */
function leftOver({ run, from, before }: Segment, a: number): number {
  const left = run[a - 1]!
  const likeness = Math.max(asGiven(left), asFamily(left))
  // The word that opens the sentence has its capital from there.
  if (before.sentenceInitial && a === from + 1 && likeness < 1.6) return 0.3
  if (likeness <= -2) return 0.3
  return isUnknown(left.levels) ? 1 : 1.5
}

/** What speaks against a single word. */
function loneDoubt(search: NameSearch, { run, from, before, after }: Segment, a: number, pattern: boolean): number {
  const word = run[a]!
  const { given, word: ordinary } = word.levels
  const { places } = search
  let score = 0
  if (before.sentenceInitial && (word.roles & Role.opening) !== 0) score -= 8
  if (word.end - word.start < 3) score -= 2
  // "Peti, a Canon": a name called out at the start of a line.
  if (before.lineInitial && after.calls && given > 0) score += 2
  // "ur NHIF": an acronym is no name whatever announces it.
  if (word.isUpper && word.end - word.start <= 5 && isUnknown(word.levels)) score -= 6
  if (!pattern && isOccupation(search, word, after)) score -= 8
  if (!pattern && SAINT.test(word.folded)) score -= 8
  if (!pattern && (word.roles & Role.plant) !== 0 && !after.possessive && search.speaksOfPlants()) score -= 8
  if (pattern) return score
  if (word.isUpper) score -= 4
  if (before.sentenceInitial && a === from) {
    // The capital is the sentence's. A word that is only ever a family name hardly needs it.
    const isFamily = ordinary === 0 && (word.shaped || word.levels.family >= 6)
    score -= isFamily ? 0.6 : (ordinary === 0 ? 1 : 2) + (after.lower ? 0.7 : 0)
  }
  if (before.placeLead && !after.verb) score -= 2
  if (places.has(word.folded) && !after.verb && !after.possessive) score -= given >= 6 ? 1 : 3
  if ((word.roles & Role.brand) !== 0) score -= 6
  if (isUnknown(word.levels)) score -= 3
  return score
}

/** "Alhassan Fuseini, Farmer," and "Žák:" say what somebody is; "Farmer said" and "Zak" whom. */
function isOccupation({ text }: NameSearch, { first, roles, levels }: NameWord, after: After): boolean {
  if ((roles & Role.occupation) === 0 || after.verb || after.possessive) return false
  if (levels.given >= 5) return after.colon
  return levels.family < 6 || after.colon || (first > 0 && ARTICLE.test(text.folded(first - 1)))
}

/** What speaks against several words as one name. */
function togetherDoubt({ run, from, before, after }: Segment, a: number, b: number, pattern: boolean): number {
  const first = run[a]!
  const last = run[b - 1]!
  let score = 0
  const isHeading = before.sentenceInitial && !after.verb && (last.roles & Role.goods) !== 0
  if (isProduct(run.slice(a, b)) || isHeading) score -= 12
  // An acronym among words is an acronym.
  if (!first.isUpper || first.isInitial)
    for (let i = a; i < b; i++) {
      const word = run[i]!
      if (word.isUpper && !word.isInitial && word.end - word.start <= 4 && word.levels.family < 6) score -= 3
    }
  if (pattern) return score
  if (a === from && before.sentenceInitial && !first.isInitial) {
    const second = asGiven(run[a + 1]!)
    const isLong = run.slice(a, b).filter((word) => !KIN_PARTICLE.test(word.folded)).length > 2
    if (isUnknown(first.levels)) score -= isLong ? 3 : 0.8
    else if (asGiven(first) < 1 && asFamily(first) < 1.6) score -= b - a > 2 || second >= 3 ? 3 : 1.5
    else if (first.levels.word >= 3 && asGiven(first) < 3 && second >= 4) score -= 2
  }
  if (run.slice(a, b).every((word) => word.isUpper)) score -= 1.5
  return score
}

/** "Jasmine Rice", "Bosch Drill": a plant or a maker before what it is or makes. */
function isProduct(words: readonly NameWord[]): boolean {
  const first = words[0]!
  const last = words[words.length - 1]!
  if ((first.roles & Role.brand) !== 0 && first.levels.given < 6) return true
  if (words.some((word) => (word.roles & Role.brand) !== 0) && first.levels.given < 4) return true
  return (last.roles & Role.goods) !== 0 && first.levels.word >= 2
}
