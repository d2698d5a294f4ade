import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Can, t, useId } from '#kernel/web/index.ts'
import type { Consultation } from '../../contract/shapes.record.ts'
import { Consultations } from './Consultations.tsx'
import { PatientPage } from '../file/PatientPage.tsx'

/** What one member asked, in all stores. */
export default function PatientConsultation() {
  const pid = useId('patientId')
  const [open, setOpen] = useState<Consultation | 'new'>()
  const [total, setTotal] = useState<number>()
  return (
    <PatientPage
      fill
      note={total !== undefined && t`${total} 条`}
      actions={
        <Can code="patient:save">
          <Button type="primary" icon={<Plus size={14} />} onClick={() => setOpen('new')}>{t`记录咨询`}</Button>
        </Can>
      }
    >
      <Consultations pid={pid} open={open} setOpen={setOpen} onTotal={setTotal} />
    </PatientPage>
  )
}
