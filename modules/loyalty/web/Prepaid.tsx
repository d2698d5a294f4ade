/** Stored value of a member: what is held, every paper, topping up and paying back. */
import { Button } from 'antd'
import { useState } from 'react'
import { showMoney } from '#kernel/contract/index.ts'
import { Can, DataTable, Figures, t, useCall, useId } from '#kernel/web/index.ts'
import { PatientPage } from '#modules/patients/web/door.tsx'
import { loyalty } from '../contract/endpoints.ts'
import { printButton } from './actions.tsx'
import { WalletDrawer, type WalletForm } from './WalletForms.tsx'

export default function Prepaid() {
  const pid = useId('patientId')
  const [form, setForm] = useState<WalletForm>()
  const wallet = useCall(loyalty['loyalty.wallet'], { pid }, { live: ['loyalty', 'billing'] })
  const w = wallet.data
  return (
    <PatientPage
      fill
      actions={
        <>
          <Can code="stored:withdraw"><Button onClick={() => setForm('withdraw')} disabled={!w?.money}>{t`退储值`}</Button></Can>
          <Can code="stored:transfer"><Button onClick={() => setForm('transfer')} disabled={!w?.money}>{t`转账`}</Button></Can>
          <Can code="stored:topup"><Button type="primary" onClick={() => setForm('topup')}>{t`储值`}</Button></Can>
        </>
      }
    >
      {w && <Figures items={[{ label: '余额', value: showMoney(w.money + w.moneyGift) }, { label: '储值余额', value: showMoney(w.money), note: t`本金，可退` }, { label: '赠金余额', value: showMoney(w.moneyGift), note: t`不退现` }, { label: '积分余额', value: w.points }]} />}
      <DataTable
        of={loyalty['chargebill.list-by-patient']} input={{ pid }} rowKey="cbid" live={['loyalty']} columns={['billNo', 'payTime', 'kind', 'money', 'moneyGift', 'payWay', 'otherName', 'storeName', 'operatorName', 'note']}
        actions={printButton} empty={{ text: t`还没有储值记录` }}
      />
      <WalletDrawer form={form} pid={pid} wallet={w} onClose={() => setForm(undefined)} />
    </PatientPage>
  )
}
