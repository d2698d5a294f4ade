/** Counts a shift and hands it over: each way against its expected amount, denominations, remaining float, signatures. */
import { Input } from 'antd'
import { useState } from 'react'
import { showMoney } from '#kernel/contract/index.ts'
import { Act, Panel, Rows, SignaturePad, t, tr, useKeys, useSend, useWho } from '#kernel/web/index.ts'
import { StaffPicker } from '#modules/account/web/door.tsx'
import { cashWays } from '#modules/loyalty/contract/fields.ts'
import { PayWay } from '#modules/payments/contract/ways.ts'
import { billing } from '../../contract/endpoints.ts'
import { denominations, type Shift } from '../../contract/shapes.shifts.ts'
import { countOf, nothingCounted, type TillCount, type TillCounting } from './count.ts'

interface Props {
  shift: Shift
  onDone: (shift: Shift) => void
}
export function CountTill({ shift, onDone }: Props) {
  const { hid } = useWho()
  const [counting, setCounting] = useState<TillCounting>(nothingCounted)
  const set = (patch: Partial<TillCounting>) => setCounting((now) => ({ ...now, ...patch }))
  const counted = countOf(shift, counting)
  const send = useSend(billing['till.hand-over'], { invalidates: [billing['till.now'], billing['till.shifts']] })
  const handOver = () => send.mutate({ hid, shiftId: shift.shiftId, ...counted.sent }, { onSuccess: onDone })
  useKeys({ F8: () => counted.why === undefined && !send.isPending && handOver() })
  const props = { shift, counting, set, counted }
  return (
    <div className="till">
      <div className="desk-main">
        <Panel title={t`清点`} note={t`接班备用金 ${showMoney(shift.openingFloat)}`}>
          <Ways {...props} />
        </Panel>
        <Panel title={t`点钞`} note={t`可不填，直接填实点现金`}>
          <Pieces {...props} />
        </Panel>
      </div>
      <aside className="desk-side">
        <Panel title={t`交班`}>
          <Closing {...props} />
          <div className="till-close">
            <Act type="primary" block loading={send.isPending} unless={counted.why} onClick={handOver}>
              {t`交班`} <kbd>F8</kbd>
            </Act>
          </div>
        </Panel>
      </aside>
    </div>
  )
}

interface Part {
  shift: Shift
  counting: TillCounting
  set: (patch: Partial<TillCounting>) => void
  counted: TillCount
}
function Ways({ counting, set, counted }: Part) {
  const byPieces = Object.values(counting.pieces).some(Boolean)
  return (
    <Rows
      rows={counted.lines}
      rowKey={(l) => l.way}
      tone={(l) => (l.difference ? 'bad' : undefined)}
      columns={[
        { title: t`支付方式`, cell: (l) => tr(cashWays[l.way]) },
        { title: t`收款`, right: true, cell: (l) => showMoney(l.received / 100) },
        { title: t`退款`, right: true, cell: (l) => showMoney(l.refunded / 100) },
        { title: t`应有`, right: true, cell: (l) => <strong>{showMoney(l.expected / 100)}</strong> },
        {
          title: t`实点`,
          right: true,
          cell: (l) => (
            <Input
              className="num right"
              inputMode="decimal"
              aria-label={t`实点 ${tr(cashWays[l.way])}`}
              style={{ width: 120 }}
              value={l.way === PayWay.cash && byPieces ? String((l.counted ?? 0) / 100) : (counting.counted[l.way] ?? '')}
              onChange={(e) =>
                set({ counted: { ...counting.counted, [l.way]: e.target.value }, ...(l.way === PayWay.cash ? { pieces: {} } : {}) })
              }
            />
          ),
        },
        {
          title: t`差额`,
          right: true,
          cell: (l) => (l.difference ? <strong className="bad">{showMoney(l.difference / 100)}</strong> : '—'),
        },
        {
          title: t`原因`,
          cell: (l) =>
            l.difference ? (
              <Input
                aria-label={t`差额原因 ${tr(cashWays[l.way])}`}
                maxLength={200}
                value={counting.reasons[l.way] ?? ''}
                onChange={(e) => set({ reasons: { ...counting.reasons, [l.way]: e.target.value } })}
              />
            ) : (
              ''
            ),
        },
      ]}
    />
  )
}

const Pieces = ({ counting, set }: Part) => (
  <div className="till-pieces num">
    {denominations.map((value) => (
      <label key={value}>
        <span>{value < 1 ? t`${value * 10} 角` : t`${value} 元`}</span>
        <Input
          inputMode="numeric"
          value={counting.pieces[value] ?? ''}
          onChange={(e) => set({ pieces: { ...counting.pieces, [value]: e.target.value.replace(/\D/g, '').slice(0, 4) } })}
        />
      </label>
    ))}
  </div>
)

const Closing = ({ counting, set, counted }: Part) => (
  <div className="till-close">
    <label htmlFor="till-left">{t`留存备用金`}</label>
    <Input id="till-left" className="num" inputMode="decimal" value={counting.left} onChange={(e) => set({ left: e.target.value })} />
    <p>
      {t`上交`} <strong className="num">{counted.handedIn === undefined ? '—' : showMoney(counted.handedIn / 100)}</strong>
    </p>
    <label htmlFor="till-receiver">{t`接班人`}</label>
    <StaffPicker id="till-receiver" chosen={counting.receiver} onChange={(receiver) => set({ receiver, signature: '', password: '' })} />
    <p className="soft">{t`下班收摊可不选；下一班登录后自己清点接班。`}</p>
    {counting.receiver !== undefined && (
      <>
        <SignaturePad label={t`接班人签名`} value={counting.signature} onChange={(signature) => set({ signature })} />
        <label htmlFor="till-password">{t`接班人登录密码`}</label>
        <Input.Password
          id="till-password"
          autoComplete="off"
          maxLength={200}
          value={counting.password}
          onChange={(e) => set({ password: e.target.value })}
        />
      </>
    )}
    <label htmlFor="till-note">{t`备注`}</label>
    <Input id="till-note" maxLength={500} value={counting.note} onChange={(e) => set({ note: e.target.value })} />
  </div>
)
