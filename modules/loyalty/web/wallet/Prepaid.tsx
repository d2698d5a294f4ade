/** Stored value of a member: balance, documents, statement, top-up, withdrawal. */
import { Button } from 'antd'
import { useState } from 'react'
import { showCount, showMoney } from '#kernel/contract/index.ts'
import { Can, DataTable, Figures, t, useCall, useHolds, useId, useTabs, Act } from '#kernel/web/index.ts'
import { PatientPage } from '#modules/patients/web/door.tsx'
import { loyalty } from '../../contract/endpoints.ts'
import type { ChargeBill, MemberWallet } from '../../contract/shapes.ts'
import { printButton } from './actions.tsx'
import { StatementView } from './StatementView.tsx'
import { WalletDrawer, type WalletForm } from './WalletForms.tsx'

export default function Prepaid() {
  const pid = useId('patientId')
  const [form, setForm] = useState<WalletForm>()
  const [bill, setBill] = useState<ChargeBill>()
  const w = useCall(loyalty['loyalty.wallet'], { pid }, { live: ['loyalty', 'billing'] }).data
  const [view, views] = useTabs(
    [
      ['bills', t`储值单`],
      ['statement', t`对账单`],
    ],
    { name: 'view' },
  )
  return (
    <PatientPage
      fill
      actions={
        <>
          {views}
          <Can code="stored:withdraw">
            <Act onClick={() => setForm('withdraw')} unless={!w?.money && t`没有储值余额`}>{t`退储值`}</Act>
          </Can>
          <Can code="stored:transfer">
            <Act onClick={() => setForm('transfer')} unless={!w?.money && t`没有储值余额`}>{t`转账`}</Act>
          </Can>
          <Can code="stored:topup">
            <Button type="primary" onClick={() => setForm('topup')}>{t`储值`}</Button>
          </Can>
        </>
      }
    >
      {w && <Held of={w} />}
      {view === 'statement' ? (
        <StatementView pid={pid} />
      ) : (
        <Bills pid={pid} onNew={() => setForm('topup')} amend={(b) => (setBill(b), setForm('amend'))} />
      )}
      <WalletDrawer form={form} pid={pid} wallet={w} bill={bill} onClose={() => setForm(undefined)} />
    </PatientPage>
  )
}

const Held = ({ of: w }: { of: MemberWallet }) => (
  <Figures
    items={[
      { label: '余额', value: showMoney(w.money + w.moneyGift) },
      { label: '储值余额', value: showMoney(w.money), note: t`本金，可退` },
      { label: '赠金余额', value: showMoney(w.moneyGift), note: t`不退现` },
      { label: '积分余额', value: showCount(w.points) },
    ]}
  />
)

function Bills({ pid, onNew, amend }: { pid: number; onNew: () => void; amend: (bill: ChargeBill) => void }) {
  const mayAmend = useHolds()('stored:amend')
  return (
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
      onNew={onNew}
      empty={{ text: t`还没有储值记录` }}
    />
  )
}
