/** What an order was written by, and the days its values were measured on (issue 10.13). */
import { beforeAll, describe, expect, it } from 'vitest'
import { clinicNow } from '#kernel/server/index.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { followedShown } from '../contract/shown.ts'
import { makeOrder } from './make.ts'

let clinic: Clinic
beforeAll(async () => {
  clinic = await freshClinic()
})
const daysAgo = (n: number) => clinicNow(new Date(Date.now() - n * 86_400_000)).slice(0, 10)
const words = {
  t: (parts: TemplateStringsArray, ...values: ReadonlyArray<string | number>) => String.raw({ raw: parts }, ...values),
  tr: (key: string) => key,
}

describe('an order of glasses', () => {
  it('says by which prescription it was written, when the eyes were refracted, and on which other day the PD was measured', async () => {
    const { pid } = await clinic.as('reception').call('patients.save', { hid: clinic.hid, name: '孟夏', gender: 1, birth: '1990-07-12' })
    const o = clinic.as('optometrist')
    const [measured, refracted] = [daysAgo(40), daysAgo(10)]
    await o.call('examPd.save', { pid, examTime: `${measured} 09:00`, pdFarOd: 31, pdFarOs: 30.5 })
    const exam = await o.call('examRefraction.save', { pid, kind: 2, examTime: `${refracted} 09:00`, dsOd: -2, dsOs: -1.5 })
    const line = { kind: 1 as const, examId: exam.id, confirmed: ['pdOd=31', 'pdOs=30.5'] }
    const rx = await o.call('prescription.create', { pid, list: [line] })
    await clinic.as('doctor').call('prescription.sign', { id: rx.id })
    const order = await o.call('frame.create', { hid: clinic.hid, pid, prescriptionId: rx.id })
    expect(order).toMatchObject({ dsOd: -2, pdOd: 31, followed: { rxNo: rx.rxNo, examOn: refracted, distancesOn: measured } })
    const paper = await o.call('frame.print', { id: order.recordFrameId })
    expect(followedShown(paper.followed, words)).toBe(`${rx.rxNo} · 验光 ${refracted} · 瞳距为 ${measured} 所测`)
  })
  it('says that it follows none where its powers were typed', async () => {
    const { pid } = await clinic.as('reception').call('patients.save', { hid: clinic.hid, name: '无处方', gender: 1, birth: '1990-07-12' })
    const order = await makeOrder(clinic.as('optometrist'), { hid: clinic.hid, pid })
    expect(order.followed).toBeNull()
    expect(followedShown(order.followed, words)).toBe('未引用处方')
  })
})
