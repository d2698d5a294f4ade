/** The examinations of a visit as a request: what the member brings and the examiner ticks. */
import { PrintSheet, useCall, useId } from '#kernel/web/index.ts'
import { reservations } from '#modules/reservations/contract/endpoints.ts'
import { Request, RequestCode } from './Request.tsx'

export default function CheckBill() {
  const resid = useId('checkBillId')
  const visit = useCall(reservations['reservations.get'], { id: resid })
  const items = useCall(reservations['reservations.exam.by-resid'], { id: resid })
  return (
    <PrintSheet paper="A5" title="检查单" of={[visit, items]} code={<RequestCode resid={resid} />} signatures={['医师签名']}>
      {visit.data && items.data && <Request visit={visit.data} items={items.data} />}
    </PrintSheet>
  )
}
