// Texts of the languages of the Union without persons: words that are also names of people, towns and streets, where a
// sentence, an article, a list of prices or the traffic says what they are here.
import { describe, expect, it } from 'vitest'
import { ScannedText } from '../../../../src/text/scanned.ts'
import { detectEngine as engine } from '../../../shared/detect-engine.ts'

const found = (text: string): string[] =>
  engine
    .settle(engine.claims(new ScannedText(text), { jurisdiction: null }))
    .map(({ category, start, end }) => `${category.slice(4)} ${text.slice(start, end)}`)

describe('nobody is found', () => {
  it.each([
    // ordinary words of the language that opens with them
    'Museet håller stängt på måndag medan taket lagas. Ange vattnet med saltet och sedan en gång till för natten.',
    'Il museo resterà chiuso lunedì per riparare il tetto. Usa la pasta con acqua e poi il coperchio della scatola.',
    'Le musée sera fermé lundi pendant les travaux. Trier les bouteilles et les papiers avant la nuit.',
    // German nouns after articles that no family name has
    'Bitte stellen Sie das Wasser mit diesem Becken auf den Tisch. Der neue Kessel wird am Montag in die Halle gebracht.',
    'Geben Sie den Namen der Datei ein und legen Sie den Anhang zu den Favoriten.',
    // trades in one phrase
    // roads, and whom they are called after
    'Information: Storgatan är avstängd på tisdag. Buss 3 går via Gustav Adolfs torg.',
    // what is sold under a name
    'Tarjous: sohva Oslo 499 €, lamppu Luna 39 €, tuoli Emma 59 €, matto Aurora 89 €.',
    'Rozinky, ořechy a med. Zadělejte těsto a nechte hodinu kynout.',
    // regions of forecasts, sizes of articles
    'Prognoza: bura na Jadranu, u Slavoniji magla, u Lici snijeg.',
    'Sólgleraugu, art.nr 6321, 660 kr. Gevalia 425 g. EAN 4006381333931.',
    'Menu du jour : sole meunière, pommes Anna, crêpes Suzette. Formule à 18,50 €, café compris.',
  ])('%s', (text) => {
    expect(found(text)).toEqual([])
  })
})

describe('somebody still is', () => {
  it.each([
    ['Anna Beck wohnt in der Hauptstraße. Die Straße ist gesperrt.', '4-ADDRESS Hauptstraße'],
    ['Bok susjedi, kod mene je paket, primatelj Lana Marijanović.', '1-NAME Lana Marijanović'],
    ['U Slavoniji je magla i kiša, kaže Marko Babić.', '1-NAME Marko Babić'],
    ['Vivo em Lisboa há três anos e trabalho numa loja.', '4-LOCATION Lisboa'],
  ])('%s', (text, expected) => {
    expect(found(text)).toContain(expected)
  })
})
