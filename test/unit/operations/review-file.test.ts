import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signerOf } from '../../../src/attest/index.ts'
import { readReviewFile, signAnswers } from '../../../src/operations/review/review-file.ts'
import type { ReviewFile } from '../../../src/records/review-file.ts'
import { createService } from '../../../src/service.ts'

const folder = mkdtempSync(join(tmpdir(), 'selfsame-test-'))
const service = createService({ ledger: join(folder, 'ledger.sqlite') })
const [office, ada, eve] = [0, 1, 2].map(() => signerOf(generateKeyPairSync('ed25519').privateKey)) as [
  ReturnType<typeof signerOf>,
  ReturnType<typeof signerOf>,
  ReturnType<typeof signerOf>,
]
const now = new Date('2026-11-28T04:00:00Z')
const KEYS = { exporters: [office.did], reviewers: [ada.did] }
const exported = (more: object = {}) =>
  service.exportReviews({
    ...{ signer: office, reveal: false, blind: false, entity: null, seed: '', limit: 10, reviewer: null, now },
    ...more,
  })
const answering = (file: ReviewFile, answer = 'different') => {
  const copy = structuredClone(file)
  Object.assign(copy.pairs[0]!, { answer, reason: 'father and son' })
  return copy
}

beforeAll(async () => {
  for (const year of ['1950', '1951']) {
    const person = { name: 'Hans Zimmermann', address: 'Lindenstr. 4, 10969 Berlin', phone: '030 901820' }
    await service.compare({ a: { ...person, dob: `${year}-05-05` }, b: { ...person, dob: `1980-05-05` }, store: true })
  }
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('a file of pairs', () => {
  it('has masked values, the policy, and what each id binds, under one signature', async () => {
    const file = await exported()
    expect(file).toMatchObject({ policy: { masked: true, blind: false }, signer: office.did })
    expect(file.pairs).toHaveLength(2)
    expect(JSON.stringify(file)).not.toContain('Zimmermann')
    expect(JSON.stringify(await exported({ reveal: true }))).toContain('Zimmermann')
    const blind = await exported({ blind: true })
    expect(blind.pairs[0]).toMatchObject({ bound: null, explanation: null })
    expect(await readReviewFile(file, [office.did])).toEqual(file)
    await expect(readReviewFile(file, [eve.did])).rejects.toMatchObject({ code: 'usage' })
  })

  // biome-ignore lint/suspicious/noExplicitAny: edits that no type allows
  it.each<[string, (file: any) => void]>([
    ['pairs.1.fields.0.a', (file) => (file.pairs[1].fields[0].a = 'Zimm')],
    ['policy.masked', (file) => (file.policy.masked = false)],
    ['pairs.0.bound.score', (file) => (file.pairs[0].bound.score = 0.9)],
    ['pairs.0.bound.score', (file) => (file.pairs[0].bound.score += 0.00001)],
    ['pairs.0.fields.1.likeness', (file) => (file.pairs[0].fields[1].likeness += 0.00001)],
    ['pairs.1 (removed)', (file) => file.pairs.pop()],
    ['pairs (added)', (file) => file.pairs.push(structuredClone(file.pairs[0]))],
    ['pairs.0', (file) => (file.pairs[0].zimmermann = 'Zimm')],
    [
      'signature',
      (file) => (file.jws = file.jws.replace(/\..(?=[^.]*$)/, (begin: string) => (begin === '.A' ? '.B' : '.A'))),
    ],
  ])('that was edited is refused, naming %s', async (place, edit) => {
    const file = answering(await exported())
    edit(file)
    const refused = signAnswers(file, 'ada', ada, now)
    await expect(refused).rejects.toMatchObject({ code: 'usage', message: expect.stringContaining(place) })
    await expect(refused).rejects.toMatchObject({ message: expect.not.stringMatching(/zimm/i) })
  })

  it('whose service signed a wrong id is refused', async () => {
    const file = await exported()
    const { pairs, jws: _, ...head } = file
    const wrong = [{ ...pairs[0]!, decision_id: pairs[1]!.decision_id }]
    const { signCompact } = await import('../../../src/attest/index.ts')
    const content = { ...head, pairs: wrong }
    const signed = { ...content, jws: await signCompact(content, 'selfsame-review-file+jws', office) }
    await expect(readReviewFile(signed, [])).rejects.toMatchObject({
      message: expect.stringContaining('pairs.0.decision_id'),
    })
  })

  it('gives its answers back once, under the name and key of the reviewer', async () => {
    const signed = await signAnswers(answering(await exported()), 'ada', ada, now)
    await expect(service.importReviews(answering(await exported()), KEYS)).rejects.toMatchObject({ code: 'usage' })
    const turned = structuredClone(signed)
    turned.pairs[0]!.answer = 'same'
    await expect(service.importReviews(turned, KEYS)).rejects.toMatchObject({
      message: expect.stringContaining('answers.0.answer'),
    })
    const byEve = await signAnswers(answering(await exported()), 'ada', eve, now)
    await expect(service.importReviews(byEve, KEYS)).rejects.toMatchObject({
      message: expect.stringContaining('known reviewer'),
    })
    const [first] = await service.importReviews(signed, KEYS)
    expect(first).toMatchObject({ recorded: { state: 'different' }, refused: null })
    const { pins } = await service.decision({ id: first!.recorded!.decision_id })
    expect(pins).toMatchObject({ decided_by: 'person', reviewer: `ada (${ada.did})`, answer: 'different' })
    expect((await service.importReviews(signed, KEYS))[0]).toMatchObject({
      recorded: null,
      refused: { code: 'review_moved' },
    })
    expect((await exported()).pairs).toHaveLength(1)
  })

  it.each(['  ', 'a\nb', 'ada\u202e', 'a'.repeat(300)])('is not signed by somebody called %j', async (name) => {
    await expect(signAnswers(answering(await exported()), name, ada, now)).rejects.toMatchObject({
      message: expect.stringContaining('name of the reviewer'),
    })
  })

  it('needs an answer with a reason', async () => {
    const file = await exported()
    await expect(signAnswers(file, 'ada', ada, now)).rejects.toMatchObject({ code: 'usage' })
    file.pairs[0]!.answer = 'same'
    await expect(signAnswers(file, 'ada', ada, now)).rejects.toMatchObject({
      message: expect.stringContaining('pairs.0'),
    })
  })
})
