// Checks the address of a docling-serve. This runs when a service is created, before the first file arrives.
import { SelfsameError } from '../errors.ts'

/** The address receives personal data, so it must be on this machine or use https. The result ends in a slash. Throws docling_address. */
export function doclingAddress(address: string): URL {
  let url: URL
  try {
    url = new URL(address.endsWith('/') ? address : `${address}/`)
  } catch (cause) {
    throw new SelfsameError(
      'docling_address',
      'the address of the document service is not a URL; pass an http:// or https:// address',
      { cause },
    )
  }
  const isHere = ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isHere))
    throw new SelfsameError(
      'docling_address',
      'files go to a document service on this machine (http://127.0.0.1...) or over https://, and nowhere else',
    )
  return url
}
