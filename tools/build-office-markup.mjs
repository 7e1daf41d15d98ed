// Writes data/office-markup.json, the elements and attributes that office files may have, from the XML schemas of ECMA-376 (1st edition):
// node tools/build-office-markup.mjs FOLDER. FOLDER holds the .xsd files of the Maven package org.apache.poi:ooxml-schemas:1.4 (in its JAR under
// schemaorg_apache_xmlbeans/src). Only names are taken: of each element its attributes, of each attribute whether its type is free text, and
// the values of all enumerations.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SaxesParser } from 'saxes'

const OPEN = 'http://schemas.openxmlformats.org/'
const PREFIXES = {
  [`${OPEN}wordprocessingml/2006/main`]: 'w',
  [`${OPEN}spreadsheetml/2006/main`]: 'x',
  [`${OPEN}presentationml/2006/main`]: 'p',
  [`${OPEN}drawingml/2006/main`]: 'a',
  [`${OPEN}drawingml/2006/chart`]: 'c',
  [`${OPEN}drawingml/2006/chartDrawing`]: 'cdr',
  [`${OPEN}drawingml/2006/diagram`]: 'dgm',
  [`${OPEN}drawingml/2006/lockedCanvas`]: 'lc',
  [`${OPEN}drawingml/2006/picture`]: 'pic',
  [`${OPEN}drawingml/2006/spreadsheetDrawing`]: 'xdr',
  [`${OPEN}drawingml/2006/wordprocessingDrawing`]: 'wp',
  [`${OPEN}officeDocument/2006/math`]: 'm',
  [`${OPEN}officeDocument/2006/docPropsVTypes`]: 'vt',
  [`${OPEN}officeDocument/2006/extended-properties`]: 'ep',
  [`${OPEN}officeDocument/2006/custom-properties`]: 'op',
  'urn:schemas-microsoft-com:vml': 'v',
  'urn:schemas-microsoft-com:office:office': 'o',
  'urn:schemas-microsoft-com:office:word': 'w10',
  'urn:schemas-microsoft-com:office:excel': 'xvml',
  'urn:schemas-microsoft-com:office:powerpoint': 'pvml',
}
/** Shapes in texts and later properties, which the standard does not have ([MS-ODRAWXML], [MS-DOCX]) and properties (part 2, 11), element by element. */
const LATER = {
  wps: [
    'http://schemas.microsoft.com/office/word/2010/wordprocessingShape',
    {
      wsp: 'normalEastAsianFlow',
      cNvPr: 'hidden id name* descr* title*',
      cNvSpPr: 'txBox',
      cNvCnPr: '',
      spPr: 'bwMode',
      style: '',
      txbx: 'id',
      linkedTxbx: 'id seq',
      bodyPr:
        'rot spcFirstLastPara vertOverflow horzOverflow vert wrap lIns tIns rIns bIns numCol spcCol rtlCol fromWordArt anchor anchorCtr forceAA upright compatLnSpc',
    },
  ],
  wpg: [
    'http://schemas.microsoft.com/office/word/2010/wordprocessingGroup',
    {
      wgp: '',
      grpSp: '',
      cNvPr: 'hidden id name* descr* title*',
      cNvGrpSpPr: '',
      cNvFrPr: '',
      grpSpPr: 'bwMode',
      graphicFrame: '',
      xfrm: '',
    },
  ],
  wpc: ['http://schemas.microsoft.com/office/word/2010/wordprocessingCanvas', { wpc: '', bg: '', whole: '' }],
  wp14: [
    'http://schemas.microsoft.com/office/word/2010/wordprocessingDrawing',
    {
      sizeRelH: 'relativeFrom',
      sizeRelV: 'relativeFrom',
      pctWidth: '=',
      pctHeight: '=',
      pctPosHOffset: '=',
      pctPosVOffset: '=',
    },
  ],
  dsp: [
    'http://schemas.microsoft.com/office/drawing/2008/diagram',
    {
      drawing: '',
      spTree: '',
      grpSp: '',
      grpSpPr: '',
      nvGrpSpPr: '',
      cNvGrpSpPr: '',
      sp: 'modelId',
      nvSpPr: '',
      cNvPr: 'hidden id name* descr* title*',
      cNvSpPr: 'txBox',
      spPr: 'bwMode',
      style: '',
      txBody: '',
      txXfrm: 'rot',
    },
  ],
  cp: [
    'http://schemas.openxmlformats.org/package/2006/metadata/core-properties',
    { coreProperties: '', keywords: '=*', category: '=*' },
  ],
  dc: ['http://purl.org/dc/elements/1.1/', { title: '=*', subject: '=*', description: '=*' }],
}
/** Additions of later editions and programs to elements of the first. */
const ADDED = {
  w: {
    ind: 'start end startChars endChars',
    start: 'val sz space color themeColor themeTint themeShade shadow frame w type',
    end: 'val sz space color themeColor themeTint themeShade shadow frame w type',
    tblLook: 'firstRow lastRow firstColumn lastColumn noHBand noVBand',
    tblCaption: 'val*',
    tblDescription: 'val*',
    compatSetting: 'name* uri* val*',
    ffData: '',
  },
  wp: { docPr: 'title*', inline: '', anchor: '' },
  pic: { cNvPr: 'title*' },
  p: { cNvPr: 'title*' },
  xdr: { cNvPr: 'title*' },
  a: { cNvPr: 'title*' },
  cdr: { cNvPr: 'title*' },
}
const folder = process.argv[2]
if (folder === undefined) {
  console.error('usage: node tools/build-office-markup.mjs FOLDER_OF_SCHEMAS')
  process.exit(2)
}

/** Each schema as a tree of its elements, with the namespaces that it declares. */
const schemas = readdirSync(folder)
  .filter((name) => name.endsWith('.xsd'))
  .sort()
  .map((name) => {
    const root = { name: '', attributes: {}, children: [] }
    const open = [root]
    const parser = new SaxesParser()
    parser.on('opentag', ({ name: tag, attributes }) => {
      const node = { name: tag.slice(tag.indexOf(':') + 1), attributes, children: [] }
      open.at(-1).children.push(node)
      open.push(node)
    })
    parser.on('closetag', () => open.pop())
    parser.write(readFileSync(join(folder, name), 'utf8').replace(/^\ufeff/, '')).close()
    return root.children[0]
  })

const globals = new Map()
for (const schema of schemas)
  for (const node of schema.children)
    if (node.attributes.name !== undefined)
      globals.set(`${node.name} ${schema.attributes.targetNamespace} ${node.attributes.name}`, { node, schema })

function resolved(kind, name, schema) {
  const [prefix, local] = name.includes(':') ? name.split(':') : ['', name]
  const namespace =
    schema.attributes[prefix === '' ? 'xmlns' : `xmlns:${prefix}`] ??
    (prefix === '' ? schema.attributes.targetNamespace : undefined)
  return globals.get(`${kind} ${namespace} ${local}`)
}

const codes = new Set()
const FREE =
  /^(?:string|token|normalizedString|anyURI|Name|NCName|ID|IDREF|QName|anySimpleType|base64Binary|NMTOKEN|language)$/

/** True for a type of free text; collects the values of enumerations. */
function isFree(type, schema, inline) {
  const simple = inline ?? resolved('simpleType', type, schema)
  if (simple === undefined) return FREE.test(type.slice(type.indexOf(':') + 1))
  const node = simple.node ?? simple
  const at = simple.schema ?? schema
  let free = false
  for (const part of node.children) {
    if (part.name === 'restriction') {
      const values = part.children.filter(({ name }) => name === 'enumeration')
      for (const { attributes } of values) codes.add(attributes.value)
      const isFixed = values.length > 0 || part.children.some(({ name }) => name === 'pattern')
      if (!isFixed) free ||= part.attributes.base === undefined ? true : isFree(part.attributes.base, at)
    } else if (part.name === 'union') {
      for (const member of (part.attributes.memberTypes ?? '').split(/\s+/).filter(Boolean))
        free = isFree(member, at) || free
      for (const child of part.children) if (child.name === 'simpleType') free = isFree('', at, child) || free
    } else if (part.name === 'list')
      free ||= part.attributes.itemType === undefined ? false : isFree(part.attributes.itemType, at)
  }
  return free
}

/** Adds the attributes of a type to `into`; '=' is its own text. */
function collect(node, schema, into, seen) {
  for (const part of node.children) {
    if (part.name === 'attribute') {
      if (part.attributes.ref !== undefined) {
        const local = part.attributes.ref.replace(/^.*:/, '')
        const target = resolved('attribute', part.attributes.ref, schema)
        into.set(
          local,
          target === undefined
            ? false
            : isFree(
                target.node.attributes.type ?? 'xsd:string',
                target.schema,
                target.node.children.find(({ name }) => name === 'simpleType'),
              ),
        )
      } else
        into.set(
          part.attributes.name,
          isFree(
            part.attributes.type ?? 'xsd:anySimpleType',
            schema,
            part.children.find(({ name }) => name === 'simpleType'),
          ),
        )
    } else if (part.name === 'attributeGroup' && part.attributes.ref !== undefined) {
      const group = resolved('attributeGroup', part.attributes.ref, schema)
      if (group !== undefined) collect(group.node, group.schema, into, seen)
    } else if (part.name === 'extension' || part.name === 'restriction') {
      typeInto(part.attributes.base, schema, into, seen)
      collect(part, schema, into, seen)
    } else if (part.name === 'complexContent' || part.name === 'simpleContent') collect(part, schema, into, seen)
  }
}

function typeInto(type, schema, into, seen) {
  if (type === undefined || seen.has(type)) return
  const complex = resolved('complexType', type, schema)
  if (complex !== undefined) {
    if (complex.node.attributes.mixed === 'true') into.set('=', true)
    collect(complex.node, complex.schema, into, new Set([...seen, type]))
  } else into.set('=', isFree(type, schema))
}

const found = {}
/** The attributes that are known of an element so far. */
function attributesOf(prefix, name) {
  if (!Object.hasOwn(found, prefix)) found[prefix] = {}
  if (!Object.hasOwn(found[prefix], name)) found[prefix][name] = new Map()
  return found[prefix][name]
}
function visit(node, schema) {
  if (node.name === 'element' && node.attributes.name !== undefined) {
    const prefix = PREFIXES[schema.attributes.targetNamespace]
    if (prefix !== undefined) {
      const attributes = new Map()
      typeInto(node.attributes.type, schema, attributes, new Set())
      for (const part of node.children) {
        if (part.name === 'complexType') collect(part, schema, attributes, new Set())
        if (part.name === 'simpleType') attributes.set('=', isFree('', schema, part))
      }
      const known = attributesOf(prefix, node.attributes.name)
      // One name has several types: what is free text in one is treated as such.
      for (const [name, free] of attributes) known.set(name, free || known.get(name) === true)
    }
  }
  for (const part of node.children) visit(part, schema)
}
for (const schema of schemas) visit(schema, schema)

for (const [prefix, names] of Object.entries(ADDED))
  for (const [name, attributes] of Object.entries(names)) {
    const known = attributesOf(prefix, name)
    for (const attribute of attributes.split(' ').filter(Boolean))
      known.set(attribute.replace('*', ''), attribute.endsWith('*'))
  }
const sorted = (entries) => Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1)))
const namespaces = sorted([
  ...Object.entries(PREFIXES).map(([uri, prefix]) => [prefix, uri]),
  ...Object.entries(LATER).map(([prefix, [uri]]) => [prefix, uri]),
])
const elements = sorted([
  ...Object.entries(found).map(([prefix, names]) => [
    prefix,
    sorted(
      Object.entries(names).map(([name, attributes]) => [
        name,
        [...attributes]
          .map(([attribute, free]) => attribute + (free ? '*' : ''))
          .sort()
          .join(' '),
      ]),
    ),
  ]),
  ...Object.entries(LATER).map(([prefix, [, names]]) => [
    prefix,
    sorted(
      Object.entries(names).map(([name, attributes]) => [name, attributes.split(' ').filter(Boolean).sort().join(' ')]),
    ),
  ]),
])
const file = {
  source: 'ECMA-376, 1st edition, XML schemas; [MS-ODRAWXML], [MS-DOCX]',
  namespaces,
  codes: [...codes].sort(),
  elements,
}
writeFileSync(new URL('../data/office-markup.json', import.meta.url), `${JSON.stringify(file, null, 1)}\n`)
console.log(
  `${Object.values(elements).reduce((sum, names) => sum + Object.keys(names).length, 0)} elements, ${codes.size} codes`,
)
