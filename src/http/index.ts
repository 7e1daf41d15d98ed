// The service over HTTP: an application to embed, a server to run, and a warm start.

export { warm } from '../library.ts'
export { DEFAULT_LIMITS, type Limits } from '../limits.ts'
export type { WarmParts } from '../service.ts'
export { createApp } from './app.ts'
export type { AppOptions } from './app-options.ts'
export { createHandler, type Handler, type HandlerOptions, selfsame } from './embedding.ts'
export { type ServeOptions, type Serving, serve } from './serve.ts'
