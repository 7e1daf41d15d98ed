// The replacement of a picture that cannot be masked: one grey pixel in the same format, which the file draws at the size of the picture.

/** By ending of the name. Vector drawings are replaced by a picture too: programs look at the bytes. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mM4AwAAzgDNee7qPQAAAABJRU5ErkJggg=='
const GIF = 'R0lGODdhAQABAIAAAMzMzAAAACwAAAAAAQABAAACAkQBADs='
const BMP = 'Qk06AAAAAAAAADYAAAAoAAAAAQAAAAEAAAABABgAAAAAAAQAAAATCwAAEwsAAAAAAAAAAAAAzMzMAA=='

export function blankPicture(name: string): Uint8Array {
  if (/\.gif$/i.test(name)) return Buffer.from(GIF, 'base64')
  if (/\.bmp$/i.test(name)) return Buffer.from(BMP, 'base64')
  return Buffer.from(PNG, 'base64')
}
