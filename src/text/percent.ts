// Percent-encoded names and addresses (RFC 3986, 2.1) as people read them. A text with a literal percent sign stays as it is.

/** Decodes a whole address: its delimiters stay escaped. */
export function decodedAddress(text: string): string {
  return decodedBy(decodeURI, text)
}

/** Decodes one component, such as a name or the value of a parameter. */
export function decodedComponent(text: string): string {
  return decodedBy(decodeURIComponent, text)
}

function decodedBy(decode: (text: string) => string, text: string): string {
  try {
    return decode(text)
  } catch (error) {
    if (error instanceof URIError) return text
    throw error
  }
}
