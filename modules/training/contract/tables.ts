import { tables, type Functions } from '#kernel/contract/tables.ts'
import { planPurposes, purposes } from './fields.ts'
import { cardUnits } from './brands.ts'
import { lineKinds } from './cards.ts'

export default tables({
  train_brand: { word: '训练品牌', wall: 'store', impersonal: ['label'], says: { unit: cardUnits } },
  train_combination: { word: '训练组合', wall: 'store', impersonal: ['name'] },
  train_user: {
    word: '训练用户',
    wall: 'store',
    personal: { id: ['name', 'mobile', 'birth'] },
    says: { purpose: purposes },
    ledger: { book: 'train', key: 'train_card' },
  },
  train_mapping: { word: '训练账号对应', wall: 'store', keeps: 'business' },
  train_card_line: { word: '训练卡流水', wall: 'store', addedOnly: true, says: { kind: lineKinds } },
  train_plan: { word: '训练方案', wall: 'store', keeps: 'medical', says: { purpose: planPurposes } },
  train_session: { word: '训练', wall: 'store', happened: { done_on: 92 }, keeps: 'medical', personal: { pid: ['discomfort'] } },
  eg_service: { word: '护眼服务', wall: 'store' },
  eg_checkin: { word: '护眼打卡', wall: 'store', happened: { day: 92 } },
  eg_assessment: { word: '行为评估', wall: 'store', addedOnly: true, happened: { day: 92 } },
})
export const functions: Functions = {}
