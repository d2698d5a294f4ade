import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#kernel/contract/days.ts'
import { clinicNow, sql } from '#kernel/server/index.ts'
import { newCaptcha } from '#modules/account/server/door.ts'
import { freshClinic, type Clinic } from '../../../tests/harness.ts'
import { envelopeOf, family, freshMobile, phoneOf } from '../../../tests/phone.ts'

const today = clinicNow().slice(0, 10)
const tomorrow = addDays(today, 1)
let clinic: Clinic
let fee: number
let promotion: number
let campaign: number
let session: number
let people: Awaited<ReturnType<typeof family>>
const marketer = () => clinic.as('marketer')
beforeAll(async () => {
  clinic = await freshClinic()
  people = await family(clinic)
  fee = (await clinic.as('manager').call('feeitem.save', { hid: clinic.hid, name: '视功能检查', price: 120, type: 0 })).fiid
  promotion = (
    await marketer().call('promotions.create', {
      hid: clinic.hid,
      name: '体验价',
      category: 2,
      fiid: fee,
      promotionPrice: 99,
      limitTotal: 1,
      fromDate: today,
      toDate: tomorrow,
    })
  ).promotionId
  await marketer().call('promotions.status', { id: promotion, status: 1 })
  const { campaignId } = await marketer().call('campaign.create', {
    hid: clinic.hid,
    title: '检查日',
    kind: 1,
    fromAt: `${today} 00:00:00`,
    toAt: `${tomorrow} 23:00:00`,
    perPerson: 2,
    rewardKind: 2,
    rewardPoints: 20,
    promoterPoints: 50,
    sessions: [{ startsAt: `${tomorrow} 09:00:00`, endsAt: `${tomorrow} 11:00:00`, quota: 1 }],
  })
  const published = await marketer().call('campaign.status', { id: campaignId, status: 1 })
  campaign = campaignId
  session = published.sessions[0]?.sessionId ?? 0
})
const home = async () => (await phoneOf(clinic, people.mobile)).call('phone.home', { pid: people.parent })

describe('offers on the phone', () => {
  const cashier = () => clinic.as('cashier')
  it('the last piece sold at the till is sold out on the phone, the bill names the promotion, and a refund gives it back', async () => {
    expect((await home()).shelf.offers).toMatchObject([{ promotionId: promotion, promotionPrice: 99, left: 1, soldOut: false }])
    const { feebill, trace, BillItemList } = await cashier().call('feebill.save', {
      pid: people.stranger,
      items: [{ fiid: fee, quantity: 1 }],
    })
    await cashier().call('feebill.confirm', { fbid: feebill.fbid, payStyleList: [{ payWay: 2, amount: feebill.billPrice }] })
    expect(feebill).toMatchObject({ billPrice: 99 })
    expect(trace.map((step) => step.label).join(' ')).toContain('体验价')
    expect((await home()).shelf.offers).toMatchObject([{ promotionId: promotion, left: 0, soldOut: true }])
    const items = [{ biid: BillItemList[0]?.biid ?? 0, quantity: 1 }]
    await clinic.as('manager').call('fee-bills.refund', { fbid: feebill.fbid, items, reason: '不想要' })
    expect((await home()).shelf.offers).toMatchObject([{ left: 1, soldOut: false }])
  })
})

describe('a campaign on the phone', () => {
  it('one of the family signs up; the full session is waited for; a cancelled place is held and taken', async () => {
    const phone = await phoneOf(clinic, people.mobile)
    const [first, second] = people.children
    const signed = await phone.call('phone.campaign.sign-up', { pid: first, campaignId: campaign, sessionId: session })
    expect(signed.signUps).toMatchObject([{ pid: first, state: 'signed' }])
    expect(signed.campaign.sessions).toMatchObject([{ left: 0 }])
    expect(await phone.refusal('phone.campaign.sign-up', { pid: second, campaignId: campaign, sessionId: session })).toMatchObject({
      message: expect.stringContaining('报满') as string,
    })
    const waiting = await phone.call('phone.campaign.sign-up', { pid: second, campaignId: campaign, sessionId: session, waits: true })
    const own = waiting.signUps.find((s) => s.pid === second)
    expect(own).toMatchObject({ state: 'waiting', heldUntil: null })
    const cancelled = await phone.call('phone.campaign.cancel', { pid: first, applyId: signed.signUps[0]?.applyId ?? 0 })
    expect(cancelled.signUps.find((s) => s.pid === second)?.heldUntil).not.toBeNull()
    const taken = await phone.call('phone.campaign.take', { pid: second, applyId: own?.applyId ?? 0 })
    expect(taken.signUps.find((s) => s.pid === second)).toMatchObject({ state: 'signed' })
  })
  it('nobody signs a stranger up, sees or cancels their place', async () => {
    const stranger = await phoneOf(clinic, people.strangerMobile)
    const own = (await (await phoneOf(clinic, people.mobile)).call('phone.campaign', { pid: people.parent, campaignId: campaign })).signUps
    const seen = await stranger.call('phone.campaign', { pid: people.stranger, campaignId: campaign })
    expect(seen.signUps).toEqual([])
    for (const [id, input] of [
      ['phone.campaign.sign-up', { pid: people.children[0], campaignId: campaign, sessionId: session, waits: true }],
      ['phone.campaign.cancel', { pid: people.stranger, applyId: own[0]?.applyId }],
      ['phone.campaign.take', { pid: people.stranger, applyId: own[0]?.applyId }],
    ] as const)
      expect(await stranger.refusal(id, input), id).toMatchObject({ code: 1, message: expect.stringContaining('不存在') as string })
  })
  it('a draft is nobody’s', async () => {
    const { campaignId } = await marketer().call('campaign.create', { hid: clinic.hid, title: '草稿', kind: 1 })
    const phone = await phoneOf(clinic, people.mobile)
    expect(await phone.refusal('phone.campaign', { pid: people.parent, campaignId })).toMatchObject({ code: 1 })
  })
})

describe('a referral code', () => {
  it('leads to the campaign without a login, takes sign-ups of proven numbers, and earns nothing for oneself', async () => {
    const phone = await phoneOf(clinic, people.mobile)
    const { code } = await phone.call('phone.campaign.code', { pid: people.parent, campaignId: campaign })
    expect((await phone.call('phone.campaign.code', { pid: people.parent, campaignId: campaign })).code).toBe(code)
    const opened = await envelopeOf(clinic, 'phone.extension', { code, visitor: 'abc' })
    expect(opened.data).toMatchObject({ title: '检查日', promoterReward: '50 积分' })
    const mobile = freshMobile()
    const signUp = (smsCode: string, more: object = {}) =>
      envelopeOf(clinic, 'phone.extension.sign-up', {
        code,
        mobile,
        smsCode,
        name: '新朋友',
        birth: '2016-01-01',
        sessionId: session,
        waits: true,
        ...more,
      })
    expect(await signUp('123456')).toMatchObject({ code: 1, field: 'smsCode' })
    const picture = await newCaptcha(clinic.booted.database.bare, '1234')
    await envelopeOf(clinic, 'phone.extension.code', { code, mobile, ticket: picture.ticket, captcha: '1234' })
    const sms = await clinic.tx((cx) =>
      cx.db.the({ text: 'string' }, sql`select text from sms where mobile = ${mobile} order by sms_id desc limit 1`),
    )
    const digits = /\d{6}/.exec(sms.text)?.[0] ?? ''
    expect((await signUp(digits)).data).toMatchObject({ campaignTitle: '检查日', state: 'waiting' })
    expect(await signUp(digits)).toMatchObject({ code: 1, field: 'smsCode' })
    const promoters = await marketer().call('campaign.promoter', { campaignId: campaign })
    expect(promoters.list.find((p) => p.code === code)).toMatchObject({ signUps: 1, points: 0 })
  })
  it('of one campaign opens no other, and one nobody has is not found', async () => {
    expect(await envelopeOf(clinic, 'phone.extension', { code: 'ZZZZ9999' })).toMatchObject({ code: 1 })
  })
})
