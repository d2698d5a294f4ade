/** Top-up, correction, withdrawal, transfer, adjustment: one drawer each. */
import { Drawer } from 'antd'
import { showMoney } from '#kernel/contract/index.ts'
import { Form, t, toast, useGo, type FormState } from '#kernel/web/index.ts'
import { PatientPicker } from '#modules/patients/web/door.tsx'
import { loyalty } from '../../contract/endpoints.ts'
import type { ChargeBill, ChargeBillInfo, MemberWallet } from '../../contract/shapes.ts'
import { TopUpForm } from './TopUpForm.tsx'
import { WithdrawalPlan } from './WithdrawalPlan.tsx'
import { stale } from '../stale.ts'

export type WalletForm = 'topup' | 'withdraw' | 'transfer' | 'amend'

export interface WalletDrawerProps {
  form: WalletForm | undefined
  pid?: number
  wallet?: MemberWallet | undefined
  /** The document to be corrected. */
  bill?: ChargeBill | undefined
  onClose: () => void
}
export function WalletDrawer({ form, pid, wallet, bill, onClose }: WalletDrawerProps) {
  const go = useGo()
  const titles: Readonly<Record<WalletForm, string>> = {
    topup: t`会员储值`,
    withdraw: t`退储值`,
    transfer: t`储值转账`,
    amend: t`更正储值 ${bill?.billNo ?? ''}`,
  }
  const onSaved = (text: string) => (paper: ChargeBillInfo) => {
    toast(`${text} ${showMoney(Math.abs(paper.money))}`, 'ok')
    onClose()
    go(`/charge-record-print/${paper.cbid}`)
  }
  return (
    <Drawer open={form !== undefined} onClose={onClose} title={form && titles[form]} size={520} destroyOnHidden>
      {form === 'topup' && <TopUpForm {...(pid ? { pid } : {})} onDone={onSaved(t`已储值`)} onClose={onClose} />}
      {form === 'withdraw' && pid && <Withdraw pid={pid} wallet={wallet} onDone={onSaved(t`已退储值`)} onClose={onClose} />}
      {form === 'transfer' && pid && <Transfer pid={pid} wallet={wallet} onDone={onSaved(t`已转出`)} onClose={onClose} />}
      {form === 'amend' && bill && <Amend bill={bill} onClose={onClose} />}
    </Drawer>
  )
}

interface FormProps {
  pid: number
  wallet: MemberWallet | undefined
  onDone: (paper: ChargeBillInfo) => void
  onClose: () => void
}
const Withdraw = ({ pid, wallet, onDone, onClose }: FormProps) => (
  <Form
    of={loyalty['chargebill.withdrawal']}
    fixed={{ pid }}
    initial={{ payWay: 4, money: wallet?.money }}
    invalidates={stale}
    fields={[
      { key: 'money', span: 12, hint: wallet && t`可退本金 ${showMoney(wallet.money)}` },
      { key: 'payWay', span: 12 },
      'refundName',
      'refundAccount',
      { key: 'note', label: '退储值原因', span: 12 },
      {
        render: (f) => (
          <WithdrawalPlan
            pid={pid}
            money={f.values.money as number | undefined}
            refundName={typeof f.values.refundName === 'string' ? f.values.refundName : undefined}
            onName={(name) => f.set('refundName', name)}
          />
        ),
      },
    ]}
    saveLabel={t`退储值`}
    onDone={onDone}
    onLeave={onClose}
  />
)

const receiver = (f: FormState, id: string) => (
  <PatientPicker id={id} allowNew={false} chosen={f.values.transferPid as number | undefined} onChange={(to) => f.set('transferPid', to)} />
)
const Transfer = ({ pid, wallet, onDone, onClose }: FormProps) => (
  <Form
    of={loyalty['chargebill.transfer']}
    fixed={{ pid }}
    invalidates={stale}
    saveLabel={t`转账`}
    onDone={onDone}
    onLeave={onClose}
    fields={[
      { key: 'transferPid', span: 12, control: receiver },
      { key: 'transferAmount', hint: wallet && t`可转本金 ${showMoney(wallet.money)}` },
      'confirmMoney',
      { key: 'note', span: 12 },
      { render: () => <p className="soft">{t`赠金按比例随本金转出；随储值赠送的卡券、套餐和等级按比例收回`}</p> },
    ]}
    rules={(v) =>
      v.confirmMoney !== undefined && v.transferAmount !== v.confirmMoney
        ? [{ field: 'confirmMoney', sentence: t`两次输入的金额不一致` }]
        : []
    }
  />
)

const Amend = ({ bill, onClose }: { bill: ChargeBill; onClose: () => void }) => (
  <Form
    of={loyalty['chargebill.amend']}
    fixed={{ cbid: bill.cbid }}
    initial={{ money: bill.money, moneyGift: bill.moneyGift }}
    invalidates={stale}
    saveLabel={t`更正`}
    onDone={(after) => (toast(t`已更正，储值余额 ${showMoney(after.moneyAfter)}`, 'ok'), onClose())}
    onLeave={onClose}
    fields={[
      'money',
      'moneyGift',
      { key: 'note', label: '更正原因', span: 12 },
      { render: () => <p className="soft">{t`原单不变：差额另记一张更正单，写明原因；随单赠送的卡券、套餐和等级按比例收回`}</p> },
    ]}
  />
)
