// The check that finds lists of unbounded length spread into calls.
import { expect, it } from 'vitest'
import { spreadsIn } from '../../../tools/check-spreads.mjs'

it.each([
  'list.push(...found)',
  'Math.max(0, ...of(found))',
  'String.fromCharCode(...units.subarray(0, 9))',
  'new Date(...parts)',
  'list.concat.apply(list, found)',
  'list.push(...[...found])',
])('finds %s', (call) => {
  expect(spreadsIn(call)).toHaveLength(1)
})

it.each([
  'list = [...found]',
  'Math.max(...[a, b])',
  'work(...words) // bounded: the words of one command',
  '// bounded: two coordinates\nline(...place)',
  'const work = (...words: string[]) => words',
])('allows %s', (call) => {
  expect(spreadsIn(call)).toEqual([])
})
