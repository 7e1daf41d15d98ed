// Bodies made from the service's own OpenAPI document: values that fit a schema, and bodies that fit it but for what was changed.
import { anyName, anyValue, hostileText, Members, NAMES_OF_OBJECTS, nested, planted } from './values.mjs'

/** Values that fields of these names take in addition to any text, so that requests get past the checks of values. */
const KNOWN = {
  jurisdiction: ['NG', 'DE', 'GB', 'ZA', 'KE', 'GH', 'EU', 'auto', 'fr', 'XX', ''],
  statute: ['GDPR', 'UK-GDPR', 'NDPA-2023', 'POPIA', 'gdpr', 'X'],
  backend: ['auto', 'basic', 'basic', 'model'],
  method: ['statute', 'mask', 'token', 'drop', 'none'],
  entity: [
    'person',
    'organisation',
    'organization',
    'place',
    'artist',
    'product_electronics',
    'product_grocery',
    'product_home_goods',
    'none',
  ],
  entity_types: ['PERSON', 'ORGANIZATION', 'email', 'DATE', 'NONE'],
}
const RECORD_FIELDS = [
  'name',
  'dob',
  'phone',
  'email',
  'address',
  'national_id',
  'registration_id',
  'lat',
  'lon',
  'price',
  'title',
  'brand',
]

/** The document's schemas of request bodies by path: { '/detect': schema, ... }, with references resolved. */
export function bodySchemas(openapi) {
  const schemas = {}
  for (const [path, { post }] of Object.entries(openapi.paths)) {
    const schema = post?.requestBody?.content['application/json']?.schema
    if (schema !== undefined) schemas[path] = openapi.components.schemas[schema.$ref.split('/').at(-1)]
  }
  return schemas
}

/** A value of a schema; `name` is the field it is for. */
function fitting(random, schema, name) {
  const known = KNOWN[name]
  if (schema.anyOf !== undefined) return fitting(random, random.pick(schema.anyOf), name)
  switch (schema.type) {
    case 'string':
      if (known !== undefined && !random.oneIn(12)) return random.pick(known)
      return hostileText(random, random.oneIn(400) ? 400 : 8)
    case 'boolean':
      return random.oneIn(3)
    case 'array':
      return random.times(random.below(4), () => fitting(random, schema.items, name))
    case 'object':
      return new Members(
        random.times(random.below(5), () => [
          random.oneIn(10) ? anyName(random) : random.pick(RECORD_FIELDS),
          hostileText(random, 4),
        ]),
      )
    default:
      return null
  }
}

/** The members of a body that fits: what is required, and each of the others every second time. */
function fittingMembers(random, schema) {
  const list = []
  for (const [name, member] of Object.entries(schema.properties))
    if (schema.required?.includes(name) || random.oneIn(2)) list.push([name, fitting(random, member, name)])
  // Two sides of one kind, or the comparison ends before it begins.
  const sides = list.filter(([name]) => name === 'a' || name === 'b')
  if (sides.length === 2 && !random.oneIn(10)) {
    const isText = random.oneIn(2)
    for (const side of sides)
      side[1] = fitting(random, isText ? { type: 'string' } : { type: 'object' }, isText ? 'text' : 'record')
  }
  return list
}

/** Ways to change a body; what makes it large is rare, so that most requests stay small. */
const CHANGES = [
  [30, (random, list) => list.splice(random.below(list.length), 1)],
  [30, (random, list) => list.push([anyName(random), anyValue(random)])],
  [20, (random, list) => list.push([...random.pick(list)])],
  [60, (random, list) => replace(random, list, anyValue(random))],
  [10, (random, list) => list.push([random.pick(NAMES_OF_OBJECTS), anyValue(random)])],
  [10, (random, list) => rename(random, list, anyName(random))],
  [5, (random, list) => replace(random, list, nested(random, random.pick([10, 100, 500])))],
  [1, (random, list) => replace(random, list, nested(random, random.pick([1_000, 20_000])))],
  [1, (random, list) => replace(random, list, repeated(random, [10, 999, 1_001, 5_000]))],
]

function replace(random, list, value) {
  random.pick(list)[1] = value
}

function rename(random, list, name) {
  random.pick(list)[0] = name
}

function repeated(random, counts) {
  return random.times(random.pick(counts), () => planted(random))
}

/** A body for a route: { value, fits }, where `fits` says that nothing was changed after it had been made to fit. */
export function bodyFor(random, schema) {
  if (random.oneIn(25)) return { value: anyValue(random), fits: false }
  const list = fittingMembers(random, schema)
  const changes = random.oneIn(2) ? 0 : 1 + random.below(3)
  for (let left = changes; left > 0 && list.length > 0; left--) random.weighted(CHANGES)(random, list)
  return { value: new Members(list), fits: changes === 0 }
}
