// Reads XML parts of office files element by element: names without prefix, text, and attributes by name.
import { SelfsameError } from '../../errors.ts'
import { loadExtra, unreadable } from '../shared/format.ts'
import { xmlText } from '../text/encoding.ts'

const library = () => loadExtra('docx', 'saxes', () => import('saxes'))

export interface Tag {
  /** Name without prefix. */
  readonly name: string
  /** Value of an attribute by its name without prefix; '' if it is missing. */
  of(attribute: string): string
  readonly attributes: Readonly<Record<string, string>>
}

export interface XmlHandlers {
  open?(tag: Tag): void
  close?(name: string): void
  text?(text: string): void
}

export const local = (name: string) => name.slice(name.indexOf(':') + 1)

/** Walks one part. Entities of a document type are not expanded. Throws document_unreadable if the part is not well-formed. */
export async function walkXml(bytes: Uint8Array, handlers: XmlHandlers): Promise<void> {
  const { SaxesParser } = await library()
  const source = xmlText(bytes)
  if (source === null)
    throw unreadable(
      'a part of the file is not in the encoding it declares, or in one not read here; save the file again',
    )
  const parser = new SaxesParser({ xmlns: false, fragment: false })
  parser.on('error', (error) => {
    throw unreadable('a part of the file is not well-formed XML; save the file again', error)
  })
  parser.on('opentag', ({ name, attributes }) => {
    const values = attributes as Record<string, string>
    handlers.open?.({ name: local(name), attributes: values, of: (wanted) => attributeOf(values, wanted) })
  })
  parser.on('closetag', ({ name }) => handlers.close?.(local(name)))
  const text = (piece: string) => handlers.text?.(piece)
  parser.on('text', text)
  parser.on('cdata', text)
  try {
    parser.write(source).close()
  } catch (error) {
    if (error instanceof SelfsameError) throw error
    throw unreadable('a part of the file is not well-formed XML; save the file again', error)
  }
}

function attributeOf(attributes: Readonly<Record<string, string>>, wanted: string): string {
  const direct = attributes[wanted]
  if (direct !== undefined) return direct
  for (const name of Object.keys(attributes)) if (local(name) === wanted) return attributes[name]!
  return ''
}
