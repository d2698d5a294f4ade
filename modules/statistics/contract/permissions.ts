import { permissions } from '#kernel/contract/index.ts'
export default permissions({
  'stat:view': { label: '查看统计', roles: ['finance'] },
  'stat:staff': { label: '查看员工业绩', roles: ['finance'] },
  'stat:cost': { label: '查看成本和毛利', roles: ['finance'] },
  'stat:export': { label: '导出统计', roles: ['finance'] },
  'stat:commission': { label: '设置提成规则', roles: [] },
  'stat:channel': { label: '登记渠道费用', roles: ['finance'] },
})
