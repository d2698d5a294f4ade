/** Lists of daily work: types, complaints, templates, programs, notices. */
import { Button } from 'antd'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { Can, Screen, t, useWho } from '#kernel/web/index.ts'
import { CopyLists } from './CopyLists.tsx'
import { MasterList, Parts } from './door.tsx'
import { PrintForm } from './Institution.tsx'
import { operationLists } from './lists.tsx'
import { Papers } from './print/Papers.tsx'

const lists = operationLists.map(({ title, lists }) => ({
  title,
  parts: lists.map((def) => ({ key: def.kind!, title: def.title, show: () => <MasterList def={def} /> })),
}))
const printing = [
  { key: 'papers', title: '单据打印', show: () => <Papers /> },
  { key: 'print-head', title: '抬头与页脚', show: () => <PrintForm /> },
]
const groups = [...lists, { title: '打印', parts: printing }]

export default function Operation() {
  const { stores } = useWho()
  const [copying, setCopying] = useState(false)
  return (
    <Screen
      fill
      actions={
        stores.length > 1 && (
          <Can code="settings:edit">
            <Button icon={<Copy size={14} />} onClick={() => setCopying(true)}>{t`复制到其他门店`}</Button>
          </Can>
        )
      }
    >
      <Parts groups={groups} />
      <CopyLists open={copying} close={() => setCopying(false)} />
    </Screen>
  )
}
