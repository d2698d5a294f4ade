/** Screening tasks of a store, newest first, and the form of a new one. */
import { Button, Drawer, Progress, Select } from 'antd'
import { useState } from 'react'
import {
  Can,
  Choose,
  DataTable,
  Form,
  Screen,
  Status,
  t,
  toast,
  today,
  tr,
  useCall,
  useCan,
  useGo,
  useLetters,
  useWho,
  type FormState,
} from '#kernel/web/index.ts'
import { account } from '#modules/account/contract/endpoints.ts'
import { staffStates } from '#modules/account/contract/states.ts'
import { screening } from '../../contract/endpoints.ts'
import { items } from '../../contract/entry.ts'
import { gradeLabel } from '../../contract/grades.ts'
import { classStates } from '../../contract/states.ts'
import { screeningTask } from '../../contract/states.results.ts'
import './board.css'

export default function Tasks() {
  const { hid } = useWho()
  const go = useGo()
  const can = useCan()
  const [open, setOpen] = useState(false)
  const add = () => can('screening:manage') && setOpen(true)
  useLetters({ n: add })
  return (
    <Screen
      fill
      actions={
        <Can code="screening:manage">
          <Button type="primary" onClick={add}>
            {t`新建任务`} <kbd>n</kbd>
          </Button>
        </Can>
      }
    >
      <DataTable
        of={screening['eyefile.tasks.list']}
        input={{ hid }}
        rowKey="id"
        live={['screening']}
        columns={[
          'name',
          'schoolName',
          // A year is no amount: no comma in it.
          { key: 'schoolYear', align: 'left', card: 'line', render: (row) => String(row.schoolYear) },
          { key: 'term', card: 'line' },
          'startOn',
          'endOn',
          {
            key: 'over',
            title: '已筛',
            card: 'figure',
            render: (row) => (
              <span className="task-progress">
                <Progress percent={row.total ? (100 * row.over) / row.total : 0} showInfo={false} size="small" aria-label={t`已筛`} />
                <span className="num">
                  {row.over} / {row.total}
                </span>
              </span>
            ),
          },
          { key: 'status', card: 'state', render: (row) => <Status of={screeningTask} value={row.status} /> },
          'standard',
        ]}
        filters={['status']}
        onOpen={(row) => go(`/eyefile/board/${row.id}`)}
      />
      {open && <NewTask onClose={() => setOpen(false)} />}
    </Screen>
  )
}

/** Today, in the term it lies in, with what most schools ask for. */
const freshTask = () => ({
  startOn: today(),
  endOn: today(),
  term: Number(today().slice(5, 7)) >= 8 ? 1 : 2,
  items: ['ucva', 'cva', 'autorefraction'],
  classIds: [],
})
function NewTask({ onClose }: { onClose: () => void }) {
  const { hid } = useWho()
  const go = useGo()
  return (
    <Drawer open onClose={onClose} title={t`新建任务`} size={560} destroyOnHidden keyboard>
      <Form
        of={screening['eyefile.tasks.create']}
        fixed={{ hid }}
        initial={freshTask()}
        fields={[
          { key: 'name', span: 12 },
          {
            key: 'schoolId',
            control: (form, id) => (
              <Choose
                id={id}
                of={screening['eyefile.schools.list']}
                input={{ hid, page_num: 1, page_size: 200 }}
                value="id"
                label={(row) => row.name}
                chosen={form.values.schoolId as number | undefined}
                onChange={(value) => {
                  form.set('schoolId', value as number | undefined)
                  form.set('classIds', [])
                }}
              />
            ),
          },
          'term',
          { key: 'classIds', span: 12, control: classesControl },
          { key: 'items', span: 12, control: itemsControl },
          { key: 'examiners', control: examinersControl },
          { key: 'devices', control: devicesControl },
          'startOn',
          'endOn',
          'lux',
          'chartDistance',
          'myopiaOperator',
          { key: 'note', span: 12 },
        ]}
        invalidates={[screening['eyefile.tasks.list']]}
        onDone={(task) => {
          toast(t`已保存`, 'ok')
          onClose()
          go(`/eyefile/board/${task.id}`)
        }}
        onLeave={onClose}
      />
    </Drawer>
  )
}
type Planned = Pick<FormState, 'values' | 'set'>
const classesControl = ({ values, set }: Planned, id: string) => (
  <Classes
    id={id}
    schoolId={values.schoolId as number | undefined}
    chosen={(values.classIds as number[] | undefined) ?? []}
    onChange={(ids) => set('classIds', ids)}
  />
)
const itemsControl = ({ values, set }: Planned, id: string) => (
  <Select
    id={id}
    mode="multiple"
    value={values.items}
    onChange={(chosen) => set('items', chosen)}
    options={Object.entries(items).map(([value, label]) => ({ value, label: tr(label) }))}
  />
)
const examinersControl = ({ values, set }: Planned, id: string) => (
  <PlannedStaff id={id} chosen={values.examiners} onChange={(ctids) => set('examiners', ctids)} />
)
const devicesControl = ({ values, set }: Planned, id: string) => (
  <Select
    id={id}
    mode="tags"
    open={false}
    suffixIcon={null}
    value={values.devices}
    onChange={(serials) => set('devices', serials)}
    placeholder={t`输入编号后回车`}
  />
)
/** Staff of the store who are to examine. */
function PlannedStaff({ id, chosen, onChange }: { id: string; chosen: unknown; onChange: (ctids: unknown) => void }) {
  const { hid } = useWho()
  const staff = useCall(account['staff.list'], { hid, type: 0 }, { stale: 300_000 })
  const working = (staff.data?.list ?? []).filter(({ status }) => status === staffStates.is.working)
  return (
    <Select
      id={id}
      mode="multiple"
      value={chosen}
      onChange={onChange}
      placeholder={t`选择员工`}
      options={working.map(({ ctid, name }) => ({ value: ctid, label: name }))}
    />
  )
}
/** Classes of the chosen school, all of them by one press. */
function Classes(props: { id: string; schoolId: number | undefined; chosen: number[]; onChange: (ids: number[]) => void }) {
  const { id, schoolId, chosen, onChange } = props
  const { hid } = useWho()
  const list = useCall(
    screening['eyefile.classes.list'],
    { hid, schoolId, status: classStates.is.present, page_size: 0 },
    { enabled: schoolId !== undefined, keep: true },
  )
  const rows = schoolId === undefined ? [] : (list.data?.list ?? [])
  return (
    <div className="task-classes">
      <Select
        id={id}
        mode="multiple"
        value={chosen}
        onChange={onChange}
        maxTagCount={8}
        placeholder={schoolId === undefined ? t`请先选择学校` : t`请选择班级`}
        options={rows.map((row) => ({ value: row.id, label: `${tr(gradeLabel(row.grade))} ${row.name}` }))}
      />
      {rows.length > 0 && (
        <Button size="small" onClick={() => onChange(rows.map((row) => row.id))}>
          {t`全校 ${rows.length} 个班`}
        </Button>
      )}
    </div>
  )
}
