/** Reviews a count: largest differences first, each with the movements since it was counted. */
import { Button } from 'antd'
import { Printer, ScanLine } from 'lucide-react'
import { metaOf, showMoney, wordOf } from '#kernel/contract/index.ts'
import { Facts, Rows, Status, Until, t, toast, tr, useCall, useGo, useSend } from '#kernel/web/index.ts'
import { Moves } from '#kernel/web/screen/Moves.tsx'
import { StocktakingRow, type Stocktaking, type StocktakingLine } from '../../contract/counts.ts'
import { stock } from '../../contract/endpoints.ts'
import { stocktaking } from '../../contract/states.ts'
import { History, usePaperKeys } from '../paper/History.tsx'
import { nameOf } from './goods.ts'
import '../stock.css'

const toStatus = StocktakingRow.shape.status
export function CountReview({ countId, onLeave }: { countId: number; onLeave: () => void }) {
  const info = useCall(stock['stocktaking.info'], { id: countId }, { live: ['stock'] })
  usePaperKeys({ onLeave })
  return <Until of={info}>{info.data && <Review head={info.data} />}</Until>
}
function Review({ head }: { head: Stocktaking }) {
  const go = useGo()
  const { countId, status, version } = head
  const send = useSend(stock['stocktaking.update'], {
    invalidates: [stock['stocktaking.list'], stock['stocktaking.info'], stock['stocktaking.simple-info'], stock['profitloss.list']],
    onSuccess: (c) => {
      toast(t`盘点单 ${c.countNo}：${tr(wordOf(stocktaking, c.status))}`, 'ok')
      if (c.profitLossId && c.status !== status) go(`/inventory/lossAndOverflow?paper=${c.profitLossId}`)
    },
  })
  return (
    <div className="stock-detail">
      <Facts columns={4} items={factsOf(head)} />
      <Lines head={head} />
      <p className="soft num">
        {head.uncounted.pieces === null
          ? t`范围内还有 ${head.uncounted.batches} 个批次没有盘到；没盘到的不动`
          : t`范围内还有 ${head.uncounted.batches} 个批次 ${head.uncounted.pieces} 件没有盘到；没盘到的不动`}
      </p>
      <div className="screen-actions">
        {status === stocktaking.is.counting && (
          <Button size="small" type="primary" icon={<ScanLine size={13} />} onClick={() => go(`/inventory/count/${countId}`)}>
            {t`去扫码`}
          </Button>
        )}
        <Button size="small" icon={<Printer size={13} />} href={`/print/inventory-count/${countId}/blind`} target="_blank">
          {t`打印盘点表`}
        </Button>
        {status !== stocktaking.is.counting && (
          <Button size="small" icon={<Printer size={13} />} href={`/print/inventory-count/${countId}/differences`} target="_blank">
            {t`打印差异表`}
          </Button>
        )}
        {head.profitLossId !== null && (
          <Button size="small" onClick={() => go(`/inventory/lossAndOverflow?paper=${head.profitLossId}`)}>{t`看报损报溢单`}</Button>
        )}
        <Moves
          of={stocktaking}
          status={status}
          busy={send.isPending}
          onMove={(step, reason) =>
            send.mutate({ countId, version, status: toStatus.parse(stocktaking.moves[step].to), ...(reason ? { reason } : {}) })
          }
        />
      </div>
      <History entries={head.history} />
    </div>
  )
}
const factsOf = (head: Stocktaking) =>
  [
    ['盘点单号', head.countNo],
    ['状态', <Status key="s" of={metaOf(StocktakingRow.shape.status)} value={head.status} />],
    ['仓库', head.warehouseName],
    ['盘点方式', head.blind ? t`盲盘` : t`明盘`],
    ['已盘批次', head.batches],
    ['已盘件数', head.pieces],
    ['盘点人数', head.people],
    ['制单人', head.staffName],
    ['备注', head.note],
  ] as const

const signed = (n: number): string => (n > 0 ? `+${n}` : `${n}`)
const Lines = ({ head }: { head: Stocktaking }) => (
  <div className="lines-scroll">
    <Rows
      className="grid num paper-lines"
      rows={head.items}
      rowKey={(l) => l.lineId}
      columns={[
        { title: t`商品`, cell: nameOf },
        { title: t`批号`, cell: (l) => l.batchNo ?? '—' },
        { title: t`账面数`, right: true, cell: (l) => l.ledger ?? t`盲盘` },
        { title: t`实盘数`, right: true, cell: (l) => <b>{l.counted}</b> },
        { title: t`差异`, right: true, cell: difference },
        { title: t`差异金额`, right: true, cell: (l) => (l.amount === null ? '—' : showMoney(l.amount)) },
        { title: t`盘点后变动`, right: true, cell: (l) => (l.since === null ? '—' : signed(l.since)) },
        { title: t`盘点人`, cell: (l) => `${l.name ?? ''} ${l.countedAt.slice(11, 16)}` },
        { title: t`次数`, right: true, cell: (l) => (l.recount ? <b className="differs">{t`待复盘`}</b> : l.times) },
      ]}
    />
  </div>
)
function difference({ difference: n }: StocktakingLine) {
  if (n === null) return '—'
  return n === 0 ? '0' : <b className="differs">{signed(n)}</b>
}
