// The release of the whole package. A house test keeps it equal to package.json.
export const VERSION = '0.19.0'

/**
 * Version of each engine, pinned in decisions together with their facts. One moves when the same input and the same facts could give another
 * outcome of it, and not with every release: a decision whose outcome stays keeps its id. tools/engine-lock.mjs refuses an outcome that moves
 * while its version stays.
 */
export const ENGINES = {
  /** Two records under an entity pack. */
  records: 'crosswalk.v9',
  /** Two texts and two documents, from reading them to the score. */
  texts: 'texts@2.8',
  /** The comparators under two texts. */
  comparators: 'comparators@2.6',
  /** Spans, and copies of texts. */
  deidentify: 'deidentify@1.19',
  /** Copies of files. */
  copies: 'copies@1.9',
  /** Plans and copies of tables. */
  maskedTables: 'masked-tables@1.10',
  /** Candidates, edges and clusters of tables. */
  tables: 'tables@1.10',
  /** Which entity of an index a record is. */
  find: 'find@1.5',
  /** Which records of the ledger are one entity. */
  resolve: 'resolve@1.3',
  reidentify: 'reidentify@1.3',
  review: 'review.v1',
} as const

/** The engine identifier of the contract: the same on receipts, attestations and liveness. */
export const SERVICE_ENGINE = `service-core@${VERSION}`
