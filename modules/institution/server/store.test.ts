import { describe, expect, it } from 'vitest'
import { freshClinic } from '../../../tests/harness.ts'

const logo = `data:image/png;base64,${Buffer.from('png').toString('base64')}`

describe('a store', () => {
  it('its manager changes name, address, logo and print head; a cashier and another store may not', async () => {
    const clinic = await freshClinic(),
      { hid } = clinic,
      boss = clinic.as('manager')
    const changed = await boss.call('saler.save', {
      hid,
      name: '新名眼视光',
      shortName: '新名',
      address: '人民路 1 号',
      logo,
      printHead: '新名眼视光中心',
      memberDiscountMin: 8,
      sightStandard: 1,
    })
    expect(changed).toMatchObject({ hid, name: '新名眼视光', logo, memberDiscountMin: 8, sightStandard: 1, timeOpen: '08:00' })
    expect(await clinic.as('cashier').refusal('saler.save', { hid, name: '甲', shortName: '甲' })).toMatchObject({ code: 20405 })
    expect(await boss.refusal('saler.save', { hid: clinic.hids[1], name: '甲', shortName: '甲' })).toMatchObject({
      code: 1,
      message: '门店不存在或已被删除',
    })
  })
  it('what its papers carry, and how its orders begin, come with the account', async () => {
    const clinic = await freshClinic({ stores: 1 }),
      { hid } = clinic,
      names = { hid, name: '店', shortName: '店' }
    expect(await clinic.as('cashier').call('account.userinfo', {})).toMatchObject({
      printHead: null,
      printFoot: null,
      includeOrgName: false,
      orderMethod: 1,
      isOptRequired: false,
    })
    await clinic.as('manager').call('saler.save', {
      ...names,
      printHead: '店眼视光',
      printFoot: '售后 400',
      includeOrgName: true,
      orderMethod: 2,
      isOptRequired: true,
    })
    expect(await clinic.as('cashier').call('account.userinfo', {})).toMatchObject({
      printHead: '店眼视光',
      printFoot: '售后 400',
      includeOrgName: true,
      orderMethod: 2,
      isOptRequired: true,
    })
  })
  it('a logo is a small picture, never a script or an address elsewhere', async () => {
    const clinic = await freshClinic({ stores: 1 }),
      { hid } = clinic,
      names = { hid, name: '店', shortName: '店' }
    for (const bad of [
      'javascript:alert(1)',
      'data:image/svg+xml;base64,PHN2Zz4=',
      'https://elsewhere.example/a.png',
      `data:image/png;base64,${'A'.repeat(60_000)}`,
    ]) {
      expect(await clinic.as('manager').refusal('saler.save', { ...names, logo: bad })).toMatchObject({ code: 1, field: 'logo' })
    }
  })
  it('head office opens a further store that starts with the lists and choices of another; a manager may not', async () => {
    const clinic = await freshClinic({ stores: 1 }),
      { hid } = clinic,
      chain = clinic.as('chain')
    await chain.call('settings.tag.save', { hid, name: '近视防控' })
    await chain.call('settings.level.save', { hid, name: '银卡', discount: 9.5 })
    await chain.call('settings.save', { hid, passesMax: 4 })
    const opened = await chain.call('settings.open-store', { name: '第二门店', shortName: '二店', copyFrom: hid })
    expect((await chain.call('settings.tag.list', { hid: opened.hid })).list.map((t) => t.name)).toEqual(['近视防控'])
    expect((await chain.call('settings.level.list', { hid: opened.hid })).list.map((l) => l.name)).toEqual(['银卡'])
    expect(await chain.call('settings.info', { id: opened.hid })).toMatchObject({ passesMax: 4 })
    expect(await clinic.as('manager').refusal('settings.open-store', { name: '第三', shortName: '三' })).toMatchObject({ code: 20405 })
    expect(await chain.refusal('settings.open-store', { name: '第二门店', shortName: '二' })).toMatchObject({
      code: 1,
      message: expect.stringContaining('已存在'),
    })
  })
})
