// Passwords, keys, tokens and user names, and what only talks about them.
import { describe, expect, it } from 'vitest'
import { found } from './finding.ts'

describe('passwords and keys', () => {
  it.each([
    ['SE', 'Room 12. Wi-Fi code: pJQ2e7QjMg4', ['PASSWORD pJQ2e7QjMg4']],
    ['GB', 'INFO [auth] session=8f3ac1d07be94e5ab2c4 opened', ['API_KEY 8f3ac1d07be94e5ab2c4']],
    ['GB', 'session: _callback_write_block_invoke.434 done', []],
    ['GB', 'She forgot the portal password. New one: Tulip-garden77. Ticket closed.', ['PASSWORD Tulip-garden77']],
    ['GB', 'I forgot my password. The old one was Tulip-garden77. Ticket closed.', ['PASSWORD Tulip-garden77']],
    ['GB', 'The password expired. Order no: A-4411-9082. Nothing else.', []],
    ['GB', 'The password expired. The order was Tulip9 from here.', []],
    ['GB', 'Password policy updated. Build number is Rel2024b!', []],
    ['BG', 'New starter: user name set, initial password fox-train29', ['PASSWORD fox-train29']],
    ['MT', 'wifi password: \u{1f1ea}\u{1f1fa}Coffee8882&', ['PASSWORD Coffee8882&']],
    ['GB', 'New passwords are Sun4rise#22 and moon-bridge77.', ['PASSWORD Sun4rise#22', 'PASSWORD moon-bridge77']],
    ['FR', 'Mon mot de passe actuel, Marathon2343&, ne marche plus', ['PASSWORD Marathon2343&']],
    ['FR', "Le mot de passe du wifi, c'est Velvet5731*", ['PASSWORD Velvet5731*']],
    ['SE', 'koden till porten är Velvet5731*', ['PASSWORD Velvet5731*']],
    ['EE', 'kood on Velvet5731*', ['PASSWORD Velvet5731*']],
    ['LU', "d'Passwuert fir de Wifi ass mango-cloud69", ['PASSWORD mango-cloud69']],
    [
      'BE',
      'Gebruikersnaam ana@example.be, paswoord mango-cloud69, laatst',
      ['EMAIL ana@example.be', 'PASSWORD mango-cloud69'],
    ],
    [
      'FI',
      'curl -u aho@example.com:Ocean1545# https://api.example.com',
      ['EMAIL aho@example.com', 'PASSWORD Ocean1545#'],
    ],
    ['PL', 'klucz api_key=svc.wK8e0bPn0kwL8Qp7fB97vXz2 wysłano', ['API_KEY svc.wK8e0bPn0kwL8Qp7fB97vXz2']],
    ['GR', 'Κωδικός πύλης: cedar-train96', ['PASSWORD cedar-train96']],
    ['GB', 'secret used: rain-cloud62\ncallback: none', ['PASSWORD rain-cloud62']],
    ['GB', 'memorable word: Otter7731!', ['PASSWORD Otter7731!']],
    ['GB', 'shared secret = kR4e2AwAw8', ['PASSWORD kR4e2AwAw8']],
    ['GB', 'secret: Otter7731', ['PASSWORD Otter7731']],
    ['GB', 'To read the slip use fox-train24 as password. Your team', ['PASSWORD fox-train24']],
    ['GB', 'Otter1282! is your new password, please change it.', ['PASSWORD Otter1282!']],
    ['GB', 'level=info mdp_temp=Otter5300* build=7', ['PASSWORD Otter5300*']],
    [
      'GB',
      'action=rotate old_key=zz_dW2p0vWa5cuT3Sj6mK62eJm6mKyg from=ui',
      ['API_KEY zz_dW2p0vWa5cuT3Sj6mK62eJm6mKyg'],
    ],
    ['DE', 'Initialpasswort Regen?Schirm9 gesetzt', ['PASSWORD Regen?Schirm9']],
    ['DK', 'Midlertidig kode: Rugbrod44', ['PASSWORD Rugbrod44']],
    [
      'BG',
      'her login for the portal is ana@example.org / fox-cloud33',
      ['EMAIL ana@example.org', 'PASSWORD fox-cloud33'],
    ],
    ['SE', 'Lösenordet återställt till Marathon6573* nu.', ['PASSWORD Marathon6573*']],
    ['GB', 'the password for the wifi is Tulip99', ['PASSWORD Tulip99']],
    ['CZ', 'heslo na netflix: Knedlik99!', ['PASSWORD Knedlik99!']],
    ['DK', 'koden til døren er 1947', ['PASSWORD 1947']],
    ['DE', 'password: hunter2', ['PASSWORD hunter2']],
    ['DE', 'Passwort Sommer2024!, danach', ['PASSWORD Sommer2024!']],
    ['DE', 'Temporary password PD7HFTTk5a.', ['PASSWORD PD7HFTTk5a']],
    ['DE', 'The password is "correct horse battery staple".', ['PASSWORD correct horse battery staple']],
    ['DE', 'mot de passe : marée-haute36 svp', ['PASSWORD marée-haute36']],
    ['DE', 'PIN: 4821', ['PASSWORD 4821']],
    ['DE', 'api_key=ak_E6zi8cjcn8dqF9iw5GHia5nzBd3C2xy6', ['API_KEY ak_E6zi8cjcn8dqF9iw5GHia5nzBd3C2xy6']],
    ['DE', 'ghp_abcdefghijklmnopqrstuvwxyz0123456789', ['API_KEY ghp_abcdefghijklmnopqrstuvwxyz0123456789']],
    [
      'DE',
      'Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N',
      ['SESSION_TOKEN eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N'],
    ],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country, true)).toEqual(expected)
  })

  it('finds a web token once, by its first part, and none whose first part is too long', () => {
    const token = `${'eyJ-'.repeat(9)}.eyJhbGciOi.eyJzdWIi`
    expect(found(`x-eyJ-eyJ${'-'.repeat(2010)}.eyJhbGciOi ${token}, eyJhbGciOi-eyJ ${token}`, 'DE')).toEqual([
      `SESSION_TOKEN ${token}`,
      `SESSION_TOKEN ${token}`,
    ])
  })

  it('what a password was', () => {
    expect(found('Di password na Jardin4512!', 'NG')).toEqual(['PASSWORD Jardin4512!'])
    expect(found('Mon mot de passe était Jardin4512!', 'FR')).toEqual(['PASSWORD Jardin4512!'])
  })
})

describe('user names', () => {
  it.each([
    ['GB', 'username asra, temp password Kx8!dd2q', ['LOGIN asra', 'PASSWORD Kx8!dd2q']],
    ['ES', 'El usuario jmorales no puede acceder', ['LOGIN jmorales']],
    ['NL', 'gebruiker pkoster kan niet', ['LOGIN pkoster']],
    ['GB', 'username: pgoodfellow', ['LOGIN pgoodfellow']],
    ['GB', '{"login": "pgoodfellow"}', ['LOGIN pgoodfellow']],
    ['GB', 'Accepted publickey for zkovacs from host', ['LOGIN zkovacs']],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country, true)).toEqual(expected)
  })
})

describe('talk of secrets and users', () => {
  it.each([
    ['GB', 'const schema = { password: z.string().min(12) }', []],
    ['FI', 'clone git@example.com:team/release2.git', []],
    ['GB', 'The secret my-app-tls-7f9c was created', []],
    ['GB', 'Windows11 is the password reset page; 2026-03-01 as password date', []],
    ['GB', 'cache key: 0a1b2c3d4e5f60718293a4b5c6d7e8f901234567', []],
    ['GB', 'the user interface crashed; user complained', []],
    ['GB', 'Login required. Username: required. The user must login, see user:read and user guide', []],
    ['GB', 'the password for the account is reset every 90 days', []],
  ])('%s: %s', (country, text, expected) => {
    expect(found(text, country, true)).toEqual(expected)
  })

  it('is silent about passwords that are only talked about', () => {
    expect(
      found(
        'Password reset required. Change your password now. Password: ******. password: <password>. PIN code lost',
        'GB',
      ),
    ).toEqual([])
  })
})
