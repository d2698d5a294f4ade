/** A scrap document and its one next action. */
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
  return <Until of={info}>{info.data && <Paper scrap={info.data} />}</Until>
}

function Paper({ scrap }: { scrap: Scrap }) {
  const [destroying, setDestroying] = useState(false)
  return (
    <div className="stock-detail">
      <Facts columns={4} items={factsOf(scrap)} />
      {scrap.photo && <img className="scrap-photo" src={scrap.photo} alt={t`报废的照片`} />}
      <Lines scrap={scrap} />
      <div className="screen-actions">
        <Button size="small" icon={<Printer size={13} />} href={`/print/scrap/${scrap.stockoutId}`} target="_blank">{t`打印`}</Button>
        {stockOut.in.open.includes(scrap.status) && <Approve scrap={scrap} />}
        {scrap.status === stockOut.is.posted && scrap.destroyedOn === null && !destroying && (
          <Can code="stock:scrap">
            <Button size="small" type="primary" onClick={() => setDestroying(true)}>{t`登记销毁`}</Button>
          </Can>
        )}
      </div>
      {destroying && <Destroy scrap={scrap} close={() => setDestroying(false)} />}
      <History entries={scrap.history} />
    </div>
  )
}
const stale = [stock['scrap.list'], stock['scrap.info'], stock['stock.view'], stock['stock.list'], stock['stock.inventorys']]
/** Approval by another person; its author sees why the button is disabled. */
function Approve({ scrap }: { scrap: Scrap }) {
  const { name } = useWho()
  const send = useSend(stock['scrap.approve'], { invalidates: stale, onSuccess: () => toast(t`已报废，货已出库`, 'ok') })
  const confirmApproval = async () => {
    const yes = await confirm({ message: t`同意报废 ${scrap.stockoutNo}？${scrap.quantity} 件将出库，不能改回库存。`, danger: true })
    if (yes) send.mutate({ stockoutId: scrap.stockoutId, version: scrap.version })
  }
  return (
    <Can code="stock:scrap-approve">
      <Act
        size="small"
        type="primary"
        unless={scrap.staffName === name && t`报废要由制单人以外的人审批，请换一位`}
        onClick={() => void confirmApproval()}
      >{t`同意报废`}</Act>
    </Can>
  )
}
const Destroy = ({ scrap, close }: { scrap: Scrap; close: () => void }) => (
  <Form
    of={stock['scrap.destroy']}
    fixed={{ stockoutId: scrap.stockoutId }}
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

const factsOf = (scrap: Scrap) =>
  [
    ['报废单号', scrap.stockoutNo],
    ['状态', <Status key="s" of={metaOf(stockOutStatus)} value={scrap.status} />],
    ['报废原因', scrap.cause && tr(scrapCauses[scrap.cause])],
    ['加工单号', scrap.jobNo],
    ['仓库', scrap.warehouseName],
    ['制单人', scrap.staffName],
    ['审批人', scrap.approverName],
    ['审批时间', scrap.approvedAt?.slice(0, 16)],
    ['报废金额', showMoney(scrap.value)],
    ['销毁日期', scrap.destroyedOn],
    ['销毁方式', scrap.destroyedWay],
    ['监销人', scrap.witness],
    ['备注', scrap.note],
  ] as const
const Lines = ({ scrap }: { scrap: Scrap }) => (
  <div className="lines-scroll">
    <Rows
      className="grid num paper-lines"
      rows={scrap.items}
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
