import { expect, it } from 'vitest'
import { differences, releasedVersions } from '../../../tools/oracle/lock.mjs'

const pairs = (version: string, outcomes: string, inputs = 'corpus') => ({
  pairs: { engines: { records: version }, inputs, outcomes },
})
const released = new Set(['crosswalk.v1'])
const between = (was: ReturnType<typeof pairs>, is: ReturnType<typeof pairs>) => differences(was, is, released)

it('says nothing where nothing moved', () => {
  expect(between(pairs('crosswalk.v1', 'a'), pairs('crosswalk.v1', 'a'))).toEqual([])
})

it('refuses outcomes that move under a released version, and says what to raise where', () => {
  const [found] = between(pairs('crosswalk.v1', 'a'), pairs('crosswalk.v1', 'b'))
  expect(found).toMatchObject({ section: 'pairs', refused: true })
  expect(found!.sentence).toContain('crosswalk.v1 was released')
  expect(found!.sentence).toContain('raise records in ENGINES of src/version.ts')
})

it('asks for another lock where the version is new, and where only the version or the corpus moved', () => {
  for (const [was, is] of [
    [pairs('crosswalk.v1', 'a'), pairs('crosswalk.v2', 'b')],
    [pairs('crosswalk.v2', 'a'), pairs('crosswalk.v2', 'b')],
    [pairs('crosswalk.v1', 'a'), pairs('crosswalk.v2', 'a')],
    [pairs('crosswalk.v1', 'a'), pairs('crosswalk.v1', 'b', 'another corpus')],
  ] as const)
    expect(between(was, is)).toEqual([
      { section: 'pairs', refused: false, sentence: expect.stringContaining('node tools/engine-lock.mjs --write') },
    ])
  expect(differences({}, pairs('crosswalk.v1', 'a'), released)).toHaveLength(1)
})

it('accepts one of several engines that moved, and sections that no decision pins', () => {
  const strings = (texts: string, outcomes: string) => ({
    strings: { engines: { texts, comparators: 'comparators@1.0' }, inputs: '', outcomes },
  })
  const known = new Set(['texts@1.0', 'comparators@1.0'])
  expect(differences(strings('texts@1.0', 'a'), strings('texts@1.0', 'b'), known)).toMatchObject([{ refused: true }])
  expect(differences(strings('texts@1.0', 'a'), strings('texts@1.1', 'b'), known)).toMatchObject([{ refused: false }])
  const places = (outcomes: string) => ({ places: { engines: {}, inputs: '', outcomes } })
  expect(differences(places('a'), places('b'), known)).toMatchObject([{ refused: false }])
})

it('takes released versions from the pins of kept decisions, without the hash of facts', () => {
  const kept = {
    engines: { tables: 'tables@1.1' },
    decisions: [{ entry: { pins: { engine: 'texts@1.8', comparator_lib: 'comparators@1.7+0123456789ab' } } }],
  }
  expect(releasedVersions([kept])).toEqual(new Set(['tables@1.1', 'texts@1.8', 'comparators@1.7']))
})
