/** The powers of an order's eyes in words. */
import { eyeOf, showDioptre, showNumber, showPrism, type PaperWords } from '#kernel/contract/index.ts'
import type { FollowedOrder } from './shapes.ts'

/** What the workshop reads of an eye. */
export const eyeColumns = [
  ['ds', '球镜 D'],
  ['dc', '柱镜 D'],
  ['ax', '轴位 °'],
  ['add', '下加光 D'],
  ['prism', '棱镜'],
  ['pd', '单眼瞳距 mm'],
  ['ph', '瞳高 mm'],
] as const
/** The powers of one eye of an order, as screens and papers show them. */
export function powerCells(order: object, side: 'Od' | 'Os', tr: PaperWords['tr']) {
  const eye = eyeOf(order, side)
  return {
    ds: showDioptre(eye?.sph),
    dc: showDioptre(eye?.cyl || null),
    ax: eye?.axis ?? '—',
    add: showDioptre(eye?.add),
    prism: eye ? showPrism(eye, tr) : '—',
    pd: showNumber(eye?.pd, 1),
    ph: showNumber(eye?.ph, 1),
  }
}
/** Which prescription an order follows and when its values were measured: a value of another day is never shown without it. */
export const followedShown = (prescription: FollowedOrder | null, { t, tr }: Pick<PaperWords, 't' | 'tr'>): string =>
  prescription === null
    ? t`未引用处方`
    : [
        prescription.rxNo,
        prescription.examOn === null ? prescription.orderDate : t`验光 ${prescription.examOn}`,
        ...(prescription.distancesOn === null ? [] : [t`${tr('瞳距')}为 ${prescription.distancesOn} 所测`]),
      ].join(' · ')
