/** Words of states, as the pages say them. */
import { t } from '#kernel/web/i18n.ts'
import type { PhoneOrder, PhoneVisit } from '../../contract/shapes.ts'

export const stateWords = (state: PhoneOrder['state']): string =>
  ({ 1: t`等您付款`, 2: t`在做`, 3: t`等您来取`, 4: t`已取走`, 5: t`已取消`, 6: t`暂停，我们会联系您` })[state]
export const visitWords = (state: PhoneVisit['state']): string =>
  ({ 1: t`已预约`, 2: t`已到店`, 3: t`已完成`, 4: t`已取消`, 5: t`未到`, 6: t`已改约` })[state]
export const stageWords = (stage: PhoneOrder['stages'][number]['stage']): string =>
  ({
    1: t`已下单`,
    2: t`付清了，等镜片`,
    3: t`镜片到店，验过`,
    4: t`磨边装镜`,
    5: t`质检`,
    6: t`您来取，当面试戴`,
    7: t`已取走`,
    8: t`寄出了`,
  })[stage]
export const reasonWords = (type: PhoneVisit['type']): string =>
  ({ 1: t`初诊`, 2: t`复查`, 3: t`塑形镜`, 4: t`视觉训练`, 5: t`配镜`, 6: t`其他` })[type]
export const reasons: ReadonlyArray<PhoneVisit['type']> = [2, 1, 3, 4, 5, 6]
