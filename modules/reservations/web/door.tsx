import { useState } from 'react'
import { Button } from 'antd'
import { Can, t } from '#kernel/web/index.ts'
import { Booking } from './book/Booking.tsx'

/** A button that books for a member, for those who may; `walkIn` registers the member who stands here and gives a number. */
export function NewReservation({ pid, walkIn = false, label }: { pid?: number; walkIn?: boolean; label?: string }) {
  const [open, setOpen] = useState(false)
  return (
    <Can code="reservation:edit">
      <Button onClick={() => setOpen(true)}>{label ?? (walkIn ? t`现场登记` : t`新增预约`)}</Button>
      <Booking start={open ? { ...(pid ? { pid } : {}), ...(walkIn ? { walkIn } : {}) } : undefined} onClose={() => setOpen(false)} />
    </Can>
  )
}
