import { describe, expect, it } from 'vitest'
import { createAdmission } from '../../../src/http/admission.ts'

describe('admission', () => {
  it('runs as many as it may, in order, and turns the rest away', async () => {
    const enter = createAdmission(2, 1)
    const first = await enter()
    const second = await enter()
    const order: string[] = []
    const third = enter().then((leave) => {
      order.push('third')
      return leave
    })
    await expect(enter()).rejects.toMatchObject({ code: 'too_busy' })
    expect(order).toEqual([])
    first()
    first() // ending twice frees one place, not two
    const leaveThird = await third
    const fourth = enter()
    await expect(enter()).rejects.toMatchObject({ code: 'too_busy' })
    second()
    ;(await fourth)()
    leaveThird()
    ;(await enter())()
  })
})
