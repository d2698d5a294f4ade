import { components } from '#kernel/web/components.ts'
import { printed } from '#kernel/web/print/printed.ts'
import screens from '../contract/screens.ts'

const papers = () => import('../contract/papers.ts')

const list = () => import('./list/OrderList.tsx')
const view = () => import('./order/OrderScreen.tsx')
const form = () => import('./form/OrderForm.tsx')
const cancel = () => import('./order/CancelOrder.tsx')
const receive = () => import('./receive/Receive.tsx')

export default components(screens, {
  '/order/okjing': list,
  '/order/contact-lens': list,
  '/order/glasses': list,
  '/order/eye_care': list,
  '/order/instrument': list,
  '/order/glass-frame': list,
  '/order/gsp': list,
  '/order/other': list,
  '/order/purchase': () => import('./purchase/Purchase.tsx'),
  '/order/purchase/file': () => import('./purchase/StockOrderImport.tsx'),
  '/order/remakes': () => import('./remakes/Remakes.tsx'),
  '/order/lots': () => import('./lots/LotTrace.tsx'),
  '/order/makers': () => import('./makers/Makers.tsx'),
  '/contract/scorecard': () => import('./scorecard/Scorecard.tsx'),
  '/order/okjing-add': form,
  '/order/okjing-edit/{orderId}': form,
  '/order/okjing-supplement/{orderId}': form,
  '/order/contact-lens-add': form,
  '/order/contact-lens-edit/{orderId}': form,
  '/order/contact-lens-supplement/{orderId}': form,
  '/order/okjing-view/{orderId}': view,
  '/order/contact-lens-view/{orderId}': view,
  '/order/okjing-cancel/{orderId}': cancel,
  '/order/contact-lens-cancel/{orderId}': cancel,
  '/order/okjing-confirm/{orderId}': receive,
  '/order/contact-lens-confirm/{orderId}': receive,
  '/order/hand-over/{orderId}': () => import('./handover/HandOver.tsx'),
  '/order/receive': receive,
  '/today/orders-okjing': list,
  '/today/orders-soft-mirror': list,
  '/print-glasses/{lensOrderId}': printed(papers, '/print-glasses/{lensOrderId}'),
  '/batchPrint-glasses/{lensOrderId}': printed(papers, '/batchPrint-glasses/{lensOrderId}'),
  '/print/okjing-order/{orderId}': printed(papers, '/print/okjing-order/{orderId}'),
  '/print/contact-lens-order/{orderId}': printed(papers, '/print/contact-lens-order/{orderId}'),
})
