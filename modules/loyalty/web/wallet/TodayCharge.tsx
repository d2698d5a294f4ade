/** Today's top-ups. */
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { showMoney } from '#kernel/contract/index.ts'
import { Can, DataTable, Figures, Screen, t, today, useCall, useGo, useWho } from '#kernel/web/index.ts'
import { loyalty } from '../../contract/endpoints.ts'
import { printButton } from './actions.tsx'
import { WalletDrawer, type WalletForm } from './WalletForms.tsx'

export default function TodayCharge() {
  const who = useWho()
  const go = useGo()
  const [form, setForm] = useState<WalletForm>()
  const day = { startTime: today(), endTime: today() }
  const figures = useCall(loyalty['chargebill.statistical'], { hid: who.hid, ...day }, { live: ['loyalty'] })
  const f = figures.data
  return (
    <Screen
      fill
      actions={
        <Can code="stored:topup">
          <Button type="primary" icon={<Plus size={15} />} onClick={() => setForm('topup')}>
            {t`会员储值`} <kbd>n</kbd>
          </Button>
        </Can>
      }
    >
      {f && (
        <Figures
          items={[
            { label: '充值本金', value: showMoney(f.money), note: t`${f.times} 笔` },
            { label: '赠送金额', value: showMoney(f.moneyGift) },
            { label: '退还本金', value: showMoney(f.withdrawn) },
            { label: '会员储值余额', value: showMoney(f.held), note: t`另有赠金 ${showMoney(f.heldGift)}` },
          ]}
        />
      )}
      <DataTable
        of={loyalty['charge-bills.list']}
        input={day}
        rowKey="cbid"
        live={['loyalty']}
        columns={['billNo', 'payTime', 'patientName', 'memberNo', 'kind', 'money', 'moneyGift', 'payWay', 'operatorName', 'note']}
        filters={['search', 'kind', 'payWay']}
        onNew={() => setForm('topup')}
        onOpen={(r) => go(`/patients/detail/${r.pid}/prepaid`)}
        actions={printButton}
        empty={{ text: t`今天还没有储值` }}
      />
      <WalletDrawer form={form} onClose={() => setForm(undefined)} />
    </Screen>
  )
}
