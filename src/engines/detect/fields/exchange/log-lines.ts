// Lines of access logs: "203.0.113.7 - ada.obi [12/Mar/2024:10:11:12 +0100] ..." (Common Log Format), by the names of its columns.
import type { Reader } from './format.ts'

const LINE =
  /^(?<host>[^\s[\]]{2,100}) (?<identity>[^\s[\]]{1,60}) (?<user>[^\s[\]]{2,64}) (?=\[\d{2}\/[A-Z][a-z]{2}\/\d{4}:\d{2}:)/dgm

export const readLogLines: Reader = (text, { fields }, take) => {
  for (const { indices } of text.matchAll(LINE))
    for (const [column, known] of fields) {
      const place = indices?.groups?.[column]
      if (place !== undefined) for (const field of known) take(field, place[0], place[1])
    }
}
