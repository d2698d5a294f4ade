import { permissions } from '#kernel/contract/index.ts'
export default permissions({
  'prescription:view': { label: '查看处方', roles: ['doctor', 'optometrist', 'cashier', 'workshop', 'reception', 'expert'] },
  'prescription:edit': { label: '填写处方', roles: ['doctor', 'optometrist'] },
  'prescription:sign': { label: '签发和作废处方', roles: ['doctor', 'optometrist'], not: ['chain', 'manager'] },
  'prescription:drug': { label: '开具药品处方', roles: ['doctor'], not: ['chain', 'manager'] },
  'prescription:review': { label: '审核处方', roles: ['doctor'] },
  'ecase:view': { label: '查看病历', roles: ['doctor', 'optometrist', 'expert'] },
  'ecase:edit': { label: '填写病历', roles: ['doctor', 'optometrist'] },
  'icd:import': { label: '导入诊断编码', roles: ['manager'] },
  'ecase:sign': { label: '签名和更正病历', roles: ['doctor'] },
  'record:view': { label: '查看临床记录', roles: ['doctor', 'optometrist', 'expert'] },
  'record:edit': { label: '填写临床记录', roles: ['doctor', 'optometrist'] },
  'record:sign': { label: '签名和更正临床记录', roles: ['doctor'], not: ['chain', 'manager'] },
})
