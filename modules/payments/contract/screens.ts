import { screens } from '#kernel/contract/declare.ts'
export default screens({
  '/settings/my_account': { title: '我的账户', can: 'session', menu: 'settings', icon: 'circle-user-round', rank: 60 },
  '/pay/phone/{orderNo}': { title: '模拟手机', can: 'public', layout: 'public' },
})
