import { screens } from '#kernel/contract/declare.ts'

const stage = (title: string, rank: number, icon: string) => ({ title, can: 'frame:view', menu: 'current-work', icon, rank }) as const

export default screens({
  '/process': { title: '验光配镜', can: 'frame:view', redirect: '/process/index' },
  '/frame': { title: '验光配镜', can: 'frame:view', redirect: '/frame/index' },
  '/process/index': { title: '配镜订单', can: 'frame:view', menu: 'process', icon: 'glasses', rank: 10 },
  '/frame/index': { title: '配镜订单', can: 'frame:view' },
  '/process/add': { title: '新增框架镜订单', can: 'frame:edit' },
  '/frame/add': { title: '新增框架镜订单', can: 'frame:edit' },
  '/process/edit/{recordFrameId}': { title: '框架镜订单', can: 'frame:view' },
  '/frame/edit/{recordFrameId}': { title: '框架镜订单', can: 'frame:view' },
  '/current-work/frame-glass-current': stage('当前配镜', 30, 'glasses'),
  '/current-work/frame-glass-select': stage('选货', 31, 'package-search'),
  '/current-work/frame-glass-unpaid': stage('待付款', 32, 'banknote'),
  '/current-work/frame-glass-waiting-delivery': stage('待来料', 33, 'truck'),
  '/current-work/frame-glass-init-inspection': stage('初检', 34, 'search-check'),
  '/current-work/frame-glass-processing': stage('加工', 35, 'wrench'),
  '/current-work/frame-glass-final': stage('终检', 36, 'clipboard-check'),
  '/current-work/frame-glass-pickup': stage('取镜', 37, 'package-check'),
  '/today/orders-frame': { title: '今日框架镜订单', can: 'frame:view', menu: 'today', icon: 'glasses', rank: 30 },
  '/today/frame-glass-today': { title: '今日配镜', can: 'frame:view', menu: 'today', icon: 'glasses', rank: 31 },
  '/today/frame-glass-yesterday': { title: '昨日配镜', can: 'frame:view', menu: 'today', icon: 'glasses', rank: 32 },
  '/patients/detail/{patientId}/glasses': { title: '框架眼镜', can: 'frame:view' },
  '/printframe/{recordFrameId}': { title: '框架镜订单打印', can: 'frame:view', layout: 'print' },
  '/printProcess/{recordFrameId}': { title: '加工单打印', can: 'frame:view', layout: 'print' },
  '/printFrameAfterSales/{recordFrameId}': { title: '售后单打印', can: 'frame:view', layout: 'print' },
})
