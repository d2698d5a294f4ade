/** The clinic's price list: fee items and combos. */
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Screen, t, useTabs } from '#kernel/web/index.ts'
import type { FeeGroup } from '../../contract/endpoints.groups.ts'
import type { FeeItem } from '../../contract/shapes.ts'
import { Combos } from './Combos.tsx'
import { FeeItems } from './FeeItems.tsx'

export default function FeeSetting() {
  const [total, setTotal] = useState<number>()
  const [item, setItem] = useState<Partial<FeeItem>>()
  const [combo, setCombo] = useState<Partial<FeeGroup>>()
  const [tab, tabs] = useTabs([
    ['items', t`收费项目`],
    ['combos', t`套餐`],
  ])
  const combos = tab === 'combos'
  return (
    <Screen
      fill
      note={total !== undefined && !combos ? t`${total} 项` : undefined}
      actions={
        <>
          {tabs}
          <Button type="primary" icon={<Plus size={15} />} onClick={() => (combos ? setCombo({}) : setItem({}))}>
            {combos ? t`新增套餐` : t`新增项目`} <kbd>n</kbd>
          </Button>
        </>
      }
    >
      {combos ? <Combos edited={combo} onEdit={setCombo} /> : <FeeItems edited={item} onEdit={setItem} onTotal={setTotal} />}
    </Screen>
  )
}
