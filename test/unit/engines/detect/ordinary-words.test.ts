// Ordinary words that people are called by as well, and numbers that only look like somebody's: logs, tables, goods, sentences.
import { describe, expect, it } from 'vitest'
import { found } from './finding.ts'

describe('what names nobody', () => {
  it.each([
    ['GB', 'Heather honey fetched more than clover honey.'],
    ['GB', 'Amber lights warned the drivers for two days.'],
    ['GB', '\u{1f6a7} Hazel nuts ripened early in the valley.'],
    ['GB', 'Bob the cork twice before the line is drawn in.'],
    ['GB', 'Cooper and smith were trades of the old harbour.'],
    ['GB', 'Rowan berries are red by the end of the month.'],
    ['GB', 'Jun 14 18:12:19 node-27 cron[43970]: job ended with status 2'],
    ['GB', '2026-05-04 10:11:12 ERROR com.sample.net.Peer - frame truncated'],
    ['DE', 'Im Garten blühen Rosen schon vor dem Sommer.'],
    ['GR', 'Το μουσείο είναι ανοιχτό την Κυριακή το πρωί.'],
    ['HR', 'Juha od leće: 300 g leće, 2 mrkve i 1,5 l vode kuhati 40 minuta.'],
    ['DK', 'Møller og bager klager over dyrt korn i år.'],
    ['GB', '3 x Johnson baby shampoo (500 ml) @ 5.64 = 16.92\n5 x Stanley tape (5 m) @ 2.10 = 10.50'],
    ['GB', 'part no | batch | ok\n5662151487 | 680348793872 | 9\n2232970677 | 278856324983 | 7'],
    ['GB', 'Hob pan, 28 cm | EAN 4066987361455 | 49.90'],
    ['GB', 'Batch of part K693184 failed.'],
    [null, '{"id": 75296166, "type": "valve", "open": false}'],
  ])('%s %s', (country, text) => {
    expect(found(text, country, true)).toEqual([])
  })
})

describe('what still names somebody', () => {
  it.each([
    ['GB', 'Heather said that she will call back.', ['NAME Heather']],
    ['GB', 'Dale and White were engineers at the mill.', ['NAME Dale', 'NAME White']],
    ['FR', 'Barnabé a oublié son cahier de musique mardi.', ['NAME Barnabé']],
    ['GB', 'Call Jan 07:15 as agreed, asks Ursula Penrose.', ['NAME Ursula Penrose']],
    ['KE', 'ID: 27529616', ['NATIONAL_ID 27529616']],
  ])('%s %s', (country, text, expected) => {
    expect(found(text, country, true)).toEqual(expect.arrayContaining(expected))
  })
})
