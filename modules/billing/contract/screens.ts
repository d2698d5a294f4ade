import { screens } from '#kernel/contract/declare.ts'
export default screens({
  '/medical/fee': { title: '门诊收费', can: 'feebill:view', menu: 'medical', icon: 'receipt', rank: 20 },
  '/medical/fee-add': { title: '新增收费', can: 'feebill:save' },
  '/medical/fee-edit/{feeBillId}': { title: '编辑收费', can: 'feebill:view' },
  '/medical/fee_setting': { title: '收费设置', can: 'feeitem:edit', menu: 'medical', icon: 'sliders-horizontal', rank: 80 },
  '/medical/receivables': { title: '应收款', can: 'receivable:view', menu: 'medical', icon: 'scroll-text', rank: 24 },
  '/medical/till': { title: '交接班', can: 'till:shift', menu: 'medical', icon: 'handshake', rank: 25 },
  '/patients/rank': { title: '会员排行', can: 'rank:view', redirect: '/patients/rank/paid', menu: 'patients', icon: 'trophy', rank: 60 },
  '/patients/rank/{rankName}': { title: '会员排行', can: 'rank:view' },
  '/today/today-fee': { title: '今日收费', can: 'feebill:view', menu: 'today', icon: 'receipt', rank: 20 },
  '/statistics/revenue': { title: '今日营收', can: 'revenue:view', menu: 'statistics', icon: 'chart-column', rank: 10 },
  '/patients/detail/{patientId}/paid': { title: '消费记录', can: 'feebill:view' },
  '/fee-bill-print/{feeBillId}': { title: '收费单打印', can: 'feebill:view', layout: 'print' },
  '/refund-fee-bill-print/{feeBillId}': { title: '退费单打印', can: 'feebill:view', layout: 'print' },
  '/till-shift-print/{shiftId}': { title: '交班单打印', can: 'till:shift', layout: 'print' },
  '/revenuePrint/{date}': { title: '今日营收打印', can: 'revenue:view', layout: 'print' },
})
