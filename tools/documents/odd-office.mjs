// Office files, archives and their odd places: for each place of a format where a program keeps words outside its text, a file that keeps a
// value there. `oddFiles` gives them all; bench/odd-places.mjs makes copies of them and looks for the values. All people are invented.
import { strToU8, zipSync } from 'fflate'

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const A = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
const C = 'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"'
const R = `xmlns:r="${OFFICE}"`
const X = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const MC = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
const W = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" ${R} ${A} ${MC} xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"`
const P = `xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" ${R} ${A}`
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mM4AwAAzgDNee7qPQAAAABJRU5ErkJggg==',
  'base64',
)

const zip = (parts) =>
  zipSync(
    Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [
        name,
        [
          typeof part === 'string' ? strToU8(part) : part,
          { level: name === 'mimetype' ? 0 : 6, mtime: new Date(1980, 0, 1) },
        ],
      ]),
    ),
  )

/** `relations`: [id, type, target, isExternal] of a part. */
const rels = (relations) =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${relations
    .map(
      ([id, type, target, external]) =>
        `<Relationship Id="${id}" Type="${type.includes(':') ? type : `${OFFICE}/${type}`}" Target="${target}"${external ? ' TargetMode="External"' : ''}/>`,
    )
    .join('')}</Relationships>`

const types = (overrides) =>
  `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="bin" ContentType="application/vnd.openxmlformats-officedocument.oleObject"/><Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/><Default Extension="docx" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document"/>${Object.entries(
    overrides,
  )
    .map(
      ([name, type]) =>
        `<Override PartName="/${name}" ContentType="${type.includes('/') ? type : `application/vnd.openxmlformats-officedocument.${type}+xml`}"/>`,
    )
    .join('')}</Types>`

/** The additions of a place: text of the body, relations of the main part and of the package, parts with their types. */
const package_ = (main, mainType, mainXml, { links = [], root = [], parts = {}, overrides = {}, own = {} }) => {
  const folder = main.slice(0, main.lastIndexOf('/') + 1)
  return zip({
    '[Content_Types].xml': types({ [main]: mainType, ...own.overrides, ...overrides }),
    '_rels/.rels': rels([['rId1', 'officeDocument', main], ...root]),
    [main]: mainXml,
    [`${folder}_rels/${main.slice(folder.length)}.rels`]: rels([...(own.links ?? []), ...links]),
    ...own.parts,
    ...parts,
  })
}

const para = (...runs) =>
  `<w:p>${runs.map((run) => `<w:r><w:t xml:space="preserve">${run}</w:t></w:r>`).join('')}</w:p>`
const SAYS = (v) => (v.body === null ? 'The report was sent on Monday.' : v.body)

const docx = (
  v,
  { body = '', first = '', section = '', type = 'wordprocessingml.document.main', main = 'word/document.xml', ...more },
) =>
  package_(
    main,
    type,
    `${XML}<w:document ${W}>${first}<w:body>${para(SAYS(v))}${body}<w:sectPr>${section}<w:pgSz w:w="11906" w:h="16838"/></w:sectPr></w:body></w:document>`,
    more,
  )
const word = (type) => `wordprocessingml.${type}`
const property = (name, xml, root) => (v) => ({
  parts: { [name]: XML + xml(v) },
  root: [['rIdP', root, name]],
  overrides: {
    [name]: name.endsWith('core.xml')
      ? 'application/vnd.openxmlformats-package.core-properties+xml'
      : `${name.includes('custom') ? 'custom' : 'extended'}-properties`,
  },
})
const core = (xml) =>
  property(
    'docProps/core.xml',
    (v) =>
      `<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/">${xml(v)}</cp:coreProperties>`,
    `${PACKAGE}/relationships/metadata/core-properties`,
  )
const app = (xml) =>
  property(
    'docProps/app.xml',
    (v) =>
      `<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties" xmlns:vt="http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes">${xml(v)}</Properties>`,
    'extended-properties',
  )
const part =
  (name, type, xml, relation, extra = {}) =>
  (v) => ({
    parts: { [name]: typeof xml(v) === 'string' && /\.(?:xml|vml)$/.test(name) ? XML + xml(v) : xml(v) },
    overrides: type === null ? {} : { [name]: type },
    links: [
      [
        'rIdX',
        relation,
        name.startsWith('word/') || name.startsWith('xl/') || name.startsWith('ppt/')
          ? name.slice(name.indexOf('/') + 1)
          : `/${name}`,
      ],
    ],
    ...(typeof extra === 'function' ? extra(v) : extra),
  })
const picture = (docPr) =>
  `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="9525" cy="9525"/>${docPr}<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="p"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="rIdI"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="9525" cy="9525"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`
const pictured = (docPr) => (v) => ({
  body: picture(docPr(v)),
  parts: { 'word/media/image1.png': PIXEL },
  links: [['rIdI', 'image', 'media/image1.png']],
})
const chartXml = (v, at) =>
  `<c:chartSpace ${C} ${A} ${R}><c:chart>${at === 'title' ? `<c:title><c:tx><c:rich><a:bodyPr/><a:p><a:r><a:t>${v.t}</a:t></a:r></a:p></c:rich></c:tx></c:title>` : ''}<c:plotArea><c:layout/><c:barChart><c:barDir val="col"/><c:grouping val="clustered"/><c:ser><c:idx val="0"/><c:order val="0"/><c:tx><c:strRef><c:f>${at === 'f' ? `'${v.t}'!$B$1` : 'Sheet1!$B$1'}</c:f><c:strCache><c:ptCount val="1"/><c:pt idx="0"><c:v>${at === 'cache' ? v.t : 'Series'}</c:v></c:pt></c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:f>Sheet1!$A$2</c:f><c:strCache><c:ptCount val="1"/><c:pt idx="0"><c:v>${at === 'category' ? v.t : 'Q1'}</c:v></c:pt></c:strCache></c:strRef></c:cat><c:val><c:numRef><c:f>Sheet1!$B$2</c:f><c:numCache><c:formatCode>${at === 'format' ? `"${v.t}"0` : 'General'}</c:formatCode><c:ptCount val="1"/><c:pt idx="0"><c:v>3</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser><c:axId val="1"/><c:axId val="2"/></c:barChart><c:catAx><c:axId val="1"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:axPos val="b"/><c:crossAx val="2"/></c:catAx><c:valAx><c:axId val="2"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:axPos val="l"/><c:crossAx val="1"/></c:valAx></c:plotArea></c:chart>${at === 'header' ? `<c:printSettings><c:headerFooter><c:oddHeader>&amp;L${v.t}</c:oddHeader></c:headerFooter></c:printSettings>` : ''}${at === 'ext' ? `<c:extLst><c:ext uri="{1}" xmlns:c15="http://schemas.microsoft.com/office/drawing/2012/chart"><c15:fullRef><c15:sqref>${v.t}</c15:sqref></c15:fullRef></c:ext></c:extLst>` : ''}</c:chartSpace>`
const CHART_DRAWING = `<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart ${C} ${R} r:id="rIdX"/></a:graphicData></a:graphic>`
const wordChart = (at) => (v) =>
  part('word/charts/chart1.xml', 'drawingml.chart', (v) => chartXml(v, at), 'chart', {
    body: `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="3000000" cy="2000000"/><wp:docPr id="3" name="Chart 1"/>${CHART_DRAWING}</wp:inline></w:drawing></w:r></w:p>`,
  })(v)
const sdt = (props, content) =>
  `<w:sdt><w:sdtPr>${props}</w:sdtPr><w:sdtContent>${para(content)}</w:sdtContent></w:sdt>`
const field = (code, shown = 'here') =>
  `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> ${code} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>${shown}</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`
const settings = (xml) =>
  part('word/settings.xml', word('settings'), (v) => `<w:settings ${W}>${xml(v)}</w:settings>`, 'settings')
const style = (xml) =>
  part(
    'word/styles.xml',
    word('styles'),
    (v) =>
      `<w:styles ${W}><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>${xml(v)}</w:styles>`,
    'styles',
  )
const comments = (attributes, text = () => 'see note') =>
  part(
    'word/comments.xml',
    word('comments'),
    (v) => `<w:comments ${W}><w:comment w:id="0" ${attributes(v)}>${para(text(v))}</w:comment></w:comments>`,
    'comments',
    {
      body: '<w:p><w:commentRangeStart w:id="0"/><w:r><w:t>x</w:t></w:r><w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r></w:p>',
    },
  )
const custom =
  (xml, relation = 'customXml') =>
  (v) => ({
    parts: {
      'customXml/item1.xml': XML + xml(v),
      'customXml/_rels/item1.xml.rels': rels([['rId1', 'customXmlProps', 'itemProps1.xml']]),
      'customXml/itemProps1.xml': `${XML}<ds:datastoreItem ds:itemID="{A1B2C3D4-0000-4000-8000-000000000001}" xmlns:ds="http://schemas.openxmlformats.org/officeDocument/2006/customXml"><ds:schemaRefs/></ds:datastoreItem>`,
    },
    links: [['rIdX', relation, '../customXml/item1.xml']],
    overrides: { 'customXml/itemProps1.xml': 'customXmlProperties' },
  })
const themeXml = (v, at) =>
  `<a:theme ${A} name="${at === 'name' ? v.t : 'Office'}"><a:themeElements><a:clrScheme name="${at === 'colours' ? v.t : 'Office'}">${'dk1 lt1 dk2 lt2 accent1 accent2 accent3 accent4 accent5 accent6 hlink folHlink'
    .split(' ')
    .map((name) => `<a:${name}><a:srgbClr val="4472C4"/></a:${name}>`)
    .join(
      '',
    )}</a:clrScheme><a:fontScheme name="Office"><a:majorFont><a:latin typeface="Calibri"/><a:ea typeface=""/><a:cs typeface=""/></a:majorFont><a:minorFont><a:latin typeface="Calibri"/><a:ea typeface=""/><a:cs typeface=""/></a:minorFont></a:fontScheme><a:fmtScheme name="Office"><a:fillStyleLst>${'<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'.repeat(3)}</a:fillStyleLst><a:lnStyleLst>${'<a:ln w="6350"><a:solidFill><a:schemeClr val="phClr"/></a:solidFill></a:ln>'.repeat(3)}</a:lnStyleLst><a:effectStyleLst>${'<a:effectStyle><a:effectLst/></a:effectStyle>'.repeat(3)}</a:effectStyleLst><a:bgFillStyleLst>${'<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'.repeat(3)}</a:bgFillStyleLst></a:fmtScheme></a:themeElements>${at === 'colour' ? `<a:custClrLst><a:custClr name="${v.t}"><a:srgbClr val="FF0000"/></a:custClr></a:custClrLst>` : ''}</a:theme>`
const theme = (at, folder) => part(`${folder}/theme/theme1.xml`, 'theme', (v) => themeXml(v, at), 'theme')

/** Place -> what a text has there. `v`: t the value in XML, id as a name of a program, u in an address, body the text that the file shows. */
const DOCX = {
  'macro-enabled': (v) => ({
    type: 'application/vnd.ms-word.document.macroEnabled.main+xml',
    body: para(v.t),
    parts: { 'word/vbaProject.bin': `\0\0Attribute ${v.t}\0` },
    links: [['rIdX', 'http://schemas.microsoft.com/office/2006/relationships/vbaProject', 'vbaProject.bin']],
    overrides: { 'word/vbaProject.bin': 'application/vnd.ms-office.vbaProject' },
  }),
  template: (v) => ({ type: 'wordprocessingml.template.main', body: para(v.t) }),
  'main part elsewhere': (v) => ({ main: 'docs/Letter.xml', body: para(v.t) }),
  'main part in capitals': (v) => ({ main: 'Word/Document.XML', body: para(v.t) }),
  'bookmark name': (v) => ({
    body: `<w:p><w:bookmarkStart w:id="7" w:name="${v.id}"/><w:r><w:t>x</w:t></w:r><w:bookmarkEnd w:id="7"/></w:p>`,
  }),
  'anchor of a link': (v) => ({
    body: `<w:p><w:hyperlink w:anchor="${v.id}"><w:r><w:t>x</w:t></w:r></w:hyperlink></w:p>`,
  }),
  'tooltip of a link': (v) => ({
    body: `<w:p><w:hyperlink r:id="rIdX" w:tooltip="${v.t}"><w:r><w:t>x</w:t></w:r></w:hyperlink></w:p>`,
    links: [['rIdX', 'hyperlink', 'https://example.org/', true]],
  }),
  'target of a link': (v) => ({
    body: '<w:p><w:hyperlink r:id="rIdX"><w:r><w:t>x</w:t></w:r></w:hyperlink></w:p>',
    links: [['rIdX', 'hyperlink', `https://example.org/p?name=${v.u}`, true]],
  }),
  'target as a path': (v) => ({
    body: '<w:p><w:hyperlink r:id="rIdX"><w:r><w:t>x</w:t></w:r></w:hyperlink></w:p>',
    links: [['rIdX', 'hyperlink', `file:///C:/Users/${v.u}/x.docx`, true]],
  }),
  'target as a mail address': (v) => ({
    body: '<w:p><w:hyperlink r:id="rIdX"><w:r><w:t>x</w:t></w:r></w:hyperlink></w:p>',
    links: [['rIdX', 'hyperlink', `mailto:x@example.org?subject=${v.u}`, true]],
  }),
  'field HYPERLINK': (v) => ({ body: field(`HYPERLINK "https://example.org/${v.u}"`) }),
  'field REF': (v) => ({ body: field(`REF ${v.id} \\h`) }),
  'field IF': (v) => ({ body: field(`IF 1 = 1 "${v.t}" "no"`) }),
  'field cut into runs': (v) => ({
    body: field(`QUOTE "${v.t.slice(0, 4)}</w:instrText></w:r><w:r><w:instrText>${v.t.slice(4)}"`),
  }),
  'simple field': (v) => ({
    body: `<w:p><w:fldSimple w:instr=" AUTHOR &quot;${v.t}&quot; "><w:r><w:t>x</w:t></w:r></w:fldSimple></w:p>`,
  }),
  'field data': (v) => ({
    body: `<w:p><w:r><w:fldChar w:fldCharType="begin"><w:fldData xml:space="preserve">${v.t}</w:fldData></w:fldChar></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`,
  }),
  'form field': (v) => ({
    body: `<w:p><w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:name w:val="${v.id}"/><w:helpText w:val="${v.t}"/><w:textInput><w:default w:val="${v.t}"/></w:textInput></w:ffData></w:fldChar></w:r><w:r><w:instrText>FORMTEXT</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`,
  }),
  'form field macro': (v) => ({
    body: `<w:p><w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:entryMacro w:val="${v.id}"/><w:ddList><w:listEntry w:val="${v.t}"/></w:ddList></w:ffData></w:fldChar></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`,
  }),
  'content control alias': (v) => ({ body: sdt(`<w:alias w:val="${v.t}"/>`, 'x') }),
  'content control tag': (v) => ({ body: sdt(`<w:tag w:val="${v.id}"/>`, 'x') }),
  'content control placeholder': (v) => ({
    body: sdt(`<w:placeholder><w:docPart w:val="${v.t}"/></w:placeholder>`, 'x'),
  }),
  'content control binding': (v) => ({
    body: sdt(
      `<w:dataBinding w:xpath="/a[name='${v.t}']" w:storeItemID="{1}" w:prefixMappings="xmlns:a='${v.t}'"/>`,
      'x',
    ),
  }),
  'content control date': (v) => ({
    body: sdt(
      `<w:date w:fullDate="${v.iso}T00:00:00Z"><w:dateFormat w:val="'${v.t}'"/><w:lid w:val="de-DE"/></w:date>`,
      'x',
    ),
  }),
  'content control list': (v) => ({
    body: sdt(
      `<w:dropDownList w:lastValue="${v.t}"><w:listItem w:displayText="${v.t}" w:value="${v.t}"/></w:dropDownList>`,
      'x',
    ),
  }),
  'content control section title': (v) => ({
    body: sdt(`<w15:repeatingSection><w15:sectionTitle w15:val="${v.t}"/></w15:repeatingSection>`, 'x'),
  }),
  'smart tag': (v) => ({
    body: `<w:p><w:smartTag w:uri="urn:x" w:element="PersonName"><w:smartTagPr><w:attr w:name="ProductID" w:val="${v.t}"/></w:smartTagPr><w:r><w:t>x</w:t></w:r></w:smartTag></w:p>`,
  }),
  'custom XML element': (v) => ({
    body: `<w:p><w:customXml w:uri="urn:${v.u}" w:element="${v.id}"><w:customXmlPr><w:placeholder w:val="${v.t}"/><w:attr w:name="n" w:val="${v.t}"/></w:customXmlPr><w:r><w:t>x</w:t></w:r></w:customXml></w:p>`,
  }),
  'alternative text': pictured((v) => `<wp:docPr id="1" name="Picture 1" descr="${v.t}"/>`),
  'title of a picture': pictured((v) => `<wp:docPr id="1" name="Picture 1" title="${v.t}"/>`),
  'name of a picture': pictured((v) => `<wp:docPr id="1" name="${v.t}"/>`),
  'link of a picture': (v) => ({
    ...pictured(() => `<wp:docPr id="1" name="P"><a:hlinkClick r:id="rIdH" tooltip="${v.t}"/></wp:docPr>`)(v),
    links: [
      ['rIdI', 'image', 'media/image1.png'],
      ['rIdH', 'hyperlink', `https://example.org/${v.u}`, true],
    ],
  }),
  'picture elsewhere': (v) => ({
    body: picture('<wp:docPr id="1" name="P"/>').replace('r:embed', 'r:link'),
    links: [['rIdI', 'image', `file:///C:/Users/${v.u}/p.png`, true]],
  }),
  'name of a picture file': (v) => ({
    body: picture('<wp:docPr id="1" name="P"/>'),
    parts: { [`word/media/${v.id}.png`]: PIXEL },
    links: [['rIdI', 'image', `media/${v.id}.png`]],
  }),
  'comment author': comments((v) => `w:author="${v.t}" w:initials="${v.t.slice(0, 2)}"`),
  'comment text': comments(
    () => 'w:author="x"',
    (v) => v.t,
  ),
  'comment initials': comments((v) => `w:author="x" w:initials="${v.t}"`),
  'people.xml': part(
    'word/people.xml',
    word('people'),
    (v) =>
      `<w15:people ${W}><w15:person w15:author="${v.t}"><w15:presenceInfo w15:providerId="AD" w15:userId="S::${v.u}"/></w15:person></w15:people>`,
    'http://schemas.microsoft.com/office/2011/relationships/people',
  ),
  'document tasks': part(
    'word/documenttasks/documenttasks1.xml',
    'application/vnd.ms-office.documenttasks+xml',
    (v) =>
      `<t:Tasks xmlns:t="http://schemas.microsoft.com/office/tasks/2019/documenttasks"><t:Task id="{1}"><t:Anchor><t:Comment id="1"/></t:Anchor><t:History><t:Event time="2026-01-01T00:00:00Z"><t:Attribution userId="${v.u}" userName="${v.t}" userProvider="AD"/></t:Event></t:History></t:Task></t:Tasks>`,
    'http://schemas.microsoft.com/office/2019/05/relationships/documenttasks',
  ),
  'permission for an editor': (v) => ({
    body: `<w:p><w:permStart w:id="5" w:ed="${v.u}"/><w:r><w:t>x</w:t></w:r><w:permEnd w:id="5"/></w:p>`,
  }),
  'author of a change': (v) => ({
    body: `<w:p><w:ins w:id="9" w:author="${v.t}" w:date="2026-01-01T00:00:00Z"><w:r><w:t>x</w:t></w:r></w:ins></w:p>`,
  }),
  'deleted text': (v) => ({
    body: `<w:p><w:del w:id="9" w:author="x"><w:r><w:delText>${v.t}</w:delText></w:r></w:del></w:p>`,
  }),
  'moved text': (v) => ({
    body: `<w:p><w:moveFromRangeStart w:id="8" w:name="${v.id}" w:author="${v.t}"/><w:moveFrom w:id="9" w:author="x"><w:r><w:t>${v.t}</w:t></w:r></w:moveFrom><w:moveFromRangeEnd w:id="8"/></w:p>`,
  }),
  'former properties': (v) => ({
    body: `<w:p><w:pPr><w:pPrChange w:id="9" w:author="${v.t}"><w:pPr><w:pStyle w:val="${v.id}"/></w:pPr></w:pPrChange></w:pPr><w:r><w:t>x</w:t></w:r></w:p>`,
  }),
  'style name': style(
    (v) =>
      `<w:style w:type="paragraph" w:customStyle="1" w:styleId="${v.id}"><w:name w:val="${v.t}"/><w:aliases w:val="${v.t}"/></w:style>`,
  ),
  'style of a paragraph': (v) => ({
    body: `<w:p><w:pPr><w:pStyle w:val="${v.id}"/></w:pPr><w:r><w:t>x</w:t></w:r></w:p>`,
  }),
  'latent style': style((v) => `<w:latentStyles w:count="1"><w:lsdException w:name="${v.t}"/></w:latentStyles>`),
  'numbering text': part(
    'word/numbering.xml',
    word('numbering'),
    (v) =>
      `<w:numbering ${W}><w:abstractNum w:abstractNumId="0"><w:name w:val="${v.t}"/><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="${v.t} %1"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
    'numbering',
    {
      body: '<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>x</w:t></w:r></w:p>',
    },
  ),
  'font name': part(
    'word/fontTable.xml',
    word('fontTable'),
    (v) => `<w:fonts ${W}><w:font w:name="${v.t}"><w:altName w:val="${v.t}"/></w:font></w:fonts>`,
    'fontTable',
    (v) => ({ body: `<w:p><w:r><w:rPr><w:rFonts w:ascii="${v.t}"/></w:rPr><w:t>x</w:t></w:r></w:p>` }),
  ),
  'document variable': settings((v) => `<w:docVars><w:docVar w:name="n" w:val="${v.t}"/></w:docVars>`),
  'attached schema': settings(
    (v) => `<w:attachedSchema w:val="urn:${v.u}"/><w:smartTagType w:namespaceuri="urn:${v.u}" w:name="x"/>`,
  ),
  'save through': settings(
    (v) =>
      `<w:saveThroughXslt w:solutionID="${v.t}"/><w:activeWritingStyle w:lang="de" w:vendorID="64" w:dllVersion="0" w:appName="${v.t}"/>`,
  ),
  'mail merge': settings(
    (v) =>
      `<w:mailMerge><w:mainDocumentType w:val="formLetters"/><w:query w:val="SELECT * FROM ${v.id}"/><w:mailSubject w:val="${v.t}"/></w:mailMerge>`,
  ),
  'caption label': settings((v) => `<w:captions><w:caption w:name="${v.t}"/></w:captions>`),
  'write protection': settings((v) => `<w:docId xmlns="x"/><w:stylePaneSortMethod w:val="${v.t}"/>`),
  'attached template': (v) => ({
    ...settings(() => '<w:attachedTemplate r:id="rId1"/>')(v),
    parts: {
      'word/settings.xml': `${XML}<w:settings ${W}><w:attachedTemplate r:id="rId1"/></w:settings>`,
      'word/_rels/settings.xml.rels': rels([['rId1', 'attachedTemplate', `file:///C:/Users/${v.u}/Normal.dotm`, true]]),
    },
  }),
  'web settings frame': part(
    'word/webSettings.xml',
    word('webSettings'),
    (v) => `<w:webSettings ${W}><w:frameset><w:frame><w:name w:val="${v.t}"/></w:frame></w:frameset></w:webSettings>`,
    'webSettings',
  ),
  header: part('word/header1.xml', word('header'), (v) => `<w:hdr ${W}>${para(v.t)}</w:hdr>`, 'header', {
    section: '<w:headerReference w:type="default" r:id="rIdX"/>',
  }),
  'header elsewhere': part('word/odd/Kopf.xml', word('header'), (v) => `<w:hdr ${W}>${para(v.t)}</w:hdr>`, 'header', {
    section: '<w:headerReference w:type="default" r:id="rIdX"/>',
  }),
  footnote: part(
    'word/footnotes.xml',
    word('footnotes'),
    (v) => `<w:footnotes ${W}><w:footnote w:id="2">${para(v.t)}</w:footnote></w:footnotes>`,
    'footnotes',
    { body: '<w:p><w:r><w:footnoteReference w:id="2"/></w:r></w:p>' },
  ),
  glossary: part(
    'word/glossary/document.xml',
    word('document.glossary'),
    (v) =>
      `<w:glossaryDocument ${W}><w:docParts><w:docPart><w:docPartPr><w:name w:val="${v.t}"/><w:category><w:name w:val="${v.t}"/><w:gallery w:val="docParts"/></w:category><w:description w:val="${v.t}"/></w:docPartPr><w:docPartBody>${para(v.t)}</w:docPartBody></w:docPart></w:docParts></w:glossaryDocument>`,
    'glossaryDocument',
  ),
  'VML shape': (v) => ({
    body: `<w:p><w:r><w:pict><v:shape id="${v.id}" o:spid="_x0000_s1" alt="${v.t}" title="${v.t}" style="width:9pt;height:9pt" href="https://example.org/${v.u}"><v:textpath string="${v.t}"/></v:shape></w:pict></w:r></w:p>`,
  }),
  'VML text box': (v) => ({
    body: `<w:p><w:r><w:pict><v:shape style="width:90pt;height:20pt"><v:textbox><w:txbxContent>${para(v.t)}</w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>`,
  }),
  'VML data': (v) => ({
    body: `<w:p><w:r><w:pict><v:shape o:gfxdata="${v.u}" style="mso-x:'${v.t}'"><v:imagedata o:title="${v.t}" o:href="${v.u}"/></v:shape></w:pict></w:r></w:p>`,
  }),
  'alternate content': (v) => ({
    body: `<w:p><w:r><mc:AlternateContent><mc:Choice Requires="zz" xmlns:zz="urn:${v.u}"><zz:odd zz:n="${v.t}">${v.t}</zz:odd></mc:Choice><mc:Fallback><w:t>${v.t}</w:t></mc:Fallback></mc:AlternateContent></w:r></w:p>`,
  }),
  'text box of a drawing': (v) => ({
    body: `<w:p><w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:inline><wp:extent cx="900000" cy="200000"/><wp:docPr id="4" name="T"/><a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:wsp><wps:cNvSpPr/><wps:spPr/><wps:txbx><w:txbxContent>${para(v.t)}</w:txbxContent></wps:txbx><wps:bodyPr/></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing></mc:Choice><mc:Fallback/></mc:AlternateContent></w:r></w:p>`,
  }),
  math: (v) => ({ body: `<w:p><m:oMath><m:r><m:t>${v.t}</m:t></m:r></m:oMath></w:p>` }),
  'embedded object': (v) => ({
    body: '<w:p><w:r><w:object><v:shape style="width:9pt;height:9pt"/><o:OLEObject Type="Embed" ProgID="Package" ShapeID="_x0000_i1" DrawAspect="Icon" ObjectID="_1" r:id="rIdX"/></w:object></w:r></w:p>',
    parts: { 'word/embeddings/oleObject1.bin': `\0${v.t}\0` },
    links: [['rIdX', 'oleObject', 'embeddings/oleObject1.bin']],
  }),
  'linked object': (v) => ({
    body: `<w:p><w:r><w:object><o:OLEObject Type="Link" ProgID="Word.Document" r:id="rIdX"><o:FieldCodes>\\f ${v.t}</o:FieldCodes></o:OLEObject></w:object></w:r></w:p>`,
    links: [['rIdX', 'oleObject', `file:///C:/${v.u}.xlsx`, true]],
  }),
  'embedded file': (v) => ({
    body: '<w:p><w:r><w:object><o:OLEObject Type="Embed" ProgID="Word.Document.12" r:id="rIdX"/></w:object></w:r></w:p>',
    parts: {
      'word/embeddings/inner.docx': docx(
        { ...v, body: null },
        { body: `<w:p><w:bookmarkStart w:id="7" w:name="${v.id}"/><w:bookmarkEnd w:id="7"/></w:p>${para(v.t)}` },
      ),
    },
    links: [['rIdX', 'package', 'embeddings/inner.docx']],
  }),
  'imported part': part('word/afchunk1.htm', 'text/html', (v) => `<p>${v.t}</p>`, 'aFChunk', {
    body: '<w:altChunk r:id="rIdX"/>',
  }),
  'ActiveX control': part(
    'word/activeX/activeX1.xml',
    'application/vnd.ms-office.activeX+xml',
    (v) =>
      `<ax:ocx xmlns:ax="http://schemas.microsoft.com/office/2006/activeX" ax:classid="{1}"><ax:ocxPr ax:name="Value" ax:value="${v.t}"/></ax:ocx>`,
    'control',
    (v) => ({
      body: `<w:p><w:r><w:object><w:control r:id="rIdX" w:name="${v.id}" w:shapeid="s"/></w:object></w:r></w:p>`,
    }),
  ),
  'custom XML part': custom((v) => `<n:data xmlns:n="urn:n"><n:who key="${v.t}">${v.t}</n:who></n:data>`),
  'custom XML with names as elements': custom((v) => `<n:data xmlns:n="urn:n"><n:${v.id}/></n:data>`),
  bibliography: custom(
    (v) =>
      `<b:Sources xmlns:b="http://schemas.openxmlformats.org/officeDocument/2006/bibliography" StyleName="${v.t}"><b:Source><b:Tag>${v.id}</b:Tag><b:Author><b:Author><b:NameList><b:Person><b:Last>${v.t}</b:Last></b:Person></b:NameList></b:Author></b:Author></b:Source></b:Sources>`,
  ),
  'unknown part': part(
    'word/odd/thing.xml',
    'application/vnd.example.odd+xml',
    (v) => `<odd n="${v.t}">${v.t}</odd>`,
    'urn:example:odd',
  ),
  'part that nothing refers to': (v) => ({
    parts: { 'word/forgotten.xml': `${XML}<w:x ${W}>${v.t}</w:x>`, 'stray.txt': v.t },
  }),
  'printer settings': part(
    'word/printerSettings/printerSettings1.bin',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.printerSettings',
    (v) => Buffer.from(`\0${v.t}\0`, 'utf16le'),
    'printerSettings',
  ),
  'web extension': (v) => ({
    parts: {
      'word/webextensions/webextension1.xml': `${XML}<we:webextension xmlns:we="http://schemas.microsoft.com/office/webextensions/webextension/2010/11" id="{1}"><we:properties><we:property name="n" value="${v.t}"/></we:properties></we:webextension>`,
    },
    root: [
      [
        'rIdX',
        'http://schemas.microsoft.com/office/2011/relationships/webextension',
        'word/webextensions/webextension1.xml',
      ],
    ],
    overrides: { 'word/webextensions/webextension1.xml': 'application/vnd.ms-office.webextension+xml' },
  }),
  signature: (v) => ({
    parts: {
      '_xmlsignatures/origin.sigs': '',
      '_xmlsignatures/sig1.xml': `${XML}<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><Object>${v.t}</Object></Signature>`,
      '_xmlsignatures/_rels/origin.sigs.rels': rels([
        ['rId1', `${PACKAGE}/relationships/digital-signature/signature`, 'sig1.xml'],
      ]),
    },
    root: [['rIdX', `${PACKAGE}/relationships/digital-signature/origin`, '_xmlsignatures/origin.sigs']],
    overrides: {
      '_xmlsignatures/origin.sigs': 'application/vnd.openxmlformats-package.digital-signature-origin',
      '_xmlsignatures/sig1.xml': 'application/vnd.openxmlformats-package.digital-signature-xmlsignature+xml',
    },
  }),
  thumbnail: (v) => ({
    parts: { 'docProps/thumbnail.png': `\0${v.t}\0` },
    root: [['rIdX', `${PACKAGE}/relationships/metadata/thumbnail`, 'docProps/thumbnail.png']],
  }),
  'property author': core((v) => `<dc:creator>${v.t}</dc:creator><cp:lastModifiedBy>${v.t}</cp:lastModifiedBy>`),
  'property title': core((v) => `<dc:title>${v.t}</dc:title>`),
  'property keywords': core(
    (v) =>
      `<cp:keywords>${v.t}</cp:keywords><cp:category>${v.t}</cp:category><dc:identifier>${v.t}</dc:identifier><cp:contentStatus>${v.t}</cp:contentStatus>`,
  ),
  'property language': core(
    (v) => `<dc:language>${v.t}</dc:language><cp:version>${v.t}</cp:version><cp:revision>${v.t}</cp:revision>`,
  ),
  'property company': app((v) => `<Template>${v.t}</Template><Manager>${v.t}</Manager><Company>${v.t}</Company>`),
  'property application': app((v) => `<Application>${v.t}</Application><HyperlinkBase>${v.t}</HyperlinkBase>`),
  'property titles of parts': app(
    (v) =>
      `<TitlesOfParts><vt:vector size="1" baseType="lpstr"><vt:lpstr>${v.t}</vt:lpstr></vt:vector></TitlesOfParts>`,
  ),
  'custom property': property(
    'docProps/custom.xml',
    (v) =>
      `<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties" xmlns:vt="http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes"><property fmtid="{D5CDD505-2E9C-101B-9397-08002B2CF9AE}" pid="2" name="Client"><vt:lpwstr>${v.t}</vt:lpwstr></property></Properties>`,
    'custom-properties',
  ),
  'name of a custom property': property(
    'docProps/custom.xml',
    (v) =>
      `<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/custom-properties" xmlns:vt="http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes"><property fmtid="{D5CDD505-2E9C-101B-9397-08002B2CF9AE}" pid="2" name="${v.t}"><vt:i4>1</vt:i4></property></Properties>`,
    'custom-properties',
  ),
  'chart title': wordChart('title'),
  'chart series': wordChart('cache'),
  'chart category': wordChart('category'),
  'chart formula': wordChart('f'),
  'chart number format': wordChart('format'),
  'chart header': wordChart('header'),
  'chart extension': wordChart('ext'),
  'theme name': theme('name', 'word'),
  'theme colours': theme('colours', 'word'),
  'XML comment': (v) => ({ body: `<!-- ${v.t} -->` }),
  'processing instruction': (v) => ({ body: `<?${v.id} ${v.t}?>` }),
  namespace: (v) => ({
    body: `<w:p xmlns:q="urn:${v.u}" q:odd="${v.t}" w:rsidR="00AB12CD"><w:r><w:t>x</w:t></w:r></w:p>`,
  }),
  'unknown attribute': (v) => ({ body: `<w:p w:owner="${v.t}"><w:r w14:odd="${v.t}"><w:t>x</w:t></w:r></w:p>` }),
  'unknown element': (v) => ({ body: `<w:owner w:val="${v.t}">${v.t}</w:owner><w15:odd w15:val="${v.t}"/>` }),
  'text between elements': (v) => ({ body: `<w:p>${v.t}<w:r>${v.t}</w:r></w:p>` }),
  'attribute of a known kind': (v) => ({
    body: `<w:p><w:pPr><w:jc w:val="${v.id}"/></w:pPr><w:r><w:rPr><w:color w:val="${v.id}"/><w:lang w:val="${v.id}"/></w:rPr><w:t>x</w:t></w:r></w:p>`,
  }),
  'hidden text': (v) => ({ body: `<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>${v.t}</w:t></w:r></w:p>` }),
  'symbol and ruby': (v) => ({
    body: `<w:p><w:r><w:ruby><w:rt><w:r><w:t>${v.t}</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>x</w:t></w:r></w:rubyBase></w:ruby></w:r></w:p>`,
  }),
  'table caption': (v) => ({
    body: `<w:tbl><w:tblPr><w:tblCaption w:val="${v.t}"/><w:tblDescription w:val="${v.t}"/></w:tblPr><w:tr><w:tc>${para('x')}</w:tc></w:tr></w:tbl>`,
  }),
  'name of a part': (v) => ({
    parts: { [`word/${v.id}.xml`]: `${XML}<w:hdr ${W}>${para('x')}</w:hdr>` },
    links: [['rIdX', 'header', `${v.id}.xml`]],
    overrides: { [`word/${v.id}.xml`]: word('header') },
    section: '<w:headerReference w:type="default" r:id="rIdX"/>',
  }),
  'id of a relation': (v) => ({
    body: `<w:p><w:hyperlink r:id="${v.id}"><w:r><w:t>x</w:t></w:r></w:hyperlink></w:p>`,
    links: [[v.id, 'hyperlink', 'https://example.org/', true]],
  }),
}

const sheetXml = ({ before = '', rows = '', after = '' }, body) =>
  `${XML}<worksheet ${X} ${R} ${MC} xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main" xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main">${before}<sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${body}</t></is></c></row>${rows}</sheetData>${after}</worksheet>`
const xlsx = (
  v,
  {
    sheet = {},
    workbook = {},
    sheetLinks = [],
    type = 'spreadsheetml.sheet.main',
    sheetPart = 'xl/worksheets/sheet1.xml',
    sheetType = 'spreadsheetml.worksheet',
    sheetRelation = 'worksheet',
    sheetName = 'Sheet1',
    main = 'xl/workbook.xml',
    ...more
  },
) =>
  package_(
    main,
    type,
    `${XML}<workbook ${X} ${R} ${MC}>${workbook.before ?? ''}<sheets><sheet name="${sheetName}" sheetId="1" r:id="rId1"/></sheets>${workbook.after ?? ''}</workbook>`,
    {
      ...more,
      own: {
        overrides: { [sheetPart]: sheetType },
        links: [['rId1', sheetRelation, `/${sheetPart}`]],
        parts: {
          [sheetPart]: typeof sheet === 'string' ? sheet : sheetXml(sheet, SAYS(v)),
          ...(sheetLinks.length > 0
            ? {
                [`${sheetPart.slice(0, sheetPart.lastIndexOf('/'))}/_rels/${sheetPart.slice(sheetPart.lastIndexOf('/') + 1)}.rels`]:
                  rels(sheetLinks),
              }
            : {}),
        },
      },
    },
  )
const cell = (v, at = 'A2') => `<row r="2"><c r="${at}" t="inlineStr"><is><t>${v.t}</t></is></c></row>`
const beside =
  (name, type, xml, relation, sheet = {}) =>
  (v) => ({
    parts: { [name]: /\.(?:xml|vml)$/.test(name) ? XML + xml(v) : xml(v) },
    overrides: type === null ? {} : { [name]: type },
    sheetLinks: [['rIdX', relation, `/${name}`]],
    sheet: typeof sheet === 'function' ? sheet(v) : sheet,
  })
const drawing =
  (xml, links, more = {}) =>
  (v) => ({
    ...beside(
      'xl/drawings/drawing1.xml',
      'drawing',
      (v) =>
        `<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" ${A} ${R}><xdr:oneCellAnchor><xdr:from><xdr:col>1</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>1</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:ext cx="900000" cy="900000"/>${xml(v)}<xdr:clientData/></xdr:oneCellAnchor></xdr:wsDr>`,
      'drawing',
      { after: '<drawing r:id="rIdX"/>' },
    )(v),
    ...(links === undefined ? {} : { extra: { 'xl/drawings/_rels/drawing1.xml.rels': rels(links(v)) } }),
    ...more,
  })
const shape = (v, name, text, more = '') =>
  `<xdr:sp${more}><xdr:nvSpPr><xdr:cNvPr id="2" name="${name}" descr="${v.descr ?? ''}"/><xdr:cNvSpPr/></xdr:nvSpPr><xdr:spPr><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr><xdr:txBody><a:bodyPr/><a:p><a:r><a:t>${text}</a:t></a:r></a:p></xdr:txBody></xdr:sp>`
const pivot = (at) => (v) => ({
  parts: {
    'xl/pivotCache/pivotCacheDefinition1.xml': `${XML}<pivotCacheDefinition ${X} ${R} r:id="rId1" refreshedBy="${v.t}"><cacheSource type="worksheet"><worksheetSource ref="A1:A2" sheet="${at === 'sheet' ? v.t : 'Sheet1'}"/></cacheSource><cacheFields count="1"><cacheField name="${at === 'field' ? v.t : 'Name'}"${at === 'formula' ? ` formula="'${v.t}'+1"` : ''}><sharedItems count="1"><s v="${at === 'item' ? v.t : 'x'}"/></sharedItems></cacheField></cacheFields></pivotCacheDefinition>`,
    'xl/pivotCache/_rels/pivotCacheDefinition1.xml.rels': rels([
      ['rId1', 'pivotCacheRecords', 'pivotCacheRecords1.xml'],
    ]),
    'xl/pivotCache/pivotCacheRecords1.xml': `${XML}<pivotCacheRecords ${X} count="1"><r><s v="${at === 'record' ? v.t : 'x'}"/></r></pivotCacheRecords>`,
    'xl/pivotTables/pivotTable1.xml': `${XML}<pivotTableDefinition ${X} name="${at === 'table' ? v.t : 'P'}" cacheId="1" dataCaption="${at === 'table' ? v.t : 'D'}"><location ref="C1:D2" firstHeaderRow="1" firstDataRow="1" firstDataCol="1"/><pivotFields count="1"><pivotField axis="axisRow" name="${at === 'field' ? v.t : 'n'}" showAll="0"><items count="1"><item n="${at === 'item' ? v.t : 'x'}" x="0"/></items></pivotField></pivotFields>${at === 'filter' ? `<filters count="1"><filter fld="0" type="captionEqual" evalOrder="-1" id="1" stringValue1="${v.t}"><autoFilter ref="A1"><filterColumn colId="0"><filters><filter val="${v.t}"/></filters></filterColumn></autoFilter></filter></filters>` : ''}</pivotTableDefinition>`,
    'xl/pivotTables/_rels/pivotTable1.xml.rels': rels([
      ['rId1', 'pivotCacheDefinition', '../pivotCache/pivotCacheDefinition1.xml'],
    ]),
  },
  overrides: {
    'xl/pivotCache/pivotCacheDefinition1.xml': 'spreadsheetml.pivotCacheDefinition',
    'xl/pivotCache/pivotCacheRecords1.xml': 'spreadsheetml.pivotCacheRecords',
    'xl/pivotTables/pivotTable1.xml': 'spreadsheetml.pivotTable',
  },
  links: [['rIdC', 'pivotCacheDefinition', 'pivotCache/pivotCacheDefinition1.xml']],
  sheetLinks: [['rIdX', 'pivotTable', '../pivotTables/pivotTable1.xml']],
  workbook: { after: '<pivotCaches><pivotCache cacheId="1" r:id="rIdC"/></pivotCaches>' },
})
const sheetOnly = (after) => (v) => ({ sheet: { after: after(v) } })

const XLSX = {
  'sheets in another folder': (v) => ({ sheetPart: 'sheets/tab.xml', sheet: { rows: cell(v) } }),
  'sheets in capitals': (v) => ({ sheetPart: 'xl/Worksheets/Sheet1.xml', sheet: { rows: cell(v) } }),
  'names that differ in case': (v) => {
    const file = xlsx(v, { sheet: { rows: cell(v) } })
    return {
      whole: Buffer.from(
        Buffer.from(file).toString('latin1').replaceAll('xl/workbook.xml', 'XL/WORKBOOK.xml'),
        'latin1',
      ),
    }
  },
  'workbook elsewhere': (v) => ({ main: 'book/Book.xml', sheetPart: 'book/one.xml', sheet: { rows: cell(v) } }),
  'macro sheet': (v) => ({
    sheetPart: 'xl/macrosheets/sheet1.xml',
    sheetType: 'application/vnd.ms-excel.macrosheet+xml',
    sheetRelation: 'http://schemas.microsoft.com/office/2006/relationships/xlMacrosheet',
    sheet: { rows: cell(v) },
  }),
  'dialog sheet': (v) => ({
    parts: {
      'xl/dialogsheets/sheet1.xml': `${XML}<dialogsheet ${X} ${R}><sheetPr codeName="${v.id}"/><headerFooter><oddHeader>${v.t}</oddHeader></headerFooter></dialogsheet>`,
    },
    overrides: { 'xl/dialogsheets/sheet1.xml': 'spreadsheetml.dialogsheet' },
    links: [['rId2', 'dialogsheet', 'dialogsheets/sheet1.xml']],
  }),
  'macro-enabled': (v) => ({
    type: 'application/vnd.ms-excel.sheet.macroEnabled.main+xml',
    sheet: { rows: cell(v) },
    parts: { 'xl/vbaProject.bin': `\0${v.t}` },
    links: [['rIdV', 'http://schemas.microsoft.com/office/2006/relationships/vbaProject', 'vbaProject.bin']],
    overrides: { 'xl/vbaProject.bin': 'application/vnd.ms-office.vbaProject' },
  }),
  template: (v) => ({ type: 'spreadsheetml.template.main', sheet: { rows: cell(v) } }),
  'string no cell uses': (v) => ({
    parts: { 'xl/sharedStrings.xml': `${XML}<sst ${X}><si><t>${v.t}</t></si></sst>` },
    overrides: { 'xl/sharedStrings.xml': 'spreadsheetml.sharedStrings' },
    links: [['rIdS', 'sharedStrings', 'sharedStrings.xml']],
  }),
  'phonetic hint': (v) => ({
    sheet: { rows: '<row r="2"><c r="A2" t="s"><v>0</v></c></row>' },
    parts: { 'xl/sharedStrings.xml': `${XML}<sst ${X}><si><t>x</t><rPh sb="0" eb="1"><t>${v.t}</t></rPh></si></sst>` },
    overrides: { 'xl/sharedStrings.xml': 'spreadsheetml.sharedStrings' },
    links: [['rIdS', 'sharedStrings', 'sharedStrings.xml']],
  }),
  'name of a sheet': (v) => ({
    sheetName: v.t.slice(0, 31),
    sheet: { rows: `<row r="2"><c r="A2"><f>'${v.t.slice(0, 31)}'!A1</f><v>1</v></c></row>` },
  }),
  'code name of a sheet': (v) => ({ sheet: { before: `<sheetPr codeName="${v.id}"/>` } }),
  'defined name': (v) => ({
    workbook: {
      after: `<definedNames><definedName name="${v.id}" comment="${v.t}" description="${v.t}" help="${v.t}" statusBar="${v.t}" customMenu="${v.t}">Sheet1!$A$1</definedName></definedNames>`,
    },
  }),
  'text of a defined name': (v) => ({
    workbook: { after: `<definedNames><definedName name="who">"${v.t}"</definedName></definedNames>` },
  }),
  'defined name in a formula': (v) => ({
    sheet: { rows: `<row r="2"><c r="B2"><f>${v.id}+1</f><v>2</v></c></row>` },
    workbook: { after: `<definedNames><definedName name="${v.id}">Sheet1!$A$9</definedName></definedNames>` },
  }),
  'text of a formula': (v) => ({
    sheet: { rows: `<row r="2"><c r="B2"><f>IF(A1="${v.t}",1,2)</f><v>2</v></c></row>` },
  }),
  'formula of another file': (v) => ({
    sheet: { rows: `<row r="2"><c r="B2"><f>'C:\\${v.t}\\[x.xlsx]S'!A1</f><v>2</v></c></row>` },
  }),
  'formula result': (v) => ({ sheet: { rows: `<row r="2"><c r="B2" t="str"><f>A1</f><v>${v.t}</v></c></row>` } }),
  'data table': (v) => ({
    sheet: { rows: `<row r="2"><c r="B2"><f t="array" ref="B2">SUM(({"${v.t}";1}))</f><v>2</v></c></row>` },
  }),
  'validation list': sheetOnly(
    (v) =>
      `<dataValidations count="1"><dataValidation type="list" sqref="A1" prompt="${v.t}" promptTitle="x" error="${v.t}" errorTitle="x"><formula1>"${v.t},b"</formula1></dataValidation></dataValidations>`,
  ),
  'validation of later versions': sheetOnly(
    (v) =>
      `<extLst><ext uri="{CCE6A557-97BC-4b89-ADB6-D9C93CAAB3DF}"><x14:dataValidations><x14:dataValidation><x14:formula1><xm:f>"${v.t}"</xm:f></x14:formula1><xm:sqref>A1</xm:sqref></x14:dataValidation></x14:dataValidations></ext></extLst>`,
  ),
  'conditional format': sheetOnly(
    (v) =>
      `<conditionalFormatting sqref="A1"><cfRule type="containsText" priority="1" operator="containsText" text="${v.t}"><formula>NOT(ISERROR(SEARCH("${v.t}",A1)))</formula></cfRule></conditionalFormatting>`,
  ),
  'auto filter': sheetOnly(
    (v) =>
      `<autoFilter ref="A1:A2"><filterColumn colId="0"><filters><filter val="${v.t}"/></filters></filterColumn></autoFilter>`,
  ),
  'custom filter': sheetOnly(
    (v) =>
      `<autoFilter ref="A1:A2"><filterColumn colId="0"><customFilters><customFilter operator="equal" val="${v.t}"/></customFilters></filterColumn></autoFilter>`,
  ),
  'sort list': sheetOnly(
    (v) => `<sortState ref="A1:A2"><sortCondition ref="A1:A2" customList="${v.t},b"/></sortState>`,
  ),
  'header and footer': sheetOnly(
    (v) =>
      `<headerFooter><oddHeader>&amp;L${v.t}&amp;R&amp;P</oddHeader><firstFooter>&amp;"Arial,Bold"&amp;C${v.t}</firstFooter></headerFooter>`,
  ),
  hyperlink: (v) => ({
    sheet: { after: `<hyperlinks><hyperlink ref="A1" r:id="rIdX" tooltip="${v.t}" display="${v.t}"/></hyperlinks>` },
    sheetLinks: [['rIdX', 'hyperlink', `https://example.org/${v.u}`, true]],
  }),
  'hyperlink inside': sheetOnly((v) => `<hyperlinks><hyperlink ref="A1" location="'${v.t}'!A1"/></hyperlinks>`),
  'protected range': sheetOnly(
    (v) => `<protectedRanges><protectedRange sqref="A1" name="${v.id}" securityDescriptor="${v.t}"/></protectedRanges>`,
  ),
  scenario: sheetOnly(
    (v) =>
      `<scenarios current="0"><scenario name="${v.t}" user="${v.t}" comment="${v.t}"><inputCells r="A1" val="${v.t}"/></scenario></scenarios>`,
  ),
  'custom view': (v) => ({
    workbook: {
      after: `<customWorkbookViews><customWorkbookView name="${v.t}" guid="{00000000-0000-0000-0000-000000000001}" windowWidth="1" windowHeight="1" activeSheetId="1"/></customWorkbookViews>`,
    },
    sheet: {
      after:
        '<customSheetViews><customSheetView guid="{00000000-0000-0000-0000-000000000001}"><autoFilter ref="A1"/></customSheetView></customSheetViews>',
    },
  }),
  'absolute path': (v) => ({
    workbook: {
      before: `<mc:AlternateContent><mc:Choice Requires="x15"><x15ac:absPath xmlns:x15ac="http://schemas.microsoft.com/office/spreadsheetml/2010/11/ac" url="C:\\Users\\${v.t}\\"/></mc:Choice></mc:AlternateContent>`,
    },
  }),
  'file sharing': (v) => ({ workbook: { before: `<fileSharing userName="${v.t}"/><workbookPr codeName="${v.id}"/>` } }),
  'function group': (v) => ({ workbook: { after: `<functionGroups><functionGroup name="${v.t}"/></functionGroups>` } }),
  'web publishing': (v) => ({
    workbook: {
      after: `<webPublishObjects><webPublishObject id="1" divId="${v.id}" destinationFile="C:\\${v.t}.htm" title="${v.t}"/></webPublishObjects>`,
    },
  }),
  comment: (v) => ({
    ...beside(
      'xl/comments1.xml',
      'spreadsheetml.comments',
      (v) =>
        `<comments ${X}><authors><author>x</author></authors><commentList><comment ref="A1" authorId="0"><text><r><t>${v.t}</t></r></text></comment></commentList></comments>`,
      'comments',
    )(v),
  }),
  'comment author': beside(
    'xl/comments1.xml',
    'spreadsheetml.comments',
    (v) =>
      `<comments ${X}><authors><author>${v.t}</author></authors><commentList><comment ref="A1" authorId="0"><text><r><t>x</t></r></text></comment></commentList></comments>`,
    'comments',
  ),
  'comments elsewhere': beside(
    'odd/Notes.xml',
    'spreadsheetml.comments',
    (v) =>
      `<comments ${X}><authors><author>${v.t}</author></authors><commentList><comment ref="A1" authorId="0"><text><r><t>${v.t}</t></r></text></comment></commentList></comments>`,
    'comments',
  ),
  'threaded comment': beside(
    'xl/threadedComments/threadedComment1.xml',
    'application/vnd.ms-excel.threadedcomments+xml',
    (v) =>
      `<ThreadedComments xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"><threadedComment ref="A1" personId="{1}" id="{2}"><text>${v.t}</text><mentions><mention mentionpersonId="{1}"/></mentions></threadedComment></ThreadedComments>`,
    'http://schemas.microsoft.com/office/2017/10/relationships/threadedComment',
  ),
  'persons of comments': (v) => ({
    parts: {
      'xl/persons/person.xml': `${XML}<personList xmlns="http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments"><person displayName="${v.t}" id="{1}" userId="${v.u}" providerId="AD"/></personList>`,
    },
    overrides: { 'xl/persons/person.xml': 'application/vnd.ms-excel.person+xml' },
    links: [['rIdP', 'http://schemas.microsoft.com/office/2017/10/relationships/person', 'persons/person.xml']],
  }),
  table: beside(
    'xl/tables/table1.xml',
    'spreadsheetml.table',
    (v) =>
      `<table ${X} id="1" name="${v.id}" displayName="${v.id}" ref="A1:A2" comment="${v.t}"><tableColumns count="1"><tableColumn id="1" name="${v.t}" totalsRowLabel="${v.t}"><calculatedColumnFormula>"${v.t}"</calculatedColumnFormula></tableColumn></tableColumns></table>`,
    'table',
    { after: '<tableParts count="1"><tablePart r:id="rIdX"/></tableParts>' },
  ),
  'query table': beside(
    'xl/queryTables/queryTable1.xml',
    'spreadsheetml.queryTable',
    (v) => `<queryTable ${X} name="${v.t}" connectionId="1"/>`,
    'queryTable',
  ),
  'single cells': beside(
    'xl/tables/tableSingleCells1.xml',
    'spreadsheetml.tableSingleCells',
    (v) =>
      `<singleXmlCells ${X}><singleXmlCell id="1" r="A1" connectionId="0"><xmlCellPr id="1" uniqueName="${v.t}"><xmlPr mapId="1" xpath="/${v.id}" xmlDataType="string"/></xmlCellPr></singleXmlCell></singleXmlCells>`,
    'tableSingleCells',
  ),
  'XML maps': (v) => ({
    parts: {
      'xl/xmlMaps.xml': `${XML}<MapInfo ${X} SelectionNamespaces=""><Schema ID="S"><odd n="${v.t}"/></Schema><Map ID="1" Name="${v.t}" RootElement="r" SchemaID="S" ShowImportExportValidationErrors="0" AutoFit="0" Append="0" PreserveSortAFLayout="0" PreserveFormat="0"/></MapInfo>`,
    },
    overrides: { 'xl/xmlMaps.xml': 'application/xml' },
    links: [['rIdM', 'xmlMaps', 'xmlMaps.xml']],
  }),
  'pivot author': pivot('none'),
  'pivot item': pivot('item'),
  'pivot record': pivot('record'),
  'pivot field': pivot('field'),
  'pivot sheet': pivot('sheet'),
  'pivot table': pivot('table'),
  'pivot filter': pivot('filter'),
  'pivot formula': pivot('formula'),
  slicer: (v) => ({
    parts: {
      'xl/slicers/slicer1.xml': `${XML}<slicers xmlns="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"><slicer name="${v.t}" cache="S" caption="${v.t}" rowHeight="1"/></slicers>`,
    },
    overrides: { 'xl/slicers/slicer1.xml': 'application/vnd.ms-excel.slicer+xml' },
    sheetLinks: [['rIdX', 'http://schemas.microsoft.com/office/2007/relationships/slicer', '../slicers/slicer1.xml']],
  }),
  connections: (v) => ({
    parts: {
      'xl/connections.xml': `${XML}<connections ${X}><connection id="1" name="${v.t}" description="${v.t}" type="1" refreshedVersion="1" odcFile="${v.t}"><dbPr connection="DSN=${v.t};UID=${v.id}" command="${v.t}"/><parameters><parameter name="${v.t}" string="${v.t}"/></parameters></connection></connections>`,
    },
    overrides: { 'xl/connections.xml': 'spreadsheetml.connections' },
    links: [['rIdN', 'connections', 'connections.xml']],
  }),
  'external link': (v) => ({
    parts: {
      'xl/externalLinks/externalLink1.xml': `${XML}<externalLink ${X} ${R}><externalBook r:id="rId1"><sheetNames><sheetName val="${v.t}"/></sheetNames><definedNames><definedName name="${v.id}" refersTo="='${v.t}'!A1"/></definedNames><sheetDataSet><sheetData sheetId="0"><row r="1"><cell r="A1" t="str"><v>${v.t}</v></cell></row></sheetData></sheetDataSet></externalBook></externalLink>`,
      'xl/externalLinks/_rels/externalLink1.xml.rels': rels([
        ['rId1', 'externalLinkPath', `file:///C:/${v.u}.xlsx`, true],
      ]),
    },
    overrides: { 'xl/externalLinks/externalLink1.xml': 'spreadsheetml.externalLink' },
    links: [['rIdE', 'externalLink', 'externalLinks/externalLink1.xml']],
    workbook: { after: '<externalReferences><externalReference r:id="rIdE"/></externalReferences>' },
  }),
  'DDE link': (v) => ({
    parts: {
      'xl/externalLinks/externalLink1.xml': `${XML}<externalLink ${X} ${R}><ddeLink ddeService="${v.t}" ddeTopic="${v.t}"><ddeItems><ddeItem name="${v.t}"/></ddeItems></ddeLink></externalLink>`,
    },
    overrides: { 'xl/externalLinks/externalLink1.xml': 'spreadsheetml.externalLink' },
    links: [['rIdE', 'externalLink', 'externalLinks/externalLink1.xml']],
    workbook: { after: '<externalReferences><externalReference r:id="rIdE"/></externalReferences>' },
  }),
  revisions: (v) => ({
    parts: {
      'xl/revisions/revisionHeaders.xml': `${XML}<headers ${X} ${R} guid="{1}"><header guid="{1}" dateTime="2026-01-01T00:00:00" maxSheetId="2" userName="${v.t}" r:id="rId1"><sheetIdMap count="1"><sheetId val="1"/></sheetIdMap></header></headers>`,
      'xl/revisions/userNames.xml': `${XML}<users ${X}><userInfo guid="{1}" name="${v.t}" id="1" dateTime="2026-01-01T00:00:00"/></users>`,
    },
    overrides: {
      'xl/revisions/revisionHeaders.xml': 'spreadsheetml.revisionHeaders',
      'xl/revisions/userNames.xml': 'spreadsheetml.userNames',
    },
    links: [
      ['rIdH', 'revisionHeaders', 'revisions/revisionHeaders.xml'],
      ['rIdU', 'usernames', 'revisions/userNames.xml'],
    ],
  }),
  'cell style': (v) => ({
    parts: {
      'xl/styles.xml': `${XML}<styleSheet ${X}><numFmts count="1"><numFmt numFmtId="164" formatCode="&quot;${v.t}&quot;0"/></numFmts><fonts count="1"><font><name val="${v.t}"/></font></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="1"><xf numFmtId="164"/></cellXfs><cellStyles count="1"><cellStyle name="${v.t}" xfId="0"/></cellStyles><tableStyles defaultTableStyle="${v.t}"><tableStyle name="${v.t}"/></tableStyles></styleSheet>`,
    },
    overrides: { 'xl/styles.xml': 'spreadsheetml.styles' },
    links: [['rIdS', 'styles', 'styles.xml']],
  }),
  'text of a shape': drawing((v) => shape(v, 'S', v.t)),
  'name of a shape': drawing((v) => shape(v, v.t, 'x')),
  'alternative text': drawing((v) => shape({ ...v, descr: v.t }, 'S', 'x')),
  'macro of a shape': drawing((v) => shape(v, 'S', 'x', ` macro="${v.id}" textlink="'${v.t}'!A1"`)),
  chart: (v) => ({
    ...drawing(
      () =>
        `<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="2" name="C"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm>${CHART_DRAWING}</xdr:graphicFrame>`,
    )(v),
    charted: true,
  }),
  'chart sheet': (v) => ({
    parts: {
      'xl/chartsheets/sheet1.xml': `${XML}<chartsheet ${X} ${R}><sheetPr codeName="${v.id}"/><sheetViews><sheetView workbookViewId="0"/></sheetViews><headerFooter><oddHeader>${v.t}</oddHeader></headerFooter></chartsheet>`,
    },
    overrides: { 'xl/chartsheets/sheet1.xml': 'spreadsheetml.chartsheet' },
    links: [['rId2', 'chartsheet', 'chartsheets/sheet1.xml']],
  }),
  'legacy drawing': beside(
    'xl/drawings/vmlDrawing1.vml',
    null,
    (v) =>
      `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"><v:shape id="${v.id}" type="#t" alt="${v.t}"><v:textbox><div>${v.t}</div></v:textbox><x:ClientData ObjectType="Note"><x:FmlaMacro>${v.id}</x:FmlaMacro><x:FmlaTxbx>${v.t}</x:FmlaTxbx></x:ClientData></v:shape></xml>`,
    'vmlDrawing',
    { after: '<legacyDrawing r:id="rIdX"/>' },
  ),
  'form control': beside(
    'xl/ctrlProps/ctrlProp1.xml',
    'application/vnd.ms-excel.controlproperties+xml',
    (v) =>
      `<formControlPr xmlns="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main" objectType="Drop" fmlaMacro="${v.id}"><itemLst><item val="${v.t}"/></itemLst></formControlPr>`,
    'ctrlProp',
    (v) => ({ after: `<controls><control shapeId="1" r:id="rIdX" name="${v.t}"/></controls>` }),
  ),
  'embedded object': beside('xl/embeddings/oleObject1.bin', null, (v) => `\0${v.t}`, 'oleObject', {
    after: '<oleObjects><oleObject progId="Package" shapeId="1" r:id="rIdX"/></oleObjects>',
  }),
  'printer settings': beside(
    'xl/printerSettings/printerSettings1.bin',
    null,
    (v) => Buffer.from(`\0${v.t}`, 'utf16le'),
    'printerSettings',
    { after: '<pageSetup r:id="rIdX"/>' },
  ),
  'custom property of a sheet': beside(
    'xl/customProperty1.bin',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.customProperty',
    (v) => Buffer.from(v.t, 'utf16le'),
    'customProperty',
    (v) => ({ after: `<customProperties><customPr name="${v.t}" r:id="rIdX"/></customProperties>` }),
  ),
  'background picture': beside('xl/media/image1.png', null, (v) => `\0${v.t}`, 'image', {
    after: '<picture r:id="rIdX"/>',
  }),
  'unknown part': beside('xl/odd/thing.xml', 'application/vnd.example+xml', (v) => `<odd>${v.t}</odd>`, 'urn:odd'),
  'rich data': (v) => ({
    parts: {
      'xl/richData/rdrichvalue.xml': `${XML}<rvData xmlns="http://schemas.microsoft.com/office/spreadsheetml/2017/richdata"><rv s="0"><v>${v.t}</v></rv></rvData>`,
      'xl/metadata.xml': `${XML}<metadata ${X}><metadataTypes count="1"><metadataType name="${v.t}" minSupportedVersion="1"/></metadataTypes><metadataStrings><s v="${v.t}"/></metadataStrings></metadata>`,
    },
    overrides: {
      'xl/richData/rdrichvalue.xml': 'application/vnd.ms-excel.rdrichvalue+xml',
      'xl/metadata.xml': 'spreadsheetml.sheetMetadata',
    },
    links: [
      ['rIdD', 'http://schemas.microsoft.com/office/2017/06/relationships/rdRichValue', 'richData/rdrichvalue.xml'],
      ['rIdM', 'sheetMetadata', 'metadata.xml'],
    ],
  }),
  'real time data': (v) => ({
    parts: {
      'xl/volatileDependencies.xml': `${XML}<volTypes ${X}><volType type="realTimeData"><main first="${v.t}"><tp t="s"><v>${v.t}</v><stp>${v.t}</stp><tr r="A1" s="1"/></tp></main></volType></volTypes>`,
    },
    overrides: { 'xl/volatileDependencies.xml': 'spreadsheetml.volatileDependencies' },
    links: [['rIdV', 'volatileDependencies', 'volatileDependencies.xml']],
  }),
  'property title': core((v) => `<dc:title>${v.t}</dc:title><dc:creator>${v.t}</dc:creator>`),
  'property company': app(
    (v) =>
      `<Company>${v.t}</Company><TitlesOfParts><vt:vector size="1" baseType="lpstr"><vt:lpstr>${v.t}</vt:lpstr></vt:vector></TitlesOfParts>`,
  ),
  'cell of an unknown type': (v) => ({
    sheet: {
      rows: `<row r="2"><c r="B2" t="odd"><v>${v.t}</v></c><c r="C2"><v>${v.t}</v></c><c r="D2" t="e"><v>${v.t}</v></c><c r="E2" t="b"><v>${v.t}</v></c></row>`,
    },
  }),
  'error check': sheetOnly(
    (v) =>
      `<cellWatches><cellWatch r="${v.id}"/></cellWatches><ignoredErrors><ignoredError sqref="${v.t}"/></ignoredErrors>`,
  ),
  'smart tags': sheetOnly(
    (v) =>
      `<smartTags><cellSmartTags r="A1"><cellSmartTag type="0"><cellSmartTagPr key="k" val="${v.t}"/></cellSmartTag></cellSmartTags></smartTags>`,
  ),
  'data consolidation': sheetOnly(
    (v) =>
      `<dataConsolidate><dataRefs count="1"><dataRef ref="A1" sheet="${v.t}" name="${v.id}"/></dataRefs></dataConsolidate>`,
  ),
  'theme name': theme('name', 'xl'),
}

const TREE = (shapes) =>
  `<p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${shapes}</p:spTree></p:cSld>`
const textShape = (text, { name = 'T', more = '', extra = '', nv = '' } = {}) =>
  `<p:sp><p:nvSpPr><p:cNvPr id="2" name="${name}"${more}>${extra}</p:cNvPr><p:cNvSpPr/><p:nvPr>${nv}</p:nvPr></p:nvSpPr><p:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="3000000" cy="900000"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr/><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`
const MAP =
  '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>'
const pptx = (
  v,
  {
    shapes = '',
    slide = '',
    slideLinks = [],
    before = '',
    after = '',
    type = 'presentationml.presentation.main',
    slidePart = 'ppt/slides/slide1.xml',
    master = '',
    layoutName = 'Blank',
    ...more
  },
) => {
  const folder = slidePart.slice(0, slidePart.lastIndexOf('/') + 1)
  return package_(
    'ppt/presentation.xml',
    type,
    `${XML}<p:presentation ${P}>${before}<p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId2"/></p:sldMasterIdLst><p:sldIdLst><p:sldId id="256" r:id="rId1"/></p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/>${after}</p:presentation>`,
    {
      ...more,
      own: {
        overrides: {
          [slidePart]: 'presentationml.slide',
          'ppt/slideMasters/slideMaster1.xml': 'presentationml.slideMaster',
          'ppt/slideLayouts/slideLayout1.xml': 'presentationml.slideLayout',
          'ppt/theme/theme1.xml': 'theme',
        },
        links: [
          ['rId1', 'slide', `/${slidePart}`],
          ['rId2', 'slideMaster', 'slideMasters/slideMaster1.xml'],
        ],
        parts: {
          [slidePart]: `${XML}<p:sld ${P}>${TREE(textShape(SAYS(v)) + shapes)}${slide}</p:sld>`,
          [`${folder}_rels/${slidePart.slice(folder.length)}.rels`]: rels([
            ['rId1', 'slideLayout', '/ppt/slideLayouts/slideLayout1.xml'],
            ...slideLinks,
          ]),
          'ppt/slideLayouts/slideLayout1.xml': `${XML}<p:sldLayout ${P}>${TREE('').replace('<p:cSld>', `<p:cSld name="${layoutName}">`)}</p:sldLayout>`,
          'ppt/slideLayouts/_rels/slideLayout1.xml.rels': rels([
            ['rId1', 'slideMaster', '../slideMasters/slideMaster1.xml'],
          ]),
          'ppt/slideMasters/slideMaster1.xml': `${XML}<p:sldMaster ${P}>${TREE(master)}${MAP}<p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst></p:sldMaster>`,
          'ppt/slideMasters/_rels/slideMaster1.xml.rels': rels([
            ['rId1', 'slideLayout', '../slideLayouts/slideLayout1.xml'],
            ['rId2', 'theme', '../theme/theme1.xml'],
          ]),
          'ppt/theme/theme1.xml': XML + themeXml(v, 'none'),
        },
      },
    },
  )
}
const slidePart =
  (name, type, xml, relation, more = {}) =>
  (v) => ({
    parts: { [name]: /\.(?:xml|vml)$/.test(name) ? XML + xml(v) : xml(v) },
    overrides: type === null ? {} : { [name]: type },
    slideLinks: [['rIdX', relation, `/${name}`]],
    ...(typeof more === 'function' ? more(v) : more),
  })
const presentationPart =
  (name, type, xml, relation, more = {}) =>
  (v) => ({
    parts: { [name]: XML + xml(v) },
    overrides: { [name]: type },
    links: [['rIdX', relation, `/${name}`]],
    ...(typeof more === 'function' ? more(v) : more),
  })

const PPTX = {
  'macro-enabled show': (v) => ({
    type: 'application/vnd.ms-powerpoint.slideshow.macroEnabled.main+xml',
    shapes: textShape(v.t),
    parts: { 'ppt/vbaProject.bin': `\0${v.t}` },
    links: [['rIdV', 'http://schemas.microsoft.com/office/2006/relationships/vbaProject', 'vbaProject.bin']],
    overrides: { 'ppt/vbaProject.bin': 'application/vnd.ms-office.vbaProject' },
  }),
  'slide elsewhere': (v) => ({ slidePart: 'folien/Folie.xml', shapes: textShape(v.t) }),
  'name of a shape': (v) => ({ shapes: textShape('x', { name: v.t }) }),
  'alternative text': (v) => ({ shapes: textShape('x', { more: ` descr="${v.t}" title="${v.t}"` }) }),
  'tooltip of a link': (v) => ({
    shapes: textShape('x', { extra: `<a:hlinkClick r:id="rIdX" tooltip="${v.t}"/>` }),
    slideLinks: [['rIdX', 'hyperlink', `https://example.org/${v.u}`, true]],
  }),
  'action of a link': (v) => ({
    shapes: textShape('x', { extra: `<a:hlinkClick r:id="" action="ppaction://macro?name=${v.u}"/>` }),
  }),
  notes: slidePart(
    'ppt/notesSlides/notesSlide1.xml',
    'presentationml.notesSlide',
    (v) => `<p:notes ${P}>${TREE(textShape(v.t))}</p:notes>`,
    'notesSlide',
  ),
  'notes elsewhere': slidePart(
    'odd/Notes.xml',
    'presentationml.notesSlide',
    (v) => `<p:notes ${P}>${TREE(textShape(v.t))}</p:notes>`,
    'notesSlide',
  ),
  comment: slidePart(
    'ppt/comments/comment1.xml',
    'presentationml.comments',
    (v) => `<p:cmLst ${P}><p:cm authorId="0" idx="1"><p:pos x="1" y="1"/><p:text>${v.t}</p:text></p:cm></p:cmLst>`,
    'comments',
  ),
  'comment author': presentationPart(
    'ppt/commentAuthors.xml',
    'presentationml.commentAuthors',
    (v) =>
      `<p:cmAuthorLst ${P}><p:cmAuthor id="0" name="${v.t}" initials="${v.t.slice(0, 3)}" lastIdx="1" clrIdx="0"/></p:cmAuthorLst>`,
    'commentAuthors',
  ),
  'modern comment': slidePart(
    'ppt/comments/modernComment_1.xml',
    'application/vnd.ms-powerpoint.comments+xml',
    (v) =>
      `<p188:cmLst ${A} xmlns:p188="http://schemas.microsoft.com/office/powerpoint/2018/8/main"><p188:cm id="{1}" authorId="{2}"><p188:txBody><a:bodyPr/><a:p><a:r><a:t>${v.t}</a:t></a:r></a:p></p188:txBody></p188:cm></p188:cmLst>`,
    'http://schemas.microsoft.com/office/2018/10/relationships/comments',
  ),
  'modern author': presentationPart(
    'ppt/authors.xml',
    'application/vnd.ms-powerpoint.authors+xml',
    (v) =>
      `<p188:authorLst xmlns:p188="http://schemas.microsoft.com/office/powerpoint/2018/8/main"><p188:author id="{2}" name="${v.t}" initials="x" userId="${v.u}" providerId="AD"/></p188:authorLst>`,
    'http://schemas.microsoft.com/office/2018/10/relationships/authors',
  ),
  tag: slidePart(
    'ppt/tags/tag1.xml',
    'presentationml.tags',
    (v) => `<p:tagLst ${P}><p:tag name="${v.id}" val="${v.t}"/></p:tagLst>`,
    'tags',
  ),
  section: (v) => ({
    after: `<p:extLst><p:ext uri="{521415D9-36F7-43E2-AB2F-B90AF26B5E84}"><p14:sectionLst xmlns:p14="http://schemas.microsoft.com/office/powerpoint/2010/main"><p14:section name="${v.t}" id="{00000000-0000-0000-0000-000000000001}"><p14:sldIdLst><p14:sldId id="256"/></p14:sldIdLst></p14:section></p14:sectionLst></p:ext></p:extLst>`,
  }),
  'custom show': (v) => ({
    after: `<p:custShowLst><p:custShow name="${v.t}" id="0"><p:sldLst><p:sld r:id="rId1"/></p:sldLst></p:custShow></p:custShowLst>`,
  }),
  'layout name': (v) => ({ layoutName: v.t }),
  'text of the master': (v) => ({ master: textShape(v.t) }),
  'footer placeholder': (v) => ({ shapes: textShape(v.t, { nv: '<p:ph type="ftr" sz="quarter" idx="11"/>' }) }),
  'prompt of a placeholder': (v) => ({
    master: textShape(v.t, { nv: '<p:ph type="body" idx="13" hasCustomPrompt="1"/>' }),
  }),
  'changes info': presentationPart(
    'ppt/changesInfos/changesInfo1.xml',
    'application/vnd.ms-powerpoint.changesinfo+xml',
    (v) =>
      `<pc:chgInfo xmlns:pc="http://schemas.microsoft.com/office/powerpoint/2013/main/command"><pc:docChgLst><pc:chgData name="${v.t}" userId="${v.u}"/></pc:docChgLst></pc:chgInfo>`,
    'http://schemas.microsoft.com/office/2016/11/relationships/changesInfo',
  ),
  'revision info': presentationPart(
    'ppt/revisionInfo.xml',
    'application/vnd.ms-powerpoint.revisioninfo+xml',
    (v) =>
      `<p1510:revInfo xmlns:p1510="http://schemas.microsoft.com/office/powerpoint/2015/10/main"><p1510:client id="{1}" v="${v.t}"/></p1510:revInfo>`,
    'http://schemas.microsoft.com/office/2015/10/relationships/revisionInfo',
  ),
  'presentation properties': presentationPart(
    'ppt/presProps.xml',
    'presentationml.presProps',
    (v) => `<p:presentationPr ${P}><p:htmlPubPr target="C:\\${v.t}" title="${v.t}"/></p:presentationPr>`,
    'presProps',
  ),
  'view properties': presentationPart(
    'ppt/viewProps.xml',
    'presentationml.viewProps',
    (v) =>
      `<p:viewPr ${P}><p:outlineViewPr><p:cViewPr><p:scale><a:sx n="1" d="1"/><a:sy n="1" d="1"/></p:scale><p:origin x="0" y="0"/></p:cViewPr><p:sldLst><p:sld r:id="${v.id}"/></p:sldLst></p:outlineViewPr></p:viewPr>`,
    'viewProps',
  ),
  'table style': presentationPart(
    'ppt/tableStyles.xml',
    'presentationml.tableStyles',
    (v) =>
      `<a:tblStyleLst ${A} def="{5C22544A-7EE6-4342-B048-85BDC9FD1C3A}"><a:tblStyle styleId="{5C22544A-7EE6-4342-B048-85BDC9FD1C3A}" styleName="${v.t}"/></a:tblStyleLst>`,
    'tableStyles',
  ),
  'modify verifier': (v) => ({
    after: `<p:modifyVerifier cryptProviderType="rsaFull" cryptAlgorithmClass="hash" cryptAlgorithmType="typeAny" cryptAlgorithmSid="4" spinCount="1" saltData="${v.u}" hashData="x"/>`,
  }),
  diagram: (v) => ({
    shapes: `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="9" name="D"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm><a:off x="0" y="0"/><a:ext cx="3000000" cy="2000000"/></p:xfrm><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/diagram"><dgm:relIds xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" r:dm="rIdX" r:lo="rIdL" r:qs="rIdQ" r:cs="rIdC"/></a:graphicData></a:graphic></p:graphicFrame>`,
    parts: {
      'ppt/diagrams/data1.xml': `${XML}<dgm:dataModel xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" ${A}><dgm:ptLst><dgm:pt modelId="1"><dgm:prSet presName="${v.t}" phldrT="${v.t}"/><dgm:spPr/><dgm:t><a:bodyPr/><a:p><a:r><a:t>${v.t}</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst><dgm:cxnLst/><dgm:bg/><dgm:whole/></dgm:dataModel>`,
      'ppt/diagrams/layout1.xml': `${XML}<dgm:layoutDef xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" ${A} uniqueId="urn:${v.u}"><dgm:title val="${v.t}"/><dgm:desc val="${v.t}"/><dgm:catLst/><dgm:layoutNode name="${v.id}"/></dgm:layoutDef>`,
      'ppt/diagrams/quickStyle1.xml': `${XML}<dgm:styleDef xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" ${A} uniqueId="q"><dgm:title val="${v.t}"/><dgm:scene3d><a:camera prst="orthographicFront"/><a:lightRig rig="threePt" dir="t"/></dgm:scene3d></dgm:styleDef>`,
      'ppt/diagrams/colors1.xml': `${XML}<dgm:colorsDef xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram" ${A} uniqueId="c"><dgm:title val="${v.t}"/></dgm:colorsDef>`,
    },
    overrides: {
      'ppt/diagrams/data1.xml': 'drawingml.diagramData',
      'ppt/diagrams/layout1.xml': 'drawingml.diagramLayout',
      'ppt/diagrams/quickStyle1.xml': 'drawingml.diagramStyle',
      'ppt/diagrams/colors1.xml': 'drawingml.diagramColors',
    },
    slideLinks: [
      ['rIdX', 'diagramData', '/ppt/diagrams/data1.xml'],
      ['rIdL', 'diagramLayout', '/ppt/diagrams/layout1.xml'],
      ['rIdQ', 'diagramQuickStyle', '/ppt/diagrams/quickStyle1.xml'],
      ['rIdC', 'diagramColors', '/ppt/diagrams/colors1.xml'],
    ],
  }),
  chart: slidePart('ppt/charts/chart1.xml', 'drawingml.chart', (v) => chartXml(v, 'category'), 'chart', {
    shapes: `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="9" name="C"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm><a:off x="0" y="0"/><a:ext cx="3000000" cy="2000000"/></p:xfrm>${CHART_DRAWING}</p:graphicFrame>`,
  }),
  'chart of later versions': slidePart(
    'ppt/charts/chartEx1.xml',
    'application/vnd.ms-office.chartex+xml',
    (v) =>
      `<cx:chartSpace xmlns:cx="http://schemas.microsoft.com/office/drawing/2014/chartex"><cx:chartData><cx:data id="0"><cx:strDim type="cat"><cx:lvl ptCount="1"><cx:pt idx="0">${v.t}</cx:pt></cx:lvl></cx:strDim></cx:data></cx:chartData></cx:chartSpace>`,
    'http://schemas.microsoft.com/office/2014/relationships/chartEx',
  ),
  'embedded object': slidePart(
    'ppt/embeddings/oleObject1.bin',
    null,
    (v) => `\0${v.t}`,
    'oleObject',
    (v) => ({
      shapes: `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="9" name="O"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm><a:off x="0" y="0"/><a:ext cx="9" cy="9"/></p:xfrm><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/presentationml/2006/ole"><p:oleObj name="${v.t}" r:id="rIdX" progId="Package"><p:embed/></p:oleObj></a:graphicData></a:graphic></p:graphicFrame>`,
    }),
  ),
  film: slidePart('ppt/media/media1.mp4', 'video/mp4', (v) => `\0${v.t}`, 'video', {
    shapes: textShape('x', { nv: '<a:videoFile r:link="rIdX"/>' }),
  }),
  'animation value': (v) => ({
    slide: `<p:timing><p:tnLst><p:par><p:cTn id="1" dur="indefinite" nodeType="tmRoot"><p:childTnLst><p:cmd type="call" cmd="${v.t}"><p:cBhvr><p:cTn id="2"/><p:tgtEl><p:spTgt spid="2"/></p:tgtEl></p:cBhvr></p:cmd></p:childTnLst></p:cTn></p:par></p:tnLst></p:timing>`,
  }),
  'handout master': presentationPart(
    'ppt/handoutMasters/handoutMaster1.xml',
    'presentationml.handoutMaster',
    (v) => `<p:handoutMaster ${P}>${TREE(textShape(v.t))}${MAP}</p:handoutMaster>`,
    'handoutMaster',
  ),
  'embedded font': (v) => ({
    before: `<p:embeddedFontLst><p:embeddedFont><p:font typeface="${v.t}"/></p:embeddedFont></p:embeddedFontLst>`,
  }),
  'field of a slide': (v) => ({
    shapes: textShape('x').replace(
      '<a:r>',
      `<a:fld id="{00000000-0000-0000-0000-000000000001}" type="${v.id}"><a:t>${v.t}</a:t></a:fld><a:r><a:t> </a:t></a:r><a:r>`,
    ),
  }),
  'table cell': (v) => ({
    shapes: `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="9" name="T"/><p:cNvGraphicFramePr/><p:nvPr/></p:nvGraphicFramePr><p:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="9"/></p:xfrm><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/table"><a:tbl><a:tblGrid><a:gridCol w="900000"/></a:tblGrid><a:tr h="9"><a:tc><a:txBody><a:bodyPr/><a:p><a:r><a:t>${v.t}</a:t></a:r></a:p></a:txBody></a:tc></a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`,
  }),
  'unknown part': slidePart('ppt/odd/thing.xml', 'application/vnd.example+xml', (v) => `<odd>${v.t}</odd>`, 'urn:odd'),
  'slide synchronisation': slidePart(
    'ppt/slideUpdateInfo/slideUpdateInfo1.xml',
    'presentationml.slideUpdateInfo',
    (v) =>
      `<p:sldSyncPr ${P} serverSldId="${v.t}" serverSldModifiedTime="2026-01-01T00:00:00Z" clientInsertedTime="2026-01-01T00:00:00Z"/>`,
    'slideUpdateInfo',
  ),
  'property title': core((v) => `<dc:title>${v.t}</dc:title><dc:creator>${v.t}</dc:creator>`),
  'property company': app(
    (v) =>
      `<Company>${v.t}</Company><TitlesOfParts><vt:vector size="1" baseType="lpstr"><vt:lpstr>${v.t}</vt:lpstr></vt:vector></TitlesOfParts>`,
  ),
}

const NS =
  'office style text table draw fo xlink dc meta number svg chart dr3d math form script config ooo presentation smil anim field loext calcext'
    .split(' ')
    .map((name) => {
      const known = {
        fo: 'urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0',
        xlink: 'http://www.w3.org/1999/xlink',
        dc: 'http://purl.org/dc/elements/1.1/',
        number: 'urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0',
        svg: 'urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0',
        math: 'http://www.w3.org/1998/Math/MathML',
        ooo: 'http://openoffice.org/2004/office',
        draw: 'urn:oasis:names:tc:opendocument:xmlns:drawing:1.0',
        anim: 'urn:oasis:names:tc:opendocument:xmlns:animation:1.0',
        loext: 'urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0',
        calcext: 'urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0',
        field: 'urn:openoffice:names:experimental:ooo-ms-interop:xmlns:field:1.0',
        smil: 'urn:oasis:names:tc:opendocument:xmlns:smil-compatible:1.0',
      }
      return `xmlns:${name}="${known[name] ?? `urn:oasis:names:tc:opendocument:xmlns:${name}:1.0`}"`
    })
    .join(' ')
const odf = (
  kind,
  v,
  {
    body = '',
    before = '',
    first = '',
    fonts = '',
    automatic = '',
    styles = '',
    meta = '',
    settings: kept = '',
    parts = {},
    entries = [],
    manifest = '',
    inTable = '',
  },
) => {
  const mime = `application/vnd.oasis.opendocument.${kind}`
  const inside = {
    text: `<office:text>${before}<text:p>${SAYS(v)}</text:p>${body}</office:text>`,
    spreadsheet: `<office:spreadsheet>${before}<table:table table:name="T">${inTable}<table:table-row><table:table-cell office:value-type="string"><text:p>${SAYS(v)}</text:p></table:table-cell></table:table-row>${body}</table:table>${first}</office:spreadsheet>`,
    presentation: `<office:presentation>${before}<draw:page draw:name="p1" draw:master-page-name="M"><draw:frame svg:width="9cm" svg:height="3cm" svg:x="1cm" svg:y="1cm"><draw:text-box><text:p>${SAYS(v)}</text:p></draw:text-box></draw:frame>${body}</draw:page></office:presentation>`,
  }[kind]
  const files = {
    'content.xml': `${XML}<office:document-content ${NS} office:version="1.3"><office:scripts>${v.script ?? ''}</office:scripts><office:font-face-decls>${fonts}</office:font-face-decls><office:automatic-styles>${automatic}</office:automatic-styles><office:body>${inside}</office:body></office:document-content>`,
    'styles.xml': `${XML}<office:document-styles ${NS} office:version="1.3"><office:styles>${styles}</office:styles><office:automatic-styles><style:page-layout style:name="L"/></office:automatic-styles><office:master-styles><style:master-page style:name="M" style:page-layout-name="L">${v.master ?? ''}</style:master-page></office:master-styles></office:document-styles>`,
    'meta.xml': `${XML}<office:document-meta ${NS} office:version="1.3"><office:meta>${meta}</office:meta></office:document-meta>`,
    'settings.xml': `${XML}<office:document-settings ${NS} office:version="1.3"><office:settings><config:config-item-set config:name="ooo:configuration-settings">${kept}</config:config-item-set></office:settings></office:document-settings>`,
    ...parts,
  }
  return zip({
    mimetype: mime,
    ...files,
    'META-INF/manifest.xml': `${XML}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.3"><manifest:file-entry manifest:full-path="/" manifest:media-type="${mime}"/>${[...Object.keys(files), ...entries].map((name) => `<manifest:file-entry manifest:full-path="${name}" manifest:media-type="${/\.xml$/.test(name) ? 'text/xml' : ''}"/>`).join('')}${manifest}</manifest:manifest>`,
  })
}
const item = (name, v) => `<config:config-item config:name="${name}" config:type="string">${v}</config:config-item>`
const frame = (inner, name = 'F') =>
  `<draw:frame draw:name="${name}" svg:width="2cm" svg:height="1cm" text:anchor-type="paragraph">${inner}</draw:frame>`
const odfText = {
  'meta author': (v) => ({
    meta: `<meta:initial-creator>${v.t}</meta:initial-creator><dc:creator>${v.t}</dc:creator><meta:printed-by>${v.t}</meta:printed-by>`,
  }),
  'meta title': (v) => ({
    meta: `<dc:title>${v.t}</dc:title><dc:subject>${v.t}</dc:subject><meta:keyword>${v.t}</meta:keyword>`,
  }),
  'meta generator': (v) => ({ meta: `<meta:generator>${v.t}</meta:generator><dc:language>${v.t}</dc:language>` }),
  'user-defined meta': (v) => ({ meta: `<meta:user-defined meta:name="${v.t}">${v.t}</meta:user-defined>` }),
  'meta template': (v) => ({
    meta: `<meta:template xlink:type="simple" xlink:href="file:///C:/${v.u}.ott" xlink:title="${v.t}" meta:date="2026-01-01T00:00:00"/><meta:hyperlink-behaviour office:target-frame-name="${v.t}"/><meta:auto-reload xlink:href="${v.u}"/>`,
  }),
  'unknown meta': (v) => ({ meta: `<meta:odd>${v.t}</meta:odd>` }),
  settings: (v) => ({
    settings: item('PrinterName', v.t) + item('CurrentDatabaseDataSource', v.t) + item('OddThing', v.t),
  }),
  'settings by index': (v) => ({
    settings: `<config:config-item-map-indexed config:name="Views"><config:config-item-map-entry>${item('ViewId', v.t)}</config:config-item-map-entry></config:config-item-map-indexed><config:config-item-map-named config:name="Tables"><config:config-item-map-entry config:name="${v.t}"/></config:config-item-map-named>`,
  }),
  bookmark: (v) => ({
    body: `<text:p><text:bookmark-start text:name="${v.id}"/>x<text:bookmark-end text:name="${v.id}"/><text:bookmark-ref text:reference-format="text" text:ref-name="${v.id}">x</text:bookmark-ref></text:p>`,
  }),
  'reference mark': (v) => ({
    body: `<text:p><text:reference-mark text:name="${v.t}"/><text:reference-ref text:ref-name="${v.t}">x</text:reference-ref></text:p>`,
  }),
  section: (v) => ({
    body: `<text:section text:name="${v.t}" text:condition="${v.t}"><text:section-source xlink:href="file:///${v.u}.odt" text:section-name="${v.t}"/><text:p>x</text:p></text:section>`,
  }),
  'name of a frame': (v) => ({
    body: `<text:p>${frame('<draw:text-box><text:p>x</text:p></draw:text-box>', v.t)}</text:p>`,
  }),
  'title and description': (v) => ({
    body: `<text:p>${frame(`<draw:text-box><text:p>x</text:p></draw:text-box><svg:title>${v.t}</svg:title><svg:desc>${v.t}</svg:desc>`)}</text:p>`,
  }),
  'image elsewhere': (v) => ({
    body: `<text:p>${frame(`<draw:image xlink:href="file:///C:/${v.u}.png" xlink:type="simple"/>`)}</text:p>`,
  }),
  'name of an image file': (v) => ({
    body: `<text:p>${frame(`<draw:image xlink:href="Pictures/${v.id}.png" xlink:type="simple"/>`)}</text:p>`,
    parts: { [`Pictures/${v.id}.png`]: PIXEL },
  }),
  'text box': (v) => ({
    body: `<text:p>${frame(`<draw:text-box><text:p>${v.t}</text:p></draw:text-box>`)}</text:p>`,
  }),
  'image map': (v) => ({
    body: `<text:p>${frame(`<draw:image xlink:href="Pictures/a.png"/><draw:image-map><draw:area-rectangle xlink:href="https://example.org/${v.u}" office:name="${v.t}" svg:x="0" svg:y="0" svg:width="1cm" svg:height="1cm"><svg:desc>${v.t}</svg:desc></draw:area-rectangle></draw:image-map>`)}</text:p>`,
    parts: { 'Pictures/a.png': PIXEL },
  }),
  annotation: (v) => ({
    body: `<text:p>x<office:annotation office:name="${v.id}"><dc:creator>${v.t}</dc:creator><dc:date>2026-01-01T00:00:00</dc:date><loext:sender-initials>${v.t}</loext:sender-initials><text:p>${v.t}</text:p></office:annotation></text:p>`,
  }),
  'change author': (v) => ({
    before: `<text:tracked-changes><text:changed-region text:id="c1"><text:insertion><office:change-info><dc:creator>${v.t}</dc:creator><dc:date>2026-01-01T00:00:00</dc:date><text:p>${v.t}</text:p></office:change-info></text:insertion></text:changed-region></text:tracked-changes>`,
  }),
  'deleted text': (v) => ({
    before: `<text:tracked-changes><text:changed-region text:id="c1"><text:deletion><office:change-info><dc:creator>x</dc:creator></office:change-info><text:p>${v.t}</text:p></text:deletion></text:changed-region></text:tracked-changes>`,
  }),
  'user field': (v) => ({
    before: `<text:user-field-decls><text:user-field-decl text:name="${v.id}" office:value-type="string" office:string-value="${v.t}"/></text:user-field-decls>`,
    body: `<text:p><text:user-field-get text:name="${v.id}">x</text:user-field-get></text:p>`,
  }),
  variable: (v) => ({
    before: `<text:variable-decls><text:variable-decl text:name="${v.id}" office:value-type="string"/></text:variable-decls>`,
    body: `<text:p><text:variable-set text:name="${v.id}" text:formula="ooow:&quot;${v.t}&quot;" office:string-value="${v.t}">x</text:variable-set></text:p>`,
  }),
  'field formula': (v) => ({
    body: `<text:p><text:conditional-text text:condition="ooow:a==&quot;${v.t}&quot;" text:string-value-if-true="${v.t}" text:string-value-if-false="">x</text:conditional-text><text:hidden-text text:condition="1" text:string-value="${v.t}" text:is-hidden="true"/></text:p>`,
  }),
  'sender field': (v) => ({
    body: `<text:p><text:author-name>${v.t}</text:author-name><text:sender-lastname>${v.t}</text:sender-lastname><text:sender-phone-work>${v.t}</text:sender-phone-work></text:p>`,
  }),
  'database field': (v) => ({
    body: `<text:p><text:database-display text:database-name="${v.t}" text:table-name="${v.t}" text:column-name="x">x</text:database-display></text:p>`,
  }),
  placeholder: (v) => ({
    body: `<text:p><text:placeholder text:placeholder-type="text" text:description="${v.t}">&lt;x&gt;</text:placeholder></text:p>`,
  }),
  'drop-down field': (v) => ({
    body: `<text:p><text:drop-down text:name="${v.t}" text:help="${v.t}" text:hint="${v.t}"><text:label text:value="${v.t}" text:current-selected="true"/>x</text:drop-down></text:p>`,
  }),
  script: (v) => ({ body: `<text:p><text:script script:language="Basic">${v.t}</text:script></text:p>` }),
  'DDE declaration': (v) => ({
    before: `<text:dde-connection-decls><text:dde-connection-decl office:name="${v.t}" office:dde-application="soffice" office:dde-topic="${v.t}" office:dde-item="x"/></text:dde-connection-decls>`,
  }),
  link: (v) => ({
    body: `<text:p><text:a xlink:type="simple" xlink:href="https://example.org/${v.u}" office:name="${v.t}" office:title="${v.t}" office:target-frame-name="${v.t}">x</text:a></text:p>`,
  }),
  'link to a file': (v) => ({
    body: `<text:p><text:a xlink:type="simple" xlink:href="../${v.u}.odt">x</text:a><text:a xlink:type="simple" xlink:href="#${v.id}|outline">x</text:a></text:p>`,
  }),
  'script event': (v) => ({
    body: `<text:p><text:a xlink:href="https://example.org/"><office:event-listeners><script:event-listener script:event-name="dom:click" xlink:href="vnd.sun.star.script:${v.u}" script:language="ooo:script"/></office:event-listeners>x</text:a></text:p>`,
  }),
  'paragraph style': (v) => ({
    styles: `<style:style style:name="${v.id}" style:display-name="${v.t}" style:family="paragraph"/>`,
    body: `<text:p text:style-name="${v.id}">x</text:p>`,
  }),
  'list style': (v) => ({
    styles: `<text:list-style style:name="${v.id}"><text:list-level-style-number text:level="1" style:num-prefix="${v.t}" style:num-suffix="${v.t}" style:num-format="1"/></text:list-style>`,
  }),
  'font face': (v) => ({
    fonts: `<style:font-face style:name="${v.t}" svg:font-family="${v.t}" style:font-adornments="${v.t}"/>`,
  }),
  'date style': (v) => ({
    automatic: `<number:date-style style:name="N1"><number:text>${v.t}</number:text><number:year/></number:date-style>`,
  }),
  'condition of a style': (v) => ({
    automatic: `<style:style style:name="c" style:family="table-cell"><style:map style:condition="cell-content()=&quot;${v.t}&quot;" style:apply-style-name="Default" style:base-cell-address="${v.id}.A1"/></style:style>`,
  }),
  header: (v) => ({ v: { master: `<style:header><text:p>${v.t}</text:p></style:header>` } }),
  'form control': (v) => ({
    before: `<office:forms form:automatic-focus="false"><form:form form:name="${v.t}" form:command="${v.t}" form:datasource="${v.t}" xlink:href="${v.u}"><form:text form:name="${v.t}" form:id="c1" form:current-value="${v.t}" form:value="${v.t}" form:title="${v.t}"><form:properties><form:property form:property-name="HelpText" office:value-type="string" office:string-value="${v.t}"/></form:properties></form:text><form:listbox form:id="c2" form:list-source="${v.t}"><form:option form:label="${v.t}" form:value="${v.t}"/></form:listbox></form:form></office:forms>`,
  }),
  'note label': (v) => ({
    body: `<text:p>x<text:note text:note-class="footnote"><text:note-citation text:label="${v.t}">${v.t}</text:note-citation><text:note-body><text:p>${v.t}</text:p></text:note-body></text:note></text:p>`,
  }),
  ruby: (v) => ({
    body: `<text:p><text:ruby><text:ruby-base>x</text:ruby-base><text:ruby-text>${v.t}</text:ruby-text></text:ruby></text:p>`,
  }),
  'index mark': (v) => ({
    body: `<text:p><text:alphabetical-index-mark text:string-value="${v.t}" text:key1="${v.t}"/><text:toc-mark text:string-value="${v.t}" text:outline-level="1"/><text:user-index-mark text:index-name="${v.t}" text:string-value="${v.t}"/></text:p>`,
  }),
  bibliography: (v) => ({
    body: `<text:p><text:bibliography-mark text:identifier="${v.t}" text:author="${v.t}" text:bibliography-type="book">[1]</text:bibliography-mark></text:p>`,
  }),
  RDFa: (v) => ({
    body: `<text:p><text:meta xml:id="m" xmlns:xhtml="http://www.w3.org/1999/xhtml" xhtml:about="${v.u}" xhtml:content="${v.t}" xhtml:property="${v.t}">x</text:meta></text:p>`,
    parts: {
      'manifest.rdf': `${XML}<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="${v.u}"><x:n xmlns:x="urn:x">${v.t}</x:n></rdf:Description></rdf:RDF>`,
    },
  }),
  'macro library': (v) => ({
    parts: { 'Basic/Standard/Module1.xml': `${XML}<m>${v.t}</m>`, 'Scripts/python/x.py': v.t },
  }),
  thumbnail: (v) => ({ parts: { 'Thumbnails/thumbnail.png': v.t } }),
  versions: (v) => ({
    parts: {
      'VersionList.xml': `${XML}<VL:version-list xmlns:VL="http://openoffice.org/2001/versions-list"><VL:version-entry VL:creator="${v.t}" VL:comment="${v.t}" VL:title="Version1"/></VL:version-list>`,
      'Versions/Version1': v.t,
    },
  }),
  signature: (v) => ({ parts: { 'META-INF/documentsignatures.xml': `${XML}<s>${v.t}</s>` } }),
  'unknown part': (v) => ({ parts: { 'odd/thing.xml': `${XML}<odd>${v.t}</odd>`, 'notes.txt': v.t } }),
  'object preview': (v) => ({
    parts: {
      'ObjectReplacements/Object 1': v.t,
      'Object 1/content.xml': `${XML}<office:document-content ${NS}><office:body><office:chart><chart:chart chart:class="chart:bar"><chart:title><text:p>${v.t}</text:p></chart:title><table:table table:name="local-table"><table:table-row><table:table-cell office:value-type="string" office:string-value="${v.t}"><text:p>${v.t}</text:p></table:table-cell></table:table-row></table:table></chart:chart></office:chart></office:body></office:document-content>`,
    },
    body: `<text:p>${frame('<draw:object xlink:href="./Object 1" xlink:type="simple"/><draw:image xlink:href="./ObjectReplacements/Object 1"/>')}</text:p>`,
  }),
  formula: (v) => ({
    parts: {
      'Object 2/content.xml': `${XML}<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><mi>${v.t}</mi></mrow><annotation encoding="StarMath 5.0">${v.t}</annotation></semantics></math>`,
    },
    body: `<text:p>${frame('<draw:object xlink:href="./Object 2" xlink:type="simple"/>')}</text:p>`,
  }),
  'embedded object': (v) => ({
    parts: { 'Object 3': `\0${v.t}` },
    body: `<text:p>${frame('<draw:object-ole xlink:href="./Object 3"/>')}</text:p>`,
  }),
  plugin: (v) => ({
    body: `<text:p>${frame(`<draw:applet draw:code="${v.t}" xlink:href="${v.u}"><draw:param draw:name="${v.t}" draw:value="${v.t}"/></draw:applet>`)}${frame(`<draw:plugin draw:mime-type="${v.t}" xlink:href="${v.u}"/>`)}</text:p>`,
  }),
  'XML comment': (v) => ({ body: `<!-- ${v.t} --><?${v.id} ${v.t}?>` }),
  'unknown attribute': (v) => ({ body: `<text:p text:owner="${v.t}" xmlns:q="urn:${v.u}" q:odd="${v.t}">x</text:p>` }),
  'unknown element': (v) => ({ body: `<text:owner>${v.t}</text:owner><q:odd xmlns:q="urn:q">${v.t}</q:odd>` }),
  'manifest entry': (v) => ({ entries: [`${v.id}.bin`] }),
  'content of a kind': (v) => ({
    body: `<text:p xml:id="${v.id}"><text:span text:class-names="${v.id}">x</text:span></text:p>`,
    before: `<text:sequence-decls><text:sequence-decl text:display-outline-level="0" text:name="${v.id}"/></text:sequence-decls>`,
  }),
}
const sheetOf = {
  'table name': (v) => ({
    first: `<table:named-expressions><table:named-range table:name="${v.id}" table:cell-range-address="$T.$A$1"/><table:named-expression table:name="n" table:expression="&quot;${v.t}&quot;"/></table:named-expressions>`,
  }),
  'name of a sheet': (v) => ({
    first: `<table:table table:name="${v.t}" table:print-ranges="'${v.t}'.A1:'${v.t}'.B2"><table:title>${v.t}</table:title><table:desc>${v.t}</table:desc><table:table-row><table:table-cell table:formula="of:=['${v.t}'.A1]" office:value-type="float" office:value="1"><text:p>1</text:p></table:table-cell></table:table-row></table:table>`,
  }),
  'database range': (v) => ({
    first: `<table:database-ranges><table:database-range table:name="${v.t}" table:target-range-address="'${v.t}'.A1:T.A2"><table:database-source-sql table:database-name="${v.t}" table:sql-statement="${v.t}"/><table:filter><table:filter-condition table:field-number="0" table:value="${v.t}" table:operator="="/></table:filter><table:sort><table:sort-by table:field-number="0" table:data-type="${v.t}"/></table:sort></table:database-range></table:database-ranges>`,
  }),
  validation: (v) => ({
    before: `<table:content-validations><table:content-validation table:name="val1" table:condition="of:cell-content-is-in-list(&quot;${v.t}&quot;)" table:base-cell-address="T.A1"><table:help-message table:title="${v.t}"><text:p>${v.t}</text:p></table:help-message><table:error-message table:title="${v.t}"><text:p>${v.t}</text:p></table:error-message></table:content-validation></table:content-validations>`,
  }),
  'conditional format': (v) => ({
    inTable: '',
    after: 1,
    first: `<calcext:conditional-formats><calcext:conditional-format calcext:target-range-address="T.A1"><calcext:condition calcext:apply-style-name="Default" calcext:value="=&quot;${v.t}&quot;" calcext:base-cell-address="T.A1"/></calcext:conditional-format></calcext:conditional-formats>`,
  }),
  'label range': (v) => ({
    first: `<table:label-ranges><table:label-range table:label-cell-range-address="'${v.t}'.A1" table:data-cell-range-address="T.A2" table:orientation="column"/></table:label-ranges>`,
  }),
  formula: (v) => ({
    body: `<table:table-row><table:table-cell table:formula="of:=IF([.A1]=&quot;${v.t}&quot;;1;2)" office:value-type="float" office:value="2"><text:p>2</text:p></table:table-cell></table:table-row>`,
  }),
  'kept value': (v) => ({
    body: `<table:table-row><table:table-cell office:value-type="string" office:string-value="${v.t}"><text:p>x</text:p></table:table-cell><table:table-cell office:value-type="date" office:date-value="${v.iso}"><text:p>x</text:p></table:table-cell></table:table-row>`,
  }),
  'linked sheet': (v) => ({
    first: `<table:table table:name="L"><table:table-source xlink:href="file:///C:/${v.u}.ods" table:table-name="${v.t}" table:filter-name="${v.t}" table:filter-options="${v.t}"/><table:table-row><table:table-cell/></table:table-row></table:table>`,
  }),
  'cell link': (v) => ({
    body: `<table:table-row><table:table-cell><table:cell-range-source table:name="${v.t}" xlink:href="file:///${v.u}" table:filter-name="x" table:last-column-spanned="1" table:last-row-spanned="1"/><text:p>x</text:p></table:table-cell></table:table-row>`,
  }),
  scenario: (v) => ({
    inTable: `<table:scenario table:scenario-ranges="T.A1" table:is-active="true" table:comment="${v.t}"/>`,
  }),
  'data pilot': (v) => ({
    first: `<table:data-pilot-tables><table:data-pilot-table table:name="${v.t}" table:target-range-address="T.D1:T.E2" table:buttons="T.D1"><table:source-cell-range table:cell-range-address="'${v.t}'.A1:T.A2"/><table:data-pilot-field table:source-field-name="${v.t}" table:orientation="row"><table:data-pilot-level><table:data-pilot-members><table:data-pilot-member table:name="${v.t}" table:display="true" table:show-details="true"/></table:data-pilot-members></table:data-pilot-level></table:data-pilot-field></table:data-pilot-table></table:data-pilot-tables>`,
  }),
  'tracked change': (v) => ({
    before: `<table:tracked-changes><table:cell-content-change table:id="c1"><table:cell-address table:column="0" table:row="0" table:table="0"/><office:change-info><dc:creator>${v.t}</dc:creator><dc:date>2026-01-01T00:00:00</dc:date></office:change-info><table:previous><table:change-track-table-cell office:value-type="string"><text:p>${v.t}</text:p></table:change-track-table-cell></table:previous></table:cell-content-change></table:tracked-changes>`,
  }),
  annotation: (v) => ({
    body: `<table:table-row><table:table-cell><office:annotation><dc:creator>${v.t}</dc:creator><text:p>${v.t}</text:p></office:annotation><text:p>x</text:p></table:table-cell></table:table-row>`,
  }),
  'meta title': odfText['meta title'],
  settings: odfText['settings by index'],
}
const pagesOf = {
  'page name': (v) => ({
    body: '',
    before: `<draw:page draw:name="${v.t}" draw:master-page-name="M" draw:nav-order="${v.id}"/>`,
  }),
  notes: (v) => ({
    body: `<presentation:notes><draw:frame svg:width="9cm" svg:height="3cm"><draw:text-box><text:p>${v.t}</text:p></draw:text-box></draw:frame></presentation:notes>`,
  }),
  declarations: (v) => ({
    before: `<presentation:footer-decl presentation:name="ftr1">${v.t}</presentation:footer-decl><presentation:header-decl presentation:name="h">${v.t}</presentation:header-decl><presentation:date-time-decl presentation:name="d" presentation:source="fixed">${v.t}</presentation:date-time-decl>`,
  }),
  show: (v) => ({
    body: '',
    settingsOfShow: 1,
    before: '',
    after: `<presentation:settings><presentation:show presentation:name="${v.t}" presentation:pages="${v.t}"/></presentation:settings>`,
  }),
  'shape text': (v) => ({
    body: `<draw:custom-shape draw:name="${v.t}" svg:width="2cm" svg:height="1cm" draw:text-path="false"><svg:title>${v.t}</svg:title><text:p>${v.t}</text:p><draw:enhanced-geometry draw:type="rectangle" draw:text-path-allowed="${v.t}"/></draw:custom-shape>`,
  }),
  layer: (v) => ({
    body: `<draw:g draw:name="${v.t}"><draw:rect draw:layer="${v.t}" svg:width="1cm" svg:height="1cm"><text:p>${v.t}</text:p></draw:rect></draw:g>`,
  }),
  'event of a shape': (v) => ({
    body: `<draw:rect svg:width="1cm" svg:height="1cm"><office:event-listeners><presentation:event-listener script:event-name="dom:click" presentation:action="show" xlink:href="${v.u}"/></office:event-listeners></draw:rect>`,
  }),
  animation: (v) => ({
    body: `<anim:par presentation:node-type="timing-root"><anim:audio xlink:href="file:///${v.u}.wav"/><anim:param anim:name="${v.t}" anim:value="${v.t}"/></anim:par>`,
  }),
  film: (v) => ({
    body: `<draw:frame svg:width="1cm" svg:height="1cm"><draw:plugin xlink:href="../media/${v.u}.mp4" draw:mime-type="video/mp4"/></draw:frame>`,
    parts: { 'media/film.mp4': v.t },
  }),
}
const ZIP = {
  'name of a member': (v) => ({ [`${v.t}.txt`]: SAYS(v), 'b.txt': 'nothing' }),
  'name of a folder': (v) => ({ [`${v.t}/a.txt`]: SAYS(v) }),
  'name with a word before it': (v) => ({ [`letters/brief ${v.t}.txt`]: 'nothing', 'a.txt': SAYS(v) }),
  'name of a program': (v) => ({ [`scan_${v.id}_2.txt`]: 'nothing', 'a.txt': SAYS(v) }),
  'name with escapes': (v) => ({ [`${v.u}.txt`]: 'nothing', 'a.txt': SAYS(v) }),
  'name in small letters': (v) => ({ [`${v.id.toLowerCase()}.txt`]: 'nothing', 'a.txt': SAYS(v) }),
  'name of an office file inside': (v) => ({ [`x/${v.t}.docx`]: docx(v, {}), 'a.txt': 'nothing' }),
  'office file inside': (v) => ({
    'a.docx': docx(
      { ...v, body: null },
      { body: `<w:p><w:bookmarkStart w:id="7" w:name="${v.id}"/><w:bookmarkEnd w:id="7"/></w:p>` },
    ),
    'a.txt': SAYS(v),
  }),
  'archive inside': (v) => ({ 'in.zip': zip({ [`${v.t}.txt`]: 'nothing' }), 'a.txt': SAYS(v) }),
  'empty file': (v) => ({ [`${v.t}`]: '', 'a.txt': SAYS(v) }),
  'unknown file': (v) => ({ [`${v.t}.bin`]: new Uint8Array([0, 1, 2, 3]), 'a.txt': SAYS(v) }),
}

/** Places of one format: name -> file. */
function made(format, places, make) {
  return Object.entries(places).map(([place, what]) => ({
    format,
    place,
    file(v) {
      const more = what(v)
      if (more.whole !== undefined) return more.whole
      if (more.extra !== undefined) Object.assign(more.parts, more.extra)
      if (more.charted) {
        Object.assign(more.parts, {
          'xl/charts/chart1.xml': XML + chartXml(v, 'cache'),
          'xl/drawings/_rels/drawing1.xml.rels': rels([['rIdX', 'chart', '../charts/chart1.xml']]),
        })
        more.overrides['xl/charts/chart1.xml'] = 'drawingml.chart'
      }
      return make({ ...v, ...more.v }, more)
    },
  }))
}

const PLACES = [
  ...made('docx', DOCX, docx),
  ...made('xlsx', XLSX, xlsx),
  ...made('pptx', PPTX, pptx),
  ...made('odt', odfText, (v, more) => odf('text', v, more)),
  ...made('ods', sheetOf, (v, more) => odf('spreadsheet', v, more)),
  ...made('odp', pagesOf, (v, more) => odf('presentation', v, more)),
  ...Object.entries(ZIP).map(([place, what]) => ({ format: 'zip', place, file: (v) => zip(what(v)) })),
]

const xml = (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
const forms = (value, body, iso = '2026-01-01') => ({
  t: xml(value),
  id: value.replace(/[^\p{L}\p{N}]+/gu, '_').replace(/^(?=\d)/, '_'),
  u: encodeURIComponent(value),
  iso,
  body: body === null ? null : xml(body),
})

/** The values searched in each file: found in the body and kept in the odd place too, or only there. */
const LETTER =
  'Patientin: Margarethe Wallraff, geboren am 14.03.1961, Telefon 0171 5550123, E-Mail m.wallraff@example.org. Frau Wallraff kam am Montag.'
const VALUES = {
  name: ['Margarethe Wallraff', LETTER, ['Margarethe Wallraff', 'Wallraff']],
  surname: ['Wallraff', LETTER, ['Wallraff']],
  'e-mail': ['m.wallraff@example.org', LETTER, ['m.wallraff@example.org', 'wallraff@']],
  only: ['Otto Brinkmeyer', null, ['Otto Brinkmeyer', 'Brinkmeyer']],
}

/** Every file: format, place, which value, the strings that a copy must not show, bytes. */
export function oddFiles() {
  return PLACES.flatMap(({ format, place, file }) =>
    Object.entries(VALUES).map(([kind, [value, body, wanted]]) => ({
      format,
      place,
      kind,
      wanted,
      bytes: () => file(forms(value, body, kind === 'name' ? '1961-03-14' : '2026-01-01')),
    })),
  )
}
