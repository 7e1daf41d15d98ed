// Masks the messages of one Kafka topic into another, at least once: an offset is committed only after all copies are acknowledged.
import { createHmac } from 'node:crypto'

/** Messages that are read together. */
const BATCH = 128
/** Failures of a single message. Any other failure stops the consumer, before the message is committed. */
const OF_THE_MESSAGE = new Set(['jurisdiction_unknown', 'too_large'])
const utf8 = new TextDecoder('utf-8', { fatal: true })

function textOf(value) {
  try {
    return utf8.decode(value)
  } catch {
    return null
  }
}

/** Messages with one key keep one masked key, so that they stay in one partition and a compacted topic stays compact. */
const maskedKey = (key, salt) => (key === null ? null : createHmac('sha256', salt).update(key).digest('hex'))

/**
 * Masked copies of messages, and those that cannot be masked with the reason. Headers of the source are left out: any of them may hold a value.
 * A message without a value (a deletion) is copied with its masked key.
 */
async function masked(messages, service, request) {
  const texts = messages.map(({ value }) => (value === null ? '' : textOf(value)))
  const readable = texts.filter((text) => text !== null && text !== '')
  const answers = (await service.deidentifyAll(readable.map((text) => ({ ...request, text })))).values()
  return messages.map((message, i) => {
    const key = maskedKey(message.key ?? null, request.salt)
    if (texts[i] === null) return { reason: 'not_utf8' }
    if (texts[i] === '') return { copy: { key, value: message.value } }
    const { status, value, reason } = answers.next().value
    if (status === 'fulfilled')
      return { copy: { key, value: value.text, headers: { 'decision-id': value.decision_id } } }
    if (!OF_THE_MESSAGE.has(reason?.code)) throw reason
    return { reason: reason.code }
  })
}

/**
 * Runs until the consumer is disconnected. `request`: jurisdiction, method and salt of deidentify. `topics`: `from`, `to`, and `refused` for messages
 * that cannot be masked. These are kept there as they were, so that nothing is lost: let few people read it. `log` never receives a value.
 */
export async function maskTopic({ consumer, producer, service, request, topics, log = console.error }) {
  if (!request.salt) throw new Error('a salt is required: without one, anybody can compute the tokens of known values')
  const send = (topic, messages) => (messages.length === 0 ? null : producer.send({ topic, acks: -1, messages }))
  await consumer.subscribe({ topics: [topics.from], fromBeginning: true })
  await consumer.run({
    eachBatchAutoResolve: false,
    eachBatch: async ({ batch, resolveOffset, heartbeat, isRunning, isStale }) => {
      for (let from = 0; from < batch.messages.length && isRunning() && !isStale(); from += BATCH) {
        const messages = batch.messages.slice(from, from + BATCH)
        const results = await masked(messages, service, request)
        const refused = messages.flatMap(({ key, value, offset }, i) => {
          const { reason } = results[i]
          if (reason === undefined) return []
          log(`refused: partition ${batch.partition}, offset ${offset}: ${reason}`)
          return [{ key, value, headers: { reason, topic: batch.topic, partition: String(batch.partition), offset } }]
        })
        await send(topics.refused, refused)
        await send(
          topics.to,
          results.flatMap(({ copy }) => copy ?? []),
        )
        resolveOffset(messages.at(-1).offset)
        await heartbeat()
      }
    },
  })
}
