/** Stored value of a member: what is held, every paper, the statement that explains each cent, topping up and paying back. */
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { showCount, showMoney } from '#kernel/contract/index.ts'
import { Can, DataTable, Figures, t, useCall, useHolds, useId, useSearch } from '#kernel/web/index.ts'
import { PatientPage } from '#modules/patients/web/door.tsx'
import { loyalty } from '../../contract/endpoints.ts'
import type { ChargeBill } from '../../contract/shapes.ts'
import { printButton } from './actions.tsx'
import { StatementView } from './StatementView.tsx'
import { WalletDrawer, type WalletForm } from './WalletForms.tsx'

export default function Prepaid() {
  const pid = useId('patientId')
  const [search, setSearch] = useSearch()
  const [form, setForm] = useState<WalletForm>()
  const [bill, setBill] = useState<ChargeBill>()
  const mayAmend = useHolds()('stored:amend')
  const wallet = useCall(loyalty['loyalty.wallet'], { pid }, { live: ['loyalty', 'billing'] })
  const w = wallet.data
  const amend = (b: ChargeBill) => {
    setBill(b)
    setForm('amend')
  }
  return (
    <PatientPage
      fill
      actions={
        <>
          <Segmented
            aria-label={t`查看`}
            value={search.view ?? 'bills'}
            options={[
              { value: 'bills', label: t`储值单` },
              { value: 'statement', label: t`对账单` },
            ]}
            onChange={(v) => setSearch({ view: v === 'bills' ? undefined : v }, true)}
          />
          <Can code="stored:withdraw">
            <Button onClick={() => setForm('withdraw')} disabled={!w?.money}>{t`退储值`}</Button>
          </Can>
          <Can code="stored:transfer">
            <Button onClick={() => setForm('transfer')} disabled={!w?.money}>{t`转账`}</Button>
          </Can>
          <Can code="stored:topup">
            <Button type="primary" onClick={() => setForm('topup')}>{t`储值`}</Button>
          </Can>
        </>
      }
    >
      {w && (
        <Figures
          items={[
            { label: '余额', value: showMoney(w.money + w.moneyGift) },
            { label: '储值余额', value: showMoney(w.money), note: t`本金，可退` },
            { label: '赠金余额', value: showMoney(w.moneyGift), note: t`不退现` },
            { label: '积分余额', value: showCount(w.points) },
          ]}
        />
      )}
      {search.view === 'statement' ? (
        <StatementView pid={pid} />
      ) : (
        <DataTable
          of={loyalty['chargebill.list-by-patient']}
          input={{ pid }}
          rowKey="cbid"
          live={['loyalty']}
          columns={[
            'billNo',
            'payTime',
            'kind',
            'money',
            'moneyGift',
            'payWay',
            'schemeName',
            'otherName',
            'storeName',
            'operatorName',
            'note',
          ]}
          actions={(row) => (
            <>
              {mayAmend && row.kind === 1 && <Button size="small" onClick={() => amend(row)}>{t`更正`}</Button>} {printButton(row)}
            </>
          )}
          onNew={() => setForm('topup')}
          empty={{ text: t`还没有储值记录` }}
        />
      )}
      <WalletDrawer form={form} pid={pid} wallet={w} bill={bill} onClose={() => setForm(undefined)} />
    </PatientPage>
  )
}
