// Line breaks of wrapped prose do not cut values; those of lists, logs, forms and addresses do.
import { describe, expect, it } from 'vitest'
import { detect } from '../../../src/index.ts'

const found = async (text: string, category: string) =>
  (await detect({ text, jurisdiction: 'DE' })).detections
    .filter((one) => one.category === category)
    .map(({ start, end }) => text.slice(start, end))

const LETTER = [
  'Die Patientin klagt seit dem vergangenen Frühjahr über Schwindel, Frau Rosa',
  'Ebenhoch begleitet sie. Bitte senden Sie den Befund an die Praxis von Jürgen',
  'Wallraff, sobald er vorliegt, und rufen Sie dann bitte unter der Nummer 0171',
  '3920044 zurück. Wenn niemand abnimmt, sprechen Sie bitte auf das Band und',
  'lassen Sie uns wissen, wann wir Sie erreichen.',
]

describe('wrapped lines', () => {
  it.each([
    ['\n', LETTER.join('\n')],
    ['\r\n', LETTER.join('\r\n')],
  ])('a value runs over a line break written as %j', async (line, text) => {
    expect(await found(text, 'PII-1-NAME')).toEqual([`Rosa${line}Ebenhoch`, `Jürgen${line}Wallraff`])
    expect(await found(text, 'PII-3-PHONE')).toEqual([`0171${line}3920044`])
  })

  it('names of a list stay apart', async () => {
    const list = ['Teilnehmer:', 'Rosa Ebenhoch', 'Jürgen Wallraff', 'Annika Sommerfeld'].join('\n')
    expect(await found(list, 'PII-1-NAME')).toEqual(['Rosa Ebenhoch', 'Jürgen Wallraff', 'Annika Sommerfeld'])
  })

  it('a signature is not a part of the sentence before it', async () => {
    const mail = `${LETTER.slice(0, 2).join('\n')}.\n\nMit freundlichen Grüßen\nOttilie Brandmeier\nTelefon: 0171 3920045`
    expect(await found(mail, 'PII-1-NAME')).toContain('Ottilie Brandmeier')
    expect(await found(mail, 'PII-3-PHONE')).toEqual(['0171 3920045'])
  })
})
