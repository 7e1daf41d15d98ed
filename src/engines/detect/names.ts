// The names detector: finds personal names by lexicon and context, without a model. Runs of capitalised words are scored by
// their words and their surroundings; what is certain once is recognised again in the rest of the text.
import type { Gazetteer } from '../../packs/gazetteer.ts'
import type { Packs } from '../../packs/load.ts'
import type { ScannedText } from '../../text/scanned.ts'
import { TokenKind } from '../../text/tokens.ts'
import type { Claim, DetectorFactory } from './detector.ts'
import type { Evidence } from './evidence.ts'
import { type After, type Before, NameContext, type NameGroups } from './name-context.ts'
import { type CommonWords, commonWords, textLanguages } from './name-language.ts'
import { asFamily, asGiven, isBarrier, isPlainWord, isSurnameShaped, isUnknown, scoreName } from './name-score.ts'
import { type NameWord, NameWords, Role, singleWords } from './name-words.ts'

export const NAME_CATEGORY = 'PII-1-NAME'

/** Least score of a claim; a lone word needs more than two together. */
const THRESHOLD = 3.5
const LONE_THRESHOLD = 4
/** A name this sure is looked for again in the same text. */
const CERTAIN = 6
const LONGEST_NAME = 6
/** Least score of a word in a list of names. */
const LISTED = 2

interface Candidate {
  readonly words: readonly NameWord[]
  readonly score: number
  readonly pattern: boolean
}

/** What surrounds a segment of a run. */
interface Setting {
  readonly before: Before
  readonly after: After
  readonly titled: boolean
  /** A company or street word follows in the same run: only a title or a label still makes a person of what stands before it. */
  readonly blocked: boolean
  readonly penalty: number
}

interface ContextLists {
  readonly labels: readonly string[]
  readonly cues: readonly string[]
  readonly greetings: readonly string[]
  readonly closings: readonly string[]
  readonly particles: readonly string[]
  readonly notNames: readonly string[]
  readonly organisationWords: readonly string[]
  readonly streetWords: readonly string[]
  readonly streetsLower: readonly string[]
  readonly streetsBefore: readonly string[]
  readonly placeLeads: readonly string[]
  readonly verbs: readonly string[]
  readonly brands: readonly string[]
  readonly goods: readonly string[]
}

export const namesDetector: DetectorFactory = (packs, cues) => {
  const lists = JSON.parse(packs.lexicon('names-context.json')) as ContextLists
  const titles = JSON.parse(packs.lexicon('titles.json')) as { before: string[]; after: string[] }
  const roles = new Map<string, number>()
  const mark = (phrases: readonly string[], role: number) => {
    for (const word of singleWords(phrases)) roles.set(word, (roles.get(word) ?? 0) | role)
  }
  mark(titles.before, Role.title)
  mark(titles.after, Role.after)
  mark(lists.particles, Role.particle)
  mark(lists.notNames, Role.notName)
  mark(lists.organisationWords, Role.organisation)
  mark(lists.streetWords, Role.street)
  mark([...lists.labels, ...lists.cues], Role.label)
  mark(lists.streetsLower, Role.lowerStreet)
  mark(lists.streetsBefore, Role.leadStreet)
  mark(lists.placeLeads, Role.placeLead)
  mark(lists.verbs, Role.verb)
  mark(lists.brands, Role.brand)
  mark(lists.goods, Role.goods)
  mark([...lists.greetings, ...lists.closings], Role.opening)
  const groups: NameGroups = {
    labels: cues.add(lists.labels),
    cues: cues.add(lists.cues),
    titles: cues.add(titles.before),
    greetings: cues.add(lists.greetings),
    closings: cues.add(lists.closings),
  }
  const common = commonWords(packs.lexicon('words-common.json'))
  const facts: NameFacts = { packs, groups, roles, common }
  return { name: 'names', find: (text, _scope, evidence) => new NameSearch(facts, text, evidence).claims() }
}

interface NameFacts {
  readonly packs: Packs
  readonly groups: NameGroups
  readonly roles: ReadonlyMap<string, number>
  readonly common: CommonWords
}

class NameSearch {
  readonly #text: ScannedText
  readonly #evidence: Evidence
  readonly #groups: NameGroups
  readonly #context: NameContext
  readonly #words: NameWords
  readonly #found: Candidate[] = []
  /** Runs that were not names by themselves. */
  readonly #left: NameWord[] = []
  readonly #mailWords: ReadonlySet<string>
  readonly #places: Gazetteer

  constructor({ packs, groups, roles, common }: NameFacts, text: ScannedText, evidence: Evidence) {
    this.#text = text
    this.#evidence = evidence
    this.#groups = groups
    this.#context = new NameContext(text, evidence, groups, roles)
    this.#words = new NameWords(text, packs.names(), roles, textLanguages(text, common))
    this.#mailWords = mailWords(text)
    this.#places = packs.gazetteer()
  }

  claims(): Claim[] {
    const { tokens } = this.#text
    for (let index = 0; index < tokens.count; ) {
      const kind = tokens.kind[index]!
      if ((kind !== TokenKind.capital && kind !== TokenKind.upper) || this.#isInsideToken(index)) {
        index++
        continue
      }
      const run = this.#words.run(index)
      const glued = run.findIndex((word, i) => i > 0 && this.#isInsideToken(word.first))
      if (glued > 0) run.length = glued
      if (run.length === 0) {
        index++
        continue
      }
      if (run.every((word) => isPlainWord(word)) && !this.#context.label(run[0]!.start)) {
        index = run[run.length - 1]!.next
        continue
      }
      const rest = this.#inverted(run)
      if (rest === null) this.#split(run)
      index = (rest ?? run)[(rest ?? run).length - 1]!.next
    }
    if (this.#isUncased()) this.#uncased()
    this.#lowerCase()
    this.#again()
    return this.#found.map((candidate) => claimOf(candidate))
  }

  /** Whether a token is glued into an address, a path, a file name or a code: a person does not stand there. */
  #isInsideToken(index: number): boolean {
    const { text, tokens } = this.#text
    const start = tokens.start[index]!
    const end = tokens.end[index]!
    const before = start > 0 ? text[start - 1]! : ' '
    const after = end < text.length ? text[end]! : ' '
    if (before === '@' || after === '@' || before === '_' || after === '_' || before === '\\' || after === '\\')
      return true
    if (before === '#' || before === '$' || before === '%') return true
    if (!/[.+/=&\-:]/.test(before + after)) return false
    let from = start
    while (from > 0 && start - from < 60 && !/[\s<>"'(),;[\]{}]/.test(text[from - 1]!)) from--
    let to = end
    while (to < text.length && to - end < 60 && !/[\s<>"'(),;[\]{}]/.test(text[to]!)) to++
    const chunk = text.slice(from, to)
    return /@|:\/\/|www\.|[\p{L}\d]\.\p{Ll}{2,5}(?:[/:?#]|$)|\d[-.]?\p{L}|\p{L}-?\d/u.test(chunk)
  }

  /** Cuts a run at titles and at words that no name contains, and takes the best names of what lies between. */
  #split(run: readonly NameWord[]): void {
    let from = 0
    let titled = false
    for (let i = 0; i <= run.length; i++) {
      const word = run[i]
      if (word !== undefined && !this.#cuts(run, i)) continue
      if (i > from) this.#segment(run, from, i, titled)
      if (word === undefined) break
      const isTitle = (word.roles & Role.title) !== 0
      titled = isTitle && (titled || from === i || true)
      from = i + 1
    }
  }

  /** Whether word `i` is a barrier here. Words that are also common names (Hill, King, Grace) stand as names beside a name. */
  #cuts(run: readonly NameWord[], i: number): boolean {
    const word = run[i]!
    if ((word.roles & Role.opening) !== 0 && i === 0 && run.length > 1 && word.levels.given < 6) return true
    const after = run[i + 1]
    // "Reader Eamonn", "Til Birthe": a role or a preposition that is also a name, before a better one.
    if ((word.roles & Role.label) !== 0 && i === 0 && after !== undefined && asGiven(after) >= 4 && asGiven(word) < 4) return true
    if (!isBarrier(word) || word.isParticle) return false
    if (word.isInitial) return false
    const next = run[i + 1]
    const before = run[i - 1]
    // Janeiro Pais, Marzo: a month that is a family name behind a given name.
    if ((word.roles & Role.notName) !== 0 && word.levels.family >= 4 && before !== undefined && asGiven(before) >= 4)
      return false
    // June Carter, April Jones: a month with a family name behind it.
    if (
      (word.roles & Role.notName) !== 0 &&
      word.levels.given >= 5 &&
      next !== undefined &&
      asFamily(next) >= 3 &&
      !isBarrier(next)
    )
      return false
    const isName = Math.max(word.levels.given, word.levels.family) >= 6
    const last = run[i - 1]
    if ((word.roles & Role.street) !== 0) {
      // Filomena Rúa: a street word that would stand before a name, behind one.
      const isName = (word.roles & Role.leadStreet) !== 0 && word.levels.family >= 3 && i + 1 === run.length && last !== undefined
      if (isName && asGiven(last) >= 3) return false
      if (word.levels.word >= 4) return true
    }
    if (isName && (word.roles & (Role.title | Role.notName)) === 0) {
      const previous = run[i - 1]
      return !(previous !== undefined && asGiven(previous) >= 3)
    }
    return true
  }

  #segment(run: readonly NameWord[], from: number, to: number, titled: boolean): void {
    while (from < to && run[from]!.isParticle && !titled) from++
    while (to > from && (run[to - 1]!.isParticle || (run[to - 1]!.roles & Role.after) !== 0)) to--
    if (from >= to) return
    const outside = this.#context.before(run[from]!.first)
    const previous = from > 0 ? run[from - 1]! : null
    const following = to < run.length ? run[to]! : null
    const after = this.#context.after(run[to - 1]!.next)
    const place = Role.organisation | Role.street
    // A company, a street or a product that carries a name is no person.
    if ((after.organisation && to === run.length) || after.ampersand || outside.ampersand) return
    const blocked = following !== null && (following.roles & place) !== 0
    // A short form in capitals before a name is a post (AD, SA) more often than a company.
    if (previous !== null && (previous.roles & place) !== 0 && !(previous.isUpper && previous.end - previous.start <= 3)) return
    if (outside.street && !titled) return
    const settings: Setting = {
      before:
        previous === null || titled || (previous.roles & (Role.opening | Role.label)) !== 0
          ? outside
          : { ...outside, label: false, greeting: false },
      after,
      titled,
      blocked,
      penalty:
        (after.street && !blocked ? 4 : 0) +
        (after.number ? (to - from === 1 ? 6 : 4) : 0) +
        (outside.organisation && previous === null ? 1.5 : 0) +
        (after.goods ? 2.5 : 0),
    }
    this.#best(run, from, to, settings)
  }

  /** Takes the best-scoring span of a segment; what is left over waits for #again. */
  #best(run: readonly NameWord[], from: number, to: number, setting: Setting): void {
    let best: { from: number; to: number; score: number; pattern: boolean } | null = null
    for (let a = from; a < to; a++) {
      if (run[a]!.isParticle && !(setting.titled && a === from)) continue
      // A single letter without a stop is a pronoun or a preposition more often than a name.
      if (run[a]!.isInitial && run[a]!.end - run[a]!.start === 1 && !setting.before.label) continue
      for (let b = Math.min(to, a + LONGEST_NAME); b > a; b--) {
        if (run[b - 1]!.isParticle) continue
        if (b - a > 1 && run[b - 1]!.isInitial && run[b - 1]!.end - run[b - 1]!.start === 1 && !setting.before.label) continue
        const { score, pattern } = this.#score(run, a, b, from, to, setting)
        if (score < (b - a === 1 ? LONE_THRESHOLD : THRESHOLD)) continue
        if (best === null || score > best.score + (b - a < best.to - best.from ? 1.5 : 0))
          best = { from: a, to: b, score, pattern }
      }
    }
    if (best !== null)
      this.#found.push({ words: run.slice(best.from, best.to), score: best.score, pattern: best.pattern })
    else for (let i = from; i < to; i++) if (!run[i]!.isParticle) this.#left.push(run[i]!)
  }

  #score(
    run: readonly NameWord[],
    a: number,
    b: number,
    from: number,
    to: number,
    setting: Setting,
  ): { score: number; pattern: boolean } {
    const { before, after, titled } = setting
    let score = scoreName(run, a, b) - setting.penalty
    const words = b - a
    const first = run[a]!
    const whole = b === to ? 1 : 0
    let pattern = false
    if (a === from) {
      if (titled || before.title) score += 4.5
      if (before.label) score += 4 + 2 * whole
      if (before.greeting || before.closing) score += 3 + 1.5 * whole
      if (before.cue) score += 3
      const signs = before.dash && after.end && whole === 1
      if (signs) score += 3
      pattern = signs || titled || before.title || before.label || before.greeting || before.closing || before.cue
    } else if (before.sentenceInitial && a === from + 1 && Math.max(asGiven(run[from]!), asFamily(run[from]!)) < 1.6) {
      // The word that opens the sentence has its capital from there.
      score -= 0.3
    } else {
      // Words left over before it: nothing where they are ordinary, doubt where they might belong to the name.
      const left = run[a - 1]!
      score -= Math.max(asGiven(left), asFamily(left)) <= -2 ? 0.3 : isUnknown(left.levels) ? 1 : 1.5
    }
    if (setting.blocked && !pattern) score -= 8
    if (b < to) score -= (run[b]!.roles & Role.goods) !== 0 ? 8 : 1
    else if (after.verb) score += 1.5
    else if (after.possessive) score += 1
    for (let i = a; i < b; i++) if (this.#mailWords.has(run[i]!.folded)) score += words === 1 ? 2 : 1.5
    if (words === 1) {
      if (first.isUpper && !pattern) score -= 4
      if ((first.roles & Role.opening) !== 0 && before.sentenceInitial) score -= 8
      if (before.sentenceInitial && after.lower && !pattern) score -= 0.7
      // "Peti, a Canon": a name called out at the start of a line.
      if (before.lineInitial && after.calls && first.levels.given > 0) score += 2
      if (before.placeLead && !pattern && !after.verb) score -= 2
      if (!pattern && this.#places.has(first.folded) && !after.verb && !after.possessive)
        score -= first.levels.given >= 6 ? 1 : 3
      if (first.end - first.start < 3) score -= 2
      if (before.sentenceInitial && a === from && !pattern) score -= first.levels.word === 0 ? 1 : 2
      if ((first.roles & Role.brand) !== 0 && !pattern) score -= 6
      if (isUnknown(first.levels) && !pattern) score -= 3
    } else {
      if (
        isProduct(run[a]!, run[b - 1]!) ||
        (before.sentenceInitial && !after.verb && (run[b - 1]!.roles & Role.goods) !== 0)
      )
        score -= 12
      // An acronym among words is an acronym.
      if (!first.isUpper)
        for (let i = a; i < b; i++)
          if (run[i]!.isUpper && !run[i]!.isInitial && run[i]!.end - run[i]!.start <= 4 && run[i]!.levels.family < 6)
            score -= 3
    }
    if (words > 1 && a === from && !pattern && before.sentenceInitial && asGiven(first) < 1 && asFamily(first) < 1.6)
      score -= words > 2 || asGiven(run[a + 1]!) >= 3 ? 3 : 1.5
    if (words > 1 && !pattern && run.slice(a, b).every((word) => word.isUpper)) score -= 1.5
    return { score, pattern }
  }

  /** "Okafor, Adaeze": a family name, a comma and given names. Returns the run after the comma when the two are one name. */
  #inverted(run: readonly NameWord[]): readonly NameWord[] | null {
    const { text, tokens } = this.#text
    const last = run[run.length - 1]!
    const comma = last.next
    if (
      run.length > 3 ||
      comma + 1 >= tokens.count ||
      text[tokens.start[comma]!] !== ',' ||
      tokens.start[comma] !== last.end
    )
      return null
    const kind = tokens.kind[comma + 1]!
    if (kind !== TokenKind.capital && kind !== TokenKind.upper) return null
    const gap = tokens.start[comma + 1]! - tokens.end[comma]!
    if (gap < 1 || gap > 2 || this.#isInsideToken(comma + 1)) return null
    const second = this.#words.run(comma + 1)
    if (second.length === 0 || second.length > 3) return null
    const before = this.#context.before(run[0]!.first)
    const isListed = text[second[second.length - 1]!.end] === ','
    if (!before.label && !before.sentenceInitial) return null
    if (
      !before.label &&
      isListed &&
      !/^, ?(?:\p{Ll}|\d)/u.test(text.slice(second[second.length - 1]!.end, second[second.length - 1]!.end + 3))
    )
      return null
    if ([...run, ...second].some((word) => (isBarrier(word) && !word.isInitial) || (word.roles & Role.opening) !== 0))
      return null
    const families = run.filter((word) => !word.isParticle)
    let score = 0
    if (families.length > 1 && families[0]!.levels.given >= Math.max(4, families[0]!.levels.family + 1)) return null
    if (second.some((word) => !word.isInitial && asGiven(word) < 2)) return null
    for (const word of families) {
      // In a list of given names the first is one too.
      if (!before.label && word.levels.given > word.levels.family + 1 && !isSurnameShaped(word.folded)) return null
      score += Math.max(asFamily(word), before.label ? 0 : -3)
    }
    for (const word of second) score += Math.max(asGiven(word), before.label ? 0 : -3)
    if (before.label) score += 4
    if (score < THRESHOLD + 1) return null
    this.#found.push({ words: [...run, ...second], score, pattern: before.label })
    return second
  }

  #isUncased(): boolean {
    const { kind, count } = this.#text.tokens
    for (let index = 0; index < count; index++)
      if (kind[index] === TokenKind.capital || kind[index] === TokenKind.upper) return false
    return true
  }

  /** A text without any capital: only words that are names and nothing else count. */
  #uncased(): void {
    const { text, tokens } = this.#text
    for (let index = 0; index < tokens.count; index++) {
      if (tokens.kind[index] !== TokenKind.lower || this.#isInsideToken(index)) continue
      const first = this.#plain(index)
      if (first === null || asGiven(first) < 3.5) continue
      const words = [first]
      while (words.length < 3 && index + words.length < tokens.count) {
        const at = index + words.length
        if (tokens.kind[at] !== TokenKind.lower || !/^ {1,2}$/.test(text.slice(tokens.end[at - 1], tokens.start[at])))
          break
        const next = this.#plain(at)
        if (next === null || Math.max(asFamily(next), asGiven(next)) < 2) break
        words.push(next)
      }
      const score = words.length > 1 ? scoreName(words, 0, words.length) : asGiven(first)
      if (score < (words.length > 1 ? THRESHOLD : CERTAIN)) continue
      this.#found.push({ words, score: THRESHOLD, pattern: false })
      index += words.length - 1
    }
  }

  /** A lower-case token as a name word, or null when it is anything else as well. */
  #plain(index: number): NameWord | null {
    const folded = this.#text.folded(index)
    if (folded.length < 3 || this.#words.roles(folded) !== 0) return null
    const levels = this.#words.levels(folded)
    return levels.word + levels.proper > 1 ? null : lowerWord(this.#text, index, levels)
  }

  /** Names that chats write in lower case: after a greeting, as the speaker of a line, as a signature. */
  #lowerCase(): void {
    const { text, tokens } = this.#text
    const take = (index: number, bonus: number): void => {
      if (tokens.kind[index] !== TokenKind.lower || this.#isInsideToken(index)) return
      const folded = this.#text.folded(index)
      if (folded.length < 3 || this.#words.roles(folded) !== 0) return
      const word = lowerWord(this.#text, index, this.#words.levels(folded))
      const score = asGiven(word) + bonus + (this.#mailWords.has(folded) ? 3 : 0)
      if (score >= LONE_THRESHOLD + 1) this.#found.push({ words: [word], score, pattern: true })
    }
    for (const hit of this.#evidence.hits.all) {
      if (!hit.groups.includes(this.#groups.greetings)) continue
      const next = hit.endToken
      if (next < tokens.count && /^,? $/.test(text.slice(hit.end, tokens.start[next]))) take(next, 1)
    }
    for (let index = 1; index < tokens.count; index++) {
      if (tokens.kind[index] !== TokenKind.sign) continue
      const sign = text[tokens.start[index]!]!
      if (sign === ',' && tokens.kind[index - 1] === TokenKind.lower && (index === 1 || tokens.kind[index - 2] === TokenKind.newline)) {
        // "javi, la Roomba": somebody is called at the start of a line.
        take(index - 1, 0.5)
      } else if (sign === ':' && tokens.kind[index - 1] === TokenKind.lower) {
        const before = index >= 2 ? text.slice(tokens.start[index - 2], tokens.start[index - 1]) : '\n'
        if (/^(?:\]\s*|\n\s*|\)\s*)$/.test(before) && tokens.start[index] === tokens.end[index - 1])
          take(index - 1, 1.5)
      } else if (
        /[-~\u2013\u2014]/.test(sign) &&
        index + 1 < tokens.count &&
        tokens.kind[index + 1] === TokenKind.lower
      ) {
        const after = tokens.end[index + 1]!
        if (
          text[tokens.start[index]! - 1] === ' ' &&
          text[tokens.end[index]!] === ' ' &&
          /^\s*(?:[.!\n]|$)/.test(text.slice(after, after + 3))
        )
          take(index + 1, 1)
      }
    }
  }

  /** Recognises the words of certain names where they stand again. */
  #again(): void {
    const known = new Set<string>()
    for (const { words, score } of this.#found) {
      if (score < CERTAIN) continue
      for (const word of words) {
        if (word.isInitial || word.isParticle || word.folded.length < 3) continue
        if (word.levels.word < 4 || Math.max(asGiven(word), asFamily(word)) >= 2) known.add(word.folded)
      }
    }
    const { tokens } = this.#text
    const ends = new Set(this.#found.map(({ words }) => words[words.length - 1]!.next))
    const starts = new Set(this.#found.map(({ words }) => words[0]!.first))
    for (const word of this.#left) {
      let isName = known.has(word.folded)
      if (
        !isName &&
        Math.max(asGiven(word), asFamily(word)) >= LISTED &&
        !word.isUpper &&
        (word.roles & Role.opening) === 0
      ) {
        // "Jan, Kristi and Stephen": beside a name, a comma or an "and" away.
        const behind = joinedBefore(this.#text, word.first)
        const ahead = joinedAfter(this.#text, word.next)
        isName = (behind >= 0 && ends.has(behind)) || (ahead >= 0 && starts.has(ahead))
        if (isName) {
          ends.add(word.next)
          starts.add(word.first)
        }
      }
      if (isName) this.#found.push({ words: [word], score: LONE_THRESHOLD, pattern: false })
    }
    const lower = this.#found.filter(
      ({ words }) =>
        words.length === 1 && !words[0]!.isParticle && this.#text.tokens.kind[words[0]!.first] === TokenKind.lower,
    )
    if (lower.length === 0) return
    const names = new Set(lower.map(({ words }) => words[0]!.folded))
    const taken = new Set(lower.map(({ words }) => words[0]!.first))
    for (let index = 0; index < tokens.count; index++) {
      if (tokens.kind[index] !== TokenKind.lower || taken.has(index) || !names.has(this.#text.folded(index))) continue
      if (this.#isInsideToken(index)) continue
      const word = lowerWord(this.#text, index, this.#words.levels(this.#text.folded(index)))
      this.#found.push({ words: [word], score: LONE_THRESHOLD, pattern: false })
    }
  }
}

/** "Jasmine Rice", "Bosch Drill": a plant or a maker before what it is or makes. */
function isProduct(first: NameWord, last: NameWord): boolean {
  if ((first.roles & Role.brand) !== 0 && first.levels.given < 6) return true
  if ((last.roles & Role.brand) !== 0 && first.levels.given < 4) return true
  return (last.roles & Role.goods) !== 0 && first.levels.word >= 2
}

/** Words that list people; folded. */
const LISTING =
  /^(?:and|und|et|en|y|e|i|och|og|ja|a|es|si|kai|\u03ba\u03b1\u03b9|\u0438|un|ir|na|u|in|oraz|or|oder|ou|o|tai|ili|ali|&|,)$/

/** The token after the word that a list joins to token `index` from the left, or -1. */
function joinedBefore(text: ScannedText, index: number): number {
  return index > 1 && LISTING.test(text.folded(index - 1)) ? index - 1 : -1
}

/** The token that a list joins from the right to the word that ends before token `next`, or -1. */
function joinedAfter(text: ScannedText, next: number): number {
  return next + 1 < text.tokens.count && LISTING.test(text.folded(next)) ? next + 1 : -1
}

function lowerWord(text: ScannedText, index: number, levels: NameWord['levels']): NameWord {
  const start = text.tokens.start[index]!
  const end = text.tokens.end[index]!
  return {
    first: index,
    next: index + 1,
    start,
    end,
    folded: text.folded(index),
    levels,
    roles: 0,
    isUpper: false,
    isInitial: false,
    isParticle: false,
  }
}

/** Words of the local parts of the text's e-mail addresses: people sign with what they are called. */
function mailWords(text: ScannedText): ReadonlySet<string> {
  const found = new Set<string>()
  const { tokens } = text
  if (!text.text.includes('@')) return found
  for (let index = 1; index < tokens.count; index++) {
    if (tokens.kind[index] !== TokenKind.sign || text.text[tokens.start[index]!] !== '@') continue
    // A local part has few pieces.
    for (let back = index - 1; back >= 0 && index - back < 8 && tokens.end[back] === tokens.start[back + 1]; back--) {
      const word = text.folded(back).replace(/\d+$/, '')
      if (word.length >= 3 && tokens.kind[back] !== TokenKind.sign && tokens.kind[back] !== TokenKind.number)
        found.add(word)
    }
  }
  return found
}

function claimOf({ words, score, pattern }: Candidate): Claim {
  const confidence = Math.min(0.9, 0.6 + Math.max(0, score - THRESHOLD) * 0.04)
  return {
    category: NAME_CATEGORY,
    start: words[0]!.start,
    end: words[words.length - 1]!.end,
    confidence: Math.round(confidence * 10000) / 10000,
    detector: pattern ? 'rule:names_context' : 'rule:names_lexicon',
    strength: pattern ? 'pattern' : 'lexicon',
  }
}
