import { screens } from '#kernel/contract/declare.ts'

const BOARD = '/current-work/frame-glass-current'
/** The board with a filter, behind a path of its own. */
const filtered = (title: string) => ({ title, can: 'frame:view', under: BOARD }) as const

export default screens({
  '/process': { title: '验光配镜', can: 'frame:view', redirect: '/process/index' },
  '/frame': { title: '验光配镜', can: 'frame:view', redirect: '/frame/index' },
  '/process/index': { title: '配镜订单', can: 'frame:view', menu: 'process', icon: 'glasses', rank: 10 },
  '/frame/index': { title: '配镜订单', can: 'frame:view' },
  '/process/add': { title: '新增框架镜订单', can: 'frame:edit' },
  '/frame/add': { title: '新增框架镜订单', can: 'frame:edit' },
  '/process/edit/{recordFrameId}': { title: '框架镜订单', can: 'frame:view' },
  '/frame/edit/{recordFrameId}': { title: '框架镜订单', can: 'frame:view' },
  [BOARD]: { title: '当前配镜', can: 'frame:view', menu: 'current-work', icon: 'glasses', rank: 30 },
  '/current-work/frame-glass-select': filtered('选货'),
  '/current-work/frame-glass-unpaid': filtered('待付款'),
  '/current-work/frame-glass-waiting-delivery': filtered('待来料'),
  '/current-work/frame-glass-init-inspection': filtered('初检'),
  '/current-work/frame-glass-processing': filtered('加工'),
  '/current-work/frame-glass-final': filtered('终检'),
  '/current-work/frame-glass-pickup': filtered('取镜'),
  '/today/orders-frame': filtered('今日框架镜订单'),
  '/today/frame-glass-today': filtered('今日配镜'),
  '/today/frame-glass-yesterday': filtered('昨日配镜'),
  '/patients/detail/{patientId}/glasses': { title: '框架眼镜', can: 'frame:view' },
  '/printframe/{recordFrameId}': { title: '框架镜订单打印', can: 'frame:view', layout: 'print' },
  '/printProcess/{recordFrameId}': { title: '加工单打印', can: 'frame:view', layout: 'print' },
  '/printFrameAfterSales/{recordFrameId}': { title: '售后单打印', can: 'frame:view', layout: 'print' },
})
