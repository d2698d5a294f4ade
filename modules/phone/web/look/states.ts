/** Words of states, as the pages say them. */
import { t } from '#kernel/web/i18n.ts'
import type { PhoneOrder, PhoneVisit } from '../../contract/shapes.ts'

export const stateWords = (state: PhoneOrder['state']): string =>
  ({
    unpaid: t`等您付款`,
    making: t`在做`,
    ready: t`等您来取`,
    collected: t`已取走`,
    cancelled: t`已取消`,
    stopped: t`暂停，我们会联系您`,
  })[state]
export const visitWords = (state: PhoneVisit['state']): string =>
  ({ booked: t`已预约`, here: t`已到店`, done: t`已完成`, cancelled: t`已取消`, missed: t`未到`, moved: t`已改约` })[state]
export const stageWords = (stage: PhoneOrder['stages'][number]['stage']): string =>
  ({
    ordered: t`已下单`,
    paid: t`付清了，等镜片`,
    arrived: t`镜片到店，验过`,
    made: t`磨边装镜`,
    inspected: t`质检`,
    ready: t`您来取，当面试戴`,
    collected: t`已取走`,
  })[stage]
export const reasonWords = (type: PhoneVisit['type']): string =>
  ({ 1: t`初诊`, 2: t`复查`, 3: t`塑形镜`, 4: t`视觉训练`, 5: t`配镜`, 6: t`其他` })[type]
export const reasons: ReadonlyArray<PhoneVisit['type']> = [2, 1, 3, 4, 5, 6]
