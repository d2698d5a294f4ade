import { screens } from '#kernel/contract/declare.ts'

const page = (title: string, icon: string, rank: number) => ({ title, can: 'stat:view', menu: 'statistics', icon, rank }) as const
export default screens({
  '/statistics': { title: '统计分析', can: 'session', redirect: '/statistics/sms' },
  '/statistics/sales': page('销售统计', 'chart-line', 20),
  '/statistics/charge': page('储值统计', 'wallet', 30),
  '/statistics/outpatient': page('门诊统计', 'stethoscope', 40),
  '/statistics/performance': { ...page('绩效统计', 'target', 50), can: 'session' },
  '/statistics/channel': page('渠道统计', 'users-round', 60),
  '/statistics/shop': page('门店统计', 'store', 70),
  '/statistics/inventory': page('库存统计', 'boxes', 80),
  '/statistics/sms': page('短信统计', 'message-square', 90),
  '/statistics/commission': { title: '提成规则', can: 'stat:commission', menu: 'statistics', icon: 'percent', rank: 55 },
  '/order/statistics': { ...page('订单统计', 'chart-pie', 90), menu: 'order' },
})
