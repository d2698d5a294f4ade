/** Reservations: the day by doctor, or a list over days. */
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Can, Screen, t, today, tr, useCan, useLive, useSearch, useTabs, weekday } from '#kernel/web/index.ts'
import { types } from '../../contract/fields.ts'
import { Booking, type BookingStart } from '../book/Booking.tsx'
import { isDay, LIVE, nextSlot } from '../data.ts'
import { ReservationList } from '../list/ReservationList.tsx'
import { Day } from './Day.tsx'
import '../reservations.css'

export default function Reserve() {
  const [search, change] = useSearch()
  const can = useCan()
  const [view, tabs] = useTabs(
    [
      ['day', t`日`],
      ['list', t`列表`],
    ],
    // The list has its own date filter, so returning to the agenda starts at today.
    { name: 'view', label: t`显示方式`, clears: search.view === 'list' ? ['date'] : [] },
  )
  const day = isDay(search.date) ? search.date : today()
  const [start, setStart] = useState<BookingStart>()
  const [total, setTotal] = useState<number>()
  useLive(LIVE)
  const book = () => setStart({ visitAt: nextSlot(day) })
  return (
    <Screen
      fill
      note={
        view === 'list' ? (
          total !== undefined && t`${total} 个`
        ) : (
          <>
            {day} {weekday(day)}
          </>
        )
      }
      actions={
        <>
          {view === 'day' && <Legend />}
          {tabs}
          <Can code="reservation:edit">
            <Button onClick={() => setStart({ walkIn: true })}>{t`现场登记`}</Button>
            <Button type="primary" icon={<Plus size={15} />} onClick={book}>
              {t`新增预约`} <kbd>n</kbd>
            </Button>
          </Can>
        </>
      }
    >
      {view === 'list' ? (
        <ReservationList onTotal={setTotal} {...(can('reservation:edit') ? { onNew: book } : {})} />
      ) : (
        <Day day={day} onDay={(d) => change({ date: d === today() ? undefined : d })} onBook={setStart} onNew={book} />
      )}
      <Booking start={start} onClose={() => setStart(undefined)} />
    </Screen>
  )
}

const Legend = () => (
  <span className="agenda-legend">
    {Object.entries(types).map(([key, label]) => (
      <span key={key} className={`type${key}`}>
        <i aria-hidden />
        {tr(label)}
      </span>
    ))}
  </span>
)
