/** What an inspector takes along: a register as it stands, and a lot followed from its supplier to who has it. */
import { ask, metaOf, paper, scannedCode, wordOf, type Block, type PaperColumn, type PaperWords } from '#kernel/contract/index.ts'
import { subjects } from './approvals.ts'
import { gsp } from './endpoints.ts'
import type { LotTrail } from './lots.ts'
import { register as named, registers, RegisterRow } from './registers.ts'
import { approval, recallState, recallTitle } from './states.ts'

const right = (title: string): PaperColumn => ({ title, right: true })
const whole = (title: string): PaperColumn => ({ title, whole: true })
const gapWords = metaOf(RegisterRow.shape.gap).options ?? {}
const kindWords = metaOf(RegisterRow.shape.kind).options ?? {}

/** 质量台账. */
export const registerPaper = paper({
  title: '质量台账',
  sizes: ['A4'],
  params: { register: named },
  calls: {
    page: ask(gsp['gsp.register'], ({ params, search, hid }) => ({
      register: named.parse(params.register),
      hid,
      per_page: 0,
      ...(search.startTime ? { startTime: search.startTime } : {}),
      ...(search.endTime ? { endTime: search.endTime } : {}),
    })),
  },
  sheet: ({ page }, { tr }, { params }) => ({
    title: registers[named.parse(params.register)],
    signatures: ['质量负责人'],
    blocks: [
      {
        is: 'table',
        columns: [
          whole('日期'),
          '单号',
          '名称',
          '许可证或注册证',
          '批号',
          whole('有效期至'),
          right('数量'),
          '供应商',
          '购买人',
          '经办人',
          '说明',
          '缺项',
        ],
        rows: page.list.map((r) => [
          r.at ?? '',
          r.paperNo ?? '',
          r.name,
          r.certificate ?? '',
          r.lot ?? '',
          r.validUntil ?? '',
          r.quantity ?? '',
          r.supplierName ?? '',
          r.patientName ?? '',
          [r.staffName, r.checkedName].filter(Boolean).join(' / '),
          [r.kind && tr(kindWords[r.kind] ?? ''), r.note, r.amends].filter(Boolean).join(' · '),
          r.gap ? tr(gapWords[r.gap] ?? '') : '',
        ]),
      },
    ],
  }),
})

const head = ({ lot, trace }: LotTrail): Block => ({
  is: 'facts',
  items: [
    ['批号', lot],
    ['入库', trace.came],
    ['在库', trace.onShelf],
    ['会员手中', trace.held],
    ['已离店', trace.left],
  ],
})
const approved = ({ approvals }: LotTrail, { tr }: PaperWords): Block => ({
  is: 'table',
  columns: ['首营', '名称', '许可证或注册证', whole('有效期至'), '申请人', '审批人', whole('审批时间'), '状态'],
  rows: approvals.map((a) => [
    tr(subjects[a.subject]),
    a.name,
    a.certificate ?? '',
    a.validUntil ?? '',
    a.takenOver ? tr('沿用') : (a.staffName ?? ''),
    a.decidedName ?? '',
    a.decidedAt?.slice(0, 16) ?? '',
    tr(wordOf(approval, a.status)),
  ]),
})
const arrived = ({ arrivals }: LotTrail): Block => ({
  is: 'table',
  columns: [whole('入库时间'), '入库单号', '供应商', '送货单号', '商品', whole('有效期'), right('数量'), '经办人', '门店'],
  rows: arrivals.map((a) => [
    a.at.slice(0, 16),
    a.paperNo,
    a.supplierName ?? '',
    a.deliveryNo ?? '',
    a.productName,
    a.expiry ?? '',
    a.quantity,
    a.staffName ?? '',
    a.storeName,
  ]),
})
const lies = ({ trace }: LotTrail, { tr }: PaperWords): Block => ({
  is: 'table',
  columns: ['门店', '仓库', '商品', whole('有效期'), right('在库'), '锁定'],
  rows: trace.shelf.map((s) => [s.storeName, s.warehouseName, s.productName, s.expiry ?? '', s.quantity, tr(s.locked ? '是' : '否')]),
})
const held = ({ trace }: LotTrail): Block => ({
  is: 'table',
  columns: [whole('时间'), '单号', '会员', whole('手机号'), '商品', right('数量'), '序列号', '门店'],
  rows: [
    ...trace.holders.map((h) => [
      h.at?.slice(0, 16) ?? '',
      h.docNo ?? '',
      h.patientName ?? h.memberNo ?? '',
      h.mobile ?? '',
      h.productName,
      h.quantity,
      h.serials ?? '',
      h.storeName,
    ]),
    ...trace.gone.map((g) => [g.at?.slice(0, 16) ?? '', g.docNo ?? '', '', '', g.productName, g.quantity, '', g.storeName]),
  ],
})
const recalled = ({ recalls }: LotTrail, { tr }: PaperWords): Block => ({
  is: 'table',
  columns: ['类别', '召回单号', '召回原因', whole('发起时间'), right('已通知会员'), '状态'],
  rows: recalls.map((r) => [tr(recallTitle(r.drill)), r.recallNo, r.reason, r.createdAt.slice(0, 16), r.told, tr(recallState(r))]),
})

/** 批号追溯. */
export const lotPaper = paper({
  title: '批号追溯',
  sizes: ['A4'],
  params: { lot: scannedCode('批号或条码', { max: 120 }).min(1) },
  calls: {
    trail: ask(gsp['gsp.lot'], ({ params, search }) => ({
      lot: params.lot ?? '',
      ...(Number(search.productId) ? { productId: Number(search.productId) } : {}),
    })),
  },
  sheet: ({ trail }, words) => ({
    title: '批号追溯',
    codes: [{ is: 'code', as: 'bar', of: trail.lot }],
    signatures: ['质量负责人'],
    foot: words.t`只列打印人可进入的门店`,
    blocks: [
      head(trail),
      trail.approvals.length > 0 && approved(trail, words),
      trail.arrivals.length > 0 && arrived(trail),
      trail.trace.shelf.length > 0 && lies(trail, words),
      trail.trace.holders.length + trail.trace.gone.length > 0 && held(trail),
      trail.recalls.length > 0 && recalled(trail, words),
    ],
  }),
})
