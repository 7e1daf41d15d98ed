// Keccak-256 with the padding of the original submission, as in Ethereum (EIP-55); SHA3-256 of FIPS 202 has another padding.

const MASK = (1n << 64n) - 1n
const RATE = 136

const ROUND_CONSTANTS: readonly bigint[] = (() => {
  // The linear feedback register of the Keccak reference, section 1.2: x^8 + x^6 + x^5 + x^4 + 1.
  const constants: bigint[] = []
  let register = 1
  for (let round = 0; round < 24; round++) {
    let constant = 0n
    for (let j = 0; j < 7; j++) {
      if (register & 1) constant ^= 1n << BigInt((1 << j) - 1)
      register = register & 0x80 ? ((register << 1) ^ 0x171) & 0xff : register << 1
    }
    constants.push(constant)
  }
  return constants
})()

const rotate = (lane: bigint, by: number) =>
  by === 0 ? lane : ((lane << BigInt(by)) | (lane >> BigInt(64 - by))) & MASK

function permute(lanes: bigint[]): void {
  for (const constant of ROUND_CONSTANTS) {
    const columns = [0, 1, 2, 3, 4].map(
      (x) => lanes[x]! ^ lanes[x + 5]! ^ lanes[x + 10]! ^ lanes[x + 15]! ^ lanes[x + 20]!,
    )
    for (let x = 0; x < 5; x++) {
      const change = columns[(x + 4) % 5]! ^ rotate(columns[(x + 1) % 5]!, 1)
      for (let y = 0; y < 25; y += 5) lanes[x + y] = lanes[x + y]! ^ change
    }
    let x = 1
    let y = 0
    let current = lanes[1]!
    for (let step = 0; step < 24; step++) {
      const next = (2 * x + 3 * y) % 5
      x = y
      y = next
      const kept = lanes[x + 5 * y]!
      lanes[x + 5 * y] = rotate(current, (((step + 1) * (step + 2)) / 2) % 64)
      current = kept
    }
    for (let row = 0; row < 25; row += 5) {
      const [a, b, c, d, e] = lanes.slice(row, row + 5) as [bigint, bigint, bigint, bigint, bigint]
      lanes[row] = a ^ (~b & MASK & c)
      lanes[row + 1] = b ^ (~c & MASK & d)
      lanes[row + 2] = c ^ (~d & MASK & e)
      lanes[row + 3] = d ^ (~e & MASK & a)
      lanes[row + 4] = e ^ (~a & MASK & b)
    }
    lanes[0] = lanes[0]! ^ constant
  }
}

/** Lower-case hex digest of the bytes of an ASCII string. */
export function keccak256Hex(ascii: string): string {
  const length = Math.ceil((ascii.length + 1) / RATE) * RATE
  const bytes = new Uint8Array(length)
  for (let i = 0; i < ascii.length; i++) bytes[i] = ascii.charCodeAt(i) & 0xff
  bytes[ascii.length] = bytes[ascii.length]! ^ 0x01
  bytes[length - 1] = bytes[length - 1]! ^ 0x80
  const lanes = new Array<bigint>(25).fill(0n)
  for (let block = 0; block < length; block += RATE) {
    for (let lane = 0; lane < RATE / 8; lane++) {
      let value = 0n
      for (let i = 7; i >= 0; i--) value = (value << 8n) | BigInt(bytes[block + lane * 8 + i]!)
      lanes[lane] = lanes[lane]! ^ value
    }
    permute(lanes)
  }
  let hex = ''
  for (let i = 0; i < 32; i++)
    hex += Number((lanes[i >> 3]! >> BigInt((i & 7) * 8)) & 0xffn)
      .toString(16)
      .padStart(2, '0')
  return hex
}
