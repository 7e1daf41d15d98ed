import { describe, expect, it } from 'vitest'
import { Evidence } from '../../../../src/engines/detect/evidence.ts'
import { namesDetector } from '../../../../src/engines/detect/names/detector.ts'
import { loadPacks } from '../../../../src/packs/load.ts'
import { PhraseBook } from '../../../../src/text/phrases.ts'
import { ScannedText } from '../../../../src/text/scanned.ts'

const packs = loadPacks()
const book = new PhraseBook()
const detector = namesDetector(packs, book)

function claims(source: string) {
  const text = new ScannedText(source)
  return detector.find(text, { jurisdiction: null }, new Evidence(text, book, null))
}

function names(source: string): string[] {
  const text = new ScannedText(source)
  return claims(source)
    .sort((a, b) => a.start - b.start)
    .map(({ start, end }) => text.text.slice(start, end))
}

describe('names by their words', () => {
  it.each([
    ['I spoke to Adaeze Okonkwo yesterday.', ['Adaeze Okonkwo']],
    ['Yesterday Jean-Luc Dubois met Laurine Van den Abbeele.', ['Jean-Luc Dubois', 'Laurine Van den Abbeele']],
    ['The report by Wanjiru Ng\u2019ang\u2019a was late.', ['Wanjiru Ng\u2019ang\u2019a']],
    ['Hegedűs Attila szerint a híd kész.', ['Hegedűs Attila']],
    ['Ο Γιώργος Παπαδόπουλος μίλησε στη συνέλευση.', ['Γιώργος Παπαδόπουλος']],
    ['Вчера Красимир Стоянов каза, че мостът е готов.', ['Красимир Стоянов']],
    ['Rozmawiałem wczoraj z Janem Kowalskim o moście.', ['Janem Kowalskim']],
    [
      'Erika Mustermann (geb. Gabler), Kis Ilona (szül. Nagy Mária)',
      ['Erika Mustermann', 'Gabler', 'Kis Ilona', 'Nagy Mária'],
    ],
    ['They were José Ortega y Gasset and J. R. R. Tolkien.', ['José Ortega y Gasset', 'J. R. R. Tolkien']],
    ['ils ont vu Jean DUPONT hier', ['Jean DUPONT']],
  ])('%s', (source, expected) => {
    expect(names(source)).toEqual(expected)
  })

  it('folds marks and mathematical letters through the view', () => {
    expect(names('Note: Zo\u0308e Kraus and \u{1d400}nna Kraus came.')).toHaveLength(2)
  })
})

describe('names by their context', () => {
  it.each([
    ['Dr. Liebetraut Ammonitzsch kommt.', ['Liebetraut Ammonitzsch']],
    ['Name: Xqwel Brzozt', ['Xqwel Brzozt']],
    ['Employee: Okafor, Adaeze\nGrade: 7', ['Okafor, Adaeze']],
    ['{"customer": {"name": "Oral Nolan", "city": "x"}}', ['Oral Nolan']],
    ['name;phone;ref\nŽanis Tīrelis;+371 1;2\nDorian Bienias;+371 3;4', ['Žanis Tīrelis', 'Dorian Bienias']],
    ['Sæl og blessuð, Gunnar.\n\nKveðja,\nJón Jónsson', ['Gunnar', 'Jón Jónsson']],
    ['[18:02] jolie: my order never came\n[18:03] agent: Thanks jolie.', ['jolie', 'jolie']],
    ['ok see you then - Shaka', ['Shaka']],
    ['From: Sara Shackleton <sara@example.org>', ['Sara Shackleton']],
    ['Violeta Zlateva wrote in May. Later Violeta rang again.', ['Violeta Zlateva', 'Violeta']],
  ])('%s', (source, expected) => {
    expect(names(source)).toEqual(expected)
  })

  it('ends a line of a dialogue at a line break of any kind', () => {
    // The number that is asked for comes too late to be the answer.
    const lines = ['vlk: number of kattis?', ...Array(30).fill('mxq: he said so'), 'vlk: 0701234567']
    const expected = names(lines.join('\n'))
    expect(expected).toContain('mxq')
    expect(expected).not.toContain('kattis')
    for (const newline of ['\r', '\r\n', '\u2028']) expect(names(lines.join(newline))).toEqual(expected)
  })

  it('says which rule spoke and how sure it is', () => {
    const [found] = claims('Patient: Casey Example')
    expect(found).toMatchObject({ category: 'PII-1-NAME', detector: 'rule:names_context', strength: 'pattern' })
    expect(found!.confidence).toBeGreaterThanOrEqual(0.6)
    expect(found!.confidence).toBeLessThanOrEqual(0.9)
    expect(claims('then Adaeze Okonkwo left')[0]).toMatchObject({ detector: 'rule:names_lexicon', strength: 'lexicon' })
  })
})

describe('whole names', () => {
  it.each([
    [
      'Mevrouw Saskia van \u2019t Veld-de Boer en A.C.M. van der Wal',
      ['Saskia van \u2019t Veld-de Boer', 'A.C.M. van der Wal'],
    ],
    [
      'Gabriella dell\u2019Acqua e Jeanne d\u2019Alen\u00e7on',
      ['Gabriella dell\u2019Acqua', 'Jeanne d\u2019Alen\u00e7on'],
    ],
    ['il signor De Benedictis Amedeo', ['De Benedictis Amedeo']],
    ['Karl Freiherr von Stein sprach', ['Karl Freiherr von Stein']],
    ['Pt DEWAELE, Hilde, seen today', ['DEWAELE, Hilde']],
    ['Patient Casey Example, 12.03.1980, was seen.', ['Casey Example']],
    ['Call Ada on 0803 555 7890', ['Ada']],
    ['Dr Abernethy and Dr Crohn saw her', ['Abernethy', 'Crohn']],
    ['MR ALLEN CROWTHER spoke', ['ALLEN CROWTHER']],
    ['<nome>Ambra</nome><cognome>Tagliabue</cognome>', ['Ambra', 'Tagliabue']],
    ['can you text emma on 07400 123014', ['emma']],
    ['tens o n\u00famero da joana? 912 341 959', ['joana']],
    ['Sch\u00fcler: Luis Hollaus', ['Luis Hollaus']],
    ['Rosa, Iris und Heide Simonis kamen', ['Rosa', 'Iris', 'Heide Simonis']],
    ['Inquilino: Maria S. A. Lopez', ['Maria S. A. Lopez']],
  ])('%s', (source, expected) => {
    expect(names(source)).toEqual(expected)
  })
})

describe('what is no person', () => {
  it.each([
    'Med v\u00e4nlig h\u00e4lsning, L\u00f6neavdelningen',
    'Distinti saluti, Ragioneria',
    'Liebe Eltern, liebe Sch\u00fclerinnen und Sch\u00fcler',
    'Huurder: Polderlicht B.V.',
    'Pronaj\u00edmatel: Stavby Dvo\u0159\u00e1k, a.s.',
    'Tenant: Oakfield Estates (UK) Ltd',
    'Bezirksgericht Zell am Ziller',
    'Rosen, Iris und Heide gedeihen in saurem Boden und bl\u00fchen.',
    'crkva svetog Marka',
    'Ziehl-Neelsen was negative, Budd-Chiari was excluded.',
    'the order number 12345678 is late, call support',
    'Hope is fading that the copper shortage will ease.',
    'Mark all boxes on the second page.',
    'Grace periods will be cut; Rose prices climbed in May.',
    'Frank discussions are expected on Thursday.',
    'The Bosch drill and the Hitachi saw are sold out.',
    'Meet me at Adeola Odeku Street at noon.',
    'It was sold to Bosch GmbH and Klinika Sv. Ana.',
    'Write to jane.smith@example.com or see https://jane-smith.example.org/Jane/Smith.',
    'C:\\Users\\Jane_Smith\\Anna.docx and Anna_Smith.pdf',
    'Black & Decker, Smith & Sons',
    'Jasmine Rice. Rinse 300 g rice three times.',
    'INFO scheduler job 69637 finished in 236 ms',
  ])('%s', (source) => {
    expect(names(source)).toEqual([])
  })

  it('leaves titles and possessives outside the span', () => {
    expect(names('Alhaji Musa Danjuma met Prof. Chinua Obi and Frau Anna Weber\u2019s lawyer')).toEqual([
      'Musa Danjuma',
      'Chinua Obi',
      'Anna Weber',
    ])
  })
})

it('gives the same claims every time', () => {
  const source = 'Dear Adaeze,\nAccount of Pia Retzke (pia@example.org).\nKind regards,\nKofi Mensah'
  expect(claims(source)).toEqual(claims(source))
})

describe('names one after another', () => {
  it.each(['Ann Lee Ann Lee Ann Lee Ann Lee', 'Anna Maria '.repeat(9).trim()])('leaves nothing of %s', (source) => {
    expect(names(source).join(' ')).toBe(source)
  })
})
