// The facts of this project that the builders of data/lexicons, data/gazetteer and data/frequencies read: the tables of
// data/authored, and the countries there are rules for.
import { readdirSync, readFileSync } from 'node:fs'

/** Rows of a tab-separated file of data/authored as arrays of cells, without the lines of comment at its head. */
export function authoredRows(file) {
  return readFileSync(new URL(`../data/authored/${file}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'))
}

/** ISO codes of the countries of data/countries in upper case, sorted; the European Union is none. */
export function countryCodes() {
  return readdirSync(new URL('../data/countries', import.meta.url))
    .map((file) => file.slice(0, -'.json'.length).toUpperCase())
    .filter((code) => code !== 'EU')
    .sort()
}
