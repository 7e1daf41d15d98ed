// Runs the masker with kafkajs, which is installed by name: npm install kafkajs
import { readFileSync } from 'node:fs'
import { Kafka, logLevel, Partitioners } from 'kafkajs'
import { createService } from 'selfsame'
import { LAW, optionsOf } from '../options.mjs'
import { maskTopic } from './masker.mjs'

const {
  brokers,
  group,
  from,
  to,
  refused,
  'salt-file': saltFile,
  ...law
} = optionsOf('main.mjs', {
  brokers: ['addresses, separated by commas', '127.0.0.1:9092'],
  group: ['the group of the consumer', 'selfsame'],
  from: ['the topic that is read', 'calls'],
  to: ['the topic of masked messages', 'calls.masked'],
  refused: ['the topic of messages that cannot be masked', 'calls.refused'],
  'salt-file': ['a file with the secret that keys the tokens; required'],
  ...LAW,
})
if (saltFile === undefined) {
  console.error('--salt-file is required: a file with the secret that keys the tokens')
  process.exit(2)
}

const service = createService({ warn: (message) => console.error(message) })
const request = { ...law, salt: readFileSync(saltFile, 'utf8').trimEnd() }
// A jurisdiction that does not exist stops here, and not at the first message.
await service.deidentify({ ...request, text: '' }).catch((error) => {
  if (error.code !== 'jurisdiction_unknown') throw error
})
const kafka = new Kafka({ clientId: 'selfsame', brokers: brokers.split(','), logLevel: logLevel.WARN })
const producer = kafka.producer({ createPartitioner: Partitioners.DefaultPartitioner })
const consumer = kafka.consumer({ groupId: group })
consumer.on(consumer.events.CRASH, ({ payload }) => {
  if (!payload.restart) process.exitCode = 1
})
await producer.connect()
await consumer.connect()
await maskTopic({ consumer, producer, service, request, topics: { from, to, refused } })
console.log(`masking ${from} into ${to}`)

for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, async () => {
    await consumer.disconnect()
    await producer.disconnect()
    await service.close()
  })
