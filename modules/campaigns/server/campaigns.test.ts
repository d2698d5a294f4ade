import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#kernel/server/index.ts'
import { freshClinic, type Clinic, type Sent } from '../../../tests/harness.ts'
import { makeFeeItems, makePaidBill } from '#modules/billing/server/make.ts'
import { settleCampaigns } from './campaigns.ts'
import * as door from './door.ts'
import { makeCampaign } from './make.ts'

let clinic: Clinic
let items: Map<string, number>
let digits = 13_900_000_000
const marketer = () => clinic.as('marketer')
const manager = () => clinic.as('manager')
const desk = () => clinic.as('reception')
const mobile = () => String(++digits)
const day = (days: number, time = '09:00:00') => `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)} ${time}`
const session = (quota: number, days = 3) => ({ startsAt: day(days), endsAt: day(days, '11:00:00'), quota })
const signUpDay = (more: Partial<Sent<'campaign.create'>> = {}) =>
  makeCampaign(manager(), { title: '视功能检查日', kind: 1, fromAt: day(-1), toAt: day(9), sessions: [session(2)], ...more })
const signUp = (campaignId: number, sessionId: number | null, more: object = {}) =>
  desk().call('campaign.sign-up', { campaignId, sessionId, name: '林小宝', mobile: mobile(), ...more })
const later = (campaignId: number, minutes: number) =>
  clinic.tx((cx) =>
    cx.db.run(sql`
      update campaign_apply
      set held_until = held_until - make_interval(mins => ${minutes})
      where campaign_id = ${campaignId} and held_until is not null
    `),
  )

beforeAll(async () => {
  clinic = await freshClinic()
  items = await makeFeeItems(manager(), clinic.hid)
})

describe('who signed up', () => {
  it('is shown masked to whoever may not see members, in the list and beside a promoter', async () => {
    const own = await signUpDay()
    const number = mobile()
    await signUp(own.campaignId, own.sessions[0]!.sessionId, { mobile: number, answers: { school: '育英小学' } })
    const listed = async (as: ReturnType<typeof desk>) => (await as.call('campaign.apply', { campaignId: own.campaignId })).list
    expect(await listed(desk())).toMatchObject([{ name: '林小宝', mobile: number, answers: '学校：育英小学' }])
    expect(await listed(marketer())).toMatchObject([
      { name: '林*宝', mobile: number.replace(/^(...)....(....)$/, '$1****$2'), answers: null },
    ])
  })
})
describe('campaigns by the clock', () => {
  it('a draft is published by a person, started and ended by the clock; only a draft is deleted', async () => {
    const draft = await marketer().call('campaign.create', {
      title: '秋季检查',
      kind: 1,
      fromAt: day(-1),
      toAt: day(2),
      sessions: [session(3, 1)],
    })
    expect(draft.status).toBe(0)
    const running = await marketer().call('campaign.status', { id: draft.campaignId, status: 1 })
    expect(running.status).toBe(2)
    expect(await marketer().refusal('campaign.delete', { id: draft.campaignId })).toMatchObject({ code: 1 })
    await clinic.tx((cx) => cx.db.run(sql`update campaign set to_at = app_now() where campaign_id = ${draft.campaignId}`))
    expect((await marketer().call('campaign.get', { id: draft.campaignId })).status).toBe(3)
    await clinic.tx((cx) => settleCampaigns(cx))
    expect((await marketer().call('campaign.list', { hid: clinic.hid, status: 3 })).list.map((c) => c.campaignId)).toContain(
      draft.campaignId,
    )
    const other = await marketer().call('campaign.create', { title: '没发布', kind: 2 })
    expect(await marketer().call('campaign.delete', { id: other.campaignId })).toBeNull()
  })
  it('a campaign without time, session or reward is not published, and says why', async () => {
    const refusedFor = async (input: Sent<'campaign.create'>) => {
      const { campaignId } = await marketer().call('campaign.create', input)
      return marketer().refusal('campaign.status', { id: campaignId, status: 1 })
    }
    expect(await refusedFor({ title: '没时间', kind: 1 })).toMatchObject({ code: 1, field: 'fromAt' })
    expect(await refusedFor({ title: '没场次', kind: 1, fromAt: day(0), toAt: day(2) })).toMatchObject({ code: 1, field: 'sessions' })
    expect(await refusedFor({ title: '没奖励', kind: 2, fromAt: day(0), toAt: day(2) })).toMatchObject({ code: 1, field: 'rewardKind' })
    expect(await refusedFor({ title: '过了', kind: 2, fromAt: day(-3), toAt: day(-1), rewardKind: 2, rewardPoints: 5 })).toMatchObject({
      field: 'toAt',
    })
  })
  it('words, scripts and foreign links are refused at their field', async () => {
    const refused = (more: object) => marketer().refusal('campaign.create', { title: '检查日', kind: 1, ...more })
    expect(await refused({ title: '近视治愈日' })).toMatchObject({ code: 1, field: 'title' })
    expect(await refused({ content: '<p onclick="x()">好</p>' })).toMatchObject({ code: 1, field: 'content' })
    expect(await refused({ content: '<script>alert(1)</script>' })).toMatchObject({ code: 1, field: 'content' })
    expect(await refused({ content: '<a href="https://elsewhere.example">看</a>' })).toMatchObject({ code: 1, field: 'content' })
    expect(await refused({ poster: 'https://elsewhere.example/a.png' })).toMatchObject({ code: 1, field: 'poster' })
  })
  it('withdrawing a campaign stops new sign-ups and keeps those made', async () => {
    const own = await signUpDay()
    const [first] = own.sessions
    const row = await signUp(own.campaignId, first!.sessionId)
    await manager().call('campaign.status', { id: own.campaignId, status: 4, reason: '设备检修' })
    expect(
      await desk().refusal('campaign.sign-up', { campaignId: own.campaignId, sessionId: first!.sessionId, name: '晚', mobile: mobile() }),
    ).toMatchObject({
      code: 1,
      message: expect.stringContaining('已下架'),
    })
    expect((await desk().call('campaign.come', { applyId: row.applyId })).status).toBe(1)
  })
})

describe('sign-ups', () => {
  it('a full session takes nobody more, waits in order, and holds a freed place for the first, then for the next', async () => {
    const own = await signUpDay()
    const { sessionId } = own.sessions[0]!
    const [one] = [await signUp(own.campaignId, sessionId), await signUp(own.campaignId, sessionId)]
    expect(
      await desk().refusal('campaign.sign-up', { campaignId: own.campaignId, sessionId, name: '满了', mobile: mobile() }),
    ).toMatchObject({ code: 1, field: 'sessionId' })
    const three = await signUp(own.campaignId, sessionId, { waits: true })
    const four = await signUp(own.campaignId, sessionId, { waits: true })
    expect([three.status, four.status]).toEqual([3, 3])
    await desk().call('campaign.cancel', { applyId: one.applyId, reason: '有事' })
    const held = async () =>
      (await desk().call('campaign.apply', { campaignId: own.campaignId, status: 3 })).list.filter((r) => r.heldUntil).map((r) => r.applyId)
    expect(await held()).toEqual([three.applyId])
    expect(await desk().refusal('campaign.next', { applyId: four.applyId })).toMatchObject({ code: 1 })
    await later(own.campaignId, 31)
    await clinic.tx((cx) => settleCampaigns(cx))
    expect(await held()).toEqual([four.applyId])
    expect(await desk().call('campaign.next', { applyId: four.applyId })).toMatchObject({ status: 0, heldUntil: null })
    expect((await marketer().call('campaign.get', { id: own.campaignId })).sessions[0]).toMatchObject({ taken: 2, waiting: 1 })
  })
  it('two hundred phones on the last place take one', async () => {
    const own = await signUpDay({ sessions: [session(1)] })
    const { sessionId } = own.sessions[0]!
    const answers: boolean[] = []
    for (let wave = 0; wave < 4; wave++)
      answers.push(
        ...(await Promise.all(
          Array.from({ length: 50 }, () =>
            signUp(own.campaignId, sessionId).then(
              () => true,
              () => false,
            ),
          ),
        )),
      )
    expect(answers.filter(Boolean)).toHaveLength(1)
    expect((await marketer().call('campaign.get', { id: own.campaignId })).sessions[0]).toMatchObject({ taken: 1 })
  }, 120_000)
  it('a household signs up as often as the campaign says, and again after cancelling', async () => {
    const own = await signUpDay({ sessions: [session(9)] })
    const { sessionId } = own.sessions[0]!
    const number = mobile()
    const first = await signUp(own.campaignId, sessionId, { mobile: number })
    const again = { campaignId: own.campaignId, sessionId, name: '林二宝', mobile: number }
    expect(await desk().refusal('campaign.sign-up', again)).toMatchObject({ code: 1, message: '这个手机号已经报过名' })
    await desk().call('campaign.cancel', { applyId: first.applyId })
    expect((await desk().call('campaign.sign-up', again)).status).toBe(0)
  })
  it('a campaign for ages or new people refuses the others', async () => {
    const own = await signUpDay({ audience: 1, ageFrom: 6, ageTo: 12 })
    const { sessionId } = own.sessions[0]!
    const refused = (more: object) =>
      desk().refusal('campaign.sign-up', { campaignId: own.campaignId, sessionId, name: '小孩', mobile: mobile(), ...more })
    expect(await refused({})).toMatchObject({ code: 1, field: 'birth' })
    expect(await refused({ birth: '1990-01-01' })).toMatchObject({ code: 1, field: 'birth' })
    const memberNumber = mobile()
    await desk().call('patients.save', { name: '老会员', hid: clinic.hid, mobile: memberNumber } as never)
    expect(await refused({ birth: `${new Date().getFullYear() - 8}-01-01`, mobile: memberNumber })).toMatchObject({
      code: 1,
      field: 'mobile',
    })
  })
  it('coming finds or registers the member, and rewards once', async () => {
    const own = await signUpDay({ rewardKind: 2, rewardPoints: 20, sessions: [session(5)] })
    const { sessionId } = own.sessions[0]!
    const row = await signUp(own.campaignId, sessionId, { name: '新朋友' })
    const came = await desk().call('campaign.come', { applyId: row.applyId })
    expect(came).toMatchObject({ status: 1, wasMember: false })
    expect((await desk().call('loyalty.wallet', { pid: came.pid! })).points).toBe(20)
    expect(await desk().refusal('campaign.come', { applyId: row.applyId })).toMatchObject({ code: 1 })
    expect((await desk().call('loyalty.wallet', { pid: came.pid! })).points).toBe(20)
    const export_ = await marketer().raw('campaign.apply-export', { hid: clinic.hid, campaignId: own.campaignId })
    expect(export_.headers.get('content-type')).toContain('spreadsheet')
  })
})

describe('promoters', () => {
  it('a member earns for somebody new who comes, once; for themselves, their own number or an old member nothing', async () => {
    const own = await signUpDay({ promoterPoints: 30, sessions: [session(9)], perPerson: 3 })
    const { sessionId } = own.sessions[0]!
    const number = mobile()
    const { pid } = await desk().call('patients.save', { name: '推广人', hid: clinic.hid, mobile: number } as never)
    const { code, codeId } = await marketer().call('campaign.extension-code', { campaignId: own.campaignId, pid })
    expect((await marketer().call('campaign.extension-code', { campaignId: own.campaignId, pid })).codeId).toBe(codeId)
    const points = async () => (await desk().call('loyalty.wallet', { pid })).points
    const come = async (more: object) => {
      const row = await signUp(own.campaignId, sessionId, { code, ...more })
      return desk().call('campaign.come', { applyId: row.applyId })
    }
    await come({ name: '推广人', mobile: number })
    expect(await points()).toBe(0)
    const old = mobile()
    await desk().call('patients.save', { name: '老熟人', hid: clinic.hid, mobile: old } as never)
    await come({ name: '老熟人', mobile: old })
    expect(await points()).toBe(0)
    const friend = await come({ name: '新朋友' })
    expect(await points()).toBe(30)
    await makePaidBill(clinic.as('cashier'), friend.pid!, [{ fiid: items.get('验光费')! }])
    const answer = await marketer().call('campaign.promoter', { campaignId: own.campaignId })
    expect(answer.list[0]).toMatchObject({ signUps: 3, came: 3, firstVisits: 1, points: 30, refused: 2, money: 50 })
    expect(answer.funnel).toMatchObject({ signUps: 3, came: 3, buyers: 1, money: 50 })
  })
})

describe('the door, for the pages of members', () => {
  it('tells open campaigns, notes scans, signs up by the last code scanned and answers what is one’s own', async () => {
    const own = await signUpDay({ sessions: [session(3)] })
    const { pid } = await desk().call('patients.save', { name: '手机会员', hid: clinic.hid, mobile: mobile() } as never)
    const old = await marketer().call('campaign.extension-code', { campaignId: own.campaignId, place: '旧海报' })
    const last = await marketer().call('campaign.extension-code', { campaignId: own.campaignId, place: '新海报' })
    await clinic.tx(async (cx) => {
      expect((await door.campaignsOpen(cx, clinic.hid)).map((c) => c.campaignId)).toContain(own.campaignId)
      for (const { code } of [old, last]) await door.noteScan(cx, { code, hid: clinic.hid, visitor: 'browser-1' })
      const input = {
        campaignId: own.campaignId,
        sessionId: own.sessions[0]!.sessionId,
        pid,
        name: '手机会员',
        mobile: mobile(),
        answers: {},
        waits: false,
      }
      const row = await door.signUpFor(cx, input, { source: 1, visitor: 'browser-1' })
      expect(row).toMatchObject({ place: '新海报', status: 0 })
      expect(await door.signUpsOf(cx, pid)).toMatchObject([{ applyId: row.applyId }])
      expect(await door.contentShelf(cx, clinic.hid)).toEqual([])
      expect(await door.offersOf(cx, { hid: clinic.hid, pid })).toEqual([])
    })
    expect((await marketer().call('campaign.promoter', { campaignId: own.campaignId })).funnel).toMatchObject({ views: 1, signUps: 1 })
  })
})

describe('coupons and points of a campaign', () => {
  const kind = async (more: object = {}) =>
    (await manager().call('card-volume.create', { name: `护理券${++digits}`, couponType: 1, value: 20, validityType: 0, ...more } as never))
      .id
  const person = async () =>
    (await desk().call('patients.save', { name: `会员${++digits}`.slice(0, 12), hid: clinic.hid, mobile: mobile() } as never)).pid
  it('one coupon a member, within the ceiling; a coupon that is cancelled frees its worth', async () => {
    const couponKindId = await kind()
    const own = await makeCampaign(manager(), {
      title: '护理券',
      kind: 2,
      fromAt: day(-1),
      toAt: day(5),
      rewardKind: 1,
      couponKindId,
      ceiling: 40,
    })
    const [a, b, c] = [await person(), await person(), await person()]
    const first = await desk().call('campaign.claim', { campaignId: own.campaignId, pid: a })
    expect(await desk().refusal('campaign.claim', { campaignId: own.campaignId, pid: a })).toMatchObject({ code: 1, message: '已经领过了' })
    await desk().call('campaign.claim', { campaignId: own.campaignId, pid: b })
    expect(await desk().refusal('campaign.claim', { campaignId: own.campaignId, pid: c })).toMatchObject({
      code: 1,
      message: '活动的奖励已发完',
    })
    expect(await marketer().call('campaign.get', { id: own.campaignId })).toMatchObject({ rewards: 2, spent: 40 })
    await manager().call('receive-record.status', { id: first.couponId!, status: 3, note: '发错' } as never)
    expect(await marketer().call('campaign.get', { id: own.campaignId })).toMatchObject({ spent: 20 })
    const origins = await desk().call('campaign.coupons', { hid: clinic.hid, kindId: couponKindId })
    expect(origins.list).toMatchObject([{ campaignId: own.campaignId, given: 2, used: 0, spent: 0, brought: 0 }])
    expect((await desk().call('campaign.claim', { campaignId: own.campaignId, pid: c })).couponId).not.toBeNull()
    expect(await marketer().refusal('campaign.create', { title: '太少', kind: 2, rewardKind: 1, couponKindId, ceiling: 10 })).toMatchObject(
      {
        code: 1,
        field: 'ceiling',
      },
    )
  })
  it('signing in gives points once a day', async () => {
    const own = await makeCampaign(manager(), { title: '训练签到', kind: 4, fromAt: day(-1), toAt: day(5), rewardKind: 2, rewardPoints: 3 })
    const pid = await person()
    const results = await Promise.all(
      Array.from({ length: 20 }, () =>
        desk()
          .call('campaign.claim', { campaignId: own.campaignId, pid })
          .then(
            () => 1,
            () => 0,
          ),
      ),
    )
    expect(results.reduce<number>((n, r) => n + r, 0)).toBe(1)
    expect((await desk().call('loyalty.wallet', { pid })).points).toBe(3)
  })
})
