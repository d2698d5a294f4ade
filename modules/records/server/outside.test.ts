/** Prescriptions of other houses: typed once, signed here, ordered by link. */
import { beforeAll, describe, expect, it } from 'vitest'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { makePng } from '#modules/exams/server/make.ts'

let clinic: Clinic
let pid: number
const as = (role: Parameters<Clinic['as']>[0]) => clinic.as(role)
const powers = { dsOd: -3.25, dcOd: -0.5, axOd: 175, pdOd: 31.5, dsOs: -2.75, dcOs: -1, axOs: 5, pdOs: 31 }
beforeAll(async () => {
  clinic = await freshClinic()
  pid = (await as('reception').call('patients.save', { name: '林子涵', mobile: '13900000001', birth: '2000-07-01', gender: 1 })).pid
})
const issued = async () => await clinic.tx((cx) => Promise.resolve(cx.today))
const draft = async (more: object = {}) =>
  as('optometrist').call('frame.rx-glasses.create', { pid, issuer: '市第一医院', issuedOn: await issued(), ...powers, ...more })

describe('an outside prescription', () => {
  it('is a draft with its issuer and day; glasses follow it by link once it is signed', async () => {
    const rx = await draft()
    expect(rx).toMatchObject({
      status: 0,
      outside: { issuer: '市第一医院', issuedOn: rx.orderDate, fileId: null },
      list: [{ kind: 1, ...powers }],
    })
    const order = () => as('optometrist').call('frame.create', { hid: clinic.hid, pid, prescriptionId: rx.id })
    await expect(order()).rejects.toThrow('还没有签发')
    await as('doctor').call('prescription.sign', { id: rx.id })
    expect(await order()).toMatchObject({ ...powers, prescriptionId: rx.id, rxLineId: rx.list[0]!.lineId })
  })

  it('is changed while it is a draft, and what is left out stays', async () => {
    const rx = await draft()
    const edited = await as('optometrist').call('frame.rx-glasses.update', {
      id: rx.id,
      dsOd: -3.5,
      issuer: '省眼科医院',
      version: rx.version,
    })
    expect(edited).toMatchObject({ outside: { issuer: '省眼科医院', issuedOn: rx.orderDate }, list: [{ ...powers, dsOd: -3.5 }] })
    await as('doctor').call('prescription.sign', { id: rx.id })
    expect(await as('optometrist').refusal('frame.rx-glasses.update', { id: rx.id, dsOd: -4 })).toMatchObject({ code: 1 })
    const again = await as('doctor').call('prescription.replace', { id: rx.id, reason: '抄错轴位' })
    expect(again.outside).toEqual(edited.outside)
  })

  it('takes an axis with its cylinder, no day to come, and none of our own prescriptions', async () => {
    const refusal = (input: object) =>
      as('optometrist').refusal('frame.rx-glasses.create', {
        pid,
        issuer: '市第一医院',
        issuedOn: '2020-01-01',
        ...powers,
        ...input,
      } as never)
    expect(await refusal({ axOd: null })).toMatchObject({ field: 'list.0.axOd' })
    expect(await refusal({ issuedOn: '2999-01-01' })).toMatchObject({ field: 'issuedOn' })
    expect(await refusal({ issuer: '' })).toMatchObject({ field: 'issuer' })
    const ours = await as('doctor').call('prescription.create', { pid, list: [{ kind: 1, ...powers }] })
    expect(ours.outside).toBeNull()
    expect(await as('doctor').refusal('frame.rx-glasses.update', { id: ours.id, dsOd: -4 })).toMatchObject({
      message: '这张处方不是外来处方，请在处方页修改',
    })
  })

  it('keeps a picture of its paper, an upload of whoever types it', async () => {
    const file = { filename: 'rx.png', mimetype: 'image/png', bytes: makePng(4, 4, () => [9, 9, 9]) }
    const { id: fileId } = await as('optometrist').call('common.images', { file })
    const rx = await draft({ fileId })
    const photo = await as('doctor').raw('frame.rx-glasses.photo', { id: rx.id, pid })
    expect(photo.headers.get('content-type')).toContain('image/png')
    const theirs = await as('doctor').call('common.images', { file: { ...file, bytes: makePng(5, 5, () => [1, 9, 9]) } })
    expect(
      await as('optometrist').refusal('frame.rx-glasses.create', {
        pid,
        issuer: '甲',
        issuedOn: rx.orderDate,
        ...powers,
        fileId: theirs.id,
      }),
    ).toMatchObject({ field: 'fileId' })
  })
})
