import { emptyDefaults } from '#kernel/contract/index.ts'
import { useCall, useCan, useWho } from '#kernel/web/index.ts'
import { institution } from '#modules/institution/contract/endpoints.ts'
import { loyalty } from '#modules/loyalty/contract/endpoints.ts'
import { patients } from '#modules/patients/contract/endpoints.ts'
import { settings } from '#modules/settings/contract/endpoints.ts'
import { billing } from '../../../contract/endpoints.ts'
import { fen } from './bill.ts'

/** Facts about the member and the store that pricing and payment need. */
export function useDeskFacts(pid: number | undefined, fbid: number | undefined) {
  const who = useWho()
  const can = useCan()
  const hasMember = pid !== undefined
  const patient = useCall(patients['patients.get'], { id: pid ?? 0 }, { enabled: hasMember })
  const levels = useCall(
    settings['settings.level.list'],
    { hid: patient.data?.hid ?? who.hid },
    { enabled: hasMember, stale: 60_000, fallback: emptyDefaults.list },
  )
  const store = useCall(institution['saler.index'], { hid: who.hid }, { stale: 60_000 })
  const wallet = useCall(
    loyalty['loyalty.wallet'],
    { pid: pid ?? 0 },
    { enabled: hasMember && can('wallet:view'), live: ['loyalty', 'billing'] },
  )
  const rule = useCall(loyalty['points.rule'], {}, { stale: 60_000 })
  // Without its level a member pays the full price (R076).
  const coupons = useCall(
    loyalty['receive-record.patient'],
    { pid: pid ?? 0 },
    { enabled: hasMember && can('coupon:view'), live: ['loyalty', 'billing'] },
  )
  const offers = useCall(
    billing['feebill.offers'],
    { hid: who.hid, pid: pid ?? 0, ...(fbid ? { fbid } : {}) },
    { enabled: hasMember, live: ['billing', 'campaigns'] },
  )
  const level = hasMember ? levels.data?.list.find((l) => l.id === patient.data?.levelId) : undefined
  return {
    offers: hasMember ? (offers.data ?? []).map((o) => ({ ...o, price: fen(o.price) })) : [],
    coupons: hasMember ? (coupons.data ?? []) : [],
    member: level && { discount: level.discount, level: level.name },
    lowest: store.data?.memberDiscountMin ?? 0,
    wallet:
      hasMember && wallet.data && rule.data
        ? {
            stored: fen(wallet.data.money) + fen(wallet.data.moneyGift),
            points: wallet.data.points,
            pointsPerYuan: rule.data.pointsPerYuan,
          }
        : undefined,
  }
}
export type DeskFacts = ReturnType<typeof useDeskFacts>
