import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Can, Screen, t } from '#kernel/web/index.ts'
import type { Consultation } from '../../contract/shapes.record.ts'
import { Consultations } from './Consultations.tsx'

/** Every question of the store's members. */
export default function ConsultationList() {
  const [open, setOpen] = useState<Consultation | 'new'>()
  const [total, setTotal] = useState<number>()
  return (
    <Screen
      fill
      note={total !== undefined && t`${total} 条`}
      actions={
        <Can code="patient:save">
          <Button type="primary" icon={<Plus size={14} />} onClick={() => setOpen('new')}>{t`记录咨询`}</Button>
        </Can>
      }
    >
      <Consultations open={open} setOpen={setOpen} onTotal={setTotal} />
    </Screen>
  )
}
