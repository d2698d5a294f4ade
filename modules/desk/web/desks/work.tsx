/** Blocks of documents, money and goods. */
import { wordOf } from '#kernel/contract/index.ts'
import { Dot, Empty, Link, Money, Status, Until, t, tr, anyDay, useCall, useGo, useWho, useLetters } from '#kernel/web/index.ts'
import { billing } from '#modules/billing/contract/endpoints.ts'
import { feeBill } from '#modules/billing/contract/states.ts'
import { frameOrders } from '#modules/frame-orders/contract/endpoints.ts'
import { frameOrder } from '#modules/frame-orders/contract/states.ts'
import { records } from '#modules/records/contract/endpoints.ts'
import { prescriptionMachine } from '#modules/records/contract/states.ts'
import { Powers, SignButton } from '#modules/records/web/door.tsx'
import { stock } from '#modules/stock/contract/endpoints.ts'
import { stockIn } from '#modules/stock/contract/states.ts'
import { Block, Opens, Titled } from './Block.tsx'

/** Prescriptions that wait for a signature: content, author, one-click signing. `s` opens the first. */
export function Signing() {
  const { hid } = useWho()
  const go = useGo()
  useLetters({ s: () => go('/current-work/signing') })
  const list = useCall(
    records['prescription.list'],
    { hid, status: [prescriptionMachine.is.draft], per_page: 7 },
    { live: ['records'], keep: true, logged: true },
  )
  return (
    <Block
      title="等我签发"
      list={list}
      to="/current-work/signing"
      empty="没有待签发的处方"
      tone="warn"
      row={(rx) => (
        <Opens key={rx.id} open={() => go(`/patients/detail/${rx.pid}/prescription`)}>
          <td>
            <strong>{rx.patientName}</strong>
            <small>
              <Powers of={rx} />
            </small>
          </td>
          <td className="soft">
            {rx.doctorName} <span className="num">{rx.orderDate.slice(5)}</span>
          </td>
          <td onClick={(e) => e.stopPropagation()}>
            <SignButton rx={rx} />
          </td>
        </Opens>
      )}
    />
  )
}

/** Bills with open amounts. */
export function Unpaid() {
  const go = useGo()
  const list = useCall(
    billing['fee-bills.list'],
    { status: [...feeBill.in.due], per_page: 10 },
    { live: ['billing'], keep: true, logged: true },
  )
  return (
    <Block
      title="待收"
      list={list}
      to="/medical/fee"
      empty="没有待收费的单子"
      row={(bill) => (
        <Opens key={bill.fbid} open={() => go(`/medical/fee-edit/${bill.fbid}`)}>
          <td>
            <strong>{bill.patientName}</strong>
            <small>{bill.itemNames}</small>
          </td>
          <td>
            <Status of={feeBill} value={bill.status} />
          </td>
          <td className="num">{bill.billDate.slice(5)}</td>
          <td className="num">
            <strong>
              <Money of={bill.due} />
            </strong>
          </td>
        </Opens>
      )}
    />
  )
}

/** Glasses in one state, as in the linked list. */
function Glasses({ title, status, empty }: { title: string; status: number; empty: string }) {
  const { hid } = useWho()
  const go = useGo()
  const list = useCall(
    frameOrders['frame.list'],
    { hid, status: [status], pageSize: 7 },
    { live: ['frame-orders'], keep: true, logged: true },
  )
  return (
    <Block
      title={title}
      list={list}
      to="/process/index"
      search={{ status, ...anyDay('startTime', 'endTime') }}
      empty={empty}
      row={(o) => (
        <Opens key={o.recordFrameId} open={() => go(`/process/edit/${o.recordFrameId}`)}>
          <td>
            <strong>{o.patientName}</strong>
            <small>{o.lensBrand ?? o.orderNo}</small>
          </td>
          <td className="soft">{o.notifiedAt ? t`已通知 ${o.notifiedAt.slice(5, 10)}` : ''}</td>
          <td className={o.late ? 'num late' : 'num'}>{o.promisedAt?.slice(5, 16) ?? '—'}</td>
        </Opens>
      )}
    />
  )
}
export const PickUps = () => (
  <Glasses title={wordOf(frameOrder, frameOrder.is.ready)} status={frameOrder.is.ready} empty="没有等着取的眼镜。" />
)
export const AwaitedGoods = () => (
  <Glasses title={wordOf(frameOrder, frameOrder.is.awaitingGoods)} status={frameOrder.is.awaitingGoods} empty="没有等来料的订单。" />
)

/** Work in progress of the workshop: late first, then by promised time. */
export function Workshop() {
  const { hid } = useWho()
  const go = useGo()
  const board = useCall(frameOrders['frame.board'], { hid }, { live: ['frame-orders'], keep: true, logged: true })
  const stages = (board.data?.stages ?? []).filter((s) => frameOrder.in.making.some((m) => m === s.status))
  const late = stages.reduce((n, s) => n + s.late, 0)
  const jobs = stages
    .flatMap((s) => s.list)
    .sort((a, b) => Number(b.late) - Number(a.late) || (a.promisedAt ?? '9').localeCompare(b.promisedAt ?? '9'))
  return (
    <Titled title="在制，逾期在前" total={board.data && stages.reduce((n, s) => n + s.count, 0)} to="/current-work/frame-glass-current">
      <Until of={board}>
        {late > 0 && (
          <p className="desk-line">
            <Dot tone="bad">{t`逾期 ${late}`}</Dot>
          </p>
        )}
        {jobs.length === 0 ? (
          <Empty text={t`没有在制的配镜订单。`} />
        ) : (
          <table className="desk-list">
            <tbody>
              {jobs.slice(0, 10).map((o) => (
                <Opens key={o.recordFrameId} open={() => go(`/process/edit/${o.recordFrameId}`)}>
                  <td>
                    <strong>{o.patientName}</strong>
                    <small className="num">{o.orderNo}</small>
                  </td>
                  <td>
                    <Status of={frameOrder} value={o.status} />
                  </td>
                  <td>{o.lensBrand}</td>
                  <td className={o.late ? 'num late' : 'num'}>{o.promisedAt?.slice(5, 16) ?? '—'}</td>
                </Opens>
              ))}
            </tbody>
          </table>
        )}
      </Until>
    </Titled>
  )
}

/** Stages of the workshop with total and late counts, each linked to its list. */
export function Stages() {
  const { hid } = useWho()
  const board = useCall(frameOrders['frame.board'], { hid }, { live: ['frame-orders'], keep: true, logged: true })
  const stages = (board.data?.stages ?? []).filter((s) => s.count > 0 || !frameOrder.in.aside.includes(s.status))
  const most = Math.max(1, ...stages.map((s) => s.count))
  return (
    <Titled title="配镜进度" total={undefined} to="/current-work/frame-glass-current">
      <Until of={board}>
        <table className="desk-list">
          <tbody>
            {stages.map((s) => (
              <tr key={s.status}>
                <td>
                  <Link to="/process/index" search={{ status: s.status, ...anyDay('startTime', 'endTime') }}>
                    {tr(s.label)}
                  </Link>
                </td>
                <td className="num">{s.count}</td>
                <td className="desk-bar">
                  <span style={{ width: `${(s.count / most) * 100}%` }} />
                </td>
                <td>
                  {s.late > 0 && (
                    <Link to="/process/index" search={{ status: s.status, late: 'true', ...anyDay('startTime', 'endTime') }}>
                      <Dot tone="bad">{t`逾期 ${s.late}`}</Dot>
                    </Link>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Until>
    </Titled>
  )
}

/** Documents whose goods arrived and are not in stock yet. */
export function Receiving() {
  const { hid } = useWho()
  const go = useGo()
  const list = useCall(
    stock['stockin.list'],
    { hid, status: stockIn.is.submitted, per_page: 7 },
    { live: ['stock'], keep: true, logged: true },
  )
  return (
    <Block
      title="待入库"
      list={list}
      to="/inventory/import"
      search={{ status: stockIn.is.submitted, ...anyDay('start_date', 'end_data') }}
      empty="没有待审核的入库单"
      row={(p) => (
        <Opens
          key={p.stockinId}
          open={() => go('/inventory/import', { status: stockIn.is.submitted, ...anyDay('start_date', 'end_data') })}
        >
          <td>
            <strong className="num">{p.stockinNo}</strong>
            <small>{p.supplierName}</small>
          </td>
          <td className="num">{p.stockinDate}</td>
          <td className="num">{t`${p.quantity} 件`}</td>
        </Opens>
      )}
    />
  )
}

/** Expired, expiring or locked batches, nearest first. */
export function Expiring() {
  const { hid } = useWho()
  const list = useCall(stock['stock.invalid'], { hid, per_page: 7 }, { live: ['stock'], keep: true, logged: true })
  return (
    <Block
      title="效期与锁定"
      list={list}
      to="/inventory/warning"
      search={{ kind: 'invalid' }}
      empty="没有过期、近效期或锁定的批次"
      tone="warn"
      row={(b) => (
        <tr key={b.rowKey}>
          <td>
            <strong>{b.productName}</strong>
            <small>{b.batchNo}</small>
          </td>
          <td className="num">{b.locked ? t`已锁定` : (b.expiry ?? '—')}</td>
          <td className="num">{b.quantity}</td>
        </tr>
      )}
    />
  )
}

/** Products below their lower limit. */
export function Low() {
  const { hid } = useWho()
  const list = useCall(stock['stock.low'], { hid, per_page: 7 }, { live: ['stock'], keep: true, logged: true })
  return (
    <Block
      title="低于下限"
      list={list}
      to="/inventory/warning"
      empty="没有低于下限的商品。下限在商品管理中设置"
      tone="warn"
      row={(p) => (
        <tr key={p.productId}>
          <td>
            <strong>{p.productName}</strong>
            <small>{p.supplierName}</small>
          </td>
          <td className="num">
            {p.available} / {p.minStock}
          </td>
        </tr>
      )}
    />
  )
}
