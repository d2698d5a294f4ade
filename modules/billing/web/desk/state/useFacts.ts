import { emptyDefaults } from '#kernel/contract/index.ts'
import { useCall, useCan, useWho } from '#kernel/web/index.ts'
import { institution } from '#modules/institution/contract/endpoints.ts'
import { loyalty } from '#modules/loyalty/contract/endpoints.ts'
import { patients } from '#modules/patients/contract/endpoints.ts'
import { settings } from '#modules/settings/contract/endpoints.ts'
import { fen } from './bill.ts'

/** What the desk must know of the member and the store before it can price and take money. */
export function useFacts(pid: number | undefined) {
  const who = useWho()
  const can = useCan()
  const known = pid !== undefined
  const patient = useCall(patients['patients.get'], { id: pid ?? 0 }, { enabled: known })
  const levels = useCall(
    settings['settings.level.list'],
    { hid: patient.data?.hid ?? who.hid },
    { enabled: known, stale: 60_000, fallback: emptyDefaults.list },
  )
  const store = useCall(institution['saler.index'], { hid: who.hid }, { stale: 60_000 })
  const held = useCall(loyalty['loyalty.wallet'], { pid: pid ?? 0 }, { enabled: known && can('wallet:view'), live: ['loyalty', 'billing'] })
  const worth = useCall(loyalty['points.rule'], {}, { stale: 60_000 })
  // Without its level a member pays the full price (R076).
  const coupons = useCall(
    loyalty['receive-record.patient'],
    { pid: pid ?? 0 },
    { enabled: known && can('coupon:view'), live: ['loyalty', 'billing'] },
  )
  const level = known ? levels.data?.list.find((l) => l.id === patient.data?.levelId) : undefined
  return {
    coupons: known ? (coupons.data ?? []) : [],
    member: level && { discount: level.discount, level: level.name },
    lowest: store.data?.memberDiscountMin ?? 0,
    wallet:
      known && held.data && worth.data
        ? { stored: fen(held.data.money) + fen(held.data.moneyGift), points: held.data.points, pointsPerYuan: worth.data.pointsPerYuan }
        : undefined,
  }
}
export type Facts = ReturnType<typeof useFacts>
