/** A fee bill: the desk while it is written and paid, the view once it is paid. */
import { Screen, t, useCall, useGo, useId } from '#kernel/web/index.ts'
import { PatientBarFor } from '#modules/patients/web/door.tsx'
import { billing } from '../contract/endpoints.ts'
import { BillView } from './BillView.tsx'
import { Desk } from './desk/Desk.tsx'
import { useSearch } from '#kernel/web/index.ts'
import { feeBill } from '../contract/states.ts'

/** /medical/fee-add; `?pid=` preselects a member. */
export function NewBill() {
  const [search] = useSearch()
  const go = useGo()
  return (
    <Desk
      pid={Number(search.pid) || undefined}
      onPaid={(fbid) => go(`/medical/fee-edit/${fbid}`, { paid: 1 }, true)}
      onSaved={(fbid) => go(`/medical/fee-edit/${fbid}`, {}, true)}
    />
  )
}

export default function FeeDesk() {
  const fbid = useId('feeBillId')
  const go = useGo()
  const bill = useCall(billing['feebill.info'], { id: fbid }, { enabled: fbid > 0, live: ['billing'] })
  if (fbid === 0) return <NewBill />
  const info = bill.data
  if (!info) return <Screen of={bill}>{null}</Screen>
  if (feeBill.in.due.includes(info.feebill.status))
    return (
      <Desk
        key={`${fbid}-${info.feebill.version}`}
        bill={info}
        onPaid={() => go(`/medical/fee-edit/${fbid}`, { paid: 1 }, true)}
        onSaved={() => undefined}
      />
    )
  return (
    <Screen bar={<PatientBarFor pid={info.pid} />} title={t`收费单 ${info.feebill.billNo}`}>
      <BillView info={info} />
    </Screen>
  )
}
