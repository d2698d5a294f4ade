/** Today's and tomorrow's reservations. */
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Can, Screen, t, useCan, weekday } from '#kernel/web/index.ts'
import { Booking, type BookingStart } from '../book/Booking.tsx'
import { nextSlot } from '../data.ts'
import { CheckInCode } from './CheckInCode.tsx'
import { ReservationList } from './ReservationList.tsx'

export function DayList({ day, walkIn = false }: { day: string; walkIn?: boolean }) {
  const can = useCan()
  const [total, setTotal] = useState<number>()
  const [start, setStart] = useState<BookingStart>()
  const book = () => setStart({ visitAt: nextSlot(day) })
  return (
    <Screen
      fill
      note={
        <>
          {day} {weekday(day)}
          {total !== undefined && ` · ${t`${total} 人`}`}
        </>
      }
      actions={
        <>
          {walkIn && (
            <Can code="queue:run">
              <CheckInCode />
            </Can>
          )}
          <Can code="reservation:edit">
            {walkIn && <Button onClick={() => setStart({ walkIn: true })}>{t`现场登记`}</Button>}
            <Button type="primary" icon={<Plus size={15} />} onClick={book}>
              {t`新增预约`} <kbd>n</kbd>
            </Button>
          </Can>
        </>
      }
    >
      <ReservationList day={day} onTotal={setTotal} {...(can('reservation:edit') ? { onNew: book } : {})} empty={t`这一天还没有预约`} />
      <Booking start={start} onClose={() => setStart(undefined)} />
    </Screen>
  )
}
