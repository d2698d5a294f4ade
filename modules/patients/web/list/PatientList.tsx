import { Button } from 'antd'
import { FileUp, Plus } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Badge, Can, DataTable, Screen, t, useCan, useGo, useSearch, useWho, type Column } from '#kernel/web/index.ts'
import { patients } from '../../contract/endpoints.ts'
import type { PatientRow } from '../../contract/shapes.ts'
import { useChoices, useTags } from './choices.ts'
import { TagMany } from './Tags.tsx'
import { ageColumn, genderColumn, mobileColumn, nameColumn, numberColumn } from './columns.tsx'
import { ColumnChoice, SavedViews, useColumns } from './ListViews.tsx'

const NewMember = lazy(async () => ({ default: (await import('./ListDialogs.tsx')).NewMember }))
const BatchDialog = lazy(async () => ({ default: (await import('./ListDialogs.tsx')).BatchDialog }))

const day = (at: string | null): string => at?.slice(0, 10) ?? '—'
/** Columns somebody may choose, in their order. */
const columns: Readonly<Record<string, Column<PatientRow>>> = {
  gender: genderColumn(),
  birth: ageColumn(true),
  mobile: mobileColumn(),
  school: { key: 'school', sort: false },
  levelName: { key: 'levelName', sort: false },
  sourceName: { key: 'sourceName', sort: false },
  staffName: { key: 'staffName', sort: false },
  isPotential: { key: 'isPotential', sort: false },
  allergy: { key: 'allergy', sort: false, render: (r) => (r.allergy ? <Badge tone="bad">{r.allergy}</Badge> : '—') },
  nextFollowAt: { key: 'nextFollowAt', sort: false, width: 104, render: (r) => day(r.nextFollowAt) },
  lastVisitAt: { key: 'lastVisitAt', width: 104, render: (r) => day(r.lastVisitAt) },
  createdAt: { key: 'createdAt', width: 104, render: (r) => day(r.createdAt) },
}
const USUAL = ['gender', 'birth', 'mobile', 'school', 'levelName', 'sourceName', 'staffName', 'allergy', 'lastVisitAt', 'createdAt']

export default function PatientList() {
  const go = useGo()
  const can = useCan()
  const { hid } = useWho()
  const { levels, sources, staff } = useChoices(hid)
  const tags = useTags(hid)
  const { shown, choose } = useColumns(USUAL)
  const [total, setTotal] = useState<number>()
  const [search, setSearch] = useSearch()
  const [fresh, setFresh] = useState(false)
  // The palette's “new member” comes by the address; the drawer opens once the page stands.
  useEffect(() => {
    if (search.new !== '1') return
    setFresh(true)
    setSearch({ new: undefined })
  }, [search.new, setSearch])
  const [chosen, setChosen] = useState<{ pids: number[]; clear: () => void }>()
  const open = (pid: number) => go(`/patients/detail/${pid}/home`)
  const selection = (rows: PatientRow[], clear: () => void) => (
    <>
      {can('patient:save') && <TagMany pids={rows.map((r) => r.pid)} done={clear} />}
      <Button onClick={() => setChosen({ pids: rows.map((r) => r.pid), clear })}>{t`批量修改`}</Button>
    </>
  )
  return (
    <Screen
      fill
      note={total !== undefined && t`${total.toLocaleString('en-US')} 人`}
      actions={
        <>
          <ColumnChoice all={Object.keys(columns)} usual={USUAL} shown={shown} choose={choose} />
          <SavedViews />
          <Can code="patient:import">
            <Button icon={<FileUp size={14} />} onClick={() => go('/patients/import')}>{t`导入`}</Button>
          </Can>
          <Can code="patient:save">
            <Button type="primary" icon={<Plus size={14} />} onClick={() => setFresh(true)}>{t`新建会员`}</Button>
          </Can>
        </>
      }
    >
      <DataTable
        of={patients['patients.list']}
        input={{ hid }}
        rowKey="pid"
        live={['patients']}
        pageSize={50}
        onTotal={setTotal}
        onOpen={(r) => open(r.pid)}
        {...(can('patient:save') ? { onNew: () => setFresh(true) } : {})}
        columns={[numberColumn(), nameColumn(true), ...shown.flatMap((key) => columns[key] ?? [])]}
        filters={[
          'name',
          'gender',
          { key: 'levelId', options: levels, width: 96 },
          { key: 'sourceId', options: sources, width: 90 },
          { key: 'staffCtid', options: staff, width: 96 },
          { key: 'tagId', options: tags, width: 90 },
          { range: ['startDate', 'endDate'], label: '建档时间' },
        ]}
        {...(can('patient:export') ? { exportOf: patients['patients.export'] } : {})}
        {...(can('patient:batch') ? { selection } : {})}
        empty={{
          text: t`还没有会员。登记第一位，或从表格导入`,
          action: can('patient:save') && <Button type="primary" onClick={() => setFresh(true)}>{t`新建会员`}</Button>,
        }}
      />
      <Suspense fallback={null}>
        {fresh && <NewMember leave={() => setFresh(false)} open={(pid) => (setFresh(false), open(pid))} />}
        {chosen && (
          <BatchDialog pids={chosen.pids} leave={() => setChosen(undefined)} done={() => (chosen.clear(), setChosen(undefined))} />
        )}
      </Suspense>
    </Screen>
  )
}
