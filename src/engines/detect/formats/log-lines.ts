// Lines of access logs: "203.0.113.7 - ada.obi [12/Mar/2024:10:11:12 +0100] ..." (Common Log Format).
import type { Reader } from './format.ts'

const LINE = /^[^\s[\]]{2,100} [^\s[\]]{1,60} ([^\s[\]]{2,64}) (?=\[\d{2}\/[A-Z][a-z]{2}\/\d{4}:\d{2}:)/gm

export const readLogLines: Reader = (text, { fields }, take) => {
  const known = fields.get('authuser') ?? []
  for (const match of text.matchAll(LINE)) {
    const end = match.index + match[0].length - 1
    for (const field of known) take(field, end - match[1]!.length, end)
  }
}
