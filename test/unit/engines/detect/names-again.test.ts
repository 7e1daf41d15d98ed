// A person named in a text is found in every form, and words that only look like the name are left.
import { describe, expect, it } from 'vitest'
import { standInsOf } from '../../../../src/engines/deidentify/engine.ts'
import { loadPacks } from '../../../../src/packs/load.ts'
import { findings, only } from './finding.ts'

const names = (text: string) => only('NAME', text, null)

it.each(['John Smith, john@example.com', 'Jürgen Wallraff, j.wallraff@example.com', 'Smith John, smith.j@example.com'])(
  'a name ends before the address that follows it: %s',
  (text) => expect(names(text)).toEqual([text.slice(0, text.indexOf(','))]),
)

it('a form of address announces a surname with its article', () =>
  expect(names('El señor al-Hashimi pagó.')).toEqual(['al-Hashimi']))

describe('a person is found again', () => {
  it.each([
    [
      'genitive, compound',
      'Patient: Jürgen Wallraff, geb. 3.4.1970. Wallraffs Frau rief an, die Wallraff-Akte liegt bereit.',
      ['Wallraffs', 'Wallraff'],
    ],
    [
      'in sentences about anything else',
      'Thank you for seeing Mr John Threlkeldby. We saw Threlkeldby in clinic. Spoke with Threlkeldby by phone.',
      ['Threlkeldby', 'Threlkeldby'],
    ],
    [
      'particles in small letters',
      'Patiënt: Sanne van der Quakkel. Later belde van der quakkel terug.',
      ['van der quakkel'],
    ],
    ...['Finn-ole', 'finn-ole', 'finn ole', 'FINN – OLE', 'finn_ole', 'Finnole'].map(
      (again): [string, string, string[]] => [
        `double name: ${again}`,
        `Patient: Finn-Ole Quermann, Tel. 0431 7788123.\nHeute ${again} kam nicht.`,
        [again],
      ],
    ),
    ['Polish cases', 'Umowę podpisał Marek Nowak. Pismo wysłano do Marka Nowaka.', ['Marka Nowaka']],
    ['Finnish stem', 'Potilas: Hilkka Virtanen. Virtasen tytär soitti osastolle.', ['Virtasen']],
    ['digraph in the name of a file', 'Patientin: Gesine Küttner. Anlage: kuettner_ekg_0412.pdf', ['kuettner']],
    [
      'name of a file, beside an address in small letters',
      'Patient: Adaeze Okonkwo, e-mail adaeze.okonkwo@example.org. Attached: Okonkwo.pdf',
      ['Okonkwo'],
    ],
    [
      'particle in capitals',
      'Compte rendu de Mme Solenn Le Guellec. La tension de Mme LE GUELLEC est bonne.',
      ['LE GUELLEC'],
    ],
    [
      'article before a hyphen',
      'Patient Mohammed al-Hashimi kam. Herr al-Hashimi ging. Al-Hashimis Sohn wartet.',
      ['al-Hashimi', 'Al-Hashimis'],
    ],
    [
      'two particles before a surname that no list has',
      'M. Jean-Pierre de La Rochefoucauld est venu. M. de La Rochefoucauld a payé, Rochefoucauld aussi.',
      ['M. de La Rochefoucauld', 'Rochefoucauld'],
    ],
    ['initials', 'Patient: Dhr. Sjoerd Terpstra. Hr. S. T. komt vrijdag terug voor lab.', ['S. T.']],
    ['a typo in a long name', 'Witness: Doreen Camilleri. The officer wrote Cammilleri in one line.', ['Cammilleri']],
    [
      'an address of a page',
      'Herr Jörg Krüger, geb. 3.4.1970. Siehe https://x.example/s?name=Krueger&id=4',
      ['Krueger'],
    ],
    ['the subject of a mail', 'Patient: Helmut Krüger\nBetreff: Termin Krüger\nBitte bestätigen.', ['Krüger']],
    ['who speaks in a chat', 'ana: je li stigla Ana Horvat?\nluka: stiže\nana: dobro', ['Ana Horvat', 'luka', 'ana']],
    [
      'a hyphen at the end of a line',
      'Patient: Jürgen Wallraff. Der Brief ging an Wall-\nraff zurück.',
      ['Wall-\nraff'],
    ],
    ['a short form', 'Zeugin: Theresia Hofer. Später kam die Resi dazu.', ['Resi']],
    [
      'initials and particles behind the surname',
      'Mevrouw Gerda van der Meulen belde. Bij de apotheek staat ze als Meulen, G. van der, daarna KIBWANA.',
      ['Meulen, G. van der'],
    ],
    ['several initials behind it', 'Jina: John Simon Kibwana. Nakala: KIBWANA, J. S.; faili.', ['KIBWANA, J. S.']],
    [
      'initials in the name of a file',
      'Brukare: Gun-Britt Lindqvist. Underlag: larm_lindqvist_gb.pdf finns.',
      ['lindqvist_gb'],
    ],
    [
      'a particle of one letter',
      'Séan Ó Conghaile rang. The Ó Conghailes have a spare key. Mr Ó Conghaile rang again.',
      ['Ó Conghailes', 'Ó Conghaile'],
    ],
    [
      'a nickname that the text introduces',
      'Die Mutter Brigitte Hirschmugl. Die Tochter nennt sie Gitschi, und auf Gitschi hört sie.',
      ['Gitschi', 'Gitschi'],
    ],
    [
      'small letters in a plan of the day',
      'Patientin: Annegret Hagemann. Sie schläft gut.\nVisite: 7.30 hagemann, 7.50 Labor\nEs geht ihr besser.',
      ['hagemann'],
    ],
    ['a husband of a Hungarian name', 'Beteg: Kovács Istvánné. Kovács István férje.', ['Kovács István']],
    ['a case in small letters', 'Patient: Sarah Whitcombe. The whitcombe case.', ['whitcombe']],
    ['an account of theirs', 'Mr Whitcombe rang. Please open the whitcombe account today.', ['whitcombe']],
    [
      'two in small letters',
      'Frau Stöckelmaier und Herr Quermann. frau stöckelmaiers mann, quermann, wartet',
      ['Quermann', 'stöckelmaiers', 'quermann'],
    ],
    ['cut with a full stop', 'Frau Anna Stöckelmaier kam. Stöckelm. gefragt, will nicht.', ['Stöckelm']],
    [
      'letters apart',
      'Anna Whitcombe: W-H-I-T-C-O-M-B-E on the form, W h i t c o m b e on the card.',
      ['W-H-I-T-C-O-M-B-E', 'W h i t c o m b e'],
    ],
    ['half a double name', 'Finn-Ole Quermann kam. Ole will nach Hause.', ['Ole']],
    ['Latin letters', 'Пациент: г-жа Красимира Стойчева. В системата е Krasimira Stoycheva.', ['Krasimira Stoycheva']],
  ])('%s', (_, text, again) => {
    expect(names(text).slice(1)).toEqual(again)
  })

  it('reports how', () => {
    const text = 'Patient: Jürgen Wallraff. Wallraffs Frau rief an.'
    expect(findings(text, null).at(-1)).toMatchObject({ detector: 'rule:names_repeat', category: 'PII-1-NAME' })
  })
})

describe('a first mention', () => {
  it.each([
    ['Patient: Mrs Bríd Ní Dhomhnaill, 81', 'Bríd Ní Dhomhnaill'],
    ['She met Ní Dhomhnaill today.', 'Ní Dhomhnaill'],
    ['Gespräch mit Anna De Vries am Montag', 'Anna De Vries'],
  ])('has its particle with a capital: %s', (text, name) => expect(names(text)).toContain(name))

  it('of several words is not taken back for another person of the name', () =>
    expect(names('Søker: Haugen, Solveig Marie\nAlder: 87 år.\nSolveig Haugen bor alene.').join()).toContain(
      'Solveig Marie',
    ))

  it('is found where the rest of the text speaks for it', () => {
    const text =
      'Присъстват: председател Зорница Ковачева, касиер Ясен Вълков.\nГ-жа Ковачева откри събранието. Зорница не хареса цената. КОВАЧЕВА З. подписва.'
    expect(names(text)).toContain('Зорница Ковачева')
  })

  it('has the prefix that its language writes together with it', () => {
    const text =
      'Mina nginguThemba Ngubane. Ngibhala ngesikhalazo sikaNgubane mayelana namanzi. Umakhelwane wami uNomvula Khuzwayo naye akanawo amanzi. Ngakhuluma noNomvula izolo, wathi imvula igcwalise umgodi.'
    expect(names(text)).toContain('nginguThemba Ngubane')
  })
})

describe('what is only called so is no person', () => {
  it.each([
    [
      'a season',
      'Antragstellerin: Frau Theresia Winter. Beim Besuch war die Wohnung kalt; im Winter heize sie nur die Küche.',
    ],
    ['an animal', 'Witness: Patience Rose. A single rose had been left on her desk.'],
    ['a longer word', 'Patientin: Gesine Küttner. Anreise über den Küttnerweg.'],
    ['a trade', 'Herr Torsten Bäcker kommt um neun. Brötchen holt jemand beim Bäcker um die Ecke.'],
    ['a bus stop', 'Patiente : Lise Pirotte. Le bus 48, arrêt Pirotte, dessert le centre.'],
    ['a firm in English', 'Patient: Noel Sharpe. Ordered by phone: the cab firm is Sharpe Cars.'],
    ['a shop', 'Pacientka: Snežana Golobček. Vrtec Golobček se pridruži pobudi.'],
    ['a firm', 'Mevrouw Els Kuiper vergadert liever thuis dan bij Kuiper Verzekeringen beneden.'],
  ])('%s', (_, text) => {
    expect(names(text)).toHaveLength(1)
  })
})

describe('words of one person that are joined', () => {
  const again = (form: string) =>
    names(`Patient Ada Okonkwo, born 1982, was seen today.\nThe folder is called ${form} and stays there.\n`).slice(1)

  it.each(['adaokonkwo', 'okonkwoada', 'aokonkwo', 'mrsokonkwo', 'drokonkwo', 'mrsadaokonkwo', 'AdaOkonkwo'])(
    'are their name in a text: %s',
    (form) => expect(again(form)).toEqual([form]),
  )

  it('and so is a word of their name in the name of a file', () =>
    expect(again('www.Okonkwo.pdf')).toEqual(['Okonkwo']))

  it.each(['adachi', 'adamant', 'drama', 'mister', 'another'])('are not other words: %s', (word) =>
    expect(names(`Patient Ann Other and Ada Mant were seen. The word ${word} stays there.`)).not.toContain(word),
  )
})

describe('a name that no list has', () => {
  const patient = 'Patientin: Thessalonike Bramwuerth, Tel. 030 9018221.\n'
  const left = (text: string) => names(patient + text).slice(1)

  it.each([
    ['in small letters', 'das war bramwuerth, dann wieder bramwuerth', ['bramwuerth', 'bramwuerth']],
    ['right behind itself', 'Bramwuerth bramwuerth kam', ['Bramwuerth', 'bramwuerth']],
    ['in two lines', 'Frau Bram\nwuerth kam', ['Bram\nwuerth']],
    ['in two cells', 'Bram\twuerth', ['Bram\twuerth']],
    ['glued to other words', 'siehe bramwuerthbefund.pdf und BRAMWUERTHGMBH', ['bramwuerthbefund', 'BRAMWUERTHGMBH']],
    ['joined in another spelling', 'brämwürth', ['brämwürth']],
  ])('is hidden %s', (_, text, expected) => expect(left(text)).toEqual(expected))

  it('whose beginning is a given name is hidden in two lines', () =>
    expect(names('Patient: Justus Hansmeier. Herr Hans\nmeier kam.').at(-1)).toBe('Hans\nmeier'))

  it('stays in the name of a street', () => expect(left('Treffen in der Bramwuerthstrasse')).toEqual([]))
})

describe('tokens', () => {
  const categories = loadPacks().categories()
  const tokens = (text: string) =>
    standInsOf(
      text,
      findings(text, null)
        .filter(({ category }) => category === 'PII-1-NAME')
        .map((one) => ({ ...one, action: 'tokenize' as const, citation: '' })),
      { categories, jurisdiction: null, salt: '', limits: {} },
    ).standIns.map((one) => one.text)

  it('a further mention has the token of the full name', () => {
    const [first, ...further] = tokens('Patient: Jürgen Wallraff. Wallraffs Frau rief an. WALLRAFF wartet.')
    expect(further).toEqual([first, first])
  })

  it('a surname of two persons has a token of its own', () => {
    expect(new Set(tokens('Przyszli Anna Nowak i Marek Nowak. Potem Nowak wyszedł.')).size).toBe(3)
  })

  it('other particles are another person', () => {
    const [first, second, third] = tokens(
      'Geboren: A.M. van den Broek. Mevrouw Van den Broek belde. Jan Broek kwam ook.',
    )
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })
})
