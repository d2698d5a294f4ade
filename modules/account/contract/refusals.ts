import { refusals } from '#kernel/contract/index.ts'
export default refusals({
  wrong_login: [20401, '账号或密码错误'],
  login_locked: [100, '密码错误次数过多，请 15 分钟后再试'],
  account_off: [20403, '账号已停用，请联系管理员'],
  first_login: [20001, '首次登录，请先修改密码'],
  wrong_password: [20401, '原密码错误'],
  password_same: '新密码不能与原密码相同',
  setup_link: '链接无效、已使用或已过期，请重新启动服务获取新链接',
  taken: '账号已被使用，请换一个',
})
