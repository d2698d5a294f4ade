import { Button } from 'antd'
import { showMoney } from '#kernel/contract/index.ts'
import { Can, confirm, t, useGo, useSend, tr } from '#kernel/web/index.ts'
import { billing } from '../../contract/endpoints.ts'
import type { FeeBillInfo } from '../../contract/shapes.ts'
import { feeBill } from '../../contract/states.ts'

/** Cancels, deletes or puts on account a saved bill. */
export function BillActions({ bill }: { bill: FeeBillInfo }) {
  const go = useGo()
  const { fbid, status, paid, ref } = bill.feebill
  const back = () => go('/medical/fee')
  const cancel = useSend(billing['feebill.cancel'], { onSuccess: back, invalidates: [billing['fee-bills.list']] })
  const drop = useSend(billing['feebill.delete'], { onSuccess: back, invalidates: [billing['fee-bills.list']] })
  const owe = useSend(billing['fee-bills.status'], { invalidates: [billing['feebill.info']] })
  if (status !== feeBill.is.unpaid) return <KeepAsStoredValue bill={bill} />
  const onOwe = async () => {
    const reason = await confirm({
      message: t`挂账后会员欠款 ${showMoney(bill.feebill.due)}，明细不能再改。`,
      reason: { label: t`挂账原因`, required: true },
    })
    if (typeof reason === 'string') owe.mutate({ fbid, status: feeBill.is.owed, reason })
  }
  const onCancel = async () => {
    const answer = await confirm({
      message: paid > 0 ? t`取消收费单，并按原路退回定金 ${showMoney(paid)}？` : t`取消这张收费单？`,
      danger: true,
      ...(paid > 0 ? { reason: { label: t`取消原因`, required: true } } : {}),
    })
    if (answer) cancel.mutate({ id: fbid, ...(typeof answer === 'string' ? { reason: answer } : {}) })
  }
  return (
    <>
      <KeepAsStoredValue bill={bill} />
      <Can code="feebill:confirm">
        <Button onClick={() => void onOwe()}>{tr(feeBill.moves.owe.label)}</Button>
      </Can>
      <Can code="feebill:save">
        <Button onClick={() => void onCancel()}>{t`取消收费单`}</Button>
        {paid === 0 && !ref && bill.FeeRecordlist.length === 0 && (
          <Button
            danger
            onClick={() => void confirm({ message: t`删除这张收费单？`, danger: true }).then((yes) => yes && drop.mutate({ id: fbid }))}
          >{t`删除`}</Button>
        )}
      </Can>
    </>
  )
}

/** Turns a scan payment that the bill cannot take into stored value of the member. */
function KeepAsStoredValue({ bill: { feebill, FeeRecordlist } }: { bill: FeeBillInfo }) {
  const keep = useSend(billing['pay.keep'], { invalidates: [billing['feebill.info'], billing['fee-bills.list']] })
  const open = FeeRecordlist.find((r) => r.type === '扫码已付待入账' && r.orderNo)
  if (!open?.orderNo) return null
  const { orderNo, amount } = open
  const onKeep = async () => {
    if (
      await confirm({
        message: t`${feebill.patientName}扫码付的 ${showMoney(amount)} 还没有入账。转为会员储值？之后可以用储值收费，或在储值里退还。`,
      })
    )
      keep.mutate({ fbid: feebill.fbid, orderNo })
  }
  return (
    <Can code="feebill:confirm">
      <Button loading={keep.isPending} onClick={() => void onKeep()}>{t`扫码付款转储值`}</Button>
    </Can>
  )
}
