import { tables } from '#kernel/contract/tables.ts'
import { paperKinds } from './approvals.ts'
import { outcomes } from './shapes.ts'

export default tables({
  approval: {
    approval: {
      frozen: ['supplier_id', 'product_id', 'certificate', 'certificate_expires', 'device_class', 'maker', 'udi_di', 'packages'],
      lines: { approval_paper: { key: 'approval_id', columns: ['kind', 'number', 'scope', 'expires'] } },
      by: ['decided_by'],
      refusal: 'approval_own',
    },
    word: '首营审批',
    wall: 'chain',
    changedAcross: 'suppliers and products are of the chain, and so is who approves them',
    impersonal: ['name'],
  },
  approval_paper: { word: '首营资料', wall: 'chain', addedOnly: true, says: { kind: paperKinds } },
  approval_file: { word: '首营文件', wall: 'chain', addedOnly: true, impersonal: ['name'] },
  gsp_limit: { word: '温湿度范围', wall: 'store' },
  gsp_climate: { word: '温湿度记录', wall: 'store', addedOnly: true, happened: { at: 92 } },
  gsp_upkeep: { word: '养护记录', wall: 'store', addedOnly: true, happened: { at: 92 } },
  gsp_adverse: { word: '售后与不良事件', wall: 'store', addedOnly: true, happened: { at: 92, reported_on: 92 }, keeps: 'proof' },
  gsp_equipment: { word: '设备检查', wall: 'store', addedOnly: true, happened: { at: 92 }, impersonal: ['name'] },
  gsp_training: { word: '培训记录', wall: 'store', addedOnly: true, happened: { at: 92 } },
  recall: { word: '召回', wall: 'chain', changedAcross: 'a recall reaches every store' },
  recall_batch: { word: '召回批次', wall: 'chain', addedOnly: true, unaudited: 'written with its recall' },
  recall_call: { word: '召回通知', wall: 'chain', addedOnly: true, keeps: 'proof', says: { outcome: outcomes } },
})
