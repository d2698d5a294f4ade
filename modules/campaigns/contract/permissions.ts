import { permissions } from '#kernel/contract/index.ts'
export default permissions({
  'campaign:desk': { label: '活动报名和签到', roles: ['reception', 'marketer'] },
})
