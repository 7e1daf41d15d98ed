// The tables of a ledger in one SQLite file, and the triggers that make it append-only for every program that opens it.

/**
 * Written to `schema_version`; a release refuses a ledger of a later one. Version 2 has the tables of version 1; its new links have a
 * digest over the stored bytes of a decision, older links one over its values. Version 3 has the review queue.
 */
export const SCHEMA_VERSION = 3
export const QUEUE_VERSION = 3
/** "slfs": marks the file as a ledger for `file` and for the check at opening. */
export const APPLICATION_ID = 0x736c6673

// REPLACE deletes without firing delete triggers (unless recursive_triggers is on), so an insert over an existing row is
// refused as well: https://www.sqlite.org/lang_conflict.html
export const BASE_SCHEMA = `
CREATE TABLE IF NOT EXISTS schema_version (
  version INTEGER NOT NULL PRIMARY KEY,
  applied_at TEXT NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS decisions (
  position INTEGER PRIMARY KEY,
  decision_id TEXT NOT NULL UNIQUE,
  verb TEXT NOT NULL,
  record_a TEXT,
  record_b TEXT,
  supersedes TEXT,
  body TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS decisions_pair ON decisions (record_a, record_b, verb);
CREATE INDEX IF NOT EXISTS decisions_supersedes ON decisions (supersedes) WHERE supersedes IS NOT NULL;

CREATE TABLE IF NOT EXISTS chain (
  chain TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('decision', 'erasure')),
  subject TEXT NOT NULL,
  digest TEXT NOT NULL,
  recorded_at TEXT NOT NULL,
  previous TEXT NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (chain, sequence)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS chain_subject ON chain (subject);

CREATE TABLE IF NOT EXISTS records (
  record_id TEXT NOT NULL PRIMARY KEY,
  entity TEXT NOT NULL,
  form TEXT NOT NULL CHECK (form IN ('attributes', 'text')),
  value BLOB,
  wrapped_key BLOB,
  key_id TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS records_key ON records (key_id) WHERE key_id IS NOT NULL;

CREATE TRIGGER IF NOT EXISTS decisions_no_update BEFORE UPDATE ON decisions
BEGIN SELECT RAISE(ABORT, 'decisions are append-only'); END;
CREATE TRIGGER IF NOT EXISTS decisions_no_delete BEFORE DELETE ON decisions
BEGIN SELECT RAISE(ABORT, 'decisions are append-only'); END;
CREATE TRIGGER IF NOT EXISTS decisions_no_replace BEFORE INSERT ON decisions
WHEN EXISTS (SELECT 1 FROM decisions WHERE decision_id = NEW.decision_id OR position = NEW.position)
BEGIN SELECT RAISE(ABORT, 'decisions are append-only'); END;

CREATE TRIGGER IF NOT EXISTS chain_no_update BEFORE UPDATE ON chain
BEGIN SELECT RAISE(ABORT, 'the chain is append-only'); END;
CREATE TRIGGER IF NOT EXISTS chain_no_delete BEFORE DELETE ON chain
BEGIN SELECT RAISE(ABORT, 'the chain is append-only'); END;
CREATE TRIGGER IF NOT EXISTS chain_no_replace BEFORE INSERT ON chain
WHEN EXISTS (SELECT 1 FROM chain WHERE chain = NEW.chain AND sequence = NEW.sequence)
BEGIN SELECT RAISE(ABORT, 'the chain is append-only'); END;

CREATE TRIGGER IF NOT EXISTS records_no_delete BEFORE DELETE ON records
BEGIN SELECT RAISE(ABORT, 'records are never deleted; erase their values'); END;
CREATE TRIGGER IF NOT EXISTS records_no_rename BEFORE UPDATE OF record_id, entity, form ON records
BEGIN SELECT RAISE(ABORT, 'a record keeps its id, entity and form'); END;
`

/** The review queue: derived from decisions, so the only table whose rows may change. */
export const QUEUE_SCHEMA = `
CREATE TABLE IF NOT EXISTS reviews (
  low TEXT NOT NULL,
  high TEXT NOT NULL,
  decision_id TEXT NOT NULL,
  entity TEXT NOT NULL,
  state TEXT NOT NULL,
  score REAL NOT NULL,
  effect REAL NOT NULL,
  draw INTEGER NOT NULL,
  first_by TEXT,
  first_answer TEXT,
  second_by TEXT,
  second_answer TEXT,
  UNIQUE (low, high)
) STRICT;
CREATE INDEX IF NOT EXISTS reviews_effect ON reviews (state, effect DESC, draw);
CREATE INDEX IF NOT EXISTS reviews_draw ON reviews (state, draw);
CREATE INDEX IF NOT EXISTS reviews_both ON reviews (first_answer, second_answer) WHERE second_answer IS NOT NULL;
CREATE INDEX IF NOT EXISTS reviews_high ON reviews (high);
`

export const SCHEMA = `${BASE_SCHEMA}${QUEUE_SCHEMA}`
