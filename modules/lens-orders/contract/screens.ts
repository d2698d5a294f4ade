import { screens } from '#kernel/contract/declare.ts'

/** A list of one kind in the menu. */
const list = (title: string, icon: string, rank: number) => ({ title, can: 'order:view', menu: 'order', icon, rank }) as const

export default screens({
  '/order': { title: '订单', can: 'order:view', redirect: '/order/okjing' },
  '/order/okjing': list('硬镜订单', 'eye', 10),
  '/order/contact-lens': list('软镜订单', 'eye', 20),
  '/order/glasses': list('镜片订单', 'glasses', 30),
  '/order/eye_care': list('护理品订单', 'package-search', 40),
  '/order/instrument': list('器械订单', 'boxes', 50),
  '/order/glass-frame': list('镜架订单', 'glasses', 60),
  '/order/gsp': list('GSP 订单', 'shield-check', 70),
  '/order/other': list('其他订单', 'package-plus', 80),
  '/order/purchase': list('备货采购', 'package-plus', 85),
  '/order/remakes': { ...list('返工台账', 'history', 90), can: 'order:cost' },
  '/order/lots': list('批号追溯', 'package-search', 95),
  '/order/makers': { ...list('厂家文件格式', 'file-text', 97), can: 'order:send' },
  '/order/okjing-add': { title: '新增硬镜订单', can: 'order:edit' },
  '/order/okjing-edit/{orderId}': { title: '编辑硬镜订单', can: 'order:edit' },
  '/order/okjing-supplement/{orderId}': { title: '硬镜补单', can: 'order:edit' },
  '/order/contact-lens-add': { title: '新增软镜订单', can: 'order:edit' },
  '/order/contact-lens-edit/{orderId}': { title: '编辑软镜订单', can: 'order:edit' },
  '/order/contact-lens-supplement/{orderId}': { title: '软镜补单', can: 'order:edit' },
  '/order/okjing-view/{orderId}': { title: '硬镜订单', can: 'order:view' },
  '/order/contact-lens-view/{orderId}': { title: '软镜订单', can: 'order:view' },
  '/order/okjing-cancel/{orderId}': { title: '取消硬镜订单', can: 'order:view' },
  '/order/contact-lens-cancel/{orderId}': { title: '取消软镜订单', can: 'order:view' },
  '/order/okjing-confirm/{orderId}': { title: '确认硬镜订单', can: 'order:receive' },
  '/order/contact-lens-confirm/{orderId}': { title: '确认软镜订单', can: 'order:receive' },
  '/order/hand-over/{orderId}': { title: '订单取镜', can: 'order:handover' },
  '/order/receive': { title: '扫码收货', can: 'order:receive' },
  '/today/orders-okjing': { title: '今日硬镜订单', can: 'order:view', under: '/order/okjing' },
  '/today/orders-soft-mirror': { title: '今日软镜订单', can: 'order:view', under: '/order/contact-lens' },
  '/print-glasses/{lensOrderId}': { title: '镜片订单打印', can: 'order:view', layout: 'print' },
  '/batchPrint-glasses/{lensOrderId}': { title: '镜片订单批量打印', can: 'order:view', layout: 'print' },
  '/print/okjing-order/{orderId}': { title: '硬镜订单打印', can: 'order:view', layout: 'print' },
})
