import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sourceRange, viewOf } from '../../../src/text/view.ts'

/** The view of a text, and what of the source a part of the view covers. */
function covered(source: string, part: string): string {
  const view = viewOf(source)
  const at = view.text.indexOf(part)
  expect(at, `${part} in ${JSON.stringify(view.text)}`).toBeGreaterThanOrEqual(0)
  const { start, end } = sourceRange(view, at, at + part.length)
  return source.slice(start, end)
}

describe('markup in a text', () => {
  it('reads rows and cells of a table as lines and tabs', () => {
    const html =
      '<table>\n <tr><th class="l">Nom</th>\n <td>Dupont</td></tr>\n <tr><th>Tél.</th><td>06 12</td></tr></table>'
    expect(viewOf(html).text.trim()).toBe('Nom\tDupont\nTél.\t06 12')
    expect(covered(html, 'Dupont')).toBe('Dupont')
  })

  it('reads character references as the characters, and covers the whole reference', () => {
    expect(covered('Fran&ccedil;ois Andr&eacute;', 'François André')).toBe('Fran&ccedil;ois Andr&eacute;')
    expect(covered('call &#43;44&nbsp;20 now', '+44 20')).toBe('&#43;44&nbsp;20')
    expect(viewOf('a &amp;lt; b &bogus; &#xD800; &').text).toBe('a &lt; b &bogus; &#xD800; &')
  })

  it('reads what numbers below 160 and the names of signs stand for', () => {
    expect(viewOf('O&#146;Brien &#150; Anna&#10;Tel.&#9;06').text).toBe('O\u2019Brien \u2013 Anna\nTel.\t06')
    expect(viewOf('x&#9;y').text).toBe('x\ty')
    expect(viewOf('&#0; &#7; &#129; &#x9f;').text).toBe('&#0; &#7; &#129; \u0178')
    expect(covered('to z&commat;example&period;org.', 'z@example.org')).toBe('z&commat;example&period;org')
    expect(covered('Do&shy;nau&shy;wald', 'Donauwald')).toBe('Do&shy;nau&shy;wald')
  })

  it('joins what stands around a place where a word may break', () => {
    expect(covered('to anna.<wbr>berg@<WBR />example.org<wbr>', 'anna.berg@example.org')).toBe(
      'anna.<wbr>berg@<WBR />example.org',
    )
    expect(viewOf('<b>a</b><wbr>b<br><wbr>c').text).toBe(' a b\nc')
  })

  it('leaves tags alone that may carry or name a value', () => {
    for (const source of [
      '<a href="mailto:z@example.org">z</a>',
      '<input name="surname" value="Ngcuka"></form2>',
      '<phone>0821234567</phone>',
      '<td title="z@example.org">x</TD2>',
    ])
      expect(viewOf(source).text).toBe(source)
  })

  it('maps every index of the view to an ascending place of the source', () => {
    const piece = fc.constantFrom(
      '<td>',
      '</td>',
      '<br/>',
      '<p class="x">',
      '&eacute;',
      '&#x1F600;',
      '&',
      '<',
      'Ａ',
      'é',
      'x ',
      '\n',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const source = `${pieces.join('')}</p>`
        const view = viewOf(source)
        expect(view.starts!.length).toBe(view.text.length + 1)
        for (let i = 0; i < view.text.length; i++) expect(view.starts![i]!).toBeLessThanOrEqual(view.starts![i + 1]!)
        if (view.text.length > 0) expect(sourceRange(view, 0, view.text.length).end).toBeLessThanOrEqual(source.length)
      }),
    )
  })
})
