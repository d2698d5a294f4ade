import { binary, date, del, done, get, id, page, perPage, post, put, text, z } from '#kernel/contract/index.ts'
import { Board, ById, ChangeStatus, ChooseGoods, Counted, Deliver, EditFrameOrder, External, FrameOrder, FrameOrderInfo, FrameOrderQuery, FrameOrderRow, Goods, GoodsPreview, JudgeQuery, Judgement, NewFrameOrder, PickUp, Process, Reasoned, Unqualified } from './shapes.ts'

const view = { can: 'frame:view' } as const
const Range = z.object({ hid: id('门店'), startTime: date('开始日期').optional(), endTime: date('结束日期').optional() })
const ofMember = z.object({ pid: id('会员'), ...perPage, per_page: perPage.per_page.default(100) })

export const frameOrders = {
  'frame.list': get('/frame/{hid}', { ...view, summary: 'Frame-glasses orders of a store', input: FrameOrderQuery, output: page(FrameOrderRow) }),
  'frame.list-by-patient': get('/frame/list/{pid}', { ...view, summary: 'Orders of a member', input: ofMember, output: page(FrameOrderRow), reads: 'pid' }),
  'frame.board': get('/frame/board/{hid}', { ...view, summary: 'Ours: open orders by stage, the late ones first', input: z.object({ hid: id('门店') }), output: Board }),
  'frame.by-number': get('/frame/number/{orderNo}', { ...view, summary: 'Ours: the order behind a scanned barcode', input: z.object({ orderNo: text('订单号', { max: 30 }).min(1) }), output: FrameOrder }),
  'frame.info': get('/frame/info/{id}', { ...view, summary: 'An order with goods, inspections and history', input: ById, output: FrameOrderInfo, reads: 'pid' }),
  'frame.details': get('/frame/{id}/details', { ...view, summary: 'The same for the detail drawer', input: ById, output: FrameOrderInfo, reads: 'pid' }),
  'frame.print': get('/frame/print/{id}', { ...view, summary: 'What the work ticket prints', input: ById, output: FrameOrderInfo, reads: 'pid' }),
  'frame.customer-print': get('/frame/customerPrint/{id}', { ...view, summary: 'What the member\'s copy prints', input: ById, output: FrameOrderInfo, reads: 'pid' }),
  'frame.last-record': get('/frame/last-record/{pid}', { ...view, summary: 'The member\'s last order, for carrying over', input: z.object({ pid: id('会员') }), output: FrameOrder.nullable(), reads: 'pid' }),
  'frame.create': post('/frame/insert', { can: 'frame:edit', summary: 'New order, from a prescription where there is one', input: NewFrameOrder, output: FrameOrderInfo, fails: ['axis_missing'], once: true }),
  'frame.update': put('/frame', { can: 'frame:edit', summary: 'Changes an order that is not paid', input: EditFrameOrder, output: FrameOrderInfo, fails: ['axis_missing'] }),
  'frame.delete': del('/frame/{id}', { can: 'frame:edit', summary: 'Deletes an order that never became anything', input: ById, output: done(), fails: ['delete_state'] }),
  'frame.delete-legacy': del('/frame/delete/{id}', { can: 'frame:edit', summary: 'The same under its older path', input: ById, output: done(), fails: ['delete_state'] }),
  'frame.preview': post('/frame/product/{id}/preview', { can: 'frame:edit', summary: 'Ours: order check, price and stock of a choice, before it is made', input: ChooseGoods, output: GoodsPreview }),
  'frame.product': put('/frame/product/{id}', { can: 'frame:edit', summary: 'Chooses frame and lenses, makes the bill (10→20)', input: ChooseGoods, output: FrameOrderInfo, fails: ['order_blocked', 'order_unconfirmed'], once: true }),
  'frame.goods': put('/frame/goods/{id}', { can: 'frame:goods', summary: 'Receives what was on order (30→40)', input: Goods, output: FrameOrderInfo, once: true }),
  'frame.processing': put('/frame/processing/{id}', { can: 'frame:inspect', summary: 'Initial inspection passed, processing begins (40→50)', input: Process, output: FrameOrderInfo }),
  'frame.processing-external': put('/frame/processing/external/{id}', { can: 'frame:inspect', summary: 'To the outside lab (40→55) and back (55→60)', input: External, output: FrameOrderInfo }),
  'frame.judge': post('/frame/judge/{id}', { can: 'frame:inspect', summary: 'Ours: judges lensmeter readings by the tolerance set in force today, without saving', input: JudgeQuery, output: Judgement }),
  'frame.status': put('/frame/status/{id}', { can: 'frame:view', summary: 'Processed (50→60), final inspection (60→70), rework (65→50), re-order (65→30)', input: ChangeStatus, output: FrameOrderInfo, fails: ['not_passed'] }),
  'frame.unqualified': put('/frame/unqualified/{id}', { can: 'frame:inspect', summary: 'Found unqualified, with cause, side and person', input: Unqualified, output: FrameOrderInfo }),
  'frame.cancel-status': get('/frame/cancel_status/{id}', { can: 'frame:supervise', summary: 'Takes "unqualified" back (65→former); a GET that changes state', input: ById, output: FrameOrderInfo, pure: false }),
  'frame.notification': put('/frame/notification/{id}', { can: 'frame:pickup', summary: 'Tells the member that the glasses are ready', input: ById, output: FrameOrderInfo }),
  'frame.delivery': put('/frame/delivery/{id}', { can: 'frame:pickup', summary: 'Sends the glasses (70→78)', input: Deliver, output: FrameOrderInfo }),
  'frame.mirrors': put('/frame/mirrors/{id}', { can: 'frame:pickup', summary: 'Handed over against a signature (70, 78→80)', input: PickUp, output: FrameOrderInfo }),
  'frame.customer-service': put('/frame/customer_service/{id}', { can: 'frame:pickup', summary: 'Into after-sales (80→85) and back', input: Goods, output: FrameOrderInfo }),
  'frame.cancel': put('/frame/cancle/{id}', { can: 'frame:cancel', summary: 'Cancels with a reason; a paid one is refunded first', input: Reasoned, output: FrameOrderInfo, fails: ['paid_first'] }),
  'frame.statistic': get('/frame/statistic/{hid}', { ...view, summary: 'Orders and amounts by stage', input: Range, output: Counted }),
  'frame.lines': get('/frame/lines/{hid}', { ...view, summary: 'Orders and amounts by day', input: Range, output: Counted }),
  'frame.pies': get('/frame/pies/{hid}', { ...view, summary: 'Orders by kind of glasses', input: Range, output: Counted }),
  'frame.export': get('/frame/export/{hid}', { ...view, summary: 'The list as Excel', input: FrameOrderQuery, output: binary(), binary: true, timeout: 60 }),
}
export default frameOrders
