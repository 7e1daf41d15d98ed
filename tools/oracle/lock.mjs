// The engines of each section of the oracle, and the consequence of a change of outcomes: a version that was released keeps its outcomes.

/** Section -> keys of ENGINES (src/version.ts): one of them must move before the outcomes may. Sections without engine are in no decision. */
export const ANSWERED_BY = {
  spans: ['deidentify'],
  copies: ['deidentify'],
  jurisdiction: ['deidentify'],
  places: [],
  extract: [],
  pairs: ['records'],
  strings: ['texts', 'comparators'],
  documents: ['texts', 'comparators', 'records'],
  files: ['copies', 'deidentify'],
  tables: ['tables', 'records'],
  masked: ['maskedTables'],
}

const REWRITE = 'run node tools/engine-lock.mjs --write'

/**
 * The differences between the lock and now: sentences, and whether the lock may be rewritten. Both are section -> {engines: {key: version},
 * inputs, outcomes}; `released` holds versions.
 */
export function differences(locked, now, released) {
  return Object.entries(now).flatMap(([section, is]) => {
    const was = locked[section]
    const versions = Object.values(is.engines)
    if (was === undefined) return [{ section, refused: false, sentence: `${section}: not in the lock: ${REWRITE}.` }]
    if (was.inputs !== is.inputs)
      return [
        {
          section,
          refused: false,
          sentence: `${section}: its corpus changed: ${REWRITE}, in a commit that changes no engine.`,
        },
      ]
    const sameVersions = JSON.stringify(was.engines) === JSON.stringify(is.engines)
    if (was.outcomes === is.outcomes)
      return sameVersions
        ? []
        : [{ section, refused: false, sentence: `${section}: the version of its engine moved: ${REWRITE}.` }]
    const refused = versions.length > 0 && versions.every((version) => released.has(version))
    const sentence = refused
      ? `${section}: outcomes moved, and ${versions.join(', ')} was released with others: raise ${Object.keys(is.engines).join(' or ')} in ENGINES of src/version.ts, list the change in CHANGELOG.md under "Decisions", then ${REWRITE}.`
      : `${section}: outcomes moved since the lock was written: look at them with npm run oracle -- --against FILE, then ${REWRITE}.`
    return [{ section, refused, sentence }]
  })
}

/** Versions that decisions of released ledgers pin; `decisions` are the files of test/golden/released. */
export function releasedVersions(decisions) {
  const versions = decisions.flatMap(({ engines = {}, decisions }) => [
    ...Object.values(engines),
    ...decisions.flatMap(({ entry }) => [entry.pins.engine, entry.pins.comparator_lib ?? '']),
  ])
  return new Set(versions.map((version) => version.split('+')[0]))
}
