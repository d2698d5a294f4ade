/**
 * Quality management of the first store: what people type into the registers, a breach of temperature with its action, a drill with its
 * calls.
 */
import type { Chain } from './clinic.ts'
import { Chance, shiftDay } from './random.ts'
import { inTurn, there } from './teller.ts'

const DAYS = 14
/** Days ago, hour and reading of the afternoon the air conditioning failed. */
const BREACH = { ago: 5, temperature: 32.4, action: '空调停机：已报修，货品移至阴凉柜，1 小时后复测 24.6 ℃' }
async function climate(shop: Chain['shops'][number], now: string): Promise<void> {
  const c = new Chance(2718)
  const today = now.slice(0, 10)
  const readings = Array.from({ length: DAYS + 1 }, (_, n) => shiftDay(today, n - DAYS)).flatMap((day) =>
    ['08:40', '16:30'].map((clock) => ({ day, at: `${day} ${clock}:00` })),
  )
  await inTurn(
    readings.filter(({ at }) => at < now),
    async ({ day, at: time }) => {
      const broke = day === shiftDay(today, -BREACH.ago) && time.includes('16:30')
      const read = broke ? BREACH : { temperature: c.int(205, 245) / 10, action: null }
      await shop.as('warehouse', time)('gsp-climate.create', {
        hid: shop.hid,
        at: time,
        temperature: read.temperature,
        humidity: c.int(45, 62),
        action: read.action,
      })
    },
  )
}

/** What is typed now and then. */
async function typed({ hid, as }: Chain['shops'][number], today: string): Promise<void> {
  const on = (days: number, clock: string) => `${shiftDay(today, days)} ${clock}:00`
  const dated = <T extends object>(days: number, clock: string, values: T) => ({ hid, at: on(days, clock), ...values })
  const keeper = (days: number) => as('warehouse', on(days, '18:00'))
  await keeper(-20)('gsp-upkeep.create', dated(-20, '17:10', { pieces: 46, result: 1 as const, finding: '外观、效期、存放位置均符合要求' }))
  await keeper(-200)(
    'gsp-equipment.create',
    dated(-200, '10:00', {
      name: '温湿度记录仪',
      serial: 'TH-0107',
      kind: 2 as const,
      certificate: 'JZ2026-0412',
      nextOn: shiftDay(today, 165),
    }),
  )
  await keeper(-400)(
    'gsp-equipment.create',
    dated(-400, '10:30', { name: '冷藏柜', serial: 'LC-02', kind: 1 as const, nextOn: shiftDay(today, -35) }),
  )
  await keeper(-60)(
    'gsp-training.create',
    dated(-60, '14:00', {
      topic: '医疗器械经营质量管理规范（2023）',
      trainer: '沈岚',
      attendees: '高建平、罗晓岚、周雅文',
      hours: 2,
      result: '闭卷考核，全部合格',
    }),
  )
  await keeper(-33)(
    'gsp-adverse.create',
    dated(-33, '11:20', { kind: 2 as const, description: '瓶口密封膜破损', handling: '退换一瓶，已告知供应商', harm: 0 as const }),
  )
}

/** A drill of the lot most members have, with a call to each of the first of them. */
async function drill(chain: Chain, now: string): Promise<void> {
  const shop = there(chain.shops[0])
  const asChain = shop.as('chain', now)
  const { list } = await asChain('gsp.lots', { hid: shop.hid, per_page: 200 })
  const lot = list.toSorted((a, b) => b.came - b.onShelf - (a.came - a.onShelf))[0]
  if (!lot) return
  const { recallId, trace } = await asChain('recalls.create', {
    code: lot.lot,
    level: 2,
    drill: true,
    reason: '年度召回演练：按批号找到在库和会员手中的商品',
  })
  const holders = [...new Set(trace.holders.flatMap((h) => h.pid ?? []))].slice(0, 5)
  await inTurn(holders.entries(), ([n, pid]) => asChain('recalls.call', { id: recallId, pid, outcome: n === 1 ? 3 : 1 }))
}

export async function qualityOf(chain: Chain, now: string): Promise<void> {
  const shop = there(chain.shops[0])
  await climate(shop, now)
  await typed(shop, now.slice(0, 10))
  await drill(chain, now)
}
