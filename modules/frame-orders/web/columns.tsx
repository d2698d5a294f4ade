import './orders.css'
import { Badge, Money, Rx, Status, tr, type TableColumn } from '#kernel/web/index.ts'
import type { FrameOrderRow } from '../contract/shapes.ts'
import { frameOrder } from '../contract/states.ts'
import { StoppedMark } from './Stopped.tsx'

/** 今天 17:00, 明天, 11-24: when the glasses are promised, red once that has passed. */
export function Promised({ at: time, late }: { at: string | null; late: boolean }) {
  if (!time) return <>—</>
  const text = `${time.slice(5, 10)} ${time.slice(11, 16)}`
  return (
    <span className={late ? 'promised late num' : 'promised num'} {...(late ? { title: tr('逾期') } : {})}>
      {late && '! '}
      {text}
    </span>
  )
}

/** Columns that every list of orders shares. */
export const orderColumns: ReadonlyArray<TableColumn<FrameOrderRow>> = [
  'orderNo',
  { key: 'patientName', title: '会员', render: (r) => <strong>{r.patientName}</strong> },
  {
    key: 'dsOd',
    title: '度数',
    width: 200,
    align: 'left',
    render: (r) => <Rx of={r} />,
  },
  {
    key: 'lensBrand',
    title: '镜片',
    render: (r) => (
      <>
        {r.lensBrand ?? '—'}
        {r.onOrder && (
          <>
            {' '}
            <Badge tone="info">{tr('需订片')}</Badge>
          </>
        )}
      </>
    ),
  },
  { key: 'frameBrand', title: '镜架', render: (r) => r.frameBrand ?? '—' },
  { key: 'promisedAt', title: '取镜时间', width: 130, render: (r) => <Promised at={r.promisedAt} late={r.late} /> },
  { key: 'total', title: '标价', width: 100, render: (r) => <Money of={r.total} /> },
  {
    key: 'status',
    title: '状态',
    width: 120,
    align: 'left',
    render: (r) => (
      <>
        <Status of={frameOrder} value={r.status} />
        <StoppedMark why={r.stopReason} />
      </>
    ),
  },
]
