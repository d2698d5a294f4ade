import { permissions } from '#kernel/contract/index.ts'
export default permissions({
  'marketing:view': { label: '查看营销', roles: ['marketer'] },
  'marketing:edit': { label: '编辑营销任务和活动', roles: ['marketer'] },
  'marketing:send': { label: '发送营销短信', roles: ['marketer'] },
  'marketing:approve': { label: '审批营销任务', roles: [] },
  'marketing:budget': { label: '设置营销预算和静默时段', roles: [] },
  'segment:edit': { label: '编辑人群', roles: ['marketer'] },
  'promotion:edit': { label: '编辑促销', roles: ['marketer'] },
  'content:edit': { label: '编辑内容', roles: ['marketer'] },
  'content:publish': { label: '发布内容', roles: ['marketer'] },
})
