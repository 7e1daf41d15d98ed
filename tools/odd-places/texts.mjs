// Web pages, mail, mailboxes and RTF files that repeat a value in a place where few programs look: name -> bytes. `shown`: what the text itself
// says, `value`: what the odd place says.
const bytes = (text) => Buffer.from(text, 'utf8')
const html = (shown, body, head = '') =>
  bytes(
    `<!doctype html><html><head><meta charset="utf-8"><title>Report</title>${head}</head><body><p>${shown}</p>${body}</body></html>`,
  )
const url = (value) => value.replaceAll(' ', '%20')
const entities = (value) => [...value].map((sign) => `&#${sign.codePointAt(0)};`).join('')
const dashes = (value) => value.toLowerCase().replaceAll(' ', '-')

export const HTML_PLACES = {
  'meta refresh': (shown, value) =>
    html(shown, '', `<meta http-equiv="refresh" content="5; url=/patients/${url(value)}">`),
  'meta viewport': (shown, value) => html(shown, '', `<meta name="viewport" content="width=device-width, ${value}">`),
  'meta property': (shown, value) =>
    html(shown, '', `<meta property="og:title" content="${value}"><meta itemprop="name" content="${value}">`),
  'meta name': (shown, value) => html(shown, '', `<meta name="${value}" content="1">`),
  'relative link': (shown, value) => html(shown, `<a href="patients/${url(value)}.html">file</a>`),
  'link in entities': (shown, value) => html(shown, `<a href="patients/${entities(value)}">file</a>`),
  'link by plus': (shown, value) => html(shown, `<a href="?name=${value.replaceAll(' ', '+')}">file</a>`),
  'link by script': (shown, value) => html(shown, `<a href="javascript:alert('${value}')">file</a>`),
  'fragment and name': (shown, value) =>
    html(shown, `<a href="#${dashes(value)}">go</a><h2 id="${dashes(value)}">Notes</h2><a name="${value}"></a>`),
  srcset: (shown, value) =>
    html(shown, `<img src="a.png" srcset="${url(value)}-1.png 1x, ${url(value)}-2.png 2x" alt="x" sizes="${value}">`),
  'image source': (shown, value) =>
    html(shown, `<img src="scans/${url(value)}.png" alt="scan"><video poster="${url(value)}.jpg"></video>`),
  'aria attributes': (shown, value) =>
    html(
      shown,
      `<div aria-label="${value}" aria-roledescription="${value}" aria-placeholder="${value}" aria-braillelabel="${value}">x</div>`,
    ),
  'event attributes': (shown, value) =>
    html(shown, `<button onclick="call('${value}')" onmouseover="say(&quot;${value}&quot;)">x</button>`),
  'unknown attributes': (shown, value) =>
    html(shown, `<p patient="${value}" x-name="${value}" ng-model="${value}">x</p>`),
  'unknown elements': (shown, value) => html(shown, `<x-patient name="${value}"><y-note>${value}</y-note></x-patient>`),
  'class and id': (shown, value) => html(shown, `<p class="${value}" id="${value.replaceAll(' ', '_')}">x</p>`),
  'name of an element': (shown, value) => html(shown, `<${dashes(value)}>x</${dashes(value)}>`),
  'name of an attribute': (shown, value) => html(shown, `<p ${dashes(value)}="1">x</p>`),
  'data attribute': (shown, value) => html(shown, `<p data-patient='{"name":"${value}"}'>x</p>`),
  'form values': (shown, value) =>
    html(
      shown,
      `<form action="/p/${url(value)}"><input type="hidden" name="${value}" value="${value}"><input list="l" pattern="${value}"><datalist id="l"><option value="${value}" label="${value}"></datalist></form>`,
    ),
  style: (shown, value) => html(shown, '', `<style>p::after { content: "${value}" } /* ${value} */</style>`),
  'style attribute': (shown, value) =>
    html(shown, `<p style="--who: '${value}'; background: url(${url(value)}.png)">x</p>`),
  script: (shown, value) => html(shown, `<script>var a = "${value}"</script>`),
  'script in escapes': (shown, value) =>
    html(
      shown,
      `<script>var a = "${[...value].map((sign) => `\\x${sign.charCodeAt(0).toString(16)}`).join('')}"</script>`,
    ),
  'structured data': (shown, value) =>
    html(shown, `<script type="application/ld+json">{"@type":"Person","name":"${value}"}</script>`),
  noscript: (shown, value) => html(shown, `<noscript><img src="/x?${url(value)}">${value}</noscript>`),
  template: (shown, value) => html(shown, `<template><p>${value}</p></template>`),
  comment: (shown, value) => html(shown, `<!-- ${value} --><!--[if IE]>${value}<![endif]-->`),
  'odd comment': (shown, value) => html(shown, `<? ${value} ?></ ${value}><!${value}><![CDATA[${value}]]>`),
  doctype: (shown, value) =>
    bytes(`<!DOCTYPE html PUBLIC "${value}" "${value}"><html><body><p>${shown}</p></body></html>`),
  iframe: (shown, value) =>
    html(shown, `<iframe src="/p/${url(value)}" srcdoc="<p>${value}</p>" name="${value}"><p>${value}</p></iframe>`),
  object: (shown, value) =>
    html(
      shown,
      `<object data="${url(value)}.pdf"><param name="who" value="${value}"></object><embed src="${url(value)}.swf">`,
    ),
  svg: (shown, value) =>
    html(
      shown,
      `<svg><title>${value}</title><desc>${value}</desc><text>${value}</text><metadata>${value}</metadata><a xlink:href="/p/${url(value)}"></a><image href="${url(value)}.png"/></svg>`,
    ),
  math: (shown, value) =>
    html(shown, `<math><mtext>${value}</mtext><annotation encoding="text/plain">${value}</annotation></math>`),
  'address with a file': (shown, value) =>
    html(shown, `<a href="data:text/plain,${url(value)}">x</a><img src="data:image/svg+xml,<svg>${value}</svg>">`),
  ping: (shown, value) =>
    html(
      shown,
      `<a href="/" ping="/track?${url(value)}" download="${value}.pdf" hreflang="${value}" target="${value}">x</a>`,
    ),
  base: (shown, value) =>
    html(
      shown,
      '',
      `<base href="https://example.org/${url(value)}/"><link rel="canonical" href="/p/${url(value)}" title="${value}">`,
    ),
  microdata: (shown, value) =>
    html(
      shown,
      `<div itemscope itemid="/p/${url(value)}"><span itemprop="name" content="${value}">x</span><time datetime="${value}">x</time></div>`,
    ),
  'hidden text': (shown, value) => html(shown, `<div hidden>${value}</div><div style="display:none">${value}</div>`),
  'word with breaks': (shown, value) =>
    html(shown, `<p>${value.replace(' ', '&shy; &zwnj;').replace(/(..)/, '$1<wbr>')}</p>`),
  'plain text': (shown, value) =>
    html(shown, `<xmp>${value}</xmp><listing>${value}</listing><noembed>${value}</noembed>`),
  image_map: (shown, value) =>
    html(
      shown,
      `<map name="${value}"><area href="/p/${url(value)}" alt="${value}"></map><img usemap="#${value}" src="a.png" longdesc="${url(value)}" lowsrc="${url(value)}">`,
    ),
  table: (shown, value) =>
    html(
      shown,
      `<table summary="${value}"><caption>${value}</caption><tr><th abbr="${value}" headers="${value}" axis="${value}">x</th></tr></table>`,
    ),
}

const HEAD =
  'From: clinic@example.org\r\nTo: office@example.org\r\nSubject: Report\r\nDate: Tue, 24 Nov 2026 10:00:00 +0000\r\nMessage-ID: <1@example.org>\r\nMIME-Version: 1.0\r\n'
const mail = (shown, more = '', type = 'text/plain; charset=utf-8') =>
  bytes(`${HEAD}${more}Content-Type: ${type}\r\n\r\n${shown}\r\n`)
const parts = (shown, head, body, before = '', behind = '') =>
  bytes(
    `${HEAD}Content-Type: multipart/mixed; boundary="b"\r\n\r\n${before}\r\n--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${shown}\r\n--b\r\n${head}\r\n\r\n${body}\r\n--b--\r\n${behind}`,
  )
const word = (value) => `=?UTF-8?B?${Buffer.from(value).toString('base64')}?=`
const quoted = (value) =>
  `=?iso-8859-1?Q?${[...value].map((sign) => `=${sign.charCodeAt(0).toString(16).toUpperCase()}`).join('')}?=`

export const MAIL_PLACES = {
  'display name': (shown, value) => mail(shown, `Cc: "${value}" <a@example.org>\r\n`),
  'encoded words': (shown, value) => mail(shown, `Comments: ${word(value)} and ${quoted(value)}\r\n`),
  'split encoded words': (shown, value) =>
    mail(shown, `Keywords: ${word(value.slice(0, 4))}\r\n ${word(value.slice(4))}\r\n`),
  'unknown field': (shown, value) =>
    mail(shown, `Patient-Name: ${value}\r\nPatient-${value.replaceAll(' ', '-')}: yes\r\n`),
  'folded field': (shown, value) => mail(shown, `Comments: ${value.replace(' ', '\r\n ')}\r\n`),
  'transport fields': (shown, value) =>
    mail(
      shown,
      `Received: from ${value} by x\r\nX-Sender: ${value}\r\nReturn-Path: <${value}>\r\nDelivered-To: ${value}\r\n`,
    ),
  'message id': (shown, value) =>
    mail(
      shown,
      `In-Reply-To: <${url(value)}@example.org>\r\nReferences: <${value}@example.org> <2@example.org>\r\nContent-ID: <${value}>\r\n`,
    ),
  'comment in a date': (shown, value) =>
    mail(
      shown,
      `Resent-Date: Tue, 24 Nov 2026 10:00:00 +0000 (${value})\r\nStatus: ${value}\r\nLines: ${value}\r\nImportance: ${value}\r\nPriority: ${value}\r\n`,
    ),
  'field after type': (shown, value) =>
    mail(
      shown,
      `Content-Description: ${value}\r\nContent-Location: ${url(value)}\r\nContent-Language: ${value}\r\nContent-Base: ${value}\r\n`,
    ),
  'type parameters': (shown, value) => mail(shown, '', `text/plain; charset=utf-8; name="${value}"; x-who="${value}"`),
  'RFC 2231 name': (shown, value) =>
    parts(
      shown,
      `Content-Type: text/plain; name*=utf-8''${url(value)}.txt\r\nContent-Disposition: attachment; filename*0*=utf-8''${url(value.slice(0, 5))}; filename*1="${value.slice(5)}.txt"`,
      'x',
    ),
  'RFC 2047 name': (shown, value) =>
    parts(
      shown,
      `Content-Type: text/plain; name="${word(value)}"\r\nContent-Disposition: attachment; filename="${quoted(value)}"`,
      'x',
    ),
  'disposition parameters': (shown, value) =>
    parts(
      shown,
      `Content-Type: text/plain\r\nContent-Disposition: attachment; filename=a.txt; modification-date="${value}"; x-who="${value}"`,
      'x',
    ),
  'comment in a type': (shown, value) =>
    parts(
      shown,
      `Content-Type: text/plain (${value}); charset=utf-8\r\nContent-Transfer-Encoding: 7bit (${value})`,
      'x',
    ),
  'attachment in base64': (shown, value) =>
    parts(
      shown,
      'Content-Type: text/plain\r\nContent-Transfer-Encoding: base64',
      Buffer.from(value).toString('base64'),
    ),
  'attachment of an unknown kind': (shown, value) =>
    parts(
      shown,
      'Content-Type: application/octet-stream\r\nContent-Transfer-Encoding: base64',
      Buffer.concat([Buffer.from([0, 1, 2, 255]), Buffer.from(value)]).toString('base64'),
    ),
  'attached table': (shown, value) => parts(shown, 'Content-Type: text/csv; name="a.csv"', `a,b\r\n"${value}",1`),
  'attached page': (shown, value) => parts(shown, 'Content-Type: text/html', `<p title="${value}">x</p>`),
  'attached calendar': (shown, value) =>
    parts(
      shown,
      'Content-Type: text/calendar',
      `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nATTENDEE;CN="${value}":mailto:a@example.org\r\nEND:VEVENT\r\nEND:VCALENDAR`,
    ),
  'attached message': (shown, value) =>
    parts(
      shown,
      'Content-Type: message/rfc822',
      `From: a@example.org\r\nSubject: ${value}\r\nX-Who: ${value}\r\n\r\nx`,
    ),
  'external body': (shown, value) =>
    parts(
      shown,
      `Content-Type: message/external-body; access-type=local-file; name="/home/${value}"`,
      `Content-Type: text/plain\r\n\r\n${value}`,
    ),
  'delivery report': (shown, value) =>
    parts(
      shown,
      'Content-Type: message/delivery-status',
      `Reporting-MTA: dns; example.org\r\n\r\nOriginal-Recipient: rfc822; ${value}\r\nAction: failed`,
    ),
  preamble: (shown, value) => parts(shown, 'Content-Type: text/plain', 'x', `${value}\r\n`, `${value}\r\n`),
  boundary: (shown, value) =>
    bytes(
      `${HEAD}Content-Type: multipart/mixed; boundary="${value}"\r\n\r\n--${value}\r\nContent-Type: text/plain\r\n\r\n${shown}\r\n--${value}--\r\n`,
    ),
  'uuencoded text': (shown, value) => mail(`${shown}\r\n\r\nbegin 644 ${value}.txt\r\n#0V%T\r\n\`\r\nend`),
  'unknown encoding': (shown, value) =>
    parts(shown, 'Content-Type: text/plain\r\nContent-Transfer-Encoding: x-odd', value),
  'flowed text': (shown, value) =>
    mail(`${shown}\r\n${value.replace(' ', ' \r\n')}`, '', 'text/plain; charset=utf-8; format=flowed; delsp=no'),
  'quoted-printable text': (shown, value) =>
    parts(
      shown,
      'Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable',
      `${value.slice(0, 3)}=\r\n${[...value.slice(3)].map((sign) => `=${sign.charCodeAt(0).toString(16).toUpperCase()}`).join('')}`,
    ),
  'line without a colon': (shown, value) => mail(shown, `${value}\r\n`),
}

export const MAILBOX_PLACES = {
  'line between messages': (shown, value) =>
    bytes(
      `From ${value.replaceAll(' ', '.')}@example.org Tue Nov 24 10:00:00 2026\n${mail(shown).toString().replaceAll('\r\n', '\n')}`,
    ),
  'second message': (shown, value) => {
    const first = mail(shown).toString().replaceAll('\r\n', '\n')
    return bytes(
      `From a@example.org Tue Nov 24 10:00:00 2026\n${first}\nFrom b@example.org Tue Nov 24 10:00:00 2026\nFrom: b@example.org\nX-Who: ${value}\nSubject: ${value}\n\nx\n`,
    )
  },
}

const rtf = (shown, more, head = '') =>
  bytes(`{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0\\fswiss Arial;}${head}}${more}\\pard ${shown}\\par}`)
const escapes = (value) => [...value].map((sign) => `\\'${sign.charCodeAt(0).toString(16)}`).join('')
const unicode = (value) => [...value].map((sign) => `\\u${sign.charCodeAt(0)}?`).join('')
const rtfHex = (value) => Buffer.from(value).toString('hex')

export const RTF_PLACES = {
  'name of a font': (shown, value) => rtf(shown, '', `{\\f1\\fswiss ${value};}`),
  'alternative font': (shown, value) => rtf(shown, '', `{\\f1\\fswiss{\\*\\falt ${value}}Odd;}`),
  'name of a style': (shown, value) =>
    rtf(shown, `{\\stylesheet{\\s0 Normal;}{\\s1\\b ${value};}{\\*\\cs2 ${value};}}`),
  'name of a list': (shown, value) =>
    rtf(
      shown,
      `{\\*\\listtable{\\list\\listtemplateid1{\\listlevel\\levelnfc0{\\leveltext ${value};}{\\levelnumbers;}}{\\listname ${value};}\\listid1{\\*\\liststylename ${value};}}}{\\*\\listoverridetable{\\listoverride\\listid1\\ls1}}`,
    ),
  'text of a list': (shown, value) =>
    rtf(shown, `{\\listtext ${value}\\tab}{\\pntext ${value}}{\\*\\pn\\pnlvlblt{\\pntxtb ${value}}}`),
  'unknown destination': (shown, value) => rtf(shown, `{\\*\\odd ${value}}{\\odd ${value}}`),
  'unknown destination in escapes': (shown, value) =>
    rtf(shown, `{\\*\\odd ${escapes(value)}}{\\*\\odder{${unicode(value)}}}`),
  'document variable': (shown, value) =>
    rtf(
      shown,
      `{\\*\\docvar {who}{${value}}}{\\*\\userprops{\\propname who}\\proptype30{\\staticval ${value}}{\\linkval ${value}}}`,
    ),
  information: (shown, value) =>
    rtf(
      shown,
      `{\\info{\\author ${value}}{\\operator ${value}}{\\title ${value}}{\\*\\company ${value}}{\\keywords ${value}}{\\doccomm ${value}}{\\*\\category ${value}}}`,
    ),
  bookmark: (shown, value) =>
    rtf(shown, `{\\*\\bkmkstart ${value.replaceAll(' ', '_')}}x{\\*\\bkmkend ${value.replaceAll(' ', '_')}}`),
  field: (shown, value) =>
    rtf(
      shown,
      `{\\field{\\*\\fldinst HYPERLINK "https://example.org/${url(value)}" \\\\o "${value}"}{\\fldrslt link}}`,
    ),
  'form field': (shown, value) =>
    rtf(
      shown,
      `{\\field{\\*\\fldinst FORMTEXT{\\*\\formfield{\\fftype0{\\*\\ffname ${value}}{\\*\\ffdeftext ${value}}{\\*\\ffhelptext ${value}}{\\*\\ffl ${value}}}}}{\\fldrslt x}}`,
    ),
  'hidden text': (shown, value) => rtf(shown, `{\\v ${value}}{\\deleted ${value}}`),
  annotation: (shown, value) =>
    rtf(shown, `{\\*\\atnid ${value}}{\\*\\atnauthor ${value}}\\chatn{\\*\\annotation{\\*\\atndate 1}${value}}`),
  header: (shown, value) => rtf(shown, `{\\header ${value}}{\\footnote ${value}}`),
  shape: (shown, value) =>
    rtf(
      shown,
      `{\\shp{\\*\\shpinst{\\sp{\\sn wzName}{\\sv ${value}}}{\\sp{\\sn wzDescription}{\\sv ${value}}}{\\shptxt ${value}}}{\\shprslt ${value}}}`,
    ),
  'picture properties': (shown, value) =>
    rtf(
      shown,
      `{\\*\\shppict{\\pict{\\*\\picprop{\\sp{\\sn wzDescription}{\\sv ${value}}}}\\pngblip ${rtfHex(value)}}}{\\nonshppict{\\pict\\wmetafile8 ${rtfHex(value)}}}`,
    ),
  object: (shown, value) =>
    rtf(
      shown,
      `{\\object\\objemb{\\*\\objclass ${value}}{\\*\\objname ${value}}{\\*\\objdata ${rtfHex(value)}}{\\result x}}`,
    ),
  'binary data': (shown, value) =>
    rtf(shown, `{\\*\\odd\\bin${value.length} ${value}}{\\pict\\bin${value.length} ${value}}`),
  'revision table': (shown, value) =>
    rtf(shown, `{\\*\\revtbl{Unknown;}{${value};}}{\\*\\rsidtbl\\rsid1}{\\*\\protusertbl{${value}}}`),
  template: (shown, value) => rtf(shown, `{\\*\\template ${value}}{\\*\\generator ${value};}{\\*\\hlinkbase ${value}}`),
  'XML data': (shown, value) =>
    rtf(
      shown,
      `{\\*\\xmlnstbl{\\xmlns1 ${value}}}{\\*\\xmlopen\\xmlns1{\\factoidname ${value}}{\\xmlattr{\\xmlattrname a}{\\xmlattrvalue ${value}}}}x{\\*\\xmlclose}{\\*\\datastore ${rtfHex(value)}}{\\*\\themedata ${rtfHex(value)}}`,
    ),
  'index and contents': (shown, value) =>
    rtf(shown, `{\\xe\\v ${value}}{\\tc\\v ${value}}{\\*\\txe ${value}}{\\rxe ${value}}`),
  equation: (shown, value) => rtf(shown, `{\\mmath{\\*\\moMath{\\mr ${value}}}}{\\*\\mmathPr\\mmathFont0}`),
  'words in parts': (shown, value) =>
    rtf(shown, `${value.slice(0, 3)}{\\b ${value.slice(3, 6)}}${escapes(value.slice(6))}\\par `),
  'color table': (shown, value) =>
    rtf(shown, `{\\colortbl;\\red0\\green0\\blue0;${value};}{\\*\\filetbl{\\file\\fid0 ${value}}}`),
  'behind the end': (shown, value) => bytes(`${rtf(shown, '').toString()}\n${value}`),
  'control word': (shown, value) => rtf(shown, `\\${value.replace(/[^a-z]/gi, '').toLowerCase()} x`),
}
