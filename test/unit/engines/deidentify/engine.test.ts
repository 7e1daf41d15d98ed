import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { maskedCopy, type RuledFinding } from '../../../../src/engines/deidentify/engine.ts'
import { loadPacks } from '../../../../src/packs/load.ts'
import type { Action } from '../../../../src/records/detection.ts'

const categories = loadPacks().categories()

/** Writes a copy of a text that has its spans as {LABEL:action:value}. */
function copyOf(marked: string, { salt = 'clinic', jurisdiction = 'NG' as string | null } = {}) {
  const spans: RuledFinding[] = []
  let source = ''
  let at = 0
  for (const match of marked.matchAll(/\{([A-Z_]+):(\w+):([^}]*)\}/gu)) {
    source += marked.slice(at, match.index)
    const category = [...categories.keys()].find((code) => code.endsWith(`-${match[1]}`))!
    const start = source.length
    source += match[3]
    spans.push({
      category,
      start,
      end: source.length,
      confidence: 1,
      detector: 'rule:test',
      strength: 'pattern',
      action: match[2] as Action,
      citation: 'law',
    })
    at = match.index + match[0].length
  }
  return maskedCopy(source + marked.slice(at), spans, { categories, jurisdiction, salt, limits: {} })
}

const hmac = (salt: string, value: string) => createHmac('sha256', salt).update(value).digest('hex').slice(0, 8)

describe('actions', () => {
  it('masks with a label, tokenises with a keyed hash, keeps what is retained', () => {
    const { text, record } = copyOf(
      'Patient (NIN {NIN:mask:12345678901}) of {LOCATION:retain:Lagos} called from {PHONE:tokenize:0803 555 7890}.',
    )
    const token = `PHONE_${hmac('clinic', '+2348035557890')}`
    expect(text).toBe(`Patient (NIN [NIN]) of Lagos called from ${token}.`)
    expect(record).toEqual({ phone: token })
  })

  it('gives one token to one value written two ways, another under another salt', () => {
    const marked = '{PHONE:tokenize:0803 555 7890} or {PHONE:tokenize:+234 803 555 7890}'
    const { text, record } = copyOf(marked)
    const [first, second] = text.split(' or ')
    expect(first).toBe(second)
    expect(record['phone']).toBe(first)
    expect(copyOf(marked, { salt: 'other' }).record['phone']).not.toBe(first)
  })

  it('joins distinct tokens of one slot in text order', () => {
    const { text, record } = copyOf(
      '{NAME:tokenize:Ada}, {EMAIL:tokenize:a@b.example}, {NAME:tokenize:Bola}, {NAME:tokenize:ADA}',
    )
    const [ada, email, bola, again] = text.split(', ')
    expect(again).toBe(ada)
    expect(record).toEqual({ name: `${ada} ${bola}`, email })
    expect(Object.keys(record)).toEqual(['name', 'email'])
  })

  it('refuses overlapping spans', () => {
    const span = {
      category: 'PII-1-NAME',
      confidence: 1,
      detector: 'd',
      strength: 'pattern',
      action: 'mask',
      citation: 'c',
    } as const
    const spans = [
      { ...span, start: 0, end: 3 },
      { ...span, start: 2, end: 5 },
    ]
    expect(() => maskedCopy('abcdef', spans, { categories, jurisdiction: null, salt: '', limits: {} })).toThrow(
      RangeError,
    )
  })
})

describe('drop closes the gap', () => {
  it.each([
    ['Patient has {HEALTH:drop:diabetes}.', 'Patient has.'],
    ['called from {PHONE:drop:0803} today', 'called from today'],
    ['(NIN {NIN:drop:123}) x', '(NIN) x'],
    ['a ({NIN:drop:123}) b', 'a () b'],
    ['({NIN:drop:123} NIN)', '(NIN)'],
    ['{NAME:drop:Ada} {NAME:drop:Bola} came', 'came'],
    ['met {NAME:drop:Ada} {NAME:drop:Bola} there', 'met there'],
    ['met {NAME:drop:Ada}, {NAME:drop:Bola} there', 'met, there'],
    ['met  {NAME:drop:Ada}  there', 'met there'],
    ['Pass: {PASSWORD:drop:x}\nNext', 'Pass:\nNext'],
    ['Pass: {PASSWORD:drop:x}\r\nNext', 'Pass:\r\nNext'],
    ['a\n  {NAME:drop:Ada} b', 'a\n  b'],
    ['a\t{NAME:drop:Ada}\tb', 'a\t\tb'],
    ['a,{NAME:drop:Ada},b', 'a,,b'],
    ['le code {PASSWORD:drop:x} ; suite', 'le code ; suite'],
    ['a\u00a0{NAME:drop:Ada}\u00a0b', 'a\u00a0b'],
    ['{NAME:drop:Ada}{NAME:mask:Bola} {NAME:drop:Cu} {NAME:mask:Da}', '[NAME] [NAME]'],
    ['{NAME:drop:Ada}', ''],
  ])('%j -> %j', (marked, expected) => {
    expect(copyOf(marked).text).toBe(expected)
  })
})

describe('generalize keeps what does not identify', () => {
  it.each([
    ['DOB', '1985-03-14', '1985'],
    ['DOB', '14/03/1985', '1985'],
    ['DOB', '14 March 1985', '1985'],
    ['DOB', '19850314', '1985'],
    ['DOB', '14.3.85', '[DOB]'],
    ['IP_ADDRESS', '192.168.1.42', '192.168.1.0/24'],
    ['IP_ADDRESS', '2001:db8:12:34::1', '2001:db8:12::/48'],
    ['IP_ADDRESS', '2001:DB8::1', '2001:db8::/48'],
    ['IP_ADDRESS', 'fe80::1%eth0', 'fe80::/48'],
    ['IP_ADDRESS', '::ffff:192.0.2.1', '192.0.2.0/24'],
    ['IP_ADDRESS', 'not an address', '[IP_ADDRESS]'],
    ['GPS_COORDINATES', '51.5074, -0.1278', '51.5, -0.1'],
    ['GPS_COORDINATES', '-33.918861,18.423300', '-33.9, 18.4'],
    ['GPS_COORDINATES', '52.5200° N, 13.4050° E', '52.5° N, 13.4° E'],
    ['GPS_COORDINATES', '52°31\'12.0"N 13°24\'18.0"E', '52.5° N, 13.4° E'],
    ['GPS_COORDINATES', '0.01, -0.02', '0.0, 0.0'],
    ['GPS_COORDINATES', 'near the river', '[GPS_COORDINATES]'],
    ['ADDRESS', '5 Appold Street, London', '[ADDRESS]'],
  ])('%s %j -> %j', (label, value, expected) => {
    expect(copyOf(`x {${label}:generalize:${value}} y`).text).toBe(`x ${expected} y`)
  })
})
