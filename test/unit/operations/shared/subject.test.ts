import { describe, expect, it } from 'vitest'
import { type Slots, subjectPair, subjectsOf } from '../../../../src/operations/shared/subject.ts'
import type { DocumentFieldSet } from '../../../../src/packs/schemas/field-labels.ts'
import type { Finding } from '../../../../src/records/detection.ts'

const fieldSet: DocumentFieldSet = {
  subject: 'name',
  fields: { name: ['slot:name'], national_id: ['slot:national_id'], phone: ['slot:phone'], email: ['slot:email'] },
}

/** Findings for the marked values of a text: `[slot|value]`. */
function marked(source: string): { text: string; findings: Finding[] } {
  const findings: Finding[] = []
  let text = ''
  for (const part of source.split(/(\[[a-z_]+\|[^\]]+\])/)) {
    const mark = /^\[([a-z_]+)\|([^\]]+)\]$/.exec(part)
    if (mark)
      findings.push({
        category: mark[1]!,
        start: text.length,
        end: text.length + mark[2]!.length,
        confidence: 0.9,
        detector: 'rule:test',
        strength: 'pattern',
      })
    text += mark ? mark[2] : part
  }
  return { text, findings }
}

const slots: Slots = { slotOf: (category) => category, isNumber: (slot) => slot === 'national_id' }
const subjects = (source: string) => {
  const { text, findings } = marked(source)
  return subjectsOf(text, findings, [], fieldSet, slots)
}
const subject = (source: string) => subjects(source)[0]

describe('the subject of a text', () => {
  it('is the name that most values stand with, and takes only those', () => {
    const found = subject(
      'Dr [name|Ama Boateng], clinic line [phone|0302 123 456]. Patient [name|Kofi Mensah], NIN [national_id|GHA-1], mail [email|k@example.org]. Seen with [name|Mensah].',
    )
    expect(found.attributes).toEqual({ name: 'Kofi Mensah', national_id: 'GHA-1', email: 'k@example.org' })
    expect(found.subjects).toBe(2)
  })

  it('reads a text without names as one subject', () => {
    expect(subject('NIN [national_id|12345678901], [email|a@example.org]').attributes).toEqual({
      national_id: '12345678901',
      email: 'a@example.org',
    })
  })

  it('gives a letter head far above the first name to nobody when several people are named', () => {
    const head = `Office [phone|020 111]${' .'.repeat(100)} `
    expect(subject(`${head}[name|Ana Ruiz] writes to [name|Bo Lind].`).attributes).toEqual({ name: 'Ana Ruiz' })
    expect(subject(`${head}[name|Ana Ruiz] writes.`).attributes).toEqual({ name: 'Ana Ruiz', phone: '020 111' })
  })

  it('keeps the longest spelling of one name and joins broken lines', () => {
    expect(subject('[name|Okonkwo] ... [name|Adesola\nOkonkwo], [phone|0803]').attributes).toEqual({
      name: 'Adesola Okonkwo',
      phone: '0803',
    })
  })

  it('takes two full names with numbers of their own for two people, and a part of a name for one of them', () => {
    const family = subjects(
      '[name|Musa Ibrahim] ([national_id|111]) and [name|Musa Ibrahim Bello] ([national_id|222]).',
    )
    expect(family.map(({ attributes }) => attributes['national_id'])).toEqual(['111', '222'])
    const couple = subjects(
      '[name|John Smith], [name|Smith] [phone|020], then [name|Jane Smith] and Mrs [name|Smith] [email|j@example.org].',
    )
    expect(couple.map(({ attributes }) => attributes)).toEqual([
      { name: 'John Smith', phone: '020' },
      { name: 'Jane Smith', email: 'j@example.org' },
    ])
  })

  it('of people supported equally well is the one whom both texts name', () => {
    const [list, one] = [subjects('[name|Ana Ruiz] and [name|Bo Lind] came.'), subjects('[name|Lind, Bo] came.')]
    expect(subjectPair(list, one, 'name').map(({ attributes }) => attributes['name'])).toEqual(['Bo Lind', 'Lind, Bo'])
    const better = subjects('[name|Ana Ruiz], [phone|020], and [name|Bo Lind] came.')
    expect(subjectPair(better, one, 'name')[0].attributes['name']).toBe('Ana Ruiz')
  })

  it('reads a long roll of namesakes in linear time', () => {
    const roll = Array.from(
      { length: 20_000 },
      (_, n) => `[name|Smith ${String.fromCharCode(97 + (n % 26))}${n}x]`,
    ).join(', ')
    expect(subject(roll).subjects).toBe(20_000)
  })
})
