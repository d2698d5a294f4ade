import { Button } from 'antd'
import { useState } from 'react'
import { Can, Form, t } from '#kernel/web/index.ts'
import { StaffPicker } from '#modules/account/web/door.tsx'
import { frameOrders } from '../../../contract/endpoints.ts'
import type { FrameOrderInfo } from '../../../contract/shapes.ts'

/** A slip for what is not right: cause, side, person, cost. */
export function Reject({ order }: { order: FrameOrderInfo }) {
  const [open, setOpen] = useState(false)
  if (!open)
    return (
      <Can code="frame:inspect">
        <div className="stage-actions">
          <Button danger onClick={() => setOpen(true)}>{t`判不合格`}</Button>
        </div>
      </Can>
    )
  return (
    <Form
      of={frameOrders['frame.unqualified']}
      fixed={{ id: order.recordFrameId }}
      initial={{ side: 'ou' }}
      fields={[
        'cause',
        'side',
        {
          key: 'responsible',
          control: (form, id) => (
            <StaffPicker id={id} chosen={form.values.responsible as number | undefined} onChange={(v) => form.set('responsible', v)} />
          ),
        },
        'cost',
        'reason',
      ]}
      onDone={() => setOpen(false)}
      onLeave={() => setOpen(false)}
      invalidates={[frameOrders['frame.info']]}
    />
  )
}
