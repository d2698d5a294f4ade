/** Points of a member, line by line. */
import { Button } from 'antd'
import { useState } from 'react'
import { showMoney } from '#kernel/contract/index.ts'
import { Can, DataTable, t, useCall, useId } from '#kernel/web/index.ts'
import { PatientPage } from '#modules/patients/web/door.tsx'
import { loyalty } from '../contract/endpoints.ts'
import { WalletDrawer, type WalletForm } from './WalletForms.tsx'

export default function Credit() {
  const pid = useId('patientId')
  const [form, setForm] = useState<WalletForm>()
  const wallet = useCall(loyalty['loyalty.wallet'], { pid }, { live: ['loyalty', 'billing'] })
  const rule = useCall(loyalty['points.rule'], {}, { stale: 60_000 })
  const w = wallet.data
  const worth = w && rule.data ? Math.floor((w.points * 100) / rule.data.pointsPerYuan) / 100 : undefined
  return (
    <PatientPage fill note={w ? t`${w.points} 分${worth ? `，${t`可抵 ${showMoney(worth)}`}` : ''}` : undefined} actions={<Can code="points:adjust"><Button onClick={() => setForm('points')}>{t`调整积分`}</Button></Can>}>
      <DataTable of={loyalty['patients.points.list']} input={{ id: pid }} rowKey={(r) => `${r.entryId}-${r.balance}`} live={['loyalty', 'billing']} columns={['at', 'reason', { key: 'amount', render: (r) => <span className={r.amount < 0 ? 'bad' : ''}>{r.amount > 0 ? `+${r.amount}` : r.amount}</span> }, 'balance', 'note', 'operatorName']} empty={{ text: t`还没有积分记录` }} />
      <WalletDrawer form={form} pid={pid} wallet={w} onClose={() => setForm(undefined)} />
    </PatientPage>
  )
}
