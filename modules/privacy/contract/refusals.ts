import { refusals } from '#kernel/contract/index.ts'

export default refusals({
  view_password_wrong: '查看密码错误，还可以试 {left} 次',
  view_password_locked: [100, '查看密码错误次数过多，请 15 分钟后再试'],
  view_password_off: '此门店没有设置查看密码',
})
