// The XML of office files (ECMA-376) as pieces of text: which elements of texts, slides, drawings and sheets hold words, how they are laid out, and
// what is left out of what the standard lists: who wrote, commented and changed, what was deleted, and what fetches or runs something.
import { wordSet } from '../../lists.ts'
import { officeMarkup } from '../../packs/markup.ts'
import { listed, type Rules, type Treatment } from '../xml/allowed-xml.ts'
import { attributeOf } from '../xml/xml-source.ts'
import { type Dialect, PLAIN } from '../xml/xml-text.ts'
import { isKnownField } from './word-fields.ts'

/** Texts, their headers, notes and comments (part 1, 17). */
export const WORDS: Dialect = {
  ...PLAIN,
  runs: wordSet('t'),
  lines: wordSet('p'),
  rows: wordSet('tr'),
  cells: wordSet('tc'),
  signs: { tab: '\t', ptab: '\t', br: '\n', cr: '\n', noBreakHyphen: '-' },
  apart: wordSet('txbxContent Fallback rt'),
}

/** Slides, notes, charts with the values they keep, diagrams and drawings (part 1, 19 to 21). */
export const DRAWN: Dialect = {
  ...PLAIN,
  runs: wordSet('t v text font'),
  lines: wordSet('p pt text font'),
  rows: wordSet('tr'),
  cells: wordSet('tc'),
  signs: { br: '\n', tab: '\t' },
  apart: wordSet('Fallback pt ser'),
}

/** Comments of sheets. */
export const SHEET_COMMENTS: Dialect = { ...PLAIN, runs: wordSet('t'), lines: wordSet('comment') }

/** The text of a sheet and its workbook outside the cells (part 1, 18). */
export const SHEETS: Dialect = { ...PLAIN, runs: wordSet('') }

/** Values of attributes that name something of the program: bookmarks that Word sets itself, ids and outlines of VML shapes, its formulas. */
const CODES = new RegExp(
  [
    String.raw`_(?:Toc|Ref|Hlk|PictureBullets|GoBack)\d{0,12}`,
    String.raw`_xlnm\.[A-Za-z_]{1,30}`,
    String.raw`#?_x0000_[a-z]{1,2}\d{1,6}`,
    String.raw`(?=[^\d]{0,8}\d)[\d\s,.#@$+\-mlcxetrvnfsaqywhb]{1,4000}`,
    String.raw`(?:sum|prod|mid|abs|min|max|if|mod|atan2|sin|cos|cosatan2|sinatan2|sqrt|sumangle|ellipse|tan|val)(?: [-@#]?[\dA-Za-z]{1,12}){1,3}`,
    String.raw`(?:black|white|red|green|blue|yellow|gray|silver|navy|teal|window|windowText|infoBackground|buttonFace)(?: \[\d{1,5}\])?`,
    String.raw`(?:Word|Excel|PowerPoint)\.[A-Z][A-Za-z]{4,11}(?:\.\d{1,2})?`,
    String.raw`urn:microsoft\.com\/office\/officeart\/\d{4}\/\d\/(?:layout|quickstyle|colors)\/[a-z]{2,24}\d{0,3}(?:_\d)?(?:#\d{1,2})?`,
    String.raw`http:\/\/schemas\.(?:openxmlformats\.org|microsoft\.com)\/[A-Za-z0-9/.]{1,80}`,
    '(?:compatibilityMode|overrideTableStyleFontSizeAndJustification|enableOpenTypeFeatures|doNotFlipMirrorIndents|differentiateMultirowTableHeaders|useWord2013TrackBottomHyphenation)',
  ]
    .map((pattern) => `^${pattern}$`)
    .join('|'),
)

const CUT = [
  // Texts: data of programs, permissions, changes and what they were made of.
  'w:smartTagPr w:customXmlPr w:alias w:tag w:placeholder w:dataBinding w:permStart w:permEnd w:docVars w:rsids w:attachedTemplate w:attachedSchema',
  'w:smartTagType w:saveThroughXslt w:mailMerge w:captions w:activeWritingStyle w:subDoc w:altChunk w:moveFrom w:del w:moveFromRangeStart w:docPartObj',
  'w:moveFromRangeEnd w:moveToRangeStart w:moveToRangeEnd w:pPrChange w:rPrChange w:sectPrChange w:tblPrChange w:tcPrChange w:trPrChange w:docPartList',
  'w:tblPrExChange w:tblGridChange w:numberingChange w:cellIns w:cellDel w:cellMerge w:customXmlInsRangeStart w:customXmlInsRangeEnd w:customXmlDelRangeStart',
  'w:customXmlDelRangeEnd w:customXmlMoveFromRangeStart w:customXmlMoveFromRangeEnd w:customXmlMoveToRangeStart w:customXmlMoveToRangeEnd w:fldData w:entryMacro',
  'w:exitMacro w:control w:documentProtection w:writeProtection w:aliases w:rsid w:frameset w:embedRegular w:embedBold w:embedItalic w:embedBoldItalic',
  'w:stylePaneSortMethod w:printerSettings w:headerSource w:nsid w:tmpl',
  // Sheets: views, scenarios and protection by person, what is fetched or published, pivots, formulas that columns keep.
  'x:customSheetViews x:customWorkbookViews x:scenarios x:protectedRanges x:smartTags x:smartTagPr x:smartTagTypes x:webPublishItems x:webPublishing',
  'x:webPublishObjects x:functionGroups x:fileSharing x:fileRecoveryPr x:customProperties x:cellWatches x:dataConsolidate x:oleSize x:externalReferences',
  'x:pivotCaches x:rPh x:phoneticPr x:extLst x:xmlColumnPr x:calculatedColumnFormula x:totalsRowFormula x:ignoredErrors x:fileVersion x:workbookProtection x:sheetProtection',
  // Slides, drawings, charts.
  'p:extLst a:extLst c:extLst dgm:extLst p:custDataLst p:controls p:custShowLst p:modifyVerifier p:smartTags p:photoAlbum p:embeddedFontLst p:htmlPubPr',
  'p:webPr a:custClrLst c:printSettings o:signatureline o:ink o:FieldCodes o:rules o:proxy o:relationtable o:diagram',
  'xvml:FmlaMacro xvml:FmlaTxbx xvml:FmlaLink xvml:FmlaPict xvml:FmlaRange xvml:FmlaGroup xvml:ScriptText xvml:ScriptExtended xvml:LCT xvml:ListItem xvml:Accel',
].flatMap((names) => names.split(' '))

const ATTRIBUTES: readonly (readonly [string, Treatment])[] = [
  // Text for readers.
  ...listed(
    'words',
    `@descr @title @alt w:helpText@val w:statusText@val w:listEntry@val w:default@val w:tblCaption@val
     w:tblDescription@val w:listItem@displayText w:listItem@value v:textpath@string m:chr@val m:begChr@val
     m:endChr@val m:sepChr@val a:buChar@char x:dataValidation@prompt x:dataValidation@promptTitle
     x:dataValidation@error x:dataValidation@errorTitle x:hyperlink@display x:filter@val x:customFilter@val
     x:cfRule@text x:tableColumn@name x:tableColumn@totalsRowLabel c:pt@v`,
  ),
  // Names that refer to each other, or to nothing.
  ...listed('name Bookmark', 'w:bookmarkStart@name w:hyperlink@anchor'),
  ...listed('name Field', 'w:ffData@name'),
  ...listed(
    'name Object',
    `wp:docPr@name a:cNvPr@name p:cNvPr@name pic:cNvPr@name xdr:cNvPr@name cdr:cNvPr@name wps:cNvPr@name
     wpg:cNvPr@name dsp:cNvPr@name p:cSld@name`,
  ),
  ...listed(
    'name Shape',
    `v:shape@id v:shapetype@id v:rect@id v:oval@id v:line@id v:group@id v:roundrect@id v:image@id v:background@id
     @spid o:OLEObject@ShapeID v:polyline@id v:arc@id v:curve@id`,
  ),
  ...listed(
    'name node',
    `dgm:layoutNode@name dgm:prSet@presName dgm:constr@forName dgm:constr@refForName dgm:rule@forName
     dgm:forEach@name dgm:forEach@ref dgm:choose@name dgm:if@name dgm:else@name dgm:layoutNode@moveWith`,
  ),
  ...listed('name label', 'dgm:styleLbl@name dgm:prSet@presStyleLbl dgm:layoutNode@styleLbl'),
  ...listed(
    'name definition',
    `dgm:layoutDef@uniqueId dgm:styleDef@uniqueId dgm:colorsDef@uniqueId dgm:prSet@loTypeId dgm:prSet@qsTypeId
     dgm:prSet@csTypeId`,
  ),
  ...listed('name Scheme', 'a:theme@name a:clrScheme@name a:fontScheme@name a:fmtScheme@name a:custClr@name'),
  ...listed('name Name', 'x:definedName@name'),
  ...listed('shown', 'x:sheet@name x:hyperlink@location'),
  ...listed('name Table', 'x:table@name x:table@displayName'),
  ...listed('name Style', 'a:tblStyle@styleName a:tableStyle@styleName'),
  ...listed(
    'style',
    `w:style@styleId w:pStyle@val w:rStyle@val w:tblStyle@val w:basedOn@val w:next@val w:link@val w:styleLink@val
     w:numStyleLink@val w:defaultTableStyle@val w:clickAndTypeStyle@val w:name@val w:lsdException@name
     x:cellStyle@name x:tableStyle@name x:tableStyles@defaultTableStyle x:tableStyles@defaultPivotStyle
     x:tableStyleInfo@name`,
  ),
  ...listed(
    'guide',
    `@fmla @gdRefX @gdRefY @gdRefR @gdRefAng @minX @maxX @minY @maxY @minR @maxR @minAng @maxAng @hR @wR @stAng
     @swAng a:pos@x a:pos@y a:pt@x a:pt@y a:rect@l a:rect@t a:rect@r a:rect@b a:cxn@ang a:gd@name`,
  ),
  // Codes with a specific form.
  ...listed(
    'font',
    `@typeface w:font@name w:rFonts@ascii w:rFonts@hAnsi w:rFonts@eastAsia w:rFonts@cs w:sym@font w:mathFont@val
     x:name@val x:rFont@val m:mathFont@val`,
  ),
  ...listed(
    'language',
    `@lang @altLang w:lang@val w:lang@eastAsia w:lang@bidi w:themeFontLang@val w:themeFontLang@eastAsia w:lid@val
     w:themeFontLang@bidi c:lang@val`,
  ),
  ...listed(
    'cells',
    `@sqref @topLeftCell @activeCell x:autoFilter@ref x:comment@ref x:dimension@ref x:f@ref x:f@r1 x:f@r2
     x:hyperlink@ref x:mergeCell@ref x:sortCondition@ref x:sortState@ref x:table@ref x:c@r x:row@spans
     x:tablePart@ref`,
  ),
  ...listed('numbering', 'w:lvlText@val'),
  ...listed('number format', '@formatCode w:dateFormat@val'),
  ...listed('style sheet', '@style'),
  ...listed('action', '@action'),
  ...listed('sign', 'w:decimalSymbol@val w:listSeparator@val'),
  ...listed('kept', 'w:fldSimple@instr'),
  // Authors of texts and changes, and their dates.
  ...listed('as Author', '@author'),
  ...listed(
    'cut',
    `@initials @date @dt @gfxdata @href @althref @src @macro @textlink @codeName @customList @cm @vm @userName
     @fullDate @lastValue @bmk @rsidR @rsidRPr @rsidDel @rsidP @rsidRDefault @rsidSect @rsidTr @shapeid @invalidUrl
     @tgtFrame @phldrT @class v:imagedata@title`,
  ),
]

const TEXTS: readonly (readonly [string, Treatment])[] = [
  ...listed(
    'shown',
    `w:t w:instrText a:t m:t c:v p:text x:t x:v x:f x:formula x:formula1 x:formula2 x:definedName x:oddHeader
     x:oddFooter x:evenHeader x:evenFooter x:firstHeader x:firstFooter c:f`,
  ),
  ...listed('words', 'cp:keywords cp:category dc:title dc:subject dc:description c:separator c:name'),
  ...listed('as Author', 'x:author'),
  ...listed('empty', 'w:delText w:delInstrText w:uniqueTag'),
  ['c:formatCode', 'number format'],
]

export const OFFICE: Omit<Rules, 'base'> = {
  markup: officeMarkup,
  qualified: false,
  codes: (value) => CODES.test(value),
  elements: {
    ...Object.fromEntries(CUT.map((name) => [name, 'cut'] as const)),
    ...Object.fromEntries(listed('unwrap', 'w:smartTag w:customXml')),
    'p:cmd': 'cut holder',
    'p:oleObj': 'cut holder',
  },
  attributes: Object.fromEntries(ATTRIBUTES),
  texts: Object.fromEntries(TEXTS),
  fate(tag, name) {
    if (name !== 'w:fldSimple') return null
    return isKnownField(attributeOf(tag, 'instr')?.value ?? '') ? null : 'unwrap'
  },
}
