// The help of each ledger command, in addition to its options.
import type { Manual } from './manual.ts'

const LEDGER = '--ledger decisions.sqlite'

export const LEDGER_MANUALS: Readonly<Record<string, Manual>> = {
  verify: {
    does:
      'Walks the chain from its first entry and checks every entry, record and id: whatever was edited, removed or put elsewhere is ' +
      'found. A checkpoint signed earlier also shows whether entries were cut off since. Changes nothing.',
    examples: [
      ['the whole ledger', 'selfsame ledger verify decisions.sqlite'],
      [
        'against what was signed earlier',
        'selfsame ledger verify decisions.sqlite --checkpoint checkpoint.jws --public-key "$did"',
      ],
    ],
    exits: { 1: 'something was changed, or the check failed for the reason given on standard error' },
  },
  stats: {
    does: 'Counts what is in a ledger, and prints the last entry of every chain.',
    examples: [['as JSON', 'selfsame ledger stats decisions.sqlite --json']],
  },
  erase: {
    does:
      'Destroys the values of a record, or of every record that no decision since a date is about. Decisions about them and the chain ' +
      'stay, and still verify. There is no way back.',
    examples: [
      ['one record, by the id that a decision names', `selfsame ledger erase "$record" ${LEDGER}`],
      ['what is past its retention', `selfsame ledger erase --recorded-before 2024-01-31 ${LEDGER}`],
    ],
  },
  rekey: {
    does:
      'Wraps the key of every record with a new ledger key, and seals values that were in the clear. Stop the service before, and start ' +
      'it with the new key.',
    examples: [['from no key, or from another', `selfsame ledger rekey ${LEDGER} --new-key ledger.key`]],
  },
  checkpoint: {
    does: 'Signs the last entry of every chain, and prints the signature. Kept elsewhere, it shows later whether entries were cut off.',
    examples: [['once a day', `selfsame ledger checkpoint ${LEDGER} --signing-key service.key > checkpoint.jws`]],
  },
  backup: {
    does: 'Copies a ledger file while a service writes to it; the copy is whole. A PostgreSQL ledger is backed up with pg_dump.',
    examples: [['a copy', `selfsame ledger backup copy.sqlite ${LEDGER}`]],
  },
  keygen: {
    does: 'Makes the key that encrypts the values of records. Without it they cannot be read again: keep a copy in a safe place.',
    examples: [['a new key', 'selfsame ledger keygen new-ledger.key']],
    files: ['32 random bytes in hex, for their owner alone (mode 0600). A file that is there already is not replaced.'],
  },
}
