/** Topping up, paying back, passing on, adjusting: one drawer each. */
import { Drawer } from 'antd'
import { showMoney } from '#kernel/contract/index.ts'
import { Form, t, toast, useGo, useWho, type FormState } from '#kernel/web/index.ts'
import { PatientPicker } from '#modules/patients/web/door.tsx'
import { loyalty } from '../contract/endpoints.ts'
import type { ChargeBillInfo, Wallet } from '../contract/shapes.ts'

export type WalletForm = 'topup' | 'withdraw' | 'transfer' | 'points'
const stale = [loyalty['loyalty.wallet'], loyalty['chargebill.list-by-patient'], loyalty['charge-bills.list'], loyalty['chargebill.statistical'], loyalty['patients.points.list']]

const member = (f: FormState, id: string) => <PatientPicker id={id} autoFocus chosen={f.values.pid as number | undefined} onChange={(to) => f.set('pid', to)} />
const receiver = (f: FormState, id: string) => <PatientPicker id={id} allowNew={false} chosen={f.values.transferPid as number | undefined} onChange={(to) => f.set('transferPid', to)} />

export function WalletDrawer({ form, pid, wallet, onClose }: { form: WalletForm | undefined; pid?: number; wallet?: Wallet | undefined; onClose: () => void }) {
  const go = useGo()
  const titles: Readonly<Record<WalletForm, string>> = { topup: t`会员储值`, withdraw: t`退储值`, transfer: t`储值转账`, points: t`调整积分` }
  const done = (text: string) => (bill: ChargeBillInfo) => {
    toast(`${text} ${showMoney(Math.abs(bill.money))}`, 'ok')
    onClose()
    go(`/charge-record-print/${bill.cbid}`)
  }
  return (
    <Drawer open={form !== undefined} onClose={onClose} title={form && titles[form]} size={520} destroyOnHidden>
      {form === 'topup' && <TopUp {...(pid ? { pid } : {})} onDone={done(t`已储值`)} onClose={onClose} />}
      {form === 'withdraw' && pid && <Form of={loyalty['chargebill.withdrawal']} fixed={{ pid }} initial={{ payWay: 1 }} invalidates={stale} fields={[{ key: 'money', span: 12, hint: wallet && t`可退本金 ${showMoney(wallet.money)}；赠金按比例收回，不退现` }, { key: 'payWay', span: 12 }, { key: 'note', label: '退储值原因', span: 12 }]} saveLabel={t`退储值`} onDone={done(t`已退储值`)} onLeave={onClose} />}
      {form === 'transfer' && pid && (
        <Form
          of={loyalty['chargebill.transfer']} fixed={{ pid }} invalidates={stale} saveLabel={t`转账`} onDone={done(t`已转出`)} onLeave={onClose}
          fields={[{ key: 'transferPid', span: 12, control: receiver }, { key: 'transferAmount', hint: wallet && t`可转本金 ${showMoney(wallet.money)}` }, 'confirmMoney', { key: 'note', span: 12 }]}
          rules={(v) => (v.confirmMoney !== undefined && v.transferAmount !== v.confirmMoney ? [{ field: 'confirmMoney', sentence: t`两次输入的金额不一致` }] : [])}
        />
      )}
      {form === 'points' && pid && <Form of={loyalty['patients.points.adjust']} fixed={{ pid }} invalidates={stale} fields={[{ key: 'points', span: 12, hint: t`增加填正数，扣减填负数` }, { key: 'reason', span: 12 }]} onDone={(after) => (toast(t`积分余额 ${after.points}`, 'ok'), onClose())} onLeave={onClose} />}
    </Drawer>
  )
}

function TopUp({ pid, onDone, onClose }: { pid?: number; onDone: (bill: ChargeBillInfo) => void; onClose: () => void }) {
  const who = useWho()
  return (
    <Form
      of={loyalty['chargebill.insert-and-pay']} fixed={{ hid: who.hid, ...(pid ? { pid } : {}) }} initial={{ payWay: 2, moneyGift: 0 }} invalidates={stale} saveLabel={t`储值`} onDone={onDone} onLeave={onClose}
      fields={[...(pid ? [] : [{ key: 'pid' as const, span: 12, control: member }]), 'money', 'moneyGift', { key: 'payWay', span: 12 }, { key: 'referrer', span: 12 }, { key: 'note', span: 12 }]}
    />
  )
}
