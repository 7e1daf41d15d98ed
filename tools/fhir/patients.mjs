// Made-up patients as FHIR R4 Bundles, in the layout of Synthea's exports, with values planted in usual and unusual places.
// patientBundle(n) gives { bundle, planted }: planted lists what no copy may show, dates and places apart, which only some laws hide.
const GIVEN =
  'Casey Harriet Tomasz Adaeze Lukas Ingrid Marisol Bartholomew Yetunde Gwendolyn Ottoline Rasheed Siobhan Thabo Wilhelmina Zdzislaw Anneliese Cornelius Dragomir Evangeline'.split(
    ' ',
  )
const FAMILY =
  'Abernathy Brankovic Czerwinska Delacroix Eberhardt Fitzwilliam Grzegorczyk Hollingsworth Iwobi Jankowski Kowalczyk Lindqvist Mbatha Nwachukwu Olusoga Przybylski Quisenberry Rautenberg Szymanski Thistlethwaite Uzodinma Vandenberghe Wojciechowski Yarborough Zimmermann'.split(
    ' ',
  )
const STREET = 'Evergreen Larkspur Copperfield Juniper Hawthorne Sycamore Willowbrook Magnolia'.split(' ')
const CITIES = [
  ['Worcester', 'MA', '01609'],
  ['Springfield', 'IL', '62704'],
  ['Brattleboro', 'VT', '05301'],
  ['Sheridan', 'WY', '82101'],
  ['Tucson', 'AZ', '85719'],
]
const SYSTEM = {
  ssn: 'http://hl7.org/fhir/sid/us-ssn',
  licence: 'urn:oid:2.16.840.1.113883.4.3.25',
  passport: 'http://standardhealthrecord.org/fhir/StructureDefinition/passportNumber',
  type: 'http://terminology.hl7.org/CodeSystem/v2-0203',
  loinc: 'http://loinc.org',
  snomed: 'http://snomed.info/sct',
}

/** A generator of numbers in [0, 1) (mulberry32): the same patients on every machine. */
function drawer(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

export function patientBundle(n) {
  const draw = drawer(n * 7919 + 11)
  const pick = (list) => list[Math.floor(draw() * list.length)]
  const digits = (count) =>
    Array.from({ length: count }, (_, at) => Math.floor(draw() * (at === 0 ? 9 : 10)) + (at === 0 ? 1 : 0)).join('')
  const two = (value) => String(value).padStart(2, '0')
  const uuid = () => `${digits(8)}-${digits(4)}-4${digits(3)}-9${digits(3)}-${digits(12)}`
  const given = pick(GIVEN)
  const family = pick(FAMILY)
  const doctor = { given: pick(GIVEN), family: pick(FAMILY.filter((name) => name !== family)) }
  const maiden = pick(FAMILY.filter((name) => name !== family && name !== doctor.family))
  const partner = { given: pick(GIVEN.filter((name) => name !== given)), family }
  const [year, month, day] = [1925 + Math.floor(draw() * 90), 1 + Math.floor(draw() * 12), 1 + Math.floor(draw() * 28)]
  const birth = `${year}-${two(month)}-${two(day)}`
  // Not the first of January, which a copy has for the year of an instant.
  const visit = `2021-${two(1 + Math.floor(draw() * 12))}-${two(2 + Math.floor(draw() * 27))}`
  const ssn = `${100 + Math.floor(draw() * 500)}-${two(1 + Math.floor(draw() * 98))}-${1000 + Math.floor(draw() * 8999)}`
  const mrn = digits(9)
  const phone = `555-${digits(3)}-${digits(4)}`
  const email = `${given}.${family}${n}@mail.example`.toLowerCase()
  const line = `${100 + Math.floor(draw() * 899)} ${pick(STREET)} Lane`
  const [city, state, postalCode] = pick(CITIES)
  const licence = `S${digits(8)}`
  const passport = `X${digits(8)}X`
  const subscriber = `W${digits(9)}`
  const serial = `SN-${digits(10)}`
  const name = `${given} ${family}`
  const [id, docId, orgId, visitId] = [uuid(), uuid(), uuid(), uuid()]
  const patient = { reference: `urn:uuid:${id}`, display: name }
  const encounter = { reference: `urn:uuid:${visitId}` }
  const when = `${visit}T10:15:00-05:00`
  const note = [
    `${name}, born ${month}/${day}/${year}, was seen by Dr. ${doctor.given} ${doctor.family}. SSN ${ssn}, MRN ${mrn}, filed under ${ssn.replaceAll('-', '')}.`,
    `Phone ${phone}, e-mail ${email}. Lives with ${partner.given} at ${line}, ${city}, ${state} ${postalCode}.`,
    `${family} reports mild headaches since ${visit}. Insurance member ID ${subscriber}; pump ${serial}.`,
  ].join('\n')
  const address = { line: [line], city, state, postalCode, country: 'US' }
  const coded = (system, code, display) => ({ coding: [{ system, code, display }], text: display })
  const resources = [
    {
      resourceType: 'Patient',
      id,
      meta: {
        profile: ['http://hl7.org/fhir/us/core/StructureDefinition/us-core-patient'],
        source: `urn:hospital:${mrn}`,
        lastUpdated: `${visit}T00:00:00.000Z`,
      },
      text: {
        status: 'generated',
        div: `<div xmlns="http://www.w3.org/1999/xhtml" title="${name}"><p id="p-${mrn}">${given} <b>${family}</b>, born ${birth}</p><table><tr><td>SSN</td><td>${ssn}</td></tr></table><a href="mailto:${email}">write</a><img src="https://hospital.example/photos/${mrn}.png" alt="${name}"/></div>`,
      },
      contained: [
        {
          resourceType: 'RelatedPerson',
          id: `partner-${mrn}`,
          patient: { reference: `#` },
          name: [{ family: partner.family, given: [partner.given] }],
        },
      ],
      extension: [
        {
          url: 'http://hl7.org/fhir/us/core/StructureDefinition/us-core-race',
          extension: [
            {
              url: 'ombCategory',
              valueCoding: { system: 'urn:oid:2.16.840.1.113883.6.238', code: '2106-3', display: 'White' },
            },
            { url: 'text', valueString: 'White' },
          ],
        },
        {
          url: 'http://hl7.org/fhir/StructureDefinition/patient-mothersMaidenName',
          valueString: `${pick(GIVEN)} ${maiden}`,
        },
        {
          url: 'http://hl7.org/fhir/StructureDefinition/patient-birthPlace',
          valueAddress: { city, state, country: 'US' },
        },
        { url: `https://hospital.example/records/${mrn}`, valueString: `of ${name}` },
      ],
      identifier: [
        { system: 'https://github.com/synthetichealth/synthea', value: id },
        {
          type: coded(SYSTEM.type, 'MR', 'Medical Record Number'),
          system: `http://hospital.example/${family}`,
          value: mrn,
        },
        { type: coded(SYSTEM.type, 'SS', 'Social Security Number'), system: SYSTEM.ssn, value: ssn },
        { type: coded(SYSTEM.type, 'DL', "Driver's License"), system: SYSTEM.licence, value: licence },
        { type: coded(SYSTEM.type, 'PPN', 'Passport Number'), system: SYSTEM.passport, value: passport },
      ],
      name: [
        { use: 'official', family, given: [given], prefix: ['Ms.'] },
        { use: 'maiden', family: maiden, given: [given] },
      ],
      telecom: [
        { system: 'phone', value: phone, use: 'home' },
        { system: 'email', value: email },
      ],
      gender: draw() < 0.5 ? 'female' : 'male',
      birthDate: birth,
      _birthDate: {
        extension: [
          {
            url: 'http://hl7.org/fhir/StructureDefinition/patient-birthTime',
            valueDateTime: `${birth}T04:30:00-05:00`,
          },
        ],
      },
      address: [
        {
          ...address,
          extension: [
            {
              url: 'http://hl7.org/fhir/StructureDefinition/geolocation',
              extension: [
                { url: 'latitude', valueDecimal: 42.2871 },
                { url: 'longitude', valueDecimal: -71.8083 },
              ],
            },
          ],
        },
      ],
      maritalStatus: coded('http://terminology.hl7.org/CodeSystem/v3-MaritalStatus', 'M', 'Married'),
      multipleBirthBoolean: false,
      photo: [
        {
          contentType: 'image/png',
          data: Buffer.from(`picture of ${name}`).toString('base64'),
          url: `https://hospital.example/photos/${mrn}.png`,
          title: `Portrait of ${name}`,
        },
      ],
      contact: [{ name: { text: `${partner.given} ${partner.family}` }, telecom: [{ system: 'phone', value: phone }] }],
      communication: [{ language: coded('urn:ietf:bcp:47', 'en-US', 'English') }],
      generalPractitioner: [
        {
          reference: `Practitioner?identifier=http://hl7.org/fhir/sid/us-npi|${digits(10)}`,
          display: `Dr. ${doctor.given} ${doctor.family}`,
        },
      ],
    },
    {
      resourceType: 'Practitioner',
      id: docId,
      identifier: [{ system: 'http://hl7.org/fhir/sid/us-npi', value: digits(10) }],
      active: true,
      name: [{ family: doctor.family, given: [doctor.given], prefix: ['Dr.'] }],
    },
    {
      resourceType: 'Organization',
      id: orgId,
      active: true,
      name: 'Community Health Center',
      telecom: [{ system: 'phone', value: phone }],
      address: [address],
    },
    {
      resourceType: 'Encounter',
      id: visitId,
      status: 'finished',
      class: { system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode', code: 'AMB' },
      type: [coded(SYSTEM.snomed, '162673000', 'General examination of patient (procedure)')],
      subject: patient,
      participant: [
        { individual: { reference: `urn:uuid:${docId}`, display: `Dr. ${doctor.given} ${doctor.family}` } },
      ],
      period: { start: when, end: when },
      serviceProvider: { reference: `urn:uuid:${orgId}`, display: 'Community Health Center' },
    },
    {
      resourceType: 'Condition',
      id: uuid(),
      clinicalStatus: coded('http://terminology.hl7.org/CodeSystem/condition-clinical', 'active', 'Active'),
      code: coded(SYSTEM.snomed, '44054006', 'Diabetes mellitus type 2'),
      subject: patient,
      encounter,
      onsetAge: { value: Math.min(99, 2021 - year), unit: 'a', system: 'http://unitsofmeasure.org', code: 'a' },
      note: [{ authorString: `${doctor.given} ${doctor.family}`, time: when, text: note }],
    },
    {
      resourceType: 'Observation',
      id: uuid(),
      status: 'final',
      code: coded(SYSTEM.loinc, '8302-2', 'Body Height'),
      subject: patient,
      encounter,
      effectiveDateTime: when,
      issued: when.replace('-05:00', '.123-05:00'),
      valueQuantity: { value: 172.4, unit: 'cm', system: 'http://unitsofmeasure.org', code: 'cm' },
    },
    {
      resourceType: 'Observation',
      id: uuid(),
      status: 'final',
      code: { text: 'Name of emergency contact' },
      subject: patient,
      valueString: `${partner.given} ${partner.family}`,
    },
    {
      resourceType: 'QuestionnaireResponse',
      id: uuid(),
      status: 'completed',
      subject: { reference: `urn:uuid:${id}`, identifier: { system: SYSTEM.ssn, value: ssn } },
      authored: when,
      item: [
        { linkId: '1', text: 'Full name', answer: [{ valueString: name }] },
        { linkId: '2', text: 'Remarks', answer: [{ valueString: `Call ${phone} after 5, ask for ${partner.given}.` }] },
      ],
    },
    {
      resourceType: 'DocumentReference',
      id: uuid(),
      masterIdentifier: { system: 'urn:ietf:rfc:3986', value: `urn:uuid:${uuid()}` },
      status: 'current',
      subject: patient,
      date: when,
      description: `Note about ${name}`,
      content: [{ attachment: { contentType: 'text/plain', data: Buffer.from(note).toString('base64') } }],
    },
    {
      resourceType: 'DiagnosticReport',
      id: uuid(),
      status: 'final',
      code: coded(SYSTEM.loinc, '34117-2', 'History and physical note'),
      subject: patient,
      issued: `${visit}T09:00:00Z`,
      conclusion: note,
      presentedForm: [{ contentType: 'application/pdf', data: Buffer.from(note).toString('base64') }],
    },
    {
      resourceType: 'Coverage',
      id: uuid(),
      status: 'active',
      subscriberId: subscriber,
      beneficiary: patient,
      payor: [{ display: 'Example Health Plan' }],
    },
    {
      resourceType: 'Device',
      id: uuid(),
      serialNumber: serial,
      distinctIdentifier: serial.slice(3),
      udiCarrier: [{ deviceIdentifier: serial.slice(3), carrierHRF: `(01)${serial.slice(3)}` }],
      patient,
      note: [{ text: `Implanted in ${name} on ${visit}` }],
    },
    {
      resourceType: 'FamilyMemberHistory',
      id: uuid(),
      status: 'completed',
      patient,
      name: `${pick(GIVEN)} ${maiden}`,
      relationship: coded('http://terminology.hl7.org/CodeSystem/v3-RoleCode', 'MTH', 'mother'),
      bornDate: `${year - 25}-02-03`,
    },
  ]
  const entry = resources.map((resource) => ({
    fullUrl: `urn:uuid:${resource.id}`,
    resource,
    request: { method: 'POST', url: resource.resourceType },
  }))
  return {
    bundle: { resourceType: 'Bundle', type: 'transaction', entry },
    planted: {
      always: [
        family,
        doctor.family,
        maiden,
        given,
        partner.given,
        ssn,
        ssn.replaceAll('-', ''),
        mrn,
        phone,
        email,
        line,
        licence,
        passport,
        subscriber,
        serial,
        serial.slice(3),
        id,
        birth,
        `${month}/${day}/${year}`,
      ],
      safeHarbor: [city, postalCode, visit],
    },
  }
}
