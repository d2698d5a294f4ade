/** The record of a recall or a drill, as it is shown to who inspects: its clock, holders and calls, what lies where. */
import { ask, idAt, metaOf, paper, papers, type Block, type PaperColumn, type PaperWords } from '#kernel/contract/index.ts'
import { gsp } from './endpoints.ts'
import { lotPaper, registerPaper } from './papers.lots.ts'
import { outcomes, RecallRow, type Recall } from './shapes.ts'
import { recallState } from './states.ts'

const right = (title: string): PaperColumn => ({ title, right: true })
const whole = (title: string): PaperColumn => ({ title, whole: true })
const levels = metaOf(RecallRow.shape.level).options ?? {}

const head = (r: Recall, { tr }: PaperWords): Block => ({
  is: 'facts',
  items: [
    ['批号', r.lot],
    ['召回级别', tr(levels[r.level] ?? '')],
    ['状态', tr(recallState(r))],
    ['召回原因', r.reason],
    ['发起人', r.staffName],
    ['发起时间', r.createdAt.slice(0, 16)],
    ['通知期限', r.dueAt.slice(0, 16)],
    ['通知超时', tr(r.overdue ? '是' : '否')],
    ['涉及批次', r.batches],
    ['会员手中', r.trace.held],
    ['已通知会员', r.told],
    ['待通知会员', r.untold],
    ['在库', r.trace.onShelf],
    ['待判定', r.trace.transit.reduce((n, x) => n + x.quantity, 0)],
    ['已离店', r.trace.left],
    ['结束时间', r.endedAt?.slice(0, 16)],
    ['召回结果', r.result],
  ],
})
/** A holder stands with the last of the calls made to them. */
function holders({ trace, calls }: Recall, { tr }: PaperWords): Block {
  const last = (pid: number | null) => calls.find((c) => c.pid === pid)
  return {
    is: 'table',
    columns: ['会员', whole('手机号'), '商品', right('数量'), '门店', '序列号', '通知结果', whole('时间'), '通知人', '备注'],
    rows: trace.holders.map((h) => {
      const call = last(h.pid)
      return [
        h.patientName ?? h.memberNo ?? '',
        h.mobile ?? '',
        h.productName,
        h.quantity,
        h.storeName,
        h.serials ?? '',
        call ? tr(outcomes[call.outcome]) : '',
        call?.at.slice(0, 16) ?? '',
        call?.staffName ?? '',
        call?.note ?? '',
      ]
    }),
    foot: [tr('合计'), '', '', trace.held, '', '', '', '', '', ''],
  }
}
const shelf = ({ trace }: Recall, { tr }: PaperWords): Block => ({
  is: 'table',
  columns: ['门店', '仓库', '商品', whole('有效期'), right('在库'), '锁定'],
  rows: trace.shelf.map((s) => [s.storeName, s.warehouseName, s.productName, s.expiry ?? '', s.quantity, tr(s.locked ? '是' : '否')]),
  foot: [tr('合计'), '', '', '', trace.onShelf, ''],
})
const transit = ({ trace }: Recall): Block => ({
  is: 'table',
  columns: ['门店', '订单', '供应商', '商品', right('待判定')],
  rows: trace.transit.map((x) => [x.storeName, x.orderNo, x.supplierName ?? '', x.productName, x.quantity]),
})
const gone = ({ trace }: Recall): Block => ({
  is: 'table',
  columns: ['门店', '单号', '商品', right('已离店'), whole('时间')],
  rows: trace.gone.map((x) => [x.storeName, x.docNo ?? '', x.productName, x.quantity, x.at?.slice(0, 16) ?? '']),
})

/** 召回记录. */
const recallPaper = paper({
  title: '召回记录',
  sizes: ['A4'],
  calls: { info: ask(gsp['recalls.get'], (place) => ({ id: idAt(place, 'recallId') })) },
  sheet: ({ info: r }, words) => ({
    title: r.drill ? '召回演练记录' : '召回记录',
    codes: [{ is: 'code', as: 'bar', of: r.recallNo }],
    signatures: ['发起人', '质量负责人'],
    foot: words.t`只列打印人可进入的门店`,
    blocks: [
      head(r, words),
      r.trace.holders.length > 0 && holders(r, words),
      r.trace.shelf.length > 0 && shelf(r, words),
      r.trace.transit.length > 0 && transit(r),
      r.trace.gone.length > 0 && gone(r),
    ],
  }),
})

export default papers({
  '/print/recall/{recallId}': recallPaper,
  '/print/gsp/{register}': registerPaper,
  '/print/lot/{lot}': lotPaper,
})
