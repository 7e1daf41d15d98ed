// HL7 version 2: one segment per line, fields separated by bars, with repetitions and components (chapter 2.5).
import { componentsOf, type Field, linesIn, nameOf, type Reader, signWithin, type Take } from './format.ts'

const NAME_LENGTH = 3
const MOST_FIELDS = 200
const STANDARD = { component: '^', repetition: '~' }

export const readSegments: Reader = (text, { fields }, take) => {
  let signs = STANDARD
  for (const { start, end } of linesIn(text)) {
    const bar = start + NAME_LENGTH
    if (text[bar] !== '|' || bar >= end) continue
    const name = nameOf(text.slice(start, bar))
    // MSH-2 defines the encoding characters of its message: component, repetition, escape, subcomponent.
    if (name === 'msh' && end > bar + 3) signs = { component: text[bar + 1]!, repetition: text[bar + 2]! }
    let from = bar + 1
    for (let number = 1; number <= MOST_FIELDS && from <= end; number++) {
      const close = signWithin(text, '|', from, end)
      const known = close > from ? fields.get(`${name}-${number}`) : undefined
      if (known !== undefined) takeRepeated(text, from, close, signs, known, take)
      from = close + 1
    }
  }
}

function takeRepeated(
  text: string,
  start: number,
  end: number,
  { component, repetition }: typeof STANDARD,
  fields: readonly Field[],
  take: Take,
): void {
  for (let from = start; from <= end; ) {
    const close = signWithin(text, repetition, from, end)
    for (const field of fields) {
      const place = componentsOf(text, from, close, component, field)
      if (place !== null) take(field, place.start, place.end)
    }
    from = close + 1
  }
}
