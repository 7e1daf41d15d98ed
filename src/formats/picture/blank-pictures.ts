// The replacement of a picture that cannot be masked: one grey pixel in the same format, which the file draws at the size of the picture.

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mM4AwAAzgDNee7qPQAAAABJRU5ErkJggg=='
const GIF = 'R0lGODdhAQABAIAAAMzMzAAAACwAAAAAAQABAAACAkQBADs='
const BMP = 'Qk06AAAAAAAAADYAAAAoAAAAAQAAAAEAAAABABgAAAAAAAQAAAATCwAAEwsAAAAAAAAAAAAAzMzMAA=='

/** Chosen by the ending of the name. Vector drawings get a PNG: programs go by the bytes, not by the name. */
export function blankPicture(name: string): Uint8Array {
  if (/\.gif$/i.test(name)) return Buffer.from(GIF, 'base64')
  if (/\.bmp$/i.test(name)) return Buffer.from(BMP, 'base64')
  return Buffer.from(PNG, 'base64')
}
