import { permissions } from '#kernel/contract/index.ts'
export default permissions({
  'screening:view': { label: '查看学校和学生档案', roles: ['doctor', 'optometrist', 'reception'] },
  'screening:edit': { label: '登记和修改学校、学生和筛查结果', roles: ['doctor', 'optometrist'] },
  'screening:manage': { label: '导入名册、升级和转入会员', roles: [] },
  'screening:export': { label: '导出学生和筛查结果', roles: [] },
  'student:secret': { label: '查看学生完整证件号', roles: [] },
})
