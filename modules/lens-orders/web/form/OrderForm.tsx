/** The screens that write an order: a new one, a change, a replacement beside its original. */
import { Screen, useCall, useParams, useScreen, useSearch } from '#kernel/web/index.ts'
import { PatientBarFor } from '#modules/patients/web/door.tsx'
import { lensOrders } from '../../contract/endpoints.ts'
import { orderKinds } from '../../contract/kinds/index.ts'
import { EyesOrder } from './EyesOrder.tsx'
import '../orders.css'

export default function OrderForm() {
  const path = useScreen()?.path ?? ''
  const [{ pid, prescriptionId }] = useSearch()
  const orderId = Number(useParams().orderId) || 0
  const of = path.startsWith('/order/contact-lens') ? orderKinds.soft : orderKinds.okjing
  const info = useCall(lensOrders['orders.info'], { id: orderId }, { enabled: orderId > 0 })
  const member = info.data?.pid ?? (Number(pid) || undefined)
  return (
    <Screen {...(orderId ? { of: info } : {})} bar={member !== undefined && <PatientBarFor pid={member} />}>
      {(!orderId || info.data) && (
        <EyesOrder
          of={of}
          pid={member}
          prescriptionId={Number(prescriptionId) || undefined}
          {...(path.includes('-supplement/') ? { replaces: info.data } : { order: info.data })}
        />
      )}
    </Screen>
  )
}
