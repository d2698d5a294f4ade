import { components } from '#kernel/web/components.ts'
import { printed } from '#kernel/web/print/printed.ts'
import screens from '../contract/screens.ts'

const papers = () => import('../contract/papers.ts')

const list = () => import('./list/OrderList.tsx')
const desk = () => import('./order/OrderDesk.tsx')
const add = () => import('./new/NewOrder.tsx')
const stage = () => import('./list/StageList.tsx')

export default components(screens, {
  '/process/index': list,
  '/frame/index': list,
  '/process/add': add,
  '/frame/add': add,
  '/process/edit/{recordFrameId}': desk,
  '/frame/edit/{recordFrameId}': desk,
  '/current-work/frame-glass-current': () => import('./list/OrderBoard.tsx'),
  '/current-work/frame-glass-select': stage,
  '/current-work/frame-glass-unpaid': stage,
  '/current-work/frame-glass-waiting-delivery': stage,
  '/current-work/frame-glass-init-inspection': stage,
  '/current-work/frame-glass-processing': stage,
  '/current-work/frame-glass-final': stage,
  '/current-work/frame-glass-pickup': stage,
  '/today/orders-frame': stage,
  '/today/frame-glass-today': stage,
  '/today/frame-glass-yesterday': stage,
  '/patients/detail/{patientId}/glasses': () => import('./list/MemberOrders.tsx'),
  '/printframe/{recordFrameId}': printed(papers, '/printframe/{recordFrameId}'),
  '/printProcess/{recordFrameId}': printed(papers, '/printProcess/{recordFrameId}'),
  '/printFrameAfterSales/{recordFrameId}': printed(papers, '/printFrameAfterSales/{recordFrameId}'),
})
