// What the tests use of catalogue.mjs.
export const HOSTILE_FILES: readonly {
  readonly name: string
  readonly file: string
  readonly attacks: string
  make(): Buffer
}[]
