// The rows of numbered decisions, many thousands a second: comparisons of one shape are decided once, and their ids put into
// the texts that ids and digests are taken over. Every so many are decided for themselves and must come out the same.
import { deciding, requestOf } from './entries.mjs'

const CHECK_EVERY = 997

/**
 * Resolves to a function (index) -> {decision, digest, records}: the values of the columns, in their order, and of the
 * records those that no earlier call gave.
 */
export async function rowMaker(entries, dist) {
  const load = (name) => import(new URL(name, dist).href)
  const [rows, { keep }, { canonicalJson }, ids, { COMPARE_SCHEMA }] = await Promise.all([
    load('ledger/rows.js'),
    load('ledger/vault.js'),
    load('records/canonical.js'),
    load('records/ids.js'),
    load('operations/shared/recorded.js'),
  ])
  const decide = await deciding(dist)
  const shapes = new Map()
  const recordIds = []

  const whole = async (request) => {
    const { entry, body, digest, records } = rows.prepare(await decide(request))
    const { decision_id, verb, record_a, record_b } = entry
    return {
      entry,
      row: {
        decision: [decision_id, verb, record_a, record_b, body],
        digest,
        records: records.map(({ id, content }) => recordRow(id, content)),
      },
    }
  }
  const recordRow = (id, content) => [id, content.entity, rows.formOf(content), keep(id, content, null).value]

  /** The common part of every comparison of a shape: the body, and both canonical texts, cut at their ids. */
  const shapeOf = async (request) => {
    const { entry, row } = await whole(request)
    const { decision_id, record_a, record_b, identity, score, factors, pins } = entry
    const bound = canonicalJson({ schema: COMPARE_SCHEMA, a: record_a, b: record_b, identity, score, factors, pins })
    return {
      verb: entry.verb,
      body: row.decision[4],
      id: cut(bound, [record_a, record_b]),
      digest: cut(canonicalJson({ ...entry, supersedes: null }), [decision_id, record_a, record_b]),
    }
  }

  const spliced = async (request) => {
    let shape = shapes.get(request.shape)
    if (shape === undefined) {
      shape = await shapeOf(request)
      shapes.set(request.shape, shape)
    }
    const { a, b, entity } = request.body
    const records = []
    const [record_a, record_b] = [a, b].map((attributes, side) => {
      const content = { entity, attributes }
      const number = request.sides[side]
      if (recordIds[number] === undefined) {
        recordIds[number] = ids.recordId(content)
        records.push(recordRow(recordIds[number], content))
      }
      return recordIds[number]
    })
    const decision_id = `xwd:sha256:${ids.sha256Hex(joined(shape.id, [record_a, record_b]))}`
    const digest = ids.sha256Hex(joined(shape.digest, [decision_id, record_a, record_b]))
    return { decision: [decision_id, shape.verb, record_a, record_b, shape.body], digest, records }
  }

  return async (index) => {
    const request = requestOf(index, entries)
    if (request.shape === null) return (await whole(request)).row
    const row = await spliced(request)
    if (index % CHECK_EVERY === 0) {
      const { decision, digest } = (await whole(request)).row
      if (digest !== row.digest || JSON.stringify(decision) !== JSON.stringify(row.decision))
        throw new Error(`entry ${index} is not what the service would have decided`)
    }
    return row
  }
}

/** `text` as pieces between which the ids stand, each piece with the number of the id that follows it. */
function cut(text, ids) {
  const pieces = []
  let from = 0
  const places = ids
    .map((id, which) => ({ at: text.indexOf(id), which, length: id.length }))
    .sort((x, y) => x.at - y.at)
  for (const { at, which, length } of places) {
    pieces.push({ text: text.slice(from, at), which })
    from = at + length
  }
  return { pieces, rest: text.slice(from) }
}

function joined({ pieces, rest }, ids) {
  let text = ''
  for (const piece of pieces) text += piece.text + ids[piece.which]
  return text + rest
}
