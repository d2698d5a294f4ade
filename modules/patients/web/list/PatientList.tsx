import { Button } from 'antd'
import { FileUp, Plus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Badge, Can, DataTable, Screen, t, useCan, useGo, useWho, type TableColumn } from '#kernel/web/index.ts'
import { patients } from '../../contract/endpoints.ts'
import { PatientRow } from '../../contract/shapes.ts'
import { useChoices, useTags } from './choices.ts'
import { TagMany } from './Tags.tsx'
import { ageColumn, genderColumn, mobileColumn, nameColumn, numberColumn } from './columns.tsx'
import { ColumnChoice, SavedViews, useColumns } from './ListViews.tsx'

const NewMember = lazy(async () => ({ default: (await import('./ListDialogs.tsx')).NewMember }))
const BatchDialog = lazy(async () => ({ default: (await import('./ListDialogs.tsx')).BatchDialog }))

const day = (moment: string | null): string => moment?.slice(0, 10) ?? '—'
/** What every line has, or nobody reads. */
const always = { pid: true, memberNo: true, name: true, money: true, moneyGift: true, points: true, version: true } as const
const offered = PatientRow.omit(always).keyof().options
/** Columns somebody may choose, in their order: all that a line has, some of it shown in its own way. */
const columns: Readonly<Record<string, TableColumn<PatientRow>>> = {
  ...Object.fromEntries(offered.map((key) => [key, { key, sort: false }])),
  gender: genderColumn(),
  birth: ageColumn(true),
  mobile: mobileColumn(),
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
  const [fresh, setFresh] = useState(false)
  const begin = () => setFresh(true)
  const open = (pid: number) => go(`/patients/detail/${pid}/home`)
  return (
    <Screen
      fill
      note={total !== undefined && t`${total.toLocaleString('en-US')} 人`}
      actions={
        <>
          <ColumnChoice all={Object.keys(columns)} usual={USUAL} shown={shown} choose={choose} />
          <SavedViews />
          <HeadActions begin={begin} />
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
        {...(can('patient:save') ? { onNew: begin } : {})}
        columns={[numberColumn(), nameColumn(true), ...shown.flatMap((key) => columns[key] ?? [])]}
        filters={[
          'name',
          'gender',
          { key: 'levelId', options: levels, width: 96 },
          { key: 'sourceId', options: sources, width: 90 },
          { key: 'staffCtid', options: staff, width: 96 },
          { key: 'tagId', options: tags, width: 90 },
          { range: ['startDate', 'endDate'], label: '建档时间', all: 'a member is looked for whenever the record began' },
        ]}
        {...(can('patient:export') ? { exportOf: patients['patients.export'] } : {})}
        {...(can('patient:batch')
          ? { selection: (rows: PatientRow[], clear: () => void) => <TickedActions rows={rows} clear={clear} /> }
          : {})}
        empty={{
          text: t`还没有会员。登记第一位，或从表格导入`,
          action: can('patient:save') && <Button type="primary" onClick={begin}>{t`新建会员`}</Button>,
        }}
      />
      <Suspense fallback={null}>
        {fresh && <NewMember leave={() => setFresh(false)} open={(pid) => (setFresh(false), open(pid))} />}
      </Suspense>
    </Screen>
  )
}

function HeadActions({ begin }: { begin: () => void }) {
  const go = useGo()
  return (
    <>
      <Can code="patient:import">
        <Button icon={<FileUp size={14} />} onClick={() => go('/patients/import')}>{t`导入`}</Button>
      </Can>
      <Can code="patient:save">
        <Button type="primary" icon={<Plus size={14} />} onClick={begin}>{t`新建会员`}</Button>
      </Can>
    </>
  )
}

/** What is offered for the members ticked: tags, the same facts of all. */
function TickedActions({ rows, clear }: { rows: PatientRow[]; clear: () => void }) {
  const can = useCan()
  const [batch, setBatch] = useState(false)
  const pids = rows.map((r) => r.pid)
  return (
    <>
      {can('patient:save') && <TagMany pids={pids} done={clear} />}
      <Button onClick={() => setBatch(true)}>{t`批量修改`}</Button>
      <Suspense fallback={null}>
        {batch && <BatchDialog pids={pids} leave={() => setBatch(false)} done={() => (clear(), setBatch(false))} />}
      </Suspense>
    </>
  )
}
