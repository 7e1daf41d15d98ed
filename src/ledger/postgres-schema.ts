// The tables of a ledger on a PostgreSQL server: those of the SQLite file, under names that get in nobody's way.

// Collation "C": ids and chains are compared byte by byte, whatever the language of the database.
const APPEND_ONLY = ['decisions', 'chain']

/** Run one statement after another inside one transaction, under a lock; each can be run again. */
export const POSTGRES_SCHEMA: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS selfsame_schema_version (version INTEGER PRIMARY KEY, applied_at TEXT NOT NULL)`,
  `CREATE TABLE IF NOT EXISTS selfsame_decisions (
    position BIGSERIAL PRIMARY KEY,
    decision_id TEXT COLLATE "C" NOT NULL UNIQUE,
    verb TEXT NOT NULL,
    record_a TEXT,
    record_b TEXT,
    supersedes TEXT,
    body TEXT NOT NULL
  )`,
  'CREATE INDEX IF NOT EXISTS selfsame_decisions_pair ON selfsame_decisions (record_a, record_b, verb)',
  'CREATE INDEX IF NOT EXISTS selfsame_decisions_supersedes ON selfsame_decisions (supersedes)',
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
  `CREATE OR REPLACE FUNCTION selfsame_append_only() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME; END $$`,
  `CREATE OR REPLACE FUNCTION selfsame_record_stays() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN
      IF NEW.record_id <> OLD.record_id OR NEW.entity <> OLD.entity OR NEW.form <> OLD.form THEN
        RAISE EXCEPTION 'a record keeps its id, entity and form';
      END IF;
      RETURN NEW;
    END $$`,
  ...APPEND_ONLY.flatMap((table) => [
    trigger(table, 'no_change', 'UPDATE OR DELETE', 'ROW', 'selfsame_append_only'),
    trigger(table, 'no_truncate', 'TRUNCATE', 'STATEMENT', 'selfsame_append_only'),
  ]),
  trigger('records', 'no_delete', 'DELETE', 'ROW', 'selfsame_append_only'),
  trigger('records', 'no_truncate', 'TRUNCATE', 'STATEMENT', 'selfsame_append_only'),
  trigger('records', 'stays', 'UPDATE', 'ROW', 'selfsame_record_stays'),
].flat()

function trigger(table: string, name: string, on: string, each: string, call: string): string[] {
  const [full, of] = [`selfsame_${table}_${name}`, `selfsame_${table}`]
  return [
    `DROP TRIGGER IF EXISTS ${full} ON ${of}`,
    `CREATE TRIGGER ${full} BEFORE ${on} ON ${of} FOR EACH ${each} EXECUTE FUNCTION ${call}()`,
  ]
}
