/** 交接班 (shift handover): takings of the current shift, counting, and who takes over. */
import { Input } from 'antd'
import { useState } from 'react'
import { showMoney } from '#kernel/contract/index.ts'
import { Act, DataTable, Figures, Panel, Screen, t, useCall, useSend, useWho } from '#kernel/web/index.ts'
import { billing } from '../../contract/endpoints.ts'
import type { Shift, ShiftRow, TillNow } from '../../contract/shapes.shifts.ts'
import { PrintButton } from '../BillView.tsx'
import { fenOf } from '../desk/state/state.ts'
import { CountTill } from './CountTill.tsx'
import '../billing.css'
import './shift.css'

export default function Till() {
  const { hid } = useWho()
  const till = useCall(billing['till.now'], { hid }, { live: ['billing', 'loyalty'] })
  const [handedOver, setDone] = useState<Shift>()
  return (
    <Screen of={till} note={till.data ? noteOf(till.data) : undefined}>
      {handedOver && <HandedOver shift={handedOver} />}
      {till.data?.shift ? (
        <CountTill key={till.data.shift.shiftId} shift={till.data.shift} onDone={setDone} />
      ) : (
        till.data && <OpenTill drawer={till.data.drawer} next={!handedOver} />
      )}
      <Shifts hid={hid} />
    </Screen>
  )
}
const noteOf = ({ shift }: TillNow): string =>
  shift
    ? [t`${shift.openedByName} 当班，${shift.openedAt.slice(5, 16)} 起`, shift.floatReason].filter(Boolean).join(' · ')
    : t`没有人当班，收付现金时自动接班`

const HandedOver = ({ shift: s }: { shift: Shift }) => (
  <Panel title={t`已交班`} actions={<PrintButton to={`/till-shift-print/${s.shiftId}`} label={t`打印交班单`} next />}>
    <Figures
      items={[
        { label: '净收款', value: showMoney(s.counts.reduce((n, c) => n + Math.round((c.received - c.refunded) * 100), 0) / 100) },
        { label: '差额', value: showMoney(s.counts.reduce((n, c) => n + Math.round(c.difference * 100), 0) / 100) },
        { label: '留存备用金', value: showMoney(s.leftFloat ?? 0) },
      ]}
    />
  </Panel>
)

/** Opens a shift: counted cash against the float the last shift left. */
function OpenTill({ drawer, next }: { drawer: number | null; next: boolean }) {
  const { hid, name } = useWho()
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const open = useSend(billing['till.open'], { invalidates: [billing['till.now'], billing['till.shifts']] })
  const cash = typed.trim() ? fenOf(typed) : undefined
  const differs = cash !== undefined && drawer !== null && cash !== Math.round(drawer * 100)
  return (
    <Panel title={t`接班`} note={drawer === null ? t`第一次当班：从现在起计收款` : t`抽屉应有现金 ${showMoney(drawer)}`}>
      <div className="till-open">
        <label htmlFor="till-cash">{t`抽屉现金`}</label>
        <Input
          id="till-cash"
          className="num"
          inputMode="decimal"
          autoFocus={next}
          value={typed}
          onChange={(e) => setTyped(e.target.value)}
          style={{ width: 140 }}
        />
        {differs && (
          <Input
            aria-label={t`差额原因`}
            placeholder={t`差 ${showMoney(cash / 100 - drawer)}，请填写原因`}
            value={reason}
            maxLength={200}
            onChange={(e) => setReason(e.target.value)}
            style={{ width: 280 }}
          />
        )}
        <Act
          type="primary"
          loading={open.isPending}
          unless={(cash === undefined && t`请清点抽屉现金`) || (differs && !reason.trim() && t`请填写差额原因`)}
          onClick={() => open.mutate({ hid, cash: (cash ?? 0) / 100, ...(reason.trim() ? { reason } : {}) })}
        >
          {t`${name} 接班`}
        </Act>
      </div>
    </Panel>
  )
}

const Shifts = ({ hid }: { hid: number }) => (
  <DataTable
    of={billing['till.shifts']}
    input={{ hid }}
    name="shifts"
    rowKey="shiftId"
    live={['billing']}
    filters={[{ range: ['startTime', 'endTime'] }]}
    columns={[
      'openedAt',
      'openedByName',
      'openingFloat',
      'at',
      'taken',
      { key: 'difference', render: (r: ShiftRow) => (r.difference ? <strong className="bad">{showMoney(r.difference)}</strong> : '—') },
      'leftFloat',
      'byName',
      'receiverName',
    ]}
    actions={(r) => r.at && <PrintButton to={`/till-shift-print/${r.shiftId}`} label={t`打印`} />}
    rowTone={(r) => (r.difference ? 'bad' : undefined)}
    empty={{ text: t`还没有交过班` }}
  />
)
