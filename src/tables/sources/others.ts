// Tables that DuckDB reads by extensions alone.
import type { Database } from './duckdb.ts'

export async function loadOther(
  _: Database,
  __: string,
  ___: string,
  ____: string | null,
  _____: string,
): Promise<boolean> {
  return false
}
