// Changes to bytes that keep most of a file or a body as it was, so that a reader gets far enough to trip: flips, cuts, splices
// and length fields at their edges.

const EDGES_32 = [0, 1, 0x7f, 0xff, 0x7fff, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff]
const EDGES_TEXT = ['0', '-1', '1', '65536', '2147483647', '4294967295', '99999999999', '1e9', '9007199254740993', '']
const BROKEN_UTF8 = [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82], [0x80], [0x00]]

const CHANGES = [
  [6, flipBit],
  [4, setByte],
  [4, changeNumber],
  [3, changeLength],
  [2, cut],
  [2, remove],
  [2, repeat],
  [2, splice],
  [1, insertBroken],
]

/** A copy of `bytes` with one to four changes; `others` are what may be spliced in. */
export function mutated(random, bytes, others = [bytes]) {
  let changed = Buffer.from(bytes)
  for (let left = random.below(4); left >= 0; left--)
    if (changed.length > 0) changed = random.weighted(CHANGES)(random, changed, others)
  return changed
}

function flipBit(random, bytes) {
  bytes[random.below(bytes.length)] ^= 1 << random.below(8)
  return bytes
}

function setByte(random, bytes) {
  bytes[random.below(bytes.length)] = random.pick([0, 0x20, 0x22, 0x7f, 0x80, 0xff, random.below(256)])
  return bytes
}

/** Replaces a number written in digits: the lengths, offsets and counts of PDF and XML. */
function changeNumber(random, bytes) {
  const start = random.below(bytes.length)
  const window = bytes.toString('latin1', start, start + 2_000)
  const found = /\d+/.exec(window)
  if (found === null) return setByte(random, bytes)
  const at = start + found.index
  const edge = Buffer.from(random.pick(EDGES_TEXT))
  return Buffer.concat([bytes.subarray(0, at), edge, bytes.subarray(at + found[0].length)])
}

/** Overwrites four bytes with a little- or big-endian edge: the length fields of archives and fonts. */
function changeLength(random, bytes) {
  if (bytes.length < 4) return bytes
  const headers = ['PK\u0001\u0002', 'PK\u0003\u0004', 'PK\u0005\u0006'].map((sign) => bytes.indexOf(sign, 0, 'latin1'))
  const header = random.pick([...headers, -1])
  const at = header < 0 ? random.below(bytes.length - 3) : Math.min(header + 4 + random.below(42), bytes.length - 4)
  if (random.oneIn(2)) bytes.writeUInt32LE(random.pick(EDGES_32), at)
  else bytes.writeUInt32BE(random.pick(EDGES_32), at)
  return bytes
}

function cut(random, bytes) {
  return Buffer.from(bytes.subarray(0, random.below(bytes.length)))
}

function remove(random, bytes) {
  const from = random.below(bytes.length)
  return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + 1 + random.below(64))])
}

function repeat(random, bytes) {
  const from = random.below(bytes.length)
  const piece = bytes.subarray(from, from + 1 + random.below(200))
  return Buffer.concat([bytes.subarray(0, from), ...Array(1 + random.below(20)).fill(piece), bytes.subarray(from)])
}

function splice(random, bytes, others) {
  const other = random.pick(others)
  return Buffer.concat([
    bytes.subarray(0, random.below(bytes.length)),
    other.subarray(random.below(Math.max(1, other.length))),
  ])
}

function insertBroken(random, bytes) {
  const at = random.below(bytes.length)
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(random.pick(BROKEN_UTF8)), bytes.subarray(at)])
}
