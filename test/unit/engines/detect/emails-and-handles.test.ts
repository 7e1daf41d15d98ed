// E-mail addresses, plain and hidden, handles and profiles.
import { describe, expect, it } from 'vitest'
import { found } from './finding.ts'

describe('e-mail and networks', () => {
  it('finds e-mail addresses, plain, Unicode and hidden', () => {
    expect(
      found('a.b+c@sub.example.com, jane.doe (at) example (dot) org, joe[at]firma.de, rené@exämple.fr', 'DE'),
    ).toEqual([
      'EMAIL a.b+c@sub.example.com',
      'EMAIL jane.doe (at) example (dot) org',
      'EMAIL joe[at]firma.de',
      'EMAIL rené@exämple.fr',
    ])
    expect(found('jane dot doe at example dot org, j (dot) doe [at] example [dot] org', 'GB')).toEqual([
      'EMAIL jane dot doe at example dot org',
      'EMAIL j (dot) doe [at] example [dot] org',
    ])
    expect(found('meet at noon dot. see logo@2x.png, pkg@1.2.3, git@github.com:org/repo', 'GB')).toEqual([])
  })

  it('finds handles and profiles where a network is named', () => {
    expect(
      found('@ana_k on Instagram, Telegram: @ana.k, Skype: ana_k99, https://www.linkedin.com/in/ana-k-12/', 'GB'),
    ).toEqual([
      'SOCIAL_HANDLE @ana_k',
      'MESSAGING_HANDLE @ana.k',
      'MESSAGING_HANDLE ana_k99',
      'URL https://www.linkedin.com/in/ana-k-12/',
    ])
    expect(found('@media (max-width) { } https://example.com/about https://twitter.com/home', 'GB')).toEqual([])
  })
  it('finds handles put together of parts where people write, and no tags of programs', () => {
    expect(found('@kasia_biega no i jak po maratonie?', 'PL')).toEqual(['SOCIAL_HANDLE @kasia_biega'])
    expect(found('Das Brot von @holzofen.hannes war gut, @all', 'DE')).toEqual(['SOCIAL_HANDLE @holzofen.hannes'])
    expect(found('@app.route("/x")\ndef index():\n    return 1', 'GB')).toEqual([])
  })
})
