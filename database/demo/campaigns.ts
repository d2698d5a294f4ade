/** Promotions, campaigns, articles and banners of the first store, as a marketer would have them running today. */
import type { z } from '#kernel/contract/index.ts'
import type { NewCampaign } from '#modules/campaigns/contract/shapes.campaigns.ts'
import { campaign, onShelf } from '#modules/campaigns/contract/states.ts'
import { drawnPicture } from '#modules/campaigns/server/make.ts'
import type { Chain, Shop } from './clinic.ts'
import { shiftDay } from './random.ts'
import type { Rewards } from './rewards.ts'
import { inTurn, there, type Teller } from './teller.ts'
import { timeOn, type DemoMember } from './visits.ts'

const PNG = { filename: 'x.png', mimetype: 'image/png' }
const ARTICLES: ReadonlyArray<readonly [title: string, category: 1 | 2 | 3 | 4, body: string]> = [
  [
    '开学季查视力要查哪几项',
    1,
    '<p>裸眼视力、验光、眼轴三样一起看，才知道是不是长得快。</p><h2>多久一次</h2><p>六到十二岁每半年一次。</p>',
  ],
  [
    'OK 镜戴了还要查什么',
    2,
    [
      '<p>孩子戴塑形镜，白天不用戴眼镜，看得清楚。很多家长问：既然看得清，为什么还要月月来？</p>',
      '<h2>每次来查四样</h2>',
      '<ol><li>角膜有没有擦伤</li><li>镜片位置正不正</li><li>眼轴一年长了多少</li><li>镜片有没有沉淀</li></ol>',
      '<p>夜里戴镜满一个月、三个月、半年，请各来一次；眼睛红、疼、怕光，当天停戴，当天来。</p>',
    ].join(''),
  ],
  ['散瞳以后要注意什么', 3, '<p>看近模糊、怕光是正常的，六到八小时后过去。当天不开车、不剧烈运动。</p>'],
  ['离焦镜片适合几岁', 4, '<p>从第一次配镜就可以选，要按时复查，看自己的曲线。</p>'],
  ['眼睛红了先做三件事', 2, '<p>停戴隐形眼镜，不揉，来看。</p>'],
]

/** What the marketer wrote and the manager let out. */
export async function buildCampaigns(chain: Chain, rewards: Rewards, members: readonly DemoMember[], now: string): Promise<void> {
  const shop = there(chain.shops[0])
  const today = now.slice(0, 10)
  const own = members.filter((m) => m.shop.hid === shop.hid && m.person.mobile)
  await buildPromotions(chain, shop, own, today, now)
  await buildArticles(shop, timeOn(shiftDay(today, -12), 600))
  await buildSignUpDay(shop, own, today)
  await buildOffers(shop, rewards, own, now)
}

async function buildPromotions({ goods }: Chain, shop: Shop, members: readonly DemoMember[], today: string, now: string): Promise<void> {
  const marketer = shop.as('marketer', timeOn(shiftDay(today, -9), 560))
  const days = { fromDate: shiftDay(today, -5), toDate: shiftDay(today, 25) }
  const put = async (input: Parameters<typeof marketer<'promotions.create'>>[1]) => {
    const { promotionId } = await marketer('promotions.create', { hid: shop.hid, ...input })
    await marketer('promotions.status', { id: promotionId, status: onShelf.is.up })
    return promotionId
  }
  await put({ name: '护理液组合价', category: 1, productId: there(goods.care[0]), promotionPrice: 58, limitMember: 4, ...days })
  await put({ name: '周末眼轴测量', category: 2, fiid: there(shop.fees.get('眼轴测量')), promotionPrice: 50, limitTotal: 60, ...days })
  await put({ name: '视功能检查体验价', category: 2, fiid: there(shop.fees.get('视功能检查')), promotionPrice: 99, limitTotal: 3, ...days })
  const cashier = shop.as('cashier', now)
  await inTurn(members.slice(0, 3), async ({ pid }) => {
    const { feebill } = await cashier('feebill.save', { pid, items: [{ fiid: there(shop.fees.get('视功能检查')), quantity: 1 }] })
    await cashier('feebill.confirm', { fbid: feebill.fbid, payStyleList: [{ payWay: 2, amount: feebill.billPrice }] })
  })
}

async function buildArticles(shop: Shop, clock: string): Promise<void> {
  const [marketer, manager] = [shop.as('marketer', clock), shop.as('manager', clock)]
  const picture = (hue: readonly [number, number, number], height = 240) => kept(marketer, drawnPicture(480, height, hue))
  const ids = await inTurn([...ARTICLES.entries()], async ([n, [title, category, body]]) => {
    const cover = await picture([12, 110 + n * 12, 104])
    const { contentId } = await marketer('content-manage.create', { hid: shop.hid, title, category, body, cover })
    // The last one still waits for its review.
    await marketer('content-manage.submit', { id: contentId })
    if (n < ARTICLES.length - 1) await manager('content-manage.status', { id: contentId, status: onShelf.is.up })
    return contentId
  })
  await marketer('content-manage.reorder', { hid: shop.hid, ids: ids.slice(0, -1) })
  await marketer('content-manage.create', {
    hid: shop.hid,
    title: '寒假要不要换镜片',
    category: 4,
    body: '<p>先验光，再看镜片花没花。</p>',
  })
  await marketer('banners.update', {
    hid: shop.hid,
    list: [
      { title: '孩子视功能检查日', image: await picture([12, 107, 100], 200), target: '/h5/campaigns' },
      { title: 'OK 镜每次查四样', image: await picture([40, 80, 160], 200), target: 'content', contentId: there(ids[1]) },
      { title: '约一次复查', image: await picture([150, 100, 20], 200), target: '/h5/book' },
    ],
  })
}
const kept = async (teller: Teller, bytes: Uint8Array): Promise<string> =>
  (await teller('open-images.keep', { file: { ...PNG, bytes } })).url

/** A day of checks that runs: places taken, some who came, and a waiting list. */
async function buildSignUpDay(shop: Shop, members: readonly DemoMember[], today: string): Promise<void> {
  const before = timeOn(shiftDay(today, -3), 600)
  const marketer = shop.as('marketer', before)
  const session = (day: string, from: string, to: string) => ({ startsAt: `${day} ${from}`, endsAt: `${day} ${to}`, quota: 6 })
  const tomorrow = shiftDay(today, 1)
  const { campaignId } = await marketer('campaign.create', {
    hid: shop.hid,
    title: '孩子视功能检查日',
    kind: 1,
    fromAt: `${shiftDay(today, -3)} 08:00:00`,
    toAt: `${tomorrow} 18:00:00`,
    ageFrom: 3,
    ageTo: 18,
    perPerson: 2,
    fields: ['school', 'grade'],
    rewardKind: 2,
    rewardPoints: 20,
    promoterPoints: 50,
    ceiling: 600,
    content: '<p>三到十八岁，一户两个名额。带上现在戴的眼镜。</p>',
    shareText: '周末带孩子查一次视功能',
    sessions: [
      session(today, '09:30:00', '11:00:00'),
      session(tomorrow, '09:30:00', '11:00:00'),
      session(tomorrow, '14:00:00', '16:00:00'),
    ],
  })
  const running = await marketer('campaign.status', { id: campaignId, status: campaign.is.waiting })
  const children = members.filter((m) => m.person.birth > shiftDay(today, -17 * 365) && m.person.birth < shiftDay(today, -4 * 365))
  const promoter = there(children[0])
  const codes = [
    await marketer('campaign.extension-code', { campaignId, place: '门口海报' }),
    await marketer('campaign.extension-code', { campaignId, promoterId: shop.who('reception').ctid, place: '幼儿园海报' }),
    await marketer('campaign.extension-code', { campaignId, pid: promoter.pid }),
  ]
  const desk = shop.as('reception', timeOn(shiftDay(today, -2), 620))
  const signed = await inTurn([...children.slice(1, 22).entries()], async ([n, { person, pid }]) => {
    const session = there(running.sessions[n < 6 ? 0 : n < 11 ? 1 : 2])
    const code = codes[n % 4]?.code
    const input = { campaignId, sessionId: session.sessionId, name: person.name, mobile: person.mobile, birth: person.birth, waits: true }
    // Those of before sign up under their number, some without being known to the desk.
    return desk('campaign.sign-up', { ...input, ...(n % 3 ? { pid } : {}), ...(code ? { code } : {}), answers: { grade: '三年级' } })
  })
  const arrivals = shop.as('reception', `${today} 09:40:00`)
  await inTurn(signed.slice(0, 4), ({ applyId }) => arrivals('campaign.come', { applyId }))
  await arrivals('campaign.cancel', { applyId: there(signed[12]).applyId, reason: '孩子发烧' })
}

/** Drafts, one to come, coupons that are claimed, a referral and one that is over. */
async function buildOffers(shop: Shop, { coupons }: Rewards, members: readonly DemoMember[], now: string): Promise<void> {
  const today = now.slice(0, 10)
  const span = (from: number, to: number) => ({ fromAt: `${shiftDay(today, from)} 08:00:00`, toAt: `${shiftDay(today, to)} 20:00:00` })
  const begin = async (clock: string, input: z.input<typeof NewCampaign>) => {
    const marketer = shop.as('marketer', clock)
    const { campaignId } = await marketer('campaign.create', { hid: shop.hid, ...input })
    await marketer('campaign.status', { id: campaignId, status: campaign.is.waiting })
    return campaignId
  }
  const voucher = { rewardKind: 1, couponKindId: coupons.voucher } as const
  const claimed = await begin(timeOn(shiftDay(today, -20), 600), {
    title: '复查代金券',
    kind: 2,
    ...voucher,
    ceiling: 3000,
    ...span(-20, 20),
  })
  const desk = shop.as('reception', now)
  await inTurn(members.slice(4, 10), ({ pid }) => desk('campaign.claim', { campaignId: claimed, pid }))
  await begin(timeOn(shiftDay(today, -20), 600), { title: '介绍朋友来验光', kind: 3, promoterPoints: 50, ceiling: 1000, ...span(-20, 33) })
  await begin(now, { title: '双十二护理液满减', kind: 2, ...voucher, ceiling: 3000, ...span(12, 16) })
  const old = await begin(timeOn(shiftDay(today, -60), 600), { title: '国庆护理券', kind: 2, ...voucher, ceiling: 900, ...span(-60, -45) })
  const then = shop.as('reception', timeOn(shiftDay(today, -58), 700))
  await inTurn(members.slice(10, 13), ({ pid }) => then('campaign.claim', { campaignId: old, pid }))
  const marketer = shop.as('marketer', now)
  await marketer('campaign.create', { hid: shop.hid, title: '小区义诊', kind: 1 })
  await marketer('campaign-settings.create', {
    hid: shop.hid,
    name: '检查日',
    kind: 1,
    rewardKind: 2,
    rewardPoints: 20,
    attributionDays: 7,
    perPerson: 2,
    ceiling: 600,
    shareText: '周末带孩子查一次',
  })
}
