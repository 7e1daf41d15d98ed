// Office packages for tests, written part by part.
import { strToU8, zipSync } from 'fflate'

export type Parts = Readonly<Record<string, string | Uint8Array>>

export function packed(parts: Parts): Uint8Array {
  return zipSync(
    Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [
        name,
        [typeof part === 'string' ? strToU8(part) : part, { level: name === 'mimetype' ? 0 : 6 }],
      ]),
    ),
  )
}

const W =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
const TYPES = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** Types of relation by the names of parts that a text refers to. */
const REFERRED: readonly (readonly [RegExp, string])[] = [
  [/^word\/comments\.xml$/, 'comments'],
  [/^word\/styles\.xml$/, 'styles'],
  [/^word\/settings\.xml$/, 'settings'],
  [/^word\/media\//, 'image'],
  [/^word\/embeddings\/.*\.docx$/, 'package'],
  [/^word\/embeddings\/.*\.bin$/, 'oleObject'],
  [/^word\/vbaProject\.bin$/, 'vbaProject'],
  [/^word\/odd/, 'odd'],
]

/** `links`: further relations of the text. */
function relationsTo(others: Parts, links: string): string {
  const found = Object.keys(others).flatMap((name, n) => {
    const type = REFERRED.find(([pattern]) => pattern.test(name))?.[1]
    return type === undefined
      ? []
      : [`<Relationship Id="p${n}" Type="${RELATIONS}/${type}" Target="${name.slice('word/'.length)}"/>`]
  })
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${found.join('')}${links}</Relationships>`
}

/** A text with the given content of its body (WordprocessingML) and other parts. */
export function docx(body: string, others: Parts = {}, links = ''): Uint8Array {
  return packed({
    '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="jpeg" ContentType="image/jpeg"/><Override PartName="/word/document.xml" ContentType="${TYPES}.document.main+xml"/><Override PartName="/word/settings.xml" ContentType="${TYPES}.settings+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${RELATIONS}/officeDocument" Target="word/document.xml"/><Relationship Id="r2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/thumbnail" Target="docProps/thumbnail.jpeg"/><Relationship Id="r3" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': relationsTo(others, links),
    'word/document.xml': `<?xml version="1.0"?><w:document ${W}><w:body>${body}</w:body></w:document>`,
    ...others,
  })
}

/** A paragraph of runs. */
export function paragraph(...runs: readonly string[]): string {
  return `<w:p>${runs.map((run) => `<w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">${run}</w:t></w:r>`).join('')}</w:p>`
}

export const NAMESPACE = W
