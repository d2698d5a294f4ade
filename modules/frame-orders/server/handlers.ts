import { columnsOf, everyRow, excel, find, implement, pageOf, sheet, sql, type Cx, lit } from '#kernel/server/index.ts'
import { ownStore } from '#modules/institution/server/door.ts'
import { gender } from '#modules/patients/contract/fields.ts'
import { checkPickupProof, patientOf } from '#modules/patients/server/door.ts'
import { frameOrders } from '../contract/endpoints.ts'
import { binocleType } from '../contract/fields.ts'
import { FrameOrderRow, FrameOrder } from '../contract/shapes.ts'
import { frameOrder } from '../contract/states.ts'
import { metaOf, wordOf } from '#kernel/contract/index.ts'
import { rebase } from './basis.ts'
import { overrideFindings } from './check.ts'
import { chooseGoods, previewGoods } from './choose.ts'
import { createOrder, deleteOrder, editOrder } from './create.ts'
import { receiveGoods } from './goods.ts'
import { cancelOrder, notify, pickUp, refOf, send } from './handover.ts'
import { awaitedIn, board, countedBy, frameListing, framesOf, lockOrder, orderOf } from './queries.ts'
import { frameInfo } from './info.ts'
import { lensesFor } from './lenses.ts'
import { readLenses } from './lensmeter.ts'
import { customerService, editService, serviceOf } from './service.ts'
import { framesOnHand, simulate } from './simulate.ts'
import { traceFrame } from './trace.ts'
import { changeStatus, externalProcessing, judgeOrder, markUnqualified, restore, startProcessing } from './workshop.ts'

/** Does the work and answers the order as it is then. */
const answerAfter = async (cx: Cx<never>, id: number, work: Promise<unknown>) => {
  await work
  return frameInfo(cx, id)
}
export default implement(frameOrders, {
  'frame.list': (cx, query) => pageOf(cx, { of: FrameOrderRow, ...frameListing(cx, { ...query, hid: ownStore(cx, query.hid) }) }, query),
  'frame.awaited': (cx, { hid }) => awaitedIn(cx, ownStore(cx, hid)),
  'frame.list-by-patient': async (cx, query) => framesOf(cx, (await patientOf(cx, query.pid)).pid, query),
  'frame.board': (cx, { hid }) => board(cx, ownStore(cx, hid)),
  'frame.by-number': async (cx, { orderNo }) =>
    // The row is that shape: what the compiler sees as any number or text, constraints keep within its choices.
    ((await find(cx, 'record_frame', { orderNo: orderNo.toUpperCase() })) as unknown as FrameOrder | undefined) ??
    cx.refuse('not_found', { what: `订单 ${orderNo} ` }),
  'frame.info': (cx, { id }) => frameInfo(cx, id),
  'frame.details': (cx, { id }) => frameInfo(cx, id),
  'frame.print': (cx, { id }) => frameInfo(cx, id),
  'frame.customer-print': (cx, { id }) => frameInfo(cx, id),
  'frame.last-record': async (cx, { pid }) => {
    await patientOf(cx, pid)
    return (
      (await cx.db.one(
        FrameOrder,
        sql`
          select ${columnsOf(FrameOrder, 'record_frame')}
          from record_frame
          where pid = ${pid} and status not in ${lit(frameOrder.in.givenUp)}
          order by record_frame_id desc
          limit 1
        `,
      )) ?? null
    )
  },
  'frame.product-frames': (cx, query) => framesOnHand(cx, { ...query, hid: ownStore(cx, query.hid) }),
  'frame.simulated': simulate,
  'frame.create': async (cx, input) => frameInfo(cx, await createOrder(cx, input)),
  'frame.update': async (cx, input) => frameInfo(cx, await editOrder(cx, input)),
  'frame.delete': (cx, { id }) => deleteOrder(cx, id),
  'frame.delete-legacy': (cx, { id }) => deleteOrder(cx, id),
  'frame.preview': (cx, input) => previewGoods(cx, input),
  'frame.trace': (out, input) => traceFrame(out, input),
  'frame.lensmeter': (out, input) => readLenses(out, input),
  'frame.override': async (cx, { id, overrides }) => answerAfter(cx, id, overrideFindings(cx, await lockOrder(cx, id), overrides)),
  'frame.lenses': (cx, query) => lensesFor(cx, query),
  'frame.product': (cx, input) => answerAfter(cx, input.id, chooseGoods(cx, input)),
  'frame.basis': (cx, input) => answerAfter(cx, input.id, rebase(cx, input)),
  'frame.goods': (cx, input) => answerAfter(cx, input.id, receiveGoods(cx, input)),
  'frame.processing': (cx, input) => answerAfter(cx, input.id, startProcessing(cx, input)),
  'frame.processing-external': (cx, input) => answerAfter(cx, input.id, externalProcessing(cx, input)),
  'frame.judge': async (cx, { id, measured }) => judgeOrder(cx, await orderOf(cx, id), measured),
  'frame.status': (cx, input) => answerAfter(cx, input.id, changeStatus(cx, input)),
  'frame.unqualified': (cx, input) => answerAfter(cx, input.id, markUnqualified(cx, input)),
  'frame.cancel-status': (cx, { id }) => answerAfter(cx, id, restore(cx, id)),
  'frame.notification': (cx, { id }) => answerAfter(cx, id, notify(cx, id)),
  'frame.delivery': (cx, input) => answerAfter(cx, input.id, send(cx, input)),
  'frame.mirrors': async (out, input) => {
    await checkPickupProof(out, refOf(input.id), input)
    return out.tx((cx) => answerAfter(cx, input.id, pickUp(cx, input)))
  },
  'frame.customer-service': (cx, input) => answerAfter(cx, input.id, customerService(cx, input)),
  'frame.customer-service.get': (cx, { id }) => serviceOf(cx, id),
  'frame.customer-service.edit': editService,
  'frame.cancel': (cx, input) => answerAfter(cx, input.id, cancelOrder(cx, input)),
  'frame.statistic': (cx, query) =>
    countedBy(cx, { ...query, hid: ownStore(cx, query.hid) }, 'status', (key) => wordOf(frameOrder, Number(key))),
  'frame.lines': (cx, query) => countedBy(cx, { ...query, hid: ownStore(cx, query.hid) }, 'order_date', (key) => key),
  'frame.pies': (cx, query) =>
    countedBy(cx, { ...query, hid: ownStore(cx, query.hid) }, 'binocle_type', (key) => metaOf(binocleType).options?.[key] ?? key),
  'frame.export': async (out, query) =>
    excel(
      orders,
      out.stream(FrameOrderRow, everyRow(frameListing(out, { ...query, hid: ownStore(out, query.hid) }))),
      `配镜订单-${out.today}.xlsx`,
    ),
})

/** What a file of orders shows, for people. */
const orders = sheet('配镜订单', FrameOrderRow.extend({ gender: gender.nullable() }), [
  'orderNo',
  'status',
  'patientName',
  'mobile',
  'gender',
  'birth',
  'binocleType',
  'lenOrderType',
  'lensBrand',
  'frameBrand',
  'ownFrame',
  'orderDate',
  'promisedAt',
  'dsOd',
  'dcOd',
  'axOd',
  'dsOs',
  'dcOs',
  'axOs',
  'rush',
  'late',
  'total',
  'onOrder',
  'notifiedAt',
])
