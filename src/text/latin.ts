// Transliterates Greek and Cyrillic words to Latin letters, for look-ups in tables of Latin spellings. Not for offsets, because lengths change.
import anyAscii from 'any-ascii'
import { fold } from './fold.ts'

const OTHER_SCRIPT = /[\u0370-\u052f]/

/** A folded word in Latin letters ("\u043d\u0435\u0432\u0435\u043d\u0430" -> "nevena"), or null when it is in Latin letters already. */
export const latin = (folded: string): string | null => (OTHER_SCRIPT.test(folded) ? fold(anyAscii(folded)) : null)
