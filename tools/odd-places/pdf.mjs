// PDF files that repeat a value in a place where few programs look: name -> bytes. `shown`: what the page itself says, `value`: what the odd place
// says.
import { deflateSync } from 'node:zlib'
import { flate, page, pdf, stream, Writer } from '../hostile/pdf-writer.mjs'

const text = (value) => `(${value.replace(/[\\()]/g, '\\$&')})`
const octal = (value) =>
  `(${[...value].map((sign) => `\\${sign.charCodeAt(0).toString(8).padStart(3, '0')}`).join('')})`
const hex = (value) => `<${Buffer.from(value, 'latin1').toString('hex')}>`
const utf16 = (value) => `<FEFF${Buffer.from(value, 'utf16le').swap16().toString('hex')}>`
const line = (value, y = 600) => `BT /F1 12 Tf 72 ${y} Td ${text(value)} Tj ET\n`
const SIZE = 12
/** Widths of Helvetica are near to this, in ems. */
const EACH = 0.55

const FORM = '/Type /XObject /Subtype /Form /BBox [0 0 400 100]'
const FONTS = '/Resources << /Font << /F1 5 0 R >> >>'

/** Builders: (shown line as operators, value) -> file. Objects 1 to 5 are those of `page`. */
export const PDF_PLACES = {
  'annotation contents': (shown, value) =>
    annotated(shown, `<< /Type /Annot /Subtype /Text /Rect [300 300 320 320] /Contents ${text(value)} >>`),
  'annotation contents in UTF-16': (shown, value) =>
    annotated(
      shown,
      `<< /Type /Annot /Subtype /Highlight /Rect [300 300 420 320] /QuadPoints [300 320 420 320 300 300 420 300] /Contents ${utf16(value)} >>`,
    ),
  'annotation author and subject': (shown, value) =>
    annotated(
      shown,
      `<< /Type /Annot /Subtype /Text /Rect [300 300 320 320] /Contents (see) /T ${text(value)} /Subj ${octal(value)} /NM ${hex(value)} >>`,
    ),
  'annotation rich text': (shown, value) =>
    annotated(
      shown,
      `<< /Type /Annot /Subtype /FreeText /Rect [300 300 500 320] /DA (/F1 12 Tf 0 g) /DS (font: 12pt) /RC ${text(`<p>${value}</p>`)} >>`,
    ),
  'annotation unknown keys': (shown, value) =>
    annotated(
      shown,
      `<< /Type /Annot /Subtype /Square /Rect [300 300 320 320] /XYZ_Note ${text(value)} /OverlayText ${text(value)} >>`,
    ),
  'annotation unknown type': (shown, value) =>
    annotated(shown, `<< /Type /Annot /Subtype /Odd /Rect [300 300 320 320] /Contents ${text(value)} >>`),
  'annotation appearance': (shown, value) =>
    annotated(shown, '<< /Type /Annot /Subtype /Stamp /Rect [100 300 500 400] /AP << /N 7 0 R >> >>', [
      flate(line(value, 40), `${FORM} ${FONTS}`),
    ]),
  'annotation appearance off': (shown, value) =>
    annotated(
      shown,
      '<< /Type /Annot /Subtype /Stamp /F 2 /Rect [100 300 500 400] /AP << /N 7 0 R /D 7 0 R /R 7 0 R >> >>',
      [flate(line(value, 40), `${FORM} ${FONTS}`)],
    ),
  'annotation appearance of letters': (shown, value) =>
    annotated(shown, '<< /Type /Annot /Subtype /FreeText /Contents (a) /Rect [100 300 500 400] /AP << /N 7 0 R >> >>', [
      flate(letters(value, 40), `${FORM} ${FONTS}`),
    ]),
  'link address': (shown, value) =>
    annotated(
      shown,
      `<< /Type /Annot /Subtype /Link /Rect [72 590 300 620] /A << /S /URI /URI ${text(`https://example.org/?who=${value.replaceAll(' ', '%20')}`)} >> >>`,
    ),
  'link to a file': (shown, value) =>
    annotated(
      shown,
      `<< /Type /Annot /Subtype /Link /Rect [72 590 300 620] /A << /S /Launch /F ${text(`/home/${value}.doc`)} >> >>`,
    ),
  'link to a name': (shown, value) =>
    annotated(
      shown,
      `<< /Type /Annot /Subtype /Link /Rect [72 590 300 620] /Dest ${text(value)} >>`,
      [`<< /Names [${text(value)} [3 0 R /Fit]] >>`],
      '/Names << /Dests 7 0 R >>',
    ),
  'link script': (shown, value) =>
    annotated(
      shown,
      `<< /Type /Annot /Subtype /Link /Rect [72 590 300 620] /A << /S /JavaScript /JS ${text(`app.alert("${value}")`)} >> >>`,
    ),
  'attached to a note': (shown, value) =>
    annotated(
      shown,
      `<< /Type /Annot /Subtype /FileAttachment /Rect [300 300 320 320] /FS << /Type /Filespec /F ${text(`${value}.txt`)} /EF << /F 7 0 R >> >> >>`,
      [flate(value, '/Type /EmbeddedFile')],
    ),
  'widget value': (shown, value) => widget(shown, `/V ${text(value)} /DA (/F1 12 Tf 0 g)`),
  'widget value with appearance': (shown, value) =>
    widget(shown, `/V ${text(value)} /DA (/F1 12 Tf 0 g) /AP << /N 8 0 R >>`, [
      flate(`/Tx BMC q ${line(value, 5)} Q EMC`, `${FORM} ${FONTS}`),
    ]),
  'widget appearance alone': (shown, value) =>
    widget(shown, '/AP << /N 8 0 R >>', [flate(`/Tx BMC q ${line(value, 5)} Q EMC`, `${FORM} ${FONTS}`)]),
  'widget states': (shown, value) =>
    widget(
      shown,
      '/AS /Off /AP << /N << /Off 9 0 R /Yes 8 0 R >> /D 8 0 R >>',
      [flate(line(value, 5), `${FORM} ${FONTS}`), flate('0 0 10 10 re f', FORM)],
      '/FT /Btn',
    ),
  'widget default value': (shown, value) => widget(shown, `/DV ${text(value)}`),
  'widget name and tooltip': (shown, value) =>
    widget(shown, `/T ${octal(value)} /TU ${utf16(value)} /TM ${text(value)}`),
  'widget options': (shown, value) => widget(shown, `/Opt [${text(value)} [(b) ${text(value)}]]`, [], '/FT /Ch'),
  'widget caption': (shown, value) => widget(shown, `/MK << /CA ${text(value)} /RC ${text(value)} >>`, [], '/FT /Btn'),
  'widget script': (shown, value) => widget(shown, `/AA << /K << /S /JavaScript /JS ${text(`// ${value}`)} >> >>`),
  'hidden widget': (shown, value) => widget(shown, `/F 2 /V ${text(value)}`),
  'field without a widget': (shown, value) =>
    made(shown, '', { more: [`<< /FT /Tx /T (a) /V ${text(value)} >>`], catalog: '/AcroForm << /Fields [6 0 R] >>' }),
  'XML form': (shown, value) =>
    made(shown, '', {
      more: [flate(`<xdp><name>${value}</name></xdp>`)],
      catalog: '/AcroForm << /Fields [] /XFA 6 0 R >>',
    }),
  'actual text': (shown, value) => made(`${shown}/Span << /ActualText ${text(value)} >> BDC ${line('x', 500)} EMC`),
  'actual text in octal': (shown, value) =>
    made(`${shown}/Span << /ActualText ${octal(value)} >> BDC ${line('x', 500)} EMC`),
  'actual text in hex': (shown, value) =>
    made(`${shown}/Span << /ActualText ${hex(value)} >> BDC ${line('x', 500)} EMC`),
  'actual text in UTF-16': (shown, value) =>
    made(`${shown}/Span << /Actual#54ext ${utf16(value)} >> BDC ${line('x', 500)} EMC`),
  'alternative and expansion': (shown, value) =>
    made(`${shown}/Figure << /Alt ${octal(value)} /E ${text(value)} >> BDC 10 10 5 5 re f EMC`),
  'actual text of properties': (shown, value) =>
    made(`${shown}/Span /P1 BDC ${line('x', 500)} EMC`, `/Properties << /P1 << /ActualText ${octal(value)} >> >>`),
  'marked point': (shown, value) => made(`${shown}/Note << /Text ${octal(value)} >> DP`),
  'name of a mark': (shown, value) => made(`${shown}/${value.replaceAll(' ', '#20')} BMC ${line('x', 500)} EMC`),
  'structure elements': (shown, value) =>
    made(shown, '', {
      more: [
        '<< /Type /StructTreeRoot /K [7 0 R] >>',
        `<< /Type /StructElem /S /Figure /P 6 0 R /Pg 3 0 R /Alt ${text(value)} /E ${octal(value)} /T ${utf16(value)} /ActualText ${hex(value)} /A << /O /Table /Summary ${text(value)} >> /ID ${text(value)} >>`,
      ],
      catalog: '/StructTreeRoot 6 0 R /MarkInfo << /Marked true >>',
    }),
  'role map': (shown, value) =>
    made(shown, '', {
      more: [`<< /Type /StructTreeRoot /K [] /RoleMap << /${value.replaceAll(' ', '#20')} /P >> >>`],
      catalog: '/StructTreeRoot 6 0 R',
    }),
  artifact: (shown, value) =>
    made(`${shown}/Artifact << /Type /Pagination /Contents ${text(value)} >> BDC ${line(value, 20)} EMC`),
  comment: (shown, value) => made(`${shown}% ${value}\n`),
  'comment between objects': (shown, value) =>
    Buffer.concat([Buffer.from(`%PDF-1.7\n% ${value}\n`, 'latin1'), made(shown).subarray(9)]),
  'behind the end': (shown, value) => Buffer.concat([made(shown), Buffer.from(`\n${value}\n`, 'latin1')]),
  'inline image': (shown, value) =>
    made(`${shown}q 20 0 0 20 100 100 cm BI /W ${value.length} /H 1 /CS /G /BPC 8 ID ${value} EI Q\n`),
  'inline image with a key': (shown, value) =>
    made(`${shown}q 20 0 0 20 100 100 cm BI /W 1 /H 1 /CS /G /BPC 8 /Note ${text(value)} ID x EI Q\n`),
  'inline image with an unknown filter': (shown, value) =>
    made(`${shown}q 20 0 0 20 100 100 cm BI /W 1 /H 1 /CS /G /BPC 8 /F /Odd ID ${value} EI Q\n`),
  'inline image in hex': (shown, value) =>
    made(
      `${shown}q 20 0 0 20 100 100 cm BI /W ${value.length} /H 1 /CS /G /BPC 8 /F /AHx ID ${Buffer.from(value).toString('hex')}> EI Q\n`,
    ),
  'invisible text': (shown, value) => made(`${shown}BT 3 Tr /F1 12 Tf 72 500 Td ${text(value)} Tj ET`),
  'invisible letters': (shown, value) => made(`${shown}BT 3 Tr ET ${letters(value, 500)}`),
  'clipping text': (shown, value) => made(`${shown}q BT 7 Tr /F1 12 Tf 72 500 Td ${text(value)} Tj ET Q`),
  'white text': (shown, value) => made(`${shown}1 g ${line(value, 500)}`),
  'text under a box': (shown, value) => made(`${shown}${line(value, 500)} 0 g 60 490 400 30 re f`),
  'clipped text': (shown, value) => made(`${shown}q 0 0 1 1 re W n ${line(value, 500)} Q`),
  'off-page text': (shown, value) => made(`${shown}BT /F1 12 Tf 3000 500 Td ${text(value)} Tj ET`),
  'text outside the crop': (shown, value) =>
    made(`${shown}${line(value, 780)}`, '', { entries: '/CropBox [0 0 612 760]' }),
  'tiny text': (shown, value) => made(`${shown}BT /F1 0.1 Tf 72 500 Td ${text(value)} Tj ET`),
  'optional content off': (shown, value) =>
    made(`${shown}/OC /O1 BDC ${line(value, 500)} EMC`, '/Properties << /O1 6 0 R >>', optional()),
  'optional drawing off': (shown, value) =>
    made(
      `${shown}/X1 Do`,
      '/XObject << /X1 7 0 R >>',
      optional([flate(line(value, 40), `${FORM} ${FONTS} /OC 6 0 R`)]),
    ),
  'name of optional content': (shown, value) =>
    made(`${shown}/OC /O1 BDC ${line('x', 500)} EMC`, '/Properties << /O1 6 0 R >>', {
      more: [`<< /Type /OCG /Name ${text(value)} >>`],
      catalog: '/OCProperties << /OCGs [6 0 R] /D << /ON [6 0 R] >> >>',
    }),
  'template page': (shown, value) =>
    made(shown, '', {
      more: [`<< /Type /Template /MediaBox [0 0 612 792] /Contents 7 0 R ${FONTS} >>`, flate(line(value))],
      catalog: '/Names << /Templates << /Names [(t) 6 0 R] >> >>',
    }),
  'tiling pattern': (shown, value) =>
    made(`${shown}/Pattern cs /P1 scn 0 0 600 200 re f`, '/Pattern << /P1 6 0 R >>', {
      more: [
        flate(
          line(value, 20),
          `/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 400 50] /XStep 400 /YStep 50 ${FONTS}`,
        ),
      ],
    }),
  'Type 3 font': (shown, value) =>
    made(`${shown}BT /T3 1 Tf 72 500 Td (a) Tj ET`, '', {
      fonts: '/T3 6 0 R',
      more: [
        `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 400 50] /FontMatrix [1 0 0 1 0 0] /CharProcs << /a 7 0 R >> /Encoding << /Differences [97 /a] >> /FirstChar 97 /LastChar 97 /Widths [400] ${FONTS} >>`,
        flate(`400 0 d0 BT /F1 12 Tf 0 10 Td ${text(value)} Tj ET`),
      ],
    }),
  'Type 3 letters': (shown, value) => {
    const codes = [...new Set(value)].map((sign) => sign.charCodeAt(0)).sort((a, b) => a - b)
    return made(`${shown}BT /T3 12 Tf 72 500 Td ${text(value)} Tj ET`, '', {
      fonts: '/T3 6 0 R',
      more: [
        `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 500 700] /FontMatrix [0.001 0 0 0.001 0 0] /CharProcs << ${codes.map((code) => `/g${code} 7 0 R`).join(' ')} >> /Encoding << /Differences [${codes.map((code) => `${code} /g${code}`).join(' ')}] >> /FirstChar 0 /LastChar 255 /Widths [${Array(256).fill(550).join(' ')}] >>`,
        flate(`550 0 d0 % ${value}\n0 0 400 700 re f`),
      ],
    })
  },
  'name of a Type 3 glyph': (shown, value) =>
    made(`${shown}BT /T3 12 Tf 72 500 Td (a) Tj ET`, '', {
      fonts: '/T3 6 0 R',
      more: [
        `<< /Type /Font /Subtype /Type3 /FontBBox [0 0 500 700] /FontMatrix [0.001 0 0 0.001 0 0] /CharProcs << /${value.replaceAll(' ', '#20')} 7 0 R >> /Encoding << /Differences [97 /${value.replaceAll(' ', '#20')}] >> /FirstChar 97 /LastChar 97 /Widths [550] >>`,
        flate('550 0 d0 0 0 400 700 re f'),
      ],
    }),
  'unknown font': (shown, value) => made(`${shown}BT /F9 12 Tf 72 500 Td ${text(value)} Tj ET`),
  'font of an unknown kind': (shown, value) =>
    made(`${shown}BT /F9 12 Tf 72 500 Td ${text(value)} Tj ET`, '', {
      fonts: '/F9 6 0 R',
      more: ['<< /Type /Font /Subtype /Odd /BaseFont /Odd >>'],
    }),
  'font that says something else': (shown, value) =>
    made(`${shown}BT /F9 12 Tf 72 500 Td ${text(value)} Tj ET`, '', {
      fonts: '/F9 6 0 R',
      more: [
        '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 7 0 R >>',
        flate(
          `/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfrange <00> <ff> <0100> endbfrange endcmap end`,
        ),
      ],
    }),
  'glyph that says it all': (shown, value) =>
    made(`${shown}BT /F9 12 Tf 72 500 Td (a) Tj ET`, '', {
      fonts: '/F9 6 0 R',
      more: [
        '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 7 0 R >>',
        flate(
          `/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfchar <61> <${Buffer.from(value, 'utf16le').swap16().toString('hex')}> endbfchar endcmap end`,
        ),
      ],
    }),
  'map that is not used': (shown, value) =>
    made(`${shown}BT /F9 12 Tf 72 500 Td (x) Tj ET`, '', {
      fonts: '/F9 6 0 R',
      more: [
        '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 7 0 R >>',
        flate(
          `% ${value}\n/CIDInit /ProcSet findresource begin begincmap /CMapName (${value}) def 1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfchar <61> <${Buffer.from(value, 'utf16le').swap16().toString('hex')}> endbfchar endcmap end`,
        ),
      ],
    }),
  'name of a font': (shown, value) =>
    made(`${shown}BT /F9 12 Tf 72 500 Td (x) Tj ET`, '', {
      fonts: '/F9 6 0 R',
      more: [
        `<< /Type /Font /Subtype /Type1 /BaseFont /${value.replaceAll(' ', '#20')} /Name /${value.replaceAll(' ', '')} >>`,
      ],
    }),
  'program of a font': (shown, value) =>
    made(`${shown}BT /F9 12 Tf 72 500 Td (x) Tj ET`, '', {
      fonts: '/F9 6 0 R',
      more: [
        '<< /Type /Font /Subtype /Type1 /BaseFont /ABCDEF+Odd /FontDescriptor 7 0 R >>',
        `<< /Type /FontDescriptor /FontName /ABCDEF+Odd /FontFamily ${text(value)} /CharSet ${text(`/${value}`)} /Flags 32 /FontBBox [0 0 1 1] /FontFile 8 0 R >>`,
        flate(`%!PS-AdobeFont-1.0: Odd\n/Notice (${value}) readonly def\n`, '/Length1 60 /Length2 0 /Length3 0'),
      ],
    }),
  'letters one by one': (shown, value) => made(`${shown}${letters(value, 500)}`),
  'letters in any order': (shown, value) => made(`${shown}${letters(value, 500, (each) => each.reverse())}`),
  'letters in one array': (shown, value) =>
    made(`${shown}BT /F1 12 Tf 72 500 Td [${[...value].map((sign) => `${text(sign)} -20`).join(' ')}] TJ ET`),
  'letters far apart': (shown, value) =>
    made(`${shown}BT /F1 12 Tf 72 500 Td [${[...value].map((sign) => `${text(sign)} -400`).join(' ')}] TJ ET`),
  'letters by spacing': (shown, value) => made(`${shown}BT /F1 12 Tf 5 Tc 72 500 Td ${text(value)} Tj ET`),
  'letters from top to bottom': (shown, value) =>
    made(
      `${shown}${[...value].map((sign, n) => `BT /F1 12 Tf 500 ${600 - n * 14} Td ${text(sign)} Tj ET\n`).join('')}`,
    ),
  'turned text': (shown, value) => made(`${shown}BT /F1 12 Tf 0 1 -1 0 500 200 Tm ${text(value)} Tj ET`),
  'slanted text': (shown, value) => made(`${shown}BT /F1 12 Tf 0.8 0.6 -0.6 0.8 300 200 Tm ${text(value)} Tj ET`),
  'mirrored text': (shown, value) => made(`${shown}BT /F1 12 Tf -1 0 0 1 500 200 Tm ${text(value)} Tj ET`),
  'PostScript drawing': (shown, value) =>
    made(`${shown}/X1 Do`, '/XObject << /X1 6 0 R >>', {
      more: [flate(`(${value}) show`, '/Type /XObject /Subtype /PS')],
    }),
  'PostScript inside a form': (shown, value) =>
    made(`${shown}/X1 Do`, '/XObject << /X1 6 0 R >>', {
      more: [flate('0 0 1 1 re f', `${FORM} /Subtype2 /PS /PS 7 0 R`), flate(`(${value}) show`)],
    }),
  'unused drawing': (shown, value) =>
    made(shown, '/XObject << /X1 6 0 R >>', { more: [flate(line(value, 40), `${FORM} ${FONTS}`)] }),
  'name of a drawing': (shown, value) =>
    made(`${shown}/${value.replaceAll(' ', '#20')} Do`, `/XObject << /${value.replaceAll(' ', '#20')} 6 0 R >>`, {
      more: [flate('0 0 1 1 re f', `${FORM} /Name /${value.replaceAll(' ', '')}`)],
    }),
  'drawing within drawings': (shown, value) =>
    made(`${shown}/X1 Do`, '/XObject << /X1 6 0 R >>', {
      more: [
        flate('/X2 Do', `${FORM} /Resources << /XObject << /X2 7 0 R >> >>`),
        flate(line(value, 40), `${FORM} ${FONTS} /PieceInfo << /A << /Private ${text(value)} >> >>`),
      ],
    }),
  'shared stream': (shown, value) => sharedStream(shown, value),
  'keys of a drawing': (shown, value) =>
    made(`${shown}/X1 Do`, '/XObject << /X1 6 0 R >>', {
      more: [flate('0 0 1 1 re f', `${FORM} /OPI << /F ${text(value)} >> /Ref << /F ${text(value)} >>`)],
    }),
  'soft mask': (shown, value) =>
    made(`${shown}/G1 gs 0 0 10 10 re f`, '/ExtGState << /G1 << /SMask << /S /Luminosity /G 6 0 R >> /Note (a) >> >>', {
      more: [flate(line(value, 40), `${FORM} ${FONTS} /Group << /S /Transparency /CS /DeviceGray >>`)],
    }),
  'old revision': (shown, value) => revised(shown, value),
  'unused object': (shown, value) => made(shown, '', { more: [`<< /Who ${text(value)} >>`] }),
  'object streams': (shown, value) => made(shown, '', { more: [`<< /Who ${text(value)} >>`], objectStreams: true }),
  'names tree': (shown, value) =>
    made(shown, '', {
      more: [`<< /Names [${text(value)} [3 0 R /Fit]] >>`],
      catalog: '/Names << /Dests 6 0 R /IDS 6 0 R >>',
    }),
  destinations: (shown, value) =>
    made(shown, '', { catalog: `/Dests << /${value.replaceAll(' ', '#20')} [3 0 R /Fit] >>` }),
  information: (shown, value) =>
    made(shown, '', {
      more: [`<< /Author ${text(value)} /Producer ${octal(value)} /Creator ${utf16(value)} /Custom ${text(value)} >>`],
      trailer: '/Info 6 0 R',
    }),
  'title of the file': (shown, value) =>
    made(shown, '', { more: [`<< /Title ${utf16(value)} /Keywords ${octal(value)} >>`], trailer: '/Info 6 0 R' }),
  XMP: (shown, value) =>
    made(shown, '', {
      more: [stream(`<x:xmpmeta><dc:creator>${value}</dc:creator></x:xmpmeta>`, '/Type /Metadata /Subtype /XML')],
      catalog: '/Metadata 6 0 R',
    }),
  'embedded file': (shown, value) =>
    made(shown, '', {
      more: [
        `<< /Type /Filespec /F ${text(`${value}.txt`)} /Desc ${text(value)} /EF << /F 7 0 R >> >>`,
        flate(value, '/Type /EmbeddedFile'),
      ],
      catalog: '/Names << /EmbeddedFiles << /Names [(a) 6 0 R] >> >> /AF [6 0 R]',
    }),
  bookmarks: (shown, value) =>
    made(shown, '', {
      more: [
        '<< /Type /Outlines /First 7 0 R /Last 7 0 R /Count 1 >>',
        `<< /Title ${octal(value)} /Parent 6 0 R /Dest [3 0 R /Fit] >>`,
      ],
      catalog: '/Outlines 6 0 R',
    }),
  'page labels': (shown, value) =>
    made(shown, '', { catalog: `/PageLabels << /Nums [0 << /S /D /P ${text(value)} >>] >>` }),
  'viewer script': (shown, value) =>
    made(shown, '', {
      catalog: `/OpenAction << /S /JavaScript /JS ${text(`// ${value}`)} >> /Names << /JavaScript << /Names [(a) << /S /JavaScript /JS ${octal(value)} >>] >> >>`,
    }),
  'private data': (shown, value) =>
    made(shown, '', { entries: `/PieceInfo << /App << /LastModified (D:2026) /Private ${text(value)} >> >>` }),
  'unknown keys': (shown, value) =>
    made(shown, '', {
      entries: `/XYZ_Who ${text(value)} /B [] /ID ${text(value)}`,
      catalog: `/XYZ_Who ${text(value)} /URI << /Base ${text(value)} >> /Lang ${text(value)}`,
    }),
  'unknown operator': (shown, value) => made(`${shown}${text(value)} xyz BX ${text(value)} odd EX`),
  'operand too many': (shown, value) => made(`${shown}${text(value)} q Q ${text(value)} 1 0 0 1 0 0 cm`),
  'operand at the end': (shown, value) => made(`${shown}${text(value)}`),
  'owner password only': (shown, value) => made(`${shown}${line(value, 500)}`),
  'article thread': (shown, value) =>
    made(shown, '', {
      more: [
        `<< /Type /Thread /I << /Title ${text(value)} >> /F 7 0 R >>`,
        '<< /T 6 0 R /N 7 0 R /V 7 0 R /P 3 0 R /R [0 0 1 1] >>',
      ],
      catalog: '/Threads [6 0 R]',
      entries: '/B [7 0 R]',
    }),
  'colour names': (shown, value) =>
    made(
      `${shown}/C1 cs 1 scn 0 0 10 10 re f`,
      `/ColorSpace << /C1 [/Separation /${value.replaceAll(' ', '#20')} /DeviceGray << /FunctionType 2 /Domain [0 1] /N 1 >>] >>`,
    ),
  'colour function': (shown, value) =>
    made(`${shown}/C1 cs 1 scn 0 0 10 10 re f`, '/ColorSpace << /C1 [/Separation /Odd /DeviceGray 6 0 R] >>', {
      more: [flate(`{ % ${value}\n 1 exch sub }`, '/FunctionType 4 /Domain [0 1] /Range [0 1]')],
    }),
  'colour profile': (shown, value) =>
    made(`${shown}/C1 cs 1 scn 0 0 10 10 re f`, '/ColorSpace << /C1 [/ICCBased 6 0 R] >>', {
      more: [flate(`desc ${value}`, '/N 1 /Alternate /DeviceGray')],
    }),
  palette: (shown, value) =>
    made(
      `${shown}/C1 cs 1 scn 0 0 10 10 re f`,
      `/ColorSpace << /C1 [/Indexed /DeviceGray 3 ${text(`abcd${value}`)}] >>`,
    ),
  'output intent': (shown, value) =>
    made(shown, '', {
      catalog: `/OutputIntents [<< /Type /OutputIntent /S /GTS_PDFA1 /OutputConditionIdentifier ${text(value)} /Info ${text(value)} >>]`,
    }),
}

function letters(value, y, order = (each) => each) {
  const placed = [...value].map(
    (sign, n) => `BT /F1 ${SIZE} Tf ${(72 + n * SIZE * EACH).toFixed(2)} ${y} Td ${text(sign)} Tj ET\n`,
  )
  return order(placed).join('')
}

function optional(more = []) {
  return {
    more: ['<< /Type /OCG /Name (layer) >>', ...more],
    catalog: '/OCProperties << /OCGs [6 0 R] /D << /OFF [6 0 R] >> >>',
  }
}

function made(content, resources = '', { entries = '', more = [], catalog = '', fonts = '', ...file } = {}) {
  const objects = page(flate(Buffer.from(content, 'latin1')), { resources, entries, more })
  objects[0] = `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`
  objects[2] = objects[2].replace('/F1 5 0 R', `/F1 5 0 R ${fonts}`)
  return pdf(objects, { compress: true, ...file })
}

function annotated(shown, annotation, more = [], catalog = '') {
  return made(shown, '', { entries: '/Annots [6 0 R]', more: [annotation, ...more], catalog })
}

function widget(shown, entries, more = [], type = '/FT /Tx') {
  const name = entries.includes('/T ') ? '' : '/T (field)'
  return made(shown, '', {
    entries: '/Annots [6 0 R]',
    more: [
      `<< /Type /Annot /Subtype /Widget ${type} ${name} /Rect [72 300 472 320] /P 3 0 R ${entries} >>`,
      '<< /Fields [6 0 R] /DR << /Font << /F1 5 0 R >> >> >>',
      ...more,
    ],
    catalog: '/AcroForm 7 0 R',
  })
}

/** Two pages draw one stream, which shows the value on the second only because the font is another. */
function sharedStream(shown, value) {
  const objects = page(flate(Buffer.from(shown, 'latin1')), {
    more: [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents [4 0 R 7 0 R] ${FONTS} >>`,
      flate(line(value, 500)),
    ],
    entries: '/Thumb 7 0 R',
  })
  objects[1] = '<< /Type /Pages /Kids [3 0 R 6 0 R] /Count 2 >>'
  return pdf(objects)
}

/** An update that replaces the content (ISO 32000-1, 7.5.6). */
function revised(shown, value) {
  const old = made(line(value, 500))
  const file = new Writer(old.toString('latin1'))
  file.object(4, stream(deflateSync(Buffer.from(shown, 'latin1')), '/Filter /FlateDecode'))
  const start = file.length
  const before = /startxref\s+(\d+)/.exec(old.toString('latin1'))[1]
  file.text(
    `xref\n4 1\n${String(file.places.get(4)).padStart(10, '0')} 00000 n \ntrailer\n<< /Size 6 /Root 1 0 R /Prev ${before} >>\nstartxref\n${start}\n%%EOF\n`,
  )
  return file.bytes()
}

/** The operators of a line that a page shows. */
export const shownLine = (shown) => line(shown, 720)
