/** Members with points: balances, expiring points, adjustment of several members at once. */
import { Button, Drawer } from 'antd'
import { useState } from 'react'
import { showCount, showMoney } from '#kernel/contract/index.ts'
import { Can, DataTable, Figures, Form, Rows, t, toast, useCall, useGo } from '#kernel/web/index.ts'
import { loyalty } from '../../contract/endpoints.ts'
import type { PointAccount } from '../../contract/shapes.points.ts'
import { PointsPage } from './PointsPage.tsx'
import { stalePoints } from '../stale.ts'

export default function PointAccounts() {
  const go = useGo()
  const [many, setMany] = useState<PointAccount[]>()
  const f = useCall(loyalty['points.figures'], {}, { live: ['loyalty', 'billing'] }).data
  return (
    <PointsPage fill>
      {f && (
        <Figures
          items={[
            { label: '会员持有', value: showCount(f.held), note: t`${showCount(f.members)} 人，折合 ${showMoney(f.worth)}` },
            { label: '本月获得', value: showCount(f.earned) },
            { label: '本月使用', value: showCount(f.spent) },
            { label: '本月过期', value: showCount(f.lapsed) },
            { label: '30 天内到期', value: showCount(f.expiring) },
          ]}
        />
      )}
      <DataTable
        of={loyalty['points.accounts']}
        rowKey="pid"
        live={['loyalty', 'billing']}
        columns={[
          'patientName',
          'memberNo',
          'mobile',
          'levelName',
          'points',
          'earned',
          'spent',
          'expiring',
          { key: 'lastAt', title: '最近一次' },
        ]}
        filters={['search', 'least']}
        onOpen={(r) => go(`/patients/detail/${r.pid}/credit`)}
        selection={(rows) => (
          <Can code="points:adjust">
            <Button onClick={() => setMany(rows)}>{t`批量调整`}</Button>
          </Can>
        )}
        empty={{ text: t`还没有会员有积分` }}
      />
      <Drawer open={many !== undefined} onClose={() => setMany(undefined)} title={t`批量调整积分`} size={520} destroyOnHidden>
        {many && <AdjustMany members={many} close={() => setMany(undefined)} />}
      </Drawer>
    </PointsPage>
  )
}

/** Adjusts several members by the same amount, showing each new balance. */
const AdjustMany = ({ members, close }: { members: readonly PointAccount[]; close: () => void }) => (
  <Form
    of={loyalty['patients.points.adjust-batch']}
    fixed={{ pids: members.map((m) => m.pid) }}
    invalidates={stalePoints}
    onLeave={close}
    onDone={(a) => (toast(t`已调整 ${a.adjusted} 人`, 'ok'), close())}
    fields={[
      { key: 'points', span: 12, hint: t`增加填正数，扣减填负数` },
      { key: 'reason', span: 12 },
      { render: (form) => <After members={members} by={Number(form.values.points) || 0} /> },
    ]}
  />
)
const After = ({ members, by }: { members: readonly PointAccount[]; by: number }) => (
  <Rows
    rows={members}
    rowKey={(m) => m.pid}
    columns={[
      { title: t`会员`, cell: (m) => m.patientName },
      { title: t`现有`, right: true, cell: (m) => showCount(m.points) },
      {
        title: t`调整后`,
        right: true,
        cell: (m) => (m.points + by < 0 ? <span className="bad">{t`不足`}</span> : showCount(m.points + by)),
      },
    ]}
  />
)
