// Names of invented people in texts of many languages and kinds, and texts without names.
import { describe, expect, it } from 'vitest'
import { findings, only } from './finding.ts'

describe('people are found whole', () => {
  it.each([
    ['GB', 'Yesterday Thandeka Mbatha said the bridge would open in May.', ['Thandeka Mbatha']],
    ['NG', 'full name: Gift Sunday\nphone: 0803 555 7890', ['Gift Sunday']],
    ['NG', 'name: Friday Osagie', ['Friday Osagie']],
    ['DE', 'Nach Angaben von Friederike Lautenschlager wurde die Straße gesperrt.', ['Friederike Lautenschlager']],
    ['FR', 'Madame Perrault a rencontré Gaspard Lemaître à la mairie.', ['Perrault', 'Gaspard Lemaître']],
    ['ES', 'La doctora Villaverde atendió a Rosalinda Ortega Pardo.', ['Villaverde', 'Rosalinda Ortega Pardo']],
    [
      'IT',
      'Gentile Ludovica,\ngrazie del messaggio.\nCordiali saluti\nAmedeo Brancati',
      ['Ludovica', 'Amedeo Brancati'],
    ],
    ['PL', 'Pacjentka Bogumiła Wrzosek zgłosiła się we wtorek.', ['Bogumiła Wrzosek']],
    ['CZ', 'Ministr Havelka jednal s kolegyní Ludmilou Zemanovou.', ['Havelka', 'Ludmilou Zemanovou']],
    ['FI', 'Potilas Aino Hakulinen saapui vastaanotolle tiistaina.', ['Aino Hakulinen']],
    ['GR', 'Ασθενής Ευανθία Καραγιάννη, ήρθε την Τρίτη.', ['Ευανθία Καραγιάννη']],
    ['BG', 'Министърът Красимир Данаилов се срещна с Петрова в понеделник.', ['Красимир Данаилов', 'Петрова']],
    ['KE', 'Waziri Wanjiku Kamau alikutana na Rais Kiprono Jumatatu.', ['Wanjiku Kamau', 'Kiprono']],
    ['ZA', 'Igama lami ngingu Nokuthula Dlamini, ngihlala eThekwini.', ['Nokuthula Dlamini']],
    ['GB', '[18:02] agent: Hi, how can I help?\n[18:03] marisol: my order never came', ['marisol']],
    ['GB', '{"customer": {"name": "Ottilie Brandvold", "city": "Leeds"}}', ['Ottilie Brandvold']],
    ['GB', 'Employee: Okonjo, Adaeze\nNet pay 1,200', ['Okonjo, Adaeze']],
    ['BE', 'SURNAME / GIVEN NAMES: VERHAEGEN LIESELOT\nDATE OF BIRTH 12.03.1980', ['VERHAEGEN LIESELOT']],
  ])('%s: %s', (country, text, expected) => {
    expect(only('NAME', text, country)).toEqual(expected)
  })
})

describe('nobody is found', () => {
  it.each([
    'Jul  9 22:53:22 combo ftpd[16781]: connection from 10.0.0.7 at Sun Jul  9 22:53:22 2026',
    '2026-10-18 18:01:47 INFO [main] org.apache.hadoop.ipc.Client: Retrying connect to server',
    'Paracetamol Actavis 500 mg, Tabletten. Wirkstoff: Paracetamol. Nehmen Sie eine Tablette.',
    'Choose Save As in the File menu, then click OK to restart Windows Explorer.',
    'Der Deutsche Bundestag und die Europäische Kommission haben am Montag beraten.',
    '## Changelog\n- Added: Dark Mode\n- Fixed: Crash in Settings when Smart Search is on',
    'import { Button, Card } from "@acme/components"\nexport class LoginForm extends Component {}',
    'Každý má právo na život, svobodu a osobní bezpečnost.',
  ])('%s', (text) => {
    expect(only('NAME', text, null)).toEqual([])
  })
})

describe('a finding', () => {
  it('names the rule that decided: the weights, or a field', () => {
    expect(findings('I spoke to Adaeze Okonkwo yesterday.', null)[0]).toMatchObject({ detector: 'rule:names' })
    expect(findings('full name: Gift Sunday', null)[0]).toMatchObject({
      detector: 'rule:names_field',
      confidence: 0.99,
    })
  })

  it('is the longer name where a field states its first word', () => {
    const form = 'Aufnahmebogen Reha-Klinik\nName, Vorname: Szczepanski, Gudrun\ngeb.: 22.11.1949 in Beuthen\n'
    expect(only('NAME', form, 'DE')).toEqual(['Szczepanski, Gudrun'])
  })

  it('is made again of a word that the text has made certain', () => {
    const text = 'Witness: Adaeze Okonkwo. The van was blue, Okonkwo said.'
    expect(only('NAME', text, null)).toEqual(['Adaeze Okonkwo', 'Okonkwo'])
  })
})

it('takes a name from one cell of a row', () => {
  const rota = 'Schicht\tFrüh\tSpät\n1\tAgnieszka Nowak\tBeate Lindqvist\n2\tBeate Lindqvist\tAgnieszka Nowak\n'
  expect(only('NAME', rota, 'DE')).toEqual(['Agnieszka Nowak', 'Beate Lindqvist', 'Beate Lindqvist', 'Agnieszka Nowak'])
  const members = 'Nr\tName\tVorname\n0417\tOesterwind\tKarl-Heinz\n0450\tBozkurt\tCem\n'
  expect(only('NAME', members, 'DE')).toEqual(['Oesterwind', 'Karl-Heinz', 'Bozkurt', 'Cem'])
})
