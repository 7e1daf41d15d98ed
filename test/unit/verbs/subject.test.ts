import { describe, expect, it } from 'vitest'
import type { DocumentFieldSet } from '../../../src/packs/schemas/document-fields.ts'
import type { Finding } from '../../../src/records/detection.ts'
import { subjectOf } from '../../../src/verbs/subject.ts'

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

const subject = (source: string) => {
  const { text, findings } = marked(source)
  return subjectOf(text, findings, [], fieldSet, (category) => category)
}

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
})
