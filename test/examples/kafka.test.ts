// The Kafka consumer of the examples, with a broker in memory, and with the mock broker of librdkafka where Python has it.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kafka, logLevel, Partitioners } from 'kafkajs'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { maskTopic } from '../../examples/kafka/masker.mjs'
import { createService } from '../../src/service.ts'
import { root } from '../house/sources.ts'

interface Message {
  readonly key: Buffer | null
  readonly value: Buffer | null
  readonly offset: string
}

interface Sent {
  readonly key: string | Buffer | null
  readonly value: string | Buffer | null
  readonly headers?: Record<string, string>
}

const TOPICS = { from: 'calls', to: 'calls.masked', refused: 'calls.refused' }
const PERSON = 'Casey Example'
const NUMBER = '12345678901'
const CALL = `Patient ${PERSON} (NIN ${NUMBER}) called.`
const service = createService()
afterAll(() => service.close())

/** A broker with one partition: what was sent, and the offset that a consumer begins at. */
class Broker {
  readonly sent = new Map<string, Sent[]>()
  readonly lines: string[] = []
  committed = 0
  failing = false
  #messages: Message[] = []

  add(...values: (string | Buffer | null)[]): void {
    for (const value of values)
      this.#messages.push({
        key: Buffer.from(PERSON),
        value: value === null ? null : Buffer.from(value),
        offset: `${this.#messages.length}`,
      })
  }

  async run(request: object = { jurisdiction: 'NG', salt: 'a secret' }): Promise<void> {
    const producer = {
      send: async ({ topic, messages }: { topic: string; messages: Sent[] }) => {
        if (this.failing) throw new Error('the broker is gone')
        this.sent.set(topic, [...(this.sent.get(topic) ?? []), ...messages])
      },
    }
    const consumer = {
      subscribe: async () => {},
      run: async ({ eachBatch }: { eachBatch: (given: object) => Promise<void> }) =>
        eachBatch({
          batch: { topic: TOPICS.from, partition: 0, messages: this.#messages.slice(this.committed) },
          resolveOffset: (offset: string) => {
            this.committed = Number(offset) + 1
          },
          heartbeat: async () => {},
          isRunning: () => true,
          isStale: () => false,
        }),
    }
    const log = (line: string) => this.lines.push(line)
    await maskTopic({ consumer, producer, service, request, topics: TOPICS, log })
  }

  texts = (topic: string) => (this.sent.get(topic) ?? []).map(({ value }) => value?.toString() ?? null)
}

describe('messages of a topic', () => {
  let broker: Broker
  beforeEach(() => {
    broker = new Broker()
  })

  it('are masked in their order, with a key that stays the same and shows nothing', async () => {
    broker.add(CALL, null, 'Nothing to hide.', CALL)
    await broker.run()
    expect(broker.texts(TOPICS.to)).toEqual([
      expect.stringMatching(/^Patient NAME_\w{8} \(NIN \[NIN\]\) called\.$/),
      null,
      'Nothing to hide.',
      broker.texts(TOPICS.to)[0],
    ])
    const sent = broker.sent.get(TOPICS.to)!
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
    expect(sent[0]!.key).toMatch(/^[0-9a-f]{64}$/)
    expect(sent[0]!.headers!['decision-id']).toMatch(/^red:sha256:/)
    expect(broker.committed).toBe(4)
  })

  it('are read again when their copies were not acknowledged', async () => {
    broker.add(CALL, 'Second.')
    broker.failing = true
    await expect(broker.run()).rejects.toThrow('the broker is gone')
    expect(broker.committed).toBe(0)
    broker.failing = false
    await broker.run()
    expect([broker.texts(TOPICS.to).length, broker.committed]).toEqual([2, 2])
  })

  it('that cannot be masked go to a topic of their own as they were, and the log says where but not what', async () => {
    broker.add(Buffer.from([0x43, 0xff, 0xfe]), `Patient ${PERSON} called.`, CALL)
    await broker.run({ salt: 'a secret' })
    expect(broker.texts(TOPICS.to)).toHaveLength(1)
    expect(broker.sent.get(TOPICS.refused)!.map(({ headers }) => headers)).toEqual([
      { reason: 'not_utf8', topic: 'calls', partition: '0', offset: '0' },
      { reason: 'jurisdiction_unknown', topic: 'calls', partition: '0', offset: '1' },
    ])
    expect(broker.texts(TOPICS.refused)[1]).toBe(`Patient ${PERSON} called.`)
    expect(broker.lines).toEqual([
      'refused: partition 0, offset 0: not_utf8',
      'refused: partition 0, offset 1: jurisdiction_unknown',
    ])
    expect(broker.committed).toBe(3)
  })

  it('stay uncommitted when the fault is not theirs', async () => {
    broker.add(CALL)
    await expect(broker.run({ jurisdiction: 'XX', salt: 'a secret' })).rejects.toMatchObject({
      code: 'jurisdiction_unsupported',
    })
    await expect(broker.run({ jurisdiction: 'NG' })).rejects.toThrow('a salt is required')
    expect([broker.committed, broker.sent.size]).toEqual([0, 0])
  })
})

/** Python with confluent-kafka, whose library has a mock broker; SELFSAME_TEST_PYTHON names one that is not first on the path. */
const PYTHON = process.env['SELFSAME_TEST_PYTHON'] ?? 'python3'
const hasBroker = spawnSync(PYTHON, ['-c', 'import confluent_kafka'], { stdio: 'ignore' }).status === 0
if (!hasBroker)
  console.warn(
    `SKIPPED: no broker for Kafka (pip install confluent-kafka, for ${PYTHON}): examples/kafka is tried in memory only.`,
  )

const BROKER = `
import sys
from confluent_kafka import Producer
settings = {"bootstrap.servers": "unused:9092", "test.mock.num.brokers": 1, "log_level": 0}
producer = Producer(settings)
print(",".join(f"{b.host}:{b.port}" for b in producer.list_topics(timeout=30).brokers.values()), flush=True)
sys.stdin.read()
`

describe.skipIf(!hasBroker)('the program, with a broker', () => {
  const folder = mkdtempSync(join(tmpdir(), 'selfsame-kafka-'))
  const children: ChildProcess[] = []
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })

  it('masks what is sent, and prints no value', async () => {
    const mock = spawn(PYTHON, ['-c', BROKER], { stdio: ['pipe', 'pipe', 'ignore'] })
    children.push(mock)
    const brokers = ((await once(mock.stdout, 'data')) as [Buffer])[0].toString().trim()
    const kafka = new Kafka({ brokers: brokers.split(','), logLevel: logLevel.NOTHING })
    const producer = kafka.producer({ createPartitioner: Partitioners.DefaultPartitioner })
    await producer.connect()
    await producer.send({
      topic: TOPICS.from,
      messages: [{ key: PERSON, value: CALL }, { value: Buffer.from([0xff]) }],
    })

    writeFileSync(join(folder, 'salt.txt'), 'a secret\n')
    const words = ['--brokers', brokers, '--jurisdiction', 'NG', '--salt-file', join(folder, 'salt.txt')]
    const program = spawn(process.execPath, [join(root, 'examples/kafka/main.mjs'), ...words])
    children.push(program)
    let printed = ''
    for (const output of [program.stdout, program.stderr])
      output.on('data', (piece: Buffer) => {
        printed += piece.toString()
      })

    const found = new Map<string, string>()
    const consumer = kafka.consumer({ groupId: 'test' })
    await consumer.connect()
    await consumer.subscribe({ topics: [TOPICS.to, TOPICS.refused], fromBeginning: true })
    await consumer.run({
      eachMessage: async ({ topic, message }) => {
        found.set(topic, message.value!.toString('latin1'))
      },
    })
    for (let tries = 0; tries < 900 && found.size < 2; tries++) await sleep(100)
    await Promise.all([consumer.disconnect(), producer.disconnect()])
    expect([found.get(TOPICS.to), found.get(TOPICS.refused)]).toEqual([
      expect.stringMatching(/^Patient NAME_\w{8} \(NIN \[NIN\]\) called\.$/),
      '\u00ff',
    ])
    const ended = once(program, 'exit')
    program.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    expect(printed).toContain('masking calls into calls.masked')
    expect([PERSON, NUMBER].filter((value) => printed.includes(value))).toEqual([])
  })
})
