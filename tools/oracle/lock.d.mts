// The types of lock.mjs, for the tests.
export interface Locked {
  readonly engines: Readonly<Record<string, string>>
  readonly inputs: string
  readonly outcomes: string
}
type Sections = Readonly<Record<string, Locked>>
export function differences(
  locked: Sections,
  now: Sections,
  released: ReadonlySet<string>,
): { readonly section: string; readonly refused: boolean; readonly sentence: string }[]
export function releasedVersions(
  decisions: readonly {
    readonly engines?: Readonly<Record<string, string>>
    readonly decisions: readonly { readonly entry: { readonly pins: Readonly<Record<string, string>> } }[]
  }[],
): Set<string>
