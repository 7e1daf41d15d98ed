// The tables of a ledger on PostgreSQL, as in SQLite with a prefix, using only features of distributed servers: no sequences or locks.

/**
 * Written to `selfsame_schema_version`; a release refuses a ledger of a later one. Version 3 has the tables of version 2; its new
 * links have a digest over the stored bytes of a decision, older links one over its values. Version 4 has the review queue.
 */
export const POSTGRES_SCHEMA_VERSION = 4
export const QUEUE_VERSION = 4

// Collation "C": ids and chains are compared byte by byte, independent of the database's locale.
const APPEND_ONLY = ['decisions', 'chain']

// A writer extends the chain it holds; `renewed_at` (seconds, the server's clock) is the time of its last lease renewal.
const WRITERS = `CREATE TABLE IF NOT EXISTS selfsame_writers (
  chain TEXT COLLATE "C" PRIMARY KEY,
  holder TEXT NOT NULL,
  renewed_at BIGINT NOT NULL
)`

// One row: the id of the encrypting key, or null. Each writer reads it, so a change of key and a write under the old one cannot both succeed.
const KEY = 'CREATE TABLE IF NOT EXISTS selfsame_key (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), key_id TEXT)'

// A decision is superseded at most once: the decisions about a pair form a list, never a tree.
const SUPERSEDES = 'CREATE UNIQUE INDEX IF NOT EXISTS selfsame_decisions_supersedes ON selfsame_decisions (supersedes)'

/** The review queue: derived from decisions, so its rows may change. */
const QUEUE: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS selfsame_reviews (
    low TEXT COLLATE "C" NOT NULL,
    high TEXT COLLATE "C" NOT NULL,
    decision_id TEXT COLLATE "C" NOT NULL,
    entity TEXT NOT NULL,
    state TEXT NOT NULL,
    score DOUBLE PRECISION NOT NULL,
    effect DOUBLE PRECISION NOT NULL,
    draw BIGINT NOT NULL,
    first_by TEXT,
    first_answer TEXT,
    second_by TEXT,
    second_answer TEXT,
    PRIMARY KEY (low, high)
  )`,
  'CREATE INDEX IF NOT EXISTS selfsame_reviews_effect ON selfsame_reviews (state, effect DESC, draw)',
  'CREATE INDEX IF NOT EXISTS selfsame_reviews_draw ON selfsame_reviews (state, draw)',
  'CREATE INDEX IF NOT EXISTS selfsame_reviews_both ON selfsame_reviews (first_answer, second_answer) WHERE second_answer IS NOT NULL',
  'CREATE INDEX IF NOT EXISTS selfsame_reviews_high ON selfsame_reviews (high)',
]

/** Statements that create an empty ledger. Run them in order inside one transaction. */
export const POSTGRES_SCHEMA: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS selfsame_schema_version (version INTEGER PRIMARY KEY, applied_at TEXT NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS selfsame_decisions (
    decision_id TEXT COLLATE "C" PRIMARY KEY,
    verb TEXT NOT NULL,
    record_a TEXT,
    record_b TEXT,
    supersedes TEXT,
    body TEXT NOT NULL
  )`,
  'CREATE INDEX IF NOT EXISTS selfsame_decisions_pair ON selfsame_decisions (record_a, record_b, verb)',
  SUPERSEDES,
  `CREATE TABLE IF NOT EXISTS selfsame_chain (
    chain TEXT COLLATE "C" NOT NULL,
    sequence BIGINT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('decision', 'erasure')),
    subject TEXT NOT NULL,
    digest TEXT NOT NULL,
    recorded_at TEXT NOT NULL,
    previous TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (chain, sequence)
  )`,
  'CREATE INDEX IF NOT EXISTS selfsame_chain_subject ON selfsame_chain (subject)',
  `CREATE TABLE IF NOT EXISTS selfsame_records (
    record_id TEXT COLLATE "C" PRIMARY KEY,
    entity TEXT NOT NULL,
    form TEXT NOT NULL CHECK (form IN ('attributes', 'text')),
    value BYTEA,
    wrapped_key BYTEA,
    key_id TEXT
  )`,
  'CREATE INDEX IF NOT EXISTS selfsame_records_key ON selfsame_records (key_id)',
  ...QUEUE,
  WRITERS,
  KEY,
  'INSERT INTO selfsame_key (only_row, key_id) VALUES (1, NULL)',
  `CREATE OR REPLACE FUNCTION selfsame_append_only() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$`,
  `CREATE OR REPLACE FUNCTION selfsame_record_stays() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN
      IF NEW.record_id <> OLD.record_id OR NEW.entity <> OLD.entity OR NEW.form <> OLD.form THEN
        RAISE EXCEPTION 'a record keeps its id, entity and form';
      END IF;
      RETURN NEW;
    END $$`,
  ...APPEND_ONLY.flatMap((table) => trigger(table, 'no_change', 'UPDATE OR DELETE', 'ROW', 'selfsame_append_only')),
  ...trigger('records', 'no_delete', 'DELETE', 'ROW', 'selfsame_append_only'),
  ...trigger('records', 'stays', 'UPDATE', 'ROW', 'selfsame_record_stays'),
]

/** Triggers that refuse TRUNCATE, for servers that support them; on others only the owner may truncate. */
export const TRUNCATE_TRIGGERS: readonly string[] = [...APPEND_ONLY, 'records'].flatMap((table) =>
  trigger(table, 'no_truncate', 'TRUNCATE', 'STATEMENT', 'selfsame_append_only'),
)

/** Names of the triggers that every server of the protocol supports, then of the triggers that only some support. */
export const ROW_TRIGGERS: readonly string[] = triggerNames(POSTGRES_SCHEMA)
export const OPTIONAL_TRIGGERS: readonly string[] = triggerNames(TRUNCATE_TRIGGERS)

function triggerNames(statements: readonly string[]): string[] {
  return statements.flatMap((sql) => /^CREATE TRIGGER (\S+)/.exec(sql)?.slice(1) ?? []).sort()
}

export const POSTGRES_MIGRATIONS: Readonly<Record<number, readonly string[]>> = {
  1: [
    'ALTER TABLE selfsame_decisions DROP COLUMN position',
    'ALTER TABLE selfsame_decisions ADD PRIMARY KEY (decision_id)',
    'DROP INDEX selfsame_decisions_supersedes',
    SUPERSEDES,
    WRITERS,
    "INSERT INTO selfsame_writers SELECT DISTINCT chain, '', 0 FROM selfsame_chain",
    KEY,
    'INSERT INTO selfsame_key (only_row, key_id) SELECT 1, max(key_id) FROM selfsame_records',
  ],
  2: [],
  // open.ts fills the queue once its tables exist.
  3: QUEUE,
}

function trigger(table: string, name: string, on: string, each: string, call: string): string[] {
  const [full, of] = [`selfsame_${table}_${name}`, `selfsame_${table}`]
  return [
    `DROP TRIGGER IF EXISTS ${full} ON ${of}`,
    `CREATE TRIGGER ${full} BEFORE ${on} ON ${of} FOR EACH ${each} EXECUTE FUNCTION ${call}()`,
  ]
}
