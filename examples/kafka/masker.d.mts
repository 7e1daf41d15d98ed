// The types of masker.mjs: the part of kafkajs that it uses.
interface Outgoing {
  readonly key: string | Buffer | null
  readonly value: string | Buffer | null
  readonly headers?: Record<string, string>
}

export function maskTopic(given: {
  readonly consumer: {
    subscribe(topics: { topics: string[]; fromBeginning: boolean }): Promise<void>
    run(settings: object): Promise<void>
  }
  readonly producer: { send(record: { topic: string; acks: number; messages: Outgoing[] }): Promise<unknown> }
  readonly service: object
  readonly request: object
  readonly topics: { readonly from: string; readonly to: string; readonly refused: string }
  readonly log?: (line: string) => void
}): Promise<void>
