// A listening service.
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { type AppOptions, createApp } from './app.ts'

export interface ServeOptions extends AppOptions {
  /** Address to bind. Anything but a loopback address exposes an API that has no authentication. */
  readonly host?: string | undefined
  /** 0 takes any free port. */
  readonly port?: number | undefined
}

export interface Serving {
  readonly app: FastifyInstance
  readonly url: string
  readonly port: number
  /** Stops accepting, finishes what is in flight, closes the ledger. */
  close(): Promise<void>
}

/** Binds and answers. Rejects with key_file, ledger_unavailable, or the operating system's reason (EADDRINUSE, EACCES). */
export async function serve(options: ServeOptions = {}): Promise<Serving> {
  const { host = '127.0.0.1', port = 8766, ...rest } = options
  const app = createApp(rest)
  try {
    await app.listen({ host, port })
  } catch (error) {
    await app.close()
    throw error
  }
  const bound = app.server.address() as AddressInfo
  const name = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address
  return { app, url: `http://${name}:${bound.port}`, port: bound.port, close: () => app.close() }
}
