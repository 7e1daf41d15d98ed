import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { listData, parseData, readData } from '../../../src/packs/data-files.ts'

describe('a file of data/ that is not as it should be', () => {
  it('is named, with what to do', () => {
    const missing = {
      code: 'facts_invalid',
      message: expect.stringMatching(/^data\/countries\/xx\.json is missing, .*install/),
    }
    expect(() => readData('countries/xx.json')).toThrow(expect.objectContaining(missing))
    expect(() => listData('no-such-folder', '.json')).toThrow(/^data\/no-such-folder\/ is missing/)
    expect(() => parseData('equivalents/territories.txt', z.any())).toThrow(
      /^data\/equivalents\/territories\.txt is not well-formed JSON: /,
    )
    expect(() => parseData('categories.json', z.string())).toThrow(
      /^data\/categories\.json does not fit its schema at \(root\)/,
    )
  })
})
