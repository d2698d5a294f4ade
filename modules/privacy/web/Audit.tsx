/** Audit: who read and changed what, who opened locked records, and the store's view password. */
import { Button } from 'antd'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { metaOf } from '#kernel/contract/index.ts'
import { Can, DataTable, Link, Screen, Status, t, useTabs, useWho } from '#kernel/web/index.ts'
import { privacy } from '../contract/endpoints.ts'
import { Unlock } from '../contract/shapes.ts'
import { AuditLines } from './AuditLines.tsx'
import { ViewPassword } from './ViewPassword.tsx'
import './audit.css'

export default function Audit() {
  const { hid } = useWho()
  const [password, setPassword] = useState(false)
  const [tab, tabs] = useTabs(
    [
      ['audit', t`操作记录`],
      ['unlocks', t`档案解锁`],
    ],
    { label: t`内容` },
  )
  return (
    <Screen
      fill
      note={tab === 'audit' ? t`每 15 分钟封存一次，封存后再改会被查出` : undefined}
      actions={
        <>
          {tabs}
          <Can code="privacy:lock">
            <Button icon={<KeyRound size={14} />} onClick={() => setPassword(true)}>{t`查看密码`}</Button>
          </Can>
        </>
      }
    >
      {tab === 'audit' ? <AuditLines hid={hid} /> : <Unlocks hid={hid} />}
      {password && <ViewPassword hid={hid} close={() => setPassword(false)} />}
    </Screen>
  )
}

const Unlocks = ({ hid }: { hid: number }) => (
  <DataTable
    of={privacy['privacy.unlocks']}
    input={{ hid }}
    rowKey="unlockId"
    name="unlock"
    rowTone={(r) => (r.how === 'break_glass' ? 'warn' : undefined)}
    columns={[
      { key: 'at', sort: false },
      { key: 'staffName', sort: false },
      { key: 'how', sort: false, render: (r) => <Status of={metaOf(Unlock.shape.how)} value={r.how} /> },
      {
        key: 'patientName',
        sort: false,
        render: (r) => (r.pid ? <Link to={`/patients/detail/${r.pid}/home`}>{r.patientName ?? r.pid}</Link> : t`全部会员`),
      },
      { key: 'reason', sort: false },
      { key: 'until', sort: false },
      { key: 'storeName', sort: false },
    ]}
    filters={['how']}
    empty={{ text: t`还没有人解锁过档案。设置查看密码后，打开会员档案都要先解锁` }}
  />
)
