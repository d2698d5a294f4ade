/** Reservations tab of the member's page. */
import { Button } from 'antd'
import { useState } from 'react'
import { Can, t, useId, useSearch } from '#kernel/web/index.ts'
import { PatientPage } from '#modules/patients/web/door.tsx'
import { Booking, type BookingStart } from '../book/Booking.tsx'
import { ReservationList } from './ReservationList.tsx'
import { SeriesDrawer } from '../book/SeriesDrawer.tsx'

export default function PatientReserve() {
  const pid = useId('patientId')
  const [total, setTotal] = useState<number>()
  const [series, setSeries] = useState(false)
  const [{ new: fresh }] = useSearch()
  const [start, setStart] = useState<BookingStart | undefined>(fresh ? { pid } : undefined)
  return (
    <PatientPage
      fill
      note={total !== undefined && t`${total} 次`}
      actions={
        <Can code="reservation:edit">
          <Button onClick={() => setStart({ pid, walkIn: true })}>{t`现场登记`}</Button>
          <Button onClick={() => setSeries(true)}>{t`按模板预约`}</Button>
          <Button type="primary" onClick={() => setStart({ pid })}>{t`新增预约`}</Button>
        </Can>
      }
    >
      <ReservationList pid={pid} onTotal={setTotal} empty={t`还没有预约过`} />
      <SeriesDrawer pid={pid} open={series} onClose={() => setSeries(false)} />
      <Booking start={start} onClose={() => setStart(undefined)} />
    </PatientPage>
  )
}
