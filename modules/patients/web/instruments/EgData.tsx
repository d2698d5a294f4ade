/** Users of eye-guardian devices: their averages, the member each is, the service; and users of the Eye-book. */
import { Button } from 'antd'
import { FileUp } from 'lucide-react'
import { Can, Screen, t, useGo, useTabs } from '#kernel/web/index.ts'
import { BookUsers } from './BookUsers.tsx'
import { EgUsers } from './EgUsers.tsx'

export default function EgData() {
  const go = useGo()
  const [tab, tabs] = useTabs(
    [
      ['eg', t`护眼设备`],
      ['book', t`护眼本`],
    ],
    { label: t`数据类型` },
  )
  return (
    <Screen
      fill
      actions={
        <>
          {tabs}
          {tab === 'eg' && (
            <Can code="patient:import">
              <Button icon={<FileUp size={14} />} onClick={() => go('/patients/eg-import')}>{t`导入`}</Button>
            </Can>
          )}
        </>
      }
    >
      {tab === 'eg' ? <EgUsers /> : <BookUsers />}
    </Screen>
  )
}
