import { permissions } from '#kernel/contract/index.ts'
export default permissions({
  'reservation:view': { label: '查看预约', roles: ['doctor', 'optometrist', 'cashier', 'reception', 'trainer'] },
  'reservation:edit': { label: '新增和修改预约', roles: ['doctor', 'optometrist', 'reception', 'trainer'] },
  'reservation:cancel': { label: '取消预约', roles: ['doctor', 'reception'] },
  'reservation:secret': { label: '查看联系方式', roles: ['reception'] },
  'reservation:override': { label: '排班外预约', roles: ['doctor', 'reception'] },
  'reservation:export': { label: '导出预约', roles: ['manager'] },
  'queue:run': { label: '取号、叫号和接诊', roles: ['doctor', 'optometrist', 'reception', 'trainer'] },
  'exam-reservation:edit': { label: '检查预约', roles: ['doctor', 'optometrist', 'reception'] },
  'duty:edit': { label: '医生排班', roles: ['manager'] },
  'screen:edit': { label: '设置诊室和大屏', roles: ['manager'] },
  'tv:view': { label: '候诊大屏', roles: ['tv', 'reception', 'doctor', 'optometrist'] },
})
