/** One scrap paper: what it says, and the one thing that is to be done with it now. */
import { Button } from 'antd'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { metaOf, showMoney } from '#kernel/contract/index.ts'
import { Act, Can, Facts, Form, Rows, Status, Until, confirm, t, toast, today, tr, useCall, useSend, useWho } from '#kernel/web/index.ts'
import { stock } from '../../contract/endpoints.ts'
import { scrapCauses, type Scrap } from '../../contract/scrap.ts'
import { stockOutStatus } from '../../contract/fields.ts'
import { stockOut } from '../../contract/states.ts'
import { nameOf } from '../count/goods.ts'
import { History, usePaperKeys } from '../paper/History.tsx'

export function ScrapView({ stockoutId, onLeave }: { stockoutId: number; onLeave: () => void }) {
  const info = useCall(stock['scrap.info'], { id: stockoutId }, { live: ['stock'] })
  usePaperKeys({ onLeave })
  return <Until of={info}>{info.data && <Paper of={info.data} />}</Until>
}

function Paper({ of }: { of: Scrap }) {
  const [destroying, setDestroying] = useState(false)
  return (
    <div className="stock-detail">
      <Facts columns={4} items={factsOf(of)} />
      {of.photo && <img className="scrap-photo" src={of.photo} alt={t`报废的照片`} />}
      <Lines of={of} />
      <div className="screen-actions">
        <Button size="small" icon={<Printer size={13} />} href={`/print/scrap/${of.stockoutId}`} target="_blank">{t`打印`}</Button>
        {stockOut.in.open.includes(of.status) && <Approve of={of} />}
        {of.status === stockOut.is.posted && of.destroyedOn === null && !destroying && (
          <Can code="stock:scrap">
            <Button size="small" type="primary" onClick={() => setDestroying(true)}>{t`登记销毁`}</Button>
          </Can>
        )}
      </div>
      {destroying && <Destroy of={of} close={() => setDestroying(false)} />}
      <History of={of.history} />
    </div>
  )
}
const stale = [stock['scrap.list'], stock['scrap.info'], stock['stock.view'], stock['stock.list'], stock['stock.inventorys']]
/** Agreed by another person than wrote it; who wrote it is told so. */
function Approve({ of }: { of: Scrap }) {
  const { name } = useWho()
  const send = useSend(stock['scrap.approve'], { invalidates: stale, onSuccess: () => toast(t`已报废，货已出库`, 'ok') })
  const ask = async () => {
    const yes = await confirm({ message: t`同意报废 ${of.stockoutNo}？${of.quantity} 件将出库，不能改回库存。`, danger: true })
    if (yes) send.mutate({ stockoutId: of.stockoutId, version: of.version })
  }
  return (
    <Can code="stock:scrap-approve">
      <Act
        size="small"
        type="primary"
        unless={of.staffName === name && t`报废要由制单人以外的人审批，请换一位`}
        onClick={() => void ask()}
      >{t`同意报废`}</Act>
    </Can>
  )
}
const Destroy = ({ of, close }: { of: Scrap; close: () => void }) => (
  <Form
    of={stock['scrap.destroy']}
    fixed={{ stockoutId: of.stockoutId }}
    initial={{ destroyedOn: today() }}
    invalidates={stale}
    saveLabel={t`登记销毁`}
    onLeave={close}
    fields={[
      { key: 'destroyedOn', span: 4 },
      { key: 'destroyedWay', span: 4 },
      { key: 'witness', span: 4 },
    ]}
    onDone={() => (toast(t`已登记销毁`, 'ok'), close())}
  />
)

const factsOf = (of: Scrap) =>
  [
    ['报废单号', of.stockoutNo],
    ['状态', <Status key="s" of={metaOf(stockOutStatus)} value={of.status} />],
    ['报废原因', of.cause && tr(scrapCauses[of.cause])],
    ['加工单号', of.jobNo],
    ['仓库', of.warehouseName],
    ['制单人', of.staffName],
    ['审批人', of.approverName],
    ['审批时间', of.approvedAt?.slice(0, 16)],
    ['报废金额', showMoney(of.value)],
    ['销毁日期', of.destroyedOn],
    ['销毁方式', of.destroyedWay],
    ['监销人', of.witness],
    ['备注', of.note],
  ] as const
const Lines = ({ of }: { of: Scrap }) => (
  <div className="lines-scroll">
    <Rows
      className="grid num paper-lines"
      rows={of.items}
      rowKey={(i) => i.itemId}
      columns={[
        { title: t`商品`, cell: nameOf },
        { title: t`批号`, cell: (i) => i.batchNo ?? (i.batchId === null ? t`默认先到期先出` : '—') },
        { title: t`有效期至`, cell: (i) => i.expiry ?? '—' },
        { title: t`数量`, right: true, cell: (i) => <b>{i.quantity}</b> },
        { title: t`备注`, cell: (i) => i.note ?? '' },
      ]}
    />
  </div>
)
