/** Printed documents of the warehouse: stock-in, stock-out, counts, losses, scrap. */
import {
  ask,
  askWhen,
  idAt,
  metaOf,
  paper,
  papers,
  powerOf,
  showMoney,
  showPower,
  text,
  wordOf,
  type PaperColumn,
  type PaperPlace,
  type PaperSheet,
  type PaperWords,
  type z,
} from '#kernel/contract/index.ts'
import { goodsName } from '#modules/products/contract/range.ts'
import { ProfitLossItem } from './counts.ts'
import { stock } from './endpoints.ts'
import { stockInTypes, stockOutTypes } from './fields.ts'
import { goodsLabels } from './papers.labels.ts'
import { scrapCauses } from './scrap.ts'
import { profitLoss, stockIn, stockOut } from './states.ts'

type Stocktaking<C extends 'stocktaking.sheet' | 'stocktaking.info'> = z.output<(typeof stock)[C]['output']>
const right = (title: string): PaperColumn => ({ title, right: true })
const price = (title: string): PaperColumn => ({ title, right: true, price: true })
const whole = (title: string): PaperColumn => ({ title, whole: true })

/** 入库单 (stock-in): received goods by lot and expiry, with the bar code of its number. */
const stockInPaper = paper({
  title: '入库单',
  sizes: ['A4', 'A5 landscape', 'continuous'],
  prices: true,
  calls: { info: ask(stock['stockin.info'], (place) => ({ id: idAt(place, 'stockinId') })) },
  sheet: ({ info: p }, { tr }) => ({
    clinic: p.hospitalName,
    codes: [{ is: 'code', as: 'bar', of: p.stockinNo }],
    signatures: ['制单', '验收', '库管'],
    blocks: [
      {
        is: 'facts',
        items: [
          ['入库类型', tr(stockInTypes[p.stockinType])],
          ['供应商', p.supplierName],
          ['调出门店', p.fromName],
          ['仓库', p.warehouseName],
          ['入库日期', p.stockinDate],
          ['送货单号', p.deliveryNo],
          ['状态', tr(wordOf(stockIn, p.status))],
          ['制单人', p.staffName],
          ['验收人', p.acceptedName],
          ['到货温度', p.arrivalCelsius !== null && `${p.arrivalCelsius.toFixed(1)} ℃`],
          ['备注', p.note],
        ],
      },
      {
        is: 'table',
        columns: [
          '商品',
          whole('光度'),
          '批号',
          whole('有效期至'),
          right('应收'),
          right('实收'),
          whole('单位'),
          price('进价'),
          price('金额'),
        ],
        rows: p.items.map((i) => [
          goodsName(i),
          showPower(powerOf(i)),
          i.batchNo ?? '',
          i.expiry ?? '',
          i.expected ?? '',
          i.quantity,
          i.unit,
          showMoney(i.cost),
          showMoney(i.amount),
        ]),
        foot: [tr('合计'), '', '', '', '', p.quantity, '', '', showMoney(p.amount)],
      },
      p.differNote && { is: 'text', title: '差异处理', text: p.differNote },
    ],
  }),
})

/** 出库单 (stock-out): issued goods by batch, with the bar code of its number. */
const stockOutPaper = paper({
  title: '出库单',
  sizes: ['A4', 'A5 landscape', 'continuous'],
  calls: { info: ask(stock['stockout.info'], (place) => ({ id: idAt(place, 'stockoutId') })) },
  sheet: ({ info: p }, { t, tr }) => ({
    clinic: p.hospitalName,
    codes: [{ is: 'code', as: 'bar', of: p.stockoutNo }],
    signatures: ['制单', '复核', '领用'],
    blocks: [
      {
        is: 'facts',
        items: [
          ['出库类型', tr(stockOutTypes[p.stockoutType])],
          ['领用人', p.receiver],
          ['调入门店', p.toName],
          ['供应商', p.supplierName],
          ['仓库', p.warehouseName],
          ['出库日期', p.stockoutDate],
          ['状态', tr(wordOf(stockOut, p.status))],
          ['制单人', p.staffName],
          ['备注', p.note],
        ],
      },
      {
        is: 'table',
        columns: ['商品', whole('光度'), '批号', whole('有效期至'), right('数量'), whole('单位')],
        rows: p.items.map((i) => [
          goodsName(i),
          showPower(powerOf(i)),
          i.batchNo ?? (i.batchId ? '' : t`先到期先出`),
          i.expiry ?? '',
          i.quantity,
          i.unit,
        ]),
        foot: [tr('合计'), '', '', '', p.quantity, ''],
      },
    ],
  }),
})

const causes = metaOf(ProfitLossItem.shape.cause).options ?? {}
/** Which side of a document is printed. */
const category = text('类别', { max: 20 })
/** 报损报溢单 (loss and overflow): category 1 losses, 2 overflows, any other both. */
const lossPaper = paper({
  title: '报损报溢单',
  sizes: ['A4', 'A5 landscape', 'continuous'],
  prices: true,
  params: { category },
  calls: { info: ask(stock['profitloss.info'], (place) => ({ id: idAt(place, 'profitLossId') })) },
  sheet: ({ info: p }, { tr }, { params }) => {
    const items = p.items.filter((i) => (params.category === '1' ? i.quantity < 0 : params.category !== '2' || i.quantity > 0))
    return {
      clinic: p.hospitalName,
      codes: [{ is: 'code', as: 'bar', of: p.profitLossNo }],
      signatures: ['制单', '确认', '财务'],
      blocks: [
        {
          is: 'facts',
          items: [
            ['仓库', p.warehouseName],
            ['盘点单号', p.countNo],
            ['状态', tr(wordOf(profitLoss, p.status))],
            ['制单人', p.staffName],
            ['第一确认人', p.firstName],
            ['确认人', p.confirmedName],
            ['备注', p.note],
          ],
        },
        {
          is: 'table',
          columns: ['商品', whole('光度'), '批号', whole('有效期至'), right('数量'), price('进价'), price('金额'), '原因'],
          rows: items.map((i) => [
            goodsName(i),
            showPower(powerOf(i)),
            i.batchNo ?? '',
            i.expiry ?? '',
            i.quantity,
            showMoney(i.cost),
            showMoney(i.amount),
            tr(causes[i.cause] ?? ''),
          ]),
          foot: [
            tr('合计'),
            '',
            '',
            '',
            items.reduce((n, i) => n + i.quantity, 0),
            '',
            items.some((i) => i.amount === null) ? '' : showMoney(items.reduce((n, i) => n + (i.amount ?? 0), 0)),
            '',
          ],
        },
      ],
    }
  },
})

const id = (place: PaperPlace) => ({ id: idAt(place, 'countId') })
const ofDifferences = ({ params }: PaperPlace): boolean => params.category === 'differences'
/** 库存盘点单 (stocktake): category `differences` lists differences, any other prints the blind sheet for counting by hand. */
const countPaper = paper({
  title: '盘点表',
  sizes: ['A4', 'A5 landscape', 'continuous'],
  params: { category },
  calls: {
    sheet: askWhen((place) => !ofDifferences(place), stock['stocktaking.sheet'], id),
    info: askWhen(ofDifferences, stock['stocktaking.info'], id),
  },
  sheet: ({ sheet, info }, { tr }) => (info ? differences(info, tr) : sheet ? blind(sheet) : { blocks: [] }),
})
const blind = (p: Stocktaking<'stocktaking.sheet'>): PaperSheet => ({
  clinic: p.hospitalName,
  codes: [{ is: 'code', as: 'bar', of: p.countNo }],
  signatures: ['盘点人', '监盘人'],
  blocks: [
    {
      is: 'facts',
      items: [
        ['仓库', p.warehouseName],
        ['制单人', p.staffName],
        ['备注', p.note],
      ],
    },
    {
      is: 'table',
      columns: ['商品', whole('光度'), '条码', '批号', whole('有效期至'), right('实盘数'), right('复盘数')],
      rows: p.items.map((i) => [goodsName(i), showPower(powerOf(i)), i.barCode ?? '', i.batchNo ?? '', i.expiry ?? '', '', '']),
    },
  ],
})
function differences(p: Stocktaking<'stocktaking.info'>, tr: PaperWords['tr']): PaperSheet {
  const differing = p.items.filter((i) => i.difference !== 0)
  return {
    title: '盘点差异表',
    clinic: p.hospitalName,
    codes: [{ is: 'code', as: 'bar', of: p.countNo }],
    signatures: ['盘点人', '复核人', '负责人'],
    blocks: [
      {
        is: 'facts',
        items: [
          ['仓库', p.warehouseName],
          ['已盘批次', p.batches],
          ['已盘件数', p.pieces],
          ['制单人', p.staffName],
          ['备注', p.note],
        ],
      },
      {
        is: 'table',
        columns: ['商品', whole('光度'), '批号', right('账面数'), right('实盘数'), right('差异'), price('差异金额')],
        rows: differing.map((i) => [
          goodsName(i),
          showPower(powerOf(i)),
          i.batchNo ?? '',
          i.ledger ?? '',
          i.counted,
          i.difference ?? '',
          i.amount === null ? '' : showMoney(i.amount),
        ]),
        foot: [tr('合计'), '', '', '', '', '', showMoney(differing.reduce((sum, i) => sum + (i.amount ?? 0), 0))],
      },
    ],
  }
}

/** 报废单 (scrap): goods and cause, approval, destruction. */
const scrapPaper = paper({
  title: '报废单',
  sizes: ['A4', 'A5 landscape', 'continuous'],
  prices: true,
  calls: { info: ask(stock['scrap.info'], (place) => ({ id: idAt(place, 'stockoutId') })) },
  sheet: ({ info: p }, { tr }) => ({
    clinic: p.hospitalName,
    codes: [{ is: 'code', as: 'bar', of: p.stockoutNo }],
    signatures: ['制单', '审批人', '销毁人', '监销人'],
    blocks: [
      {
        is: 'facts',
        items: [
          ['报废原因', p.cause && tr(scrapCauses[p.cause])],
          ['加工单号', p.jobNo],
          ['仓库', p.warehouseName],
          ['状态', tr(wordOf(stockOut, p.status))],
          ['制单人', p.staffName],
          ['审批人', p.approverName],
          ['审批时间', p.approvedAt?.slice(0, 16)],
          ['备注', p.note],
        ],
      },
      {
        is: 'table',
        columns: ['商品', whole('光度'), '批号', whole('有效期至'), right('数量'), whole('单位')],
        rows: p.items.map((i) => [goodsName(i), showPower(powerOf(i)), i.batchNo ?? '', i.expiry ?? '', i.quantity, i.unit]),
        foot: [tr('合计'), '', '', '', p.quantity, ''],
      },
      p.value !== null && { is: 'sums', price: true, items: [{ label: '报废金额', value: showMoney(p.value) }] },
      {
        is: 'facts',
        items: [
          ['销毁日期', p.destroyedOn],
          ['销毁方式', p.destroyedWay],
          ['销毁人', p.destroyerName],
          ['监销人', p.witness],
        ],
      },
    ],
  }),
})

export default papers({
  '/print/scrap/{stockoutId}': scrapPaper,
  '/print/goods-labels/{batches}': goodsLabels,
  '/print/inventory-count/{countId}/{category}': countPaper,
  '/import-print/{stockinId}': stockInPaper,
  '/export-print/{stockoutId}': stockOutPaper,
  '/print/loss-and-overflow/{profitLossId}/{category}': lossPaper,
})
