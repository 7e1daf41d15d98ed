// How well the persons of texts stay hidden: counts over rows {text, spans: [{start, end, category, mention, form}], negatives}, and how they
// are printed. npm run bench:repeats measures what is released by it, npm run fit:repeats texts that were left out of a fit.
const NAME = 'PII-1-NAME'
const share = (part, whole) => (whole === 0 ? '-' : (part / whole).toFixed(3))
const touches = (one) => (other) => one.start < other.end && other.start < one.end

export class Measure {
  #texts = 0
  #forms = new Map()
  #all = { repeats: 0, found: 0, letters: 0, left: 0, hidden: 0, false: 0, onDecoys: 0, decoys: 0 }
  #show

  /** `show` is called with what is wrong: {kind: 'missed' | 'false' | 'decoy', id, value, form, around}. */
  constructor(show = () => {}) {
    this.#show = show
  }

  /** Counts one text; findings have offsets in code points. */
  add(row, findings) {
    const points = [...row.text]
    const all = this.#all
    const around = ({ start, end }) =>
      points
        .slice(Math.max(0, start - 35), end + 25)
        .join('')
        .replaceAll('\n', '⏎')
    const told = (kind, span, form) =>
      this.#show({ kind, id: row.id, form, value: points.slice(span.start, span.end).join(''), around: around(span) })
    const covered = new Uint8Array(points.length)
    for (const { start, end } of findings) covered.fill(1, start, end)
    let isHidden = true
    for (const span of row.spans.filter(({ category, mention }) => category === NAME && mention !== 'other')) {
      let left = 0
      let letters = 0
      for (let i = span.start; i < span.end; i++)
        if (/[\p{L}\p{N}]/u.test(points[i])) {
          letters++
          if (covered[i] === 0) left++
        }
      if (left > 0) {
        isHidden = false
        told('missed', span, span.form ?? span.mention)
      }
      if (span.mention !== 'repeat') continue
      const form = this.#forms.get(span.form) ?? { n: 0, whole: 0 }
      this.#forms.set(span.form, form)
      form.n++
      form.whole += left === 0 ? 1 : 0
      all.repeats++
      all.found += findings.some(touches(span)) ? 1 : 0
      all.letters += letters
      all.left += left
    }
    this.#texts++
    all.hidden += isHidden ? 1 : 0
    all.decoys += row.negatives?.length ?? 0
    for (const finding of findings)
      if (finding.category === NAME && !row.spans.some(touches(finding))) {
        const isDecoy = row.negatives?.some(touches(finding))
        all.false++
        all.onDecoys += isDecoy ? 1 : 0
        told(isDecoy ? 'decoy' : 'false', finding, finding.detector)
      }
  }

  summary() {
    const { repeats, found, letters, left, hidden, false: wrong, onDecoys, decoys } = this.#all
    return `${this.#texts} texts: repeats found ${share(found, repeats)}, residue ${share(left, letters)}, persons wholly hidden ${share(hidden, this.#texts)}, false names per 100 texts ${((100 * wrong) / this.#texts).toFixed(1)}, on decoys ${onDecoys} of ${decoys}`
  }

  /** Repeats by form, those found least first, as a table. */
  forms() {
    const rows = [...this.#forms].sort(([, a], [, b]) => a.whole / a.n - b.whole / b.n)
    return [
      '| form | repeats | whole |\n|---|---|---|',
      ...rows.map(([form, { n, whole }]) => `| ${form} | ${n} | ${share(whole, n)} |`),
    ].join('\n')
  }
}
