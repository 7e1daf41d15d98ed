// Copies of labelled texts for the fit of names, as people write in haste or as speech is written down: small letters alone, without signs,
// without marks on letters, names misspelt. Each character keeps its place, so that the labels hold.

/** How much a copy counts for its text, and the share of texts that have a copy of each kind. */
const WEIGHT = 0.35
const SHARES = { small: 0.16, spoken: 0.05, bare: 0.06, misspelt: 0.05 }
/** Texts that people of today wrote, or that show how they write. */
const COPIED =
  /^office|^examples|germeval|wnut17|btc|meddocan|ronec|webnews|voa|estner|presidio|contexts36|arche|^sentences|^forms/

const sameLength = (text, change) =>
  Array.from({ length: text.length }, (_, i) => {
    const changed = change(text[i])
    return changed.length === 1 ? changed : text[i]
  }).join('')
const small = (text) => sameLength(text, (unit) => unit.toLowerCase())
const COPIES = {
  small,
  spoken: (text) => small(text).replace(/[.,;:!?"()](?=\s|$)/g, ' '),
  bare: (text) => sameLength(text, (unit) => unit.normalize('NFD')[0]),
  misspelt: (text, spans, random) => {
    const units = [...Array(text.length).keys()].map((i) => text[i])
    for (const { start, end, type } of spans) {
      if (type !== 'PER' || end - start < 5) continue
      const at = start + 1 + Math.floor(random() * (end - start - 3))
      if (/\p{Ll}/u.test(units[at]) && /\p{Ll}/u.test(units[at + 1]))
        [units[at], units[at + 1]] = [units[at + 1], units[at]]
    }
    return units.join('')
  },
}

export function copies(texts, random) {
  const found = []
  for (const { text, spans, types, weight, source } of texts) {
    if (!COPIED.test(source)) continue
    for (const [kind, share] of Object.entries(SHARES)) {
      if (random() >= share) continue
      const copy = COPIES[kind](text, spans, random)
      if (copy !== text) found.push({ text: copy, spans, types, weight: weight * WEIGHT, source: `${source}, ${kind}` })
    }
  }
  return found
}
