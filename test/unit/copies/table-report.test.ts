import { describe, expect, it, vi } from 'vitest'
import { deidentifyCommand } from '../../../src/cli/deidentify.ts'
import { runCommand } from '../../shared/commands.ts'
import { SALT, tableFolder } from '../../shared/table-folder.ts'

const folder = tableFolder()
const PEOPLE = `Name,Geburtsdatum,Geschlecht,PLZ,Straße & Nr <b>,Notiz
Rosemarie Müller,1980-02-03,w,10115,Lindenallee 3,"Rosemarie kam mit <script>alert(1)</script>"
Jan Nowak,1975-11-17,m,50667,Hauptstraße 9,ruhig
`

async function run(...words: string[]) {
  const [source, salt] = [folder.write('people.csv', PEOPLE), folder.write('salt.txt', SALT)]
  return runCommand(deidentifyCommand(), source, '-j', 'DE', '--salt-file', salt, ...words)
}

describe('the page about a masked table', () => {
  it('says what was found, under which article, what was done and who is singled out', async () => {
    await run('-o', folder.at('masked.csv'), '--report', folder.at('report.html'))
    const page = folder.read('report.html')
    for (const said of [
      'GDPR Art',
      'PII-1-NAME',
      'General Data Protection Regulation',
      '2 of 2 rows are singled out',
      'postcode to 3 characters',
      'red:sha256:',
      'not recorded',
    ])
      expect(page.replaceAll(/[\u2009\u202f]/g, '')).toContain(said)
  })

  it('names a column that keeps what another hides, with the plan and the copy', async () => {
    const source = folder.write('refs.csv', 'customer_no,name,ref\n1001,Rose Müller,1002\n1002,Jan Nowak,1001\n')
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const sentence = '"ref" stays in clear and has the values of "customer_no", which is hidden'
    const words = [source, '-j', 'DE', '--salt-file', folder.write('salt.txt', SALT)]
    await runCommand(deidentifyCommand(), ...words, '--plan')
    expect(said.mock.calls.join('')).toContain(`${sentence}; to hide both, add --columns "ref=token"`)
    await runCommand(deidentifyCommand(), ...words, '-o', folder.at('refs.out'), '--report', folder.at('refs.html'))
    expect(said.mock.calls.join('').split(sentence)).toHaveLength(3)
    expect(folder.read('refs.html')).toContain('which is hidden')
    said.mockClear()
    await runCommand(deidentifyCommand(), ...words, '-o', folder.at('refs.out'), '--columns', 'ref=token')
    expect(said.mock.calls.join('')).not.toContain('in clear')
    const [, first, second] = folder.read('refs.out').split('\n')
    expect(first!.split(',')[0]).toBe(second!.split(',')[2])
    await runCommand(deidentifyCommand(), ...words, '-o', folder.at('refs.out'), '--columns', 'ref=keep')
    expect(said.mock.calls.join('')).toContain(sentence)
    said.mockRestore()
  })

  it('is one file that fetches and runs nothing, and shows no value of the file as it is', async () => {
    await run('-o', folder.at('masked.csv'), '--report', folder.at('report.html'))
    const page = folder.read('report.html')
    expect(page).toMatch(/"Content-Security-Policy" content="default-src 'none'; style-src 'sha256-[\w+/]+='; base-uri/)
    expect(page).not.toMatch(/<script|src=|href="http|<b>/)
    expect(page).not.toMatch(/Rosemarie|Müller|Nowak|Lindenallee|Hauptstraße|1980-02-03/)
    expect(page).toContain('Rose************')
  })

  it('shows what would be done with --plan, and writes nothing', async () => {
    const before = folder.list()
    const { out } = await run('--plan')
    expect(out).toMatch(/Geburtsdatum\s+dob\s+heading\s+PII-1-DOB\s+generalize/)
    expect(folder.list()).toEqual(before)
    await expect(run('-o', folder.at('x.csv'), '--vault', folder.at('x.vault'))).rejects.toMatchObject({
      code: 'usage',
    })
    await expect(run('-o', folder.at('people.csv'))).rejects.toMatchObject({ code: 'usage' })
  })
})
