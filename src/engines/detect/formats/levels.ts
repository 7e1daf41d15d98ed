// Lines with level numbers, as in family trees: "1 BIRT", under it "2 DATE 12 MAR 1950" (GEDCOM 5.5.1, chapter 1).
import { DEEPEST, linesIn, nameOf, type Reader, takeNested } from './format.ts'

const LINE = /[ \t]{0,8}(\d{1,2}) (?:@[^@\n\r]{1,40}@ )?([A-Z_][A-Z\d_]{2,30})(?= |$)/my

export const readLevels: Reader = (text, format, take) => {
  const names: string[] = []
  for (const { start, end } of linesIn(text)) {
    LINE.lastIndex = start
    const line = LINE.exec(text)
    if (line === null || LINE.lastIndex > end) continue
    const level = Number(line[1])
    if (level > names.length || level > DEEPEST) continue
    names.length = level
    const name = nameOf(line[2]!)
    if (LINE.lastIndex < end) takeNested(format, name, names, take, LINE.lastIndex + 1, end)
    names.push(name)
  }
}
