import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Can, Screen, t, useCan, useGo, useLetters } from '#kernel/web/index.ts'
import { PlanTable } from './PlanTable.tsx'

export default function AllPlans() {
  const go = useGo()
  const can = useCan()
  const [total, setTotal] = useState<number>()
  const add = () => can('train:edit') && go('/train/starton_train_record_add')
  useLetters({ n: add })
  return (
    <Screen
      fill
      note={total !== undefined && t`${total} 个方案`}
      actions={
        <Can code="train:edit">
          <Button type="primary" icon={<Plus size={14} />} onClick={add}>
            {t`新增训练方案`} <kbd>n</kbd>
          </Button>
        </Can>
      }
    >
      <PlanTable onTotal={setTotal} />
    </Screen>
  )
}
