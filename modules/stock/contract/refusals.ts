import { refusals } from '#kernel/contract/index.ts'
export default refusals({
  stock_short: '{product}{power}库存不足：需要 {wanted}，可出库 {available}{held}',
  stock_unpowered: '{product}按光度存放，请填写球镜',
  batch_locked: '批次 {batch} 已锁定（{why}），不能出库',
  batch_recalled: '批次在召回中：结束召回以前不能解锁，也不能改批号或锁定原因',
  batch_held: '批次 {batch} 已留给订单，不能出给别人',
  batch_expired: '批次 {batch} 已于 {day} 过期，不能出库',
  batch_short: '{product}{power}批次 {batch} 只有 {available}，需要 {wanted}',
  paper_of_order: '这张入库单是一张订单的收货，请在订单里退换',
  batch_in_use: '批次 {batch} 已有流水，不能删除',
  already_issued: '入库的 {product}{power} 已出库一部分（批次 {batch} 剩 {available}，入库 {wanted}），不能撤销',
  lot_missing: '第 {row} 行 {product}：请填写批号和有效期',
  accept_own: '二、三类医疗器械由另一人验收：制单人或下单人不能自己审核入库，请换一位',
  certificates_missing: '随货的合格证明不齐：请补齐后再验收入库，或退回修改、拒收',
  reject_reason: '第 {row} 行 {product}：请填写拒收原因',
  lot_expired: '第 {row} 行 {product}：有效期 {day} 已过，不能入库',
  registration_expired: '第 {row} 行 {product}：注册证已于 {day} 到期，不能入库',
  device_unregistered: '{product}是三类医疗器械，没有登记注册证号，不能入库或出库：请在商品资料填写注册证号',
  device_unsupplied: '{product}是三类医疗器械，请填写供应商，或在商品资料登记',
  device_unlicensed: '{product}是三类医疗器械，供应商“{supplier}”没有登记许可证到期日，不能入库或出库',
  product_unapproved: '{product}还没有通过首营品种审批（或资料改过），不能采购入库：请在质量台账申请',
  supplier_unapproved: '供应商“{supplier}”还没有通过首营企业审批（或证照改过），不能采购{product}：请在质量台账申请',
  approval_unsupplied: '{product}是医疗器械，请填写供应商，或在商品资料登记',
  approval_over: '“{what}”的首营资料已于 {day} 到期，不能采购入库：请更新资料后重新审批',
  service_not_stocked: '{product}是服务，没有库存',
  take_back_too_much: '{product}已出库 {issued}，不能退回 {wanted}',
  warehouse_exists: '仓库名称已存在',
  warehouse_not_empty: '仓库“{name}”还有库存或单据，不能删除',
  warehouse_first: '“{name}”是门店的默认仓库，不能停用或删除',
  warehouse_off: '仓库“{name}”已停用',
  import_goods: '找不到商品“{goods}”',
  import_goods_many: '“{goods}”有多个商品，请填写条码或型号',
  not_posted: '{paper}还没有过账，过账后才能核定价格',
  count_scope: '{product}不在这次盘点的范围里',
  count_unknown: '不认识的码 {code}，没有计入',
  count_unpowered: '{product}按光度存放，请扫批号或选光度',
  count_elsewhere: '{product}正在 {paper} 里，处理完才能再盘点或报损报溢',
  count_recount: '{product}与账面相差较大，请复盘后再结束（还有 {more} 项）',
  count_sheet_large: '这次盘点有 {batches} 个批次，一张盘点表放不下，请按类别、品牌或商品分开盘点',
  count_empty: '还没有盘到任何商品',
  count_has_lines: '盘点单已有明细，不能删除，请作废',
  count_negative: '{product}数到 0 了，不能再减',
  scrap_own: '报废要由制单人以外的人审批，请换一位',
  scrap_destroyed: '已登记销毁的货不能撤销出库',
  batch_elsewhere: '批次 {batch} 不在这个仓库，或不是这种商品',
  not_posted_scrap: '报废审批以后才能登记销毁',
  destroyed_already: '已登记销毁，不能改写',
  destroyed_before: '销毁日期应在审批日 {day} 之后，不能晚于今天',
  loss_own: '填单的人和盘点的人不能自己确认，请换一位',
  loss_twice: '三类医疗器械要两个人确认，请换一位',
  loss_short: '{product}批次 {batch} 只剩 {available}，不能报损 {wanted}',
  loss_same_batch: '批次 {batch} 写了两次',
  loss_of_count: '盘点产生的单据不能改明细，请重新盘点',
  scan_unknown: '不认识的码 {code}',
  scan_other: '这张单没有要 {product}，请放回',
  scan_enough: '{product}这张单只要 {wanted}，已经齐了',
  scan_own: '拣货和复核不能是同一个人，请换一位',
  scan_not_picked: '{product}这一批没有拣过，不能复核或撤销',
  scan_closed: '这张单不在待出库，不能拣货或复核',
  pick_unchecked: '这张单还没有拣齐并由第二人复核，不能出库',
  epc_no_gtin: '“{product}”的条码不是 GTIN，不能写 RFID 标签：请填写 GTIN 条码',
  epc_no_prefix: '“{product}”没有填写厂商识别代码位数，不能写 RFID 标签',
  epc_none: '“{product}”没有库存，没有可写的 RFID 标签',
  transfer_store: '请选择调入门店：调拨出库要写明货到哪家门店',
  transfer_received: '这张调拨单对方已经收货，不能撤回；差异请由收货门店处理',
  transfer_unknown: '没有这张在途的调拨单：调拨入库由发货门店的调拨出库生成，请填写它的单号收货',
  transfer_stands: '这张入库单随调拨单而来，不能单独作废或撤销：收货前由发货门店撤回',
  transfer_uncounted: '请先清点：在“修改”里填写每一行实收的数量',
  transfer_foreign: '第 {row} 行 {product}不在这张调拨单里',
  transfer_kept: '调拨单的明细按发货时的样子保留，收货只填写实收、破损和备注',
  transfer_undecided: '第 {row} 行 {product}有差异，请选择怎样处理',
  differ_own: '发货的人和清点的人不能自己处理调拨差异，请换一位',
  range_dates: '结束日期不能早于开始日期',
})

/** Refusals of receiving a transfer. */
export const transferFails = ['transfer_unknown', 'transfer_foreign', 'transfer_kept'] as const

/** Refusals by law: goods that must not be received, issued or counted up. */
export const lawFails = ['device_unregistered', 'device_unsupplied', 'device_unlicensed'] as const
export type LawFail = (typeof lawFails)[number]
/** Refusals of devices without approval on receipt. */
export const approvalFails = ['product_unapproved', 'supplier_unapproved', 'approval_unsupplied', 'approval_over'] as const
export type ApprovalFail = (typeof approvalFails)[number]
/** Refusals of a receipt. */
export const receiveFails = [...lawFails, ...approvalFails, 'registration_expired', 'supplier_expired', 'supplier_off'] as const
export type ReceiveFail = (typeof receiveFails)[number]
/** Refusals of an issue. */
export const issueFails = [
  'stock_short',
  'stock_unpowered',
  'batch_locked',
  'batch_held',
  'batch_expired',
  'batch_short',
  'service_not_stocked',
  ...lawFails,
] as const
export type IssueFail = (typeof issueFails)[number]
