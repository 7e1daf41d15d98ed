// What the tests use of files.mjs.
export const VALUE: string
export function oddFiles(): Generator<{
  readonly kind: 'pdf' | 'html' | 'eml' | 'mbox' | 'rtf'
  readonly name: string
  readonly mode: 'repeated' | 'alone'
  readonly bytes: Buffer
}>
export function shows(bytes: Uint8Array): boolean
