import { refusals } from '#kernel/contract/index.ts'
export default refusals({
  wrong_login: [20401, '账号或密码错误'],
  login_locked: [100, '密码错误次数过多，请 15 分钟后再试'],
  account_off: [20403, '账号已停用，请联系管理员'],
  first_login: [20001, '首次登录，请先修改密码'],
  wrong_password: [20401, '原密码错误'],
  password_same: '新密码不能与原密码相同',
  setup_link: '链接无效、已使用或已过期，请重新启动服务获取新链接',
  beyond_own: '不能授予或改动自己没有的权限：{what}',
  role_fixed: '{what}',
  role_name: '已有同名角色，请换一个名称',
  unknown_code: '没有这个权限：{what}',
  last_admin: '这是最后一个可以管理权限的账号，请先给别人连锁管理员角色',
  not_yourself: '不能停用或重置自己的账号',
  no_account: '此员工还没有账号，请先初始化账号',
  taken: '账号已被使用，请换一个',
})
