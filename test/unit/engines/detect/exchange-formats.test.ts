// Values whose place in a format announces them: messages of hospitals, address cards, directories, family trees, logs.
import { describe, expect, it } from 'vitest'
import { loadPacks } from '../../../../src/packs/load.ts'
import { found } from './finding.ts'

const all = (text: string) => found(text, null, true)

describe('formats that programs exchange', () => {
  it('reads segments of HL7 version 2, with the signs that the message itself names', () => {
    const segments = (component: string, repetition: string) =>
      [
        `MSH|${component}${repetition}\\&|LAB|HOSP|EHR|HOSP|202401151230||ADT${component}A01|MSG00001|P|2.3`,
        `PID|1||123456${component}${component}${component}HOSP||OKAFOR${component}CHIDINMA||19870321|F|||14 Awolowo Road${component}${component}Ibadan${component}OY${component}200001${component}NG||08034567890${repetition}${component}NET${component}${component}c.okafor@example.ng`,
        `NK1|1|OKAFOR${component}EMEKA|SPO||08098765432`,
        `PV1|1|I|W4^101||||0148${component}BELLO${component}AISHA`,
      ].join('\r')
    for (const [component, repetition] of [['^', '~'] as const, ['$', '*'] as const])
      expect(all(segments(component, repetition))).toEqual([
        'HEALTH_ID 123456',
        `NAME OKAFOR${component}CHIDINMA`,
        'DOB 19870321',
        `ADDRESS 14 Awolowo Road${component}${component}Ibadan${component}OY${component}200001`,
        'PHONE 08034567890',
        'EMAIL c.okafor@example.ng',
        `NAME OKAFOR${component}EMEKA`,
        'PHONE 08098765432',
        `NAME BELLO${component}AISHA`,
      ])
  })

  it.each([
    [
      'PV1|1|I|3^212^1||||004777^Brandmeier^Ute|004778^Kaltwasser^Rose',
      ['NAME Brandmeier^Ute', 'NAME Kaltwasser^Rose'],
    ],
    ['IN1|1|AOK|123|AOK Nordost||||||||||||Wallraff^Heidrun|SEL', ['NAME Wallraff^Heidrun']],
    ['MRG|4712^^^KIS^PI||||||Walraf^Juergen', ['HEALTH_ID 4712', 'NAME Walraf^Juergen']],
    ['ROL|1|AD|AT|004777^Brandmeier^Ute', ['NAME Brandmeier^Ute']],
  ])('reads a segment of HL7 on its own, as a line of a log: %s', (segment, values) => {
    expect(all(segment)).toEqual(values)
  })

  it('reads FHIR in XML and in JSON alike', () => {
    expect(
      all(
        '<Patient xmlns="http://hl7.org/fhir"><identifier><value value="4711-88"/></identifier><name><family value="Zsembery"/><given value="Kincső"/></name><telecom><value value="040 1234567"/></telecom><birthDate value="1952-10-13"/><address><line value="Fő utca 12"/><city value="Győr"/><postalCode value="9021"/></address></Patient>',
      ),
    ).toEqual([
      'HEALTH_ID 4711-88',
      'NAME Zsembery',
      'NAME Kincső',
      'PHONE 040 1234567',
      'DOB 1952-10-13',
      'ADDRESS Fő utca 12',
      'LOCATION Győr',
      'ADDRESS 9021',
    ])
    const patient = {
      resourceType: 'Patient',
      identifier: [{ system: 'urn:oid:1.2.36', value: '4711-88' }],
      name: [{ family: 'Zsembery', given: ['Kincső', 'Panna'] }],
      telecom: [{ system: 'phone', value: '040 1234567' }],
      birthDate: '1952-10-13',
    }
    const bundle = { resourceType: 'Bundle', entry: [{ resource: patient }] }
    for (const text of [JSON.stringify(bundle), JSON.stringify(bundle, null, 2)])
      expect(all(text)).toEqual([
        'HEALTH_ID 4711-88',
        'NAME Zsembery',
        'NAME Kincső',
        'NAME Panna',
        'PHONE 040 1234567',
        'DOB 1952-10-13',
      ])
  })

  it('leaves what a resource says of no person: names of bodies, numbers of orders', () => {
    const order = {
      resourceType: 'ServiceRequest',
      identifier: [{ value: '88-4711' }],
      code: { text: 'Blood count' },
      performer: [{ type: 'Organization', display: 'Central Laboratory' }],
    }
    expect(all(JSON.stringify(order))).toEqual([])
  })

  it.each([
    [
      'address cards',
      'BEGIN:VCARD\nVERSION:3.0\nN:Kowalczyk;Agnieszka;;dr;\nitem1.TEL;TYPE=CELL:+48 601 234 567\nTEL;VALUE=uri:tel:+48-601-765-432\nADR;TYPE=HOME:;;ul. Długa 15/4;Wrocław;;50-001;Polska\nBDAY:19840312\nEND:VCARD\nN:Back;Soon',
      [
        'NAME Kowalczyk;Agnieszka',
        'PHONE +48 601 234 567',
        'PHONE +48-601-765-432',
        'ADDRESS ul. Długa 15/4;Wrocław;;50-001',
        'LOCATION Polska',
        'DOB 19840312',
      ],
    ],
    [
      'appointments',
      'BEGIN:VEVENT\nSUMMARY:Review\nATTENDEE;CN="Huber, Josef";PARTSTAT=ACCEPTED:mailto:j.huber@example.at\nORGANIZER;CN=Petra Lindner:mailto:p@example.at\nEND:VEVENT',
      ['NAME Huber, Josef', 'EMAIL j.huber@example.at', 'NAME Petra Lindner', 'EMAIL p@example.at'],
    ],
    [
      'entries of a directory',
      'dn: uid=mnovak,ou=People,dc=example,dc=cz\nuid: mnovak\ncn: Martin Novák\nmail: mn@example.cz\nuserPassword: {SSHA}5en6G6MezRroT3XKqkdPOmY',
      [
        'LOGIN mnovak',
        'LOGIN mnovak',
        'NAME Martin Novák',
        'EMAIL mn@example.cz',
        'PASSWORD {SSHA}5en6G6MezRroT3XKqkdPOmY',
      ],
    ],
    [
      'family trees',
      '0 HEAD\n1 CHAR UTF-8\n0 @I1@ INDI\n1 NAME Johan /Andersson/\n1 BIRT\n2 DATE 12 MAR 1950\n2 PLAC Uppsala, Sweden\n1 DEAT\n2 DATE 3 APR 2001',
      ['NAME Johan /Andersson', 'DOB 12 MAR 1950', 'LOCATION Uppsala, Sweden'],
    ],
    [
      'headers of images',
      "(0010,0010) PN [OKAFOR^CHIDINMA]   # 16, 1 PatientName\n(0010,0020) LO [NG-00123456]\n(0010,0030) Patient's Birth Date   DA: '19870321'\n(0008,0060) CS [MR]",
      ['NAME OKAFOR^CHIDINMA', 'HEALTH_ID NG-00123456', 'DOB 19870321'],
    ],
    [
      'clinical documents',
      '<ClinicalDocument xmlns="urn:hl7-org:v3"><patientRole><id extension="99-123456" root="2.16.840"/><addr><streetAddressLine>Via Roma 7</streetAddressLine><city>Lecco</city></addr><telecom value="tel:+39 0341 555123"/><patient><name><given>Tea</given><family>Brambilla</family></name><birthTime value="19610704"/></patient></patientRole></ClinicalDocument>',
      [
        'HEALTH_ID 99-123456',
        'ADDRESS Via Roma 7',
        'LOCATION Lecco',
        'PHONE +39 0341 555123',
        'NAME Tea',
        'NAME Brambilla',
        'DOB 19610704',
      ],
    ],
    [
      'payment messages',
      '<CtctDtls><Nm>Giulia Ferrari</Nm><PhneNb>+39-02555123</PhneNb></CtctDtls><PstlAdr><StrtNm>Via Garibaldi</StrtNm><BldgNb>7</BldgNb><PstCd>20121</PstCd><TwnNm>Milano</TwnNm></PstlAdr>',
      ['NAME Giulia Ferrari', 'PHONE +39-02555123', 'ADDRESS Via Garibaldi', 'ADDRESS 20121', 'LOCATION Milano'],
    ],
    [
      'assertions of who has logged in',
      '<saml:Attribute Name="urn:example:givenName"><saml:AttributeValue>Aino</saml:AttributeValue></saml:Attribute><saml:Attribute Name="role"><saml:AttributeValue>Editor</saml:AttributeValue></saml:Attribute>',
      ['NAME Aino'],
    ],
    [
      'claims about an end user',
      '{"sub":"248289","given_name":"Aino","preferred_username":"aino_v","address":{"street_address":"Mannerheimintie 12 B 5","postal_code":"00100","locality":"Helsinki"}}',
      ['NAME Aino', 'LOGIN aino_v', 'ADDRESS Mannerheimintie 12 B 5', 'ADDRESS 00100', 'LOCATION Helsinki'],
    ],
    [
      'an access log behind the tag of its program',
      'Nov 24 10:00:00 web1 nginx: 203.0.113.9 - - [24/Nov/2026] "GET /"\nNov 24 10:00:01 web1 nginx: 1.22.1.3 started',
      ['IP_ADDRESS 203.0.113.9'],
    ],
    [
      'an access log behind a level and its program in brackets',
      'INFO [nginx] 81.2.69.142 - user [12/Mar/2024:10:00:00] "GET /"',
      ['IP_ADDRESS 81.2.69.142'],
    ],
    [
      'forms in a web address and who asked for it',
      '203.0.113.7 - anna.berg [12/Mar/2024:10:11:12 +0100] "GET /p?email=anna.berg%40example.se&phone=%2B46701234567&page=2 HTTP/1.1" 200 17',
      ['IP_ADDRESS 203.0.113.7', 'LOGIN anna.berg', 'EMAIL anna.berg%40example.se', 'PHONE %2B46701234567'],
    ],
  ])('reads %s', (_format, text, expected) => {
    expect(all(text)).toEqual(expected)
  })

  it('reads values that are written otherwise: escapes, folded lines, remarks', () => {
    const escaped = (name: object) =>
      JSON.stringify(name).replace(/[\u0080-\uffff]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)
    expect(all(escaped({ resourceType: 'Patient', name: [{ family: 'Müller', given: ['Jörg'] }] }))).toEqual([
      'NAME M\\u00fcller',
      'NAME J\\u00f6rg',
    ])
    expect(all('BEGIN:VCARD\r\nFN:Qadax Zyxo\r\n kafor\r\nEMAIL:qadax@zyx.exam\r\n ple.org\r\nEND:VCARD')).toEqual([
      'NAME Qadax Zyxo\r\n kafor',
      'EMAIL qadax@zyx.exam\r\n ple.org',
    ])
    expect(
      all(
        '<Patient xmlns="urn:hl7-org:v3"><name><family>Zyx<!-- x -->okafor</family><given><![CDATA[Qadax]]></given></name></Patient>',
      ),
    ).toEqual(['NAME Zyx<!-- x -->okafor', 'NAME <![CDATA[Qadax]]>'])
  })

  it('takes no value that does not look like what its field is for', () => {
    expect(all('BEGIN:VCARD\nFN:n/a\nTEL:see below\nEMAIL:none\nBDAY:unknown\nEND:VCARD')).toEqual([])
    expect(all('https://example.org/?token=$TOKEN&user=me&email=&phone=yes')).toEqual([])
  })

  it('says for each category that a field holds what its values look like', () => {
    const { values, formats } = loadPacks().exchangeFormats()
    const held = new Set(formats.flatMap(({ fields }) => fields.map(({ holds }) => holds)))
    expect([...held].filter((category) => !loadPacks().categories().has(category))).toEqual([])
    expect([...held].sort()).toEqual(Object.keys(values).sort())
  })
})
