import { permissions } from '#kernel/contract/index.ts'
export default permissions({ 'desk:view': { label: '查看今日工作台', roles: ['doctor', 'optometrist', 'cashier', 'warehouse', 'workshop', 'reception', 'trainer', 'eg'] } })
