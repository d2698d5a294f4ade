import { powerOf, showPower } from '#kernel/contract/index.ts'
import { Button, Tabs } from 'antd'
import { useState } from 'react'
import { Can, DataTable, Facts, Money, Until, download, t, tr, useCall, useCan, useWho, type TableColumn } from '#kernel/web/index.ts'
import { categories } from '#modules/products/contract/fields.ts'
import { stock } from '../../contract/endpoints.ts'
import type { StockRow } from '../../contract/shapes.ts'
import { BatchGrid, Expiry, powerColumn } from './columns.tsx'
import { PowerHeatmap } from './PowerHeatmap.tsx'

const POWERED = new Set([3, 4, 8])

/** A product in the store: power grid, batches in issue order, movements. */
export function StockDetail({ row }: { row: StockRow }) {
  const { hid } = useWho()
  const powered = POWERED.has(row.category)
  const [power, setPower] = useState<Power | undefined>(row.sph === null ? undefined : { sph: row.sph, cyl: row.cyl ?? 0 })
  const batches = useCall(stock['stock.products'], { id: row.productId, hid }, { live: ['stock'] })
  const visible = (batches.data?.list ?? []).filter((b) => !power || (b.sph === power.sph && (b.cyl ?? 0) === power.cyl))
  return (
    <div className="stock-detail">
      <Facts
        items={[
          ['类别', tr(categories[row.category])],
          ['品牌', row.brand],
          ['型号', row.version],
          ['规格', row.spec],
          ['条码', row.barCode],
          ['零售价', <Money key="price" of={row.price} />],
        ]}
      />
      <p>
        <Can code="product:export">
          <Button
            size="small"
            onClick={() => void download(stock['product.export-epc'], { id: row.productId, hid })}
          >{t`RFID 标签（CSV）`}</Button>
        </Can>
      </p>
      <Tabs
        defaultActiveKey={powered ? 'grid' : 'batches'}
        items={[
          ...(powered
            ? [
                {
                  key: 'grid',
                  label: t`光度分布`,
                  children: <Powers productId={row.productId} chosen={power} choose={setPower} />,
                },
              ]
            : []),
          {
            key: 'batches',
            label: power ? t`批次 ${showPower(powerOf(power))}` : t`批次`,
            children: (
              <Until of={batches}>
                <Batches rows={visible} />
              </Until>
            ),
          },
          {
            key: 'moves',
            label: t`进出明细`,
            children: <Movements productId={row.productId} batchId={row.batchId ?? undefined} hid={hid} />,
          },
        ]}
      />
      {powered && power && <Batches rows={visible} />}
    </div>
  )
}

interface Power {
  sph: number
  cyl: number
}
interface PowersProps {
  productId: number
  chosen: Power | undefined
  choose: (power: Power | undefined) => void
}
/** Stock by power; selecting the active power again shows all. */
function Powers({ productId, chosen, choose }: PowersProps) {
  const { hid } = useWho()
  const grid = useCall(stock['stock.inventorys'], { product_id: productId, hid }, { live: ['stock'] })
  const pick = (p: Power) => choose(p.sph === chosen?.sph && p.cyl === chosen.cyl ? undefined : p)
  return <Until of={grid}>{grid.data && <PowerHeatmap grid={grid.data} chosen={chosen} onPick={pick} />}</Until>
}

const batchColumns: ReadonlyArray<TableColumn<StockRow>> = [
  powerColumn,
  { key: 'batchNo', title: '批号', sort: false, render: (b) => b.batchNo ?? '—' },
  { key: 'expiry', title: '有效期至', sort: false, render: (b) => <Expiry batch={b} /> },
  { key: 'warehouseName', title: '仓库', sort: false, render: (b) => b.warehouseName },
  { key: 'supplierName', title: '供应商', sort: false, render: (b) => b.supplierName ?? '—' },
  { key: 'quantity', title: '库存', align: 'right', sort: false, render: (b) => b.quantity },
  { key: 'available', title: '可出库', align: 'right', sort: false, render: (b) => b.available },
]
function Batches({ rows }: { rows: StockRow[] }) {
  const costs = useCan()('product:cost')
  if (!rows.length) return <p className="soft">{t`没有库存`}</p>
  return <BatchGrid columns={costs ? batchColumns.toSpliced(5, 0, costColumn) : batchColumns} rows={rows} />
}
const costColumn: TableColumn<StockRow> = { key: 'cost', title: '进价', align: 'right', sort: false, render: (b) => <Money of={b.cost} /> }

const Movements = ({ productId, batchId, hid }: { productId: number; batchId: number | undefined; hid: number }) => (
  <DataTable
    of={stock['stock.inventorys.get']}
    input={{ id: productId, hid, ...(batchId ? { batchId } : {}) }}
    rowKey="lineId"
    live={['stock']}
    name="moves"
    pageSize={50}
    columns={[
      { key: 'at', sort: false },
      { key: 'reason', sort: false },
      powerColumn,
      { key: 'batchNo', sort: false },
      {
        key: 'amount',
        sort: false,
        align: 'right',
        render: (m) => (
          <span className={m.amount < 0 ? 'bad' : ''}>
            {m.amount > 0 ? '+' : '−'}
            {Math.abs(m.amount)}
          </span>
        ),
      },
      { key: 'balance', sort: false },
      { key: 'name', sort: false },
      { key: 'ref', sort: false },
      { key: 'note', sort: false },
    ]}
    empty={{ text: t`还没有进出` }}
  />
)
