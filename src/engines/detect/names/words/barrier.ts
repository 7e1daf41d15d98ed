// Words that end a name: titles, organisations, streets, words that are never names, and labels that are seldom one.
import { Level, type Levels } from '../../../../packs/word-levels.ts'
import { Role } from './roles.ts'

/** Roles of words that end a name whatever else they are. */
export const BARRIER = Role.title | Role.organisation | Role.street | Role.notName

/** Whether a word with these roles and levels ends a name. */
export function isBarrierAs(roles: number, { given, family, word: ordinary }: Levels): boolean {
  if ((roles & BARRIER) !== 0) return true
  // "Identifiant Hubert", "Kunde Meier": the label is not part of the name.
  if ((roles & Role.label) === 0) return false
  return given >= Level.frequent ? ordinary >= Level.common : family < Level.common || ordinary >= Level.rare
}
