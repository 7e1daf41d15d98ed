// The format of timestamps: ISO 8601 in UTC with an explicit offset and second precision.

/** 2026-01-01T00:00:00+00:00 */
export function utcSeconds(moment: Date): string {
  return `${moment.toISOString().slice(0, 19)}+00:00`
}
