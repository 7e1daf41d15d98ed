import { expect, it } from 'vitest'
import { Formulas } from '../../../src/formats/office/sheet-formulas.ts'

const formulas = new Formulas(new Map(), new Map())

it.each(['DATE(1970,4,3)', 'YEAR(DATE( 1970 , 4 , 3 ))', 'date(70,4,3)+1'])('leaves out the day in %s', (formula) => {
  expect(formulas.read(formula)).toBeNull()
})

it.each(['DATE(A1,4,3)', 'DATE(YEAR(A1),1,1)', 'SUM(1970,4,3)', 'EDATE(A1,3)'])('keeps %s', (formula) => {
  expect(formulas.read(formula)).not.toBeNull()
})
