import { screens } from '#kernel/contract/declare.ts'

export default screens({
  '/': { title: '明眸', can: 'public', layout: 'public', redirect: '/portal' },
  '/login': { title: '登录', can: 'public', layout: 'public' },
  '/eg/login': { title: '护眼登录', can: 'public', layout: 'public' },
  '/forgotPassword': { title: '忘记密码', can: 'public', layout: 'public' },
  '/wechat/confirm': { title: '微信确认', can: 'public', layout: 'public' },
  '/settings': { title: '系统设置', can: 'session', redirect: '/settings/staff' },
  '/settings/staff': { title: '员工管理', can: 'staff:edit', menu: 'settings', icon: 'users-round', rank: 10 },
  '/settings/auth': { title: '权限管理', can: 'role:edit', menu: 'settings', icon: 'shield-check', rank: 60 },
  '/settings/LoginLog': { title: '登录日志', can: 'account:log', menu: 'settings', icon: 'log-in', rank: 80 },
  '/setup': { title: '首次设置', can: 'public', layout: 'public' },
  '/404': { title: '页面不存在', can: 'public', layout: 'public' },
})
