// The scorer of detection runs: span measures of one data set. The same rules as the published scorer of the bench data
// (families of categories, nested, neutral and mislabelled predictions, scope), so that figures can be compared.

/** Codes that count as equal when a prediction is compared with the gold. Everything else is a separate family. */
const FAMILY_GROUPS = {
  name: 'PII-1-NAME PII-1-PRAISE_NAME PII-1-CLAN_NAME PII-9-CODE_MIXED_NAME',
  'person-number':
    'PII-2-NATIONAL_ID PII-2-NIN PII-2-BVN PII-2-HUDUMA PII-2-GHANA_CARD PII-2-FAYDA PII-2-HEALTH_ID PII-2-SSNIT PII-2-NHIF PII-2-TIN PII-2-TAX_REFERENCE PII-2-KRA_PIN PII-2-VAT PII-2-SSN',
  place: 'PII-4-ADDRESS PII-4-LOCATION PII-4-LANDMARK_ANCHOR PII-4-GPS_COORDINATES PII-9-INFORMAL_ANCHOR',
  account: 'PII-5-IBAN PII-5-BANK_ACCOUNT',
  wallet: 'PII-5-CRYPTO_WALLET PII-5-WALLET',
  secret: 'PII-8-PASSWORD PII-8-SESSION_TOKEN PII-8-API_KEY',
  device: 'PII-8-DEVICE_ID PII-8-MAC_ADDRESS PII-8-IMEI',
}
const FAMILY = new Map(
  Object.entries(FAMILY_GROUPS).flatMap(([name, codes]) => codes.split(' ').map((code) => [code, name])),
)

/** The family of a category code. */
export const family = (code) => FAMILY.get(code) ?? code

const overlap = (a, b) => a.start < b.end && b.start < a.end
const ratio = (a, b) => (b ? a / b : null)
const MEASURES = [
  'gold',
  'hit',
  'hitCategory',
  'hitAny',
  'covered',
  'goldChars',
  'leakChars',
  'tp',
  'fp',
  'mislabel',
  'nested',
  'neutral',
  'ignored',
  'predicted',
  'exact',
]
const counter = () => Object.fromEntries([...MEASURES.map((name) => [name, 0]), ['texts', 0], ['chars', 0]])

/** Adds up the scores of texts of one set. Offsets are code points throughout. */
export class Tally {
  total = counter()
  categories = new Map()
  negatives = new Map()
  errors = { miss: [], fp: [], mislabel: [] }

  #category(code) {
    if (!this.categories.has(code)) this.categories.set(code, counter())
    return this.categories.get(code)
  }

  /** One text: `row` of the set, `predictions` [{start, end, category}], `scope` a Set of codes or null, how many errors to keep. */
  add(row, predictions, scope, keep = 0) {
    const characters = [...row.text]
    const gold = row.spans.filter((span) => span.category)
    const unlabelled = row.spans.filter((span) => !span.category)
    const value = (span) => characters.slice(span.start, span.end).join('')
    this.total.texts++
    this.total.chars += characters.length
    const covered = new Uint8Array(characters.length)
    for (const p of predictions) covered.fill(1, p.start, p.end)
    const over = predictions.map((p) => gold.flatMap((g, i) => (overlap(p, g) ? [i] : [])))
    const hit = gold.map(() => false)
    predictions.forEach((p, k) => {
      for (const i of over[k]) if (family(gold[i].category) === family(p.category)) hit[i] = true
    })
    gold.forEach((g, i) => {
      const touching = predictions.filter((_, k) => over[k].includes(i))
      let solid = 0
      let leaked = 0
      for (let j = g.start; j < g.end; j++) {
        if (/^\s$/u.test(characters[j])) continue
        solid++
        if (!covered[j]) leaked++
      }
      for (const tally of [this.total, this.#category(g.category)]) {
        tally.gold++
        tally.hit += hit[i] ? 1 : 0
        tally.hitCategory += touching.some((p) => p.category === g.category) ? 1 : 0
        tally.hitAny += touching.length ? 1 : 0
        tally.covered += leaked === 0 ? 1 : 0
        tally.goldChars += solid
        tally.leakChars += leaked
      }
      if (!hit[i] && this.errors.miss.length < keep) this.errors.miss.push([row.id, g.category, g.label, value(g)])
    })
    const used = new Set()
    const wrong = []
    predictions.forEach((p, k) => {
      const own = over[k].filter((i) => family(gold[i].category) === family(p.category))
      const verdict = own.length
        ? 'tp'
        : scope && !scope.has(p.category)
          ? 'ignored'
          : over[k].length
            ? over[k].every((i) => hit[i])
              ? 'nested'
              : 'mislabel'
            : unlabelled.some((span) => overlap(p, span))
              ? 'neutral'
              : 'fp'
      const exactly = (i) => gold[i].start === p.start && gold[i].end === p.end
      const best = [...own].sort(
        (a, b) =>
          Number(!exactly(a)) - Number(!exactly(b)) ||
          Number(gold[a].category !== p.category) - Number(gold[b].category !== p.category) ||
          a - b,
      )[0]
      const code = verdict === 'tp' ? gold[best].category : p.category
      const counts = verdict === 'tp' || verdict === 'fp' || verdict === 'mislabel'
      for (const tally of [this.total, this.#category(code)]) {
        tally[verdict]++
        if (counts) tally.predicted++
      }
      if (verdict === 'fp' || verdict === 'mislabel') {
        wrong.push(p)
        if (this.errors[verdict].length < keep)
          this.errors[verdict].push([row.id, p.category, p.detector ?? '', value(p)])
      }
      if (!counts) return
      const twin = gold.findIndex((g, i) => !used.has(i) && exactly(i) && family(g.category) === family(p.category))
      if (twin < 0) return
      used.add(twin)
      this.total.exact++
      this.#category(gold[twin].category).exact++
    })
    for (const negative of row.negatives ?? []) {
      const seen = this.negatives.get(negative.kind) ?? { n: 0, hit: 0 }
      seen.n++
      if (wrong.some((p) => overlap(p, negative))) seen.hit++
      this.negatives.set(negative.kind, seen)
    }
  }

  /** Measures of the whole, by category, and of the annotated negatives. Shares are in [0, 1], null where nothing was counted. */
  report() {
    const measures = (tally) => ({
      gold: tally.gold,
      predicted: tally.predicted,
      recall: ratio(tally.hit, tally.gold),
      precision: ratio(tally.tp, tally.predicted),
      recallCategory: ratio(tally.hitCategory, tally.gold),
      recallAny: ratio(tally.hitAny, tally.gold),
      covered: ratio(tally.covered, tally.gold),
      exactF1: ratio(2 * tally.exact, tally.gold + tally.predicted),
      leak: ratio(tally.leakChars, tally.goldChars),
      fp: tally.fp,
      mislabel: tally.mislabel,
      nested: tally.nested,
      neutral: tally.neutral,
      ignored: tally.ignored,
    })
    return {
      overall: {
        ...measures(this.total),
        texts: this.total.texts,
        chars: this.total.chars,
        fpPer100: ratio(100 * this.total.fp, this.total.texts),
      },
      byCategory: Object.fromEntries(
        [...this.categories].sort(([a], [b]) => (a < b ? -1 : 1)).map(([code, tally]) => [code, measures(tally)]),
      ),
      negatives: Object.fromEntries([...this.negatives].sort(([a], [b]) => (a < b ? -1 : 1))),
    }
  }
}
