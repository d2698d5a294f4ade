import { Button, Drawer } from 'antd'
import { useState } from 'react'
import {
  Badge,
  Can,
  DataTable,
  Figures,
  Form,
  confirm,
  t,
  toast,
  useCall,
  useSend,
  useWho,
  tr,
  type TableColumn,
  type OutOf,
} from '#kernel/web/index.ts'
import { wordOf } from '#kernel/contract/index.ts'
import { patients } from '../../contract/endpoints.ts'
import type { EgPatient } from '../../contract/shapes.links.ts'
import { ageColumn, memberColumn, mobileColumn, nameColumn } from '../list/columns.tsx'
import { PatientPicker } from '../picker/PatientPicker.tsx'
import { egStates } from '../../contract/states.ts'

const egStale = [patients['patients.eg.list'], patients['patients.eg.total']]
/** Users of eye-guardian devices: their averages, the member each is, the service. */
export function EgUsers() {
  const { hid } = useWho()
  const [linked, setLinked] = useState<EgPatient>()
  const total = useCall(patients['patients.eg.total'], {}, { live: ['patients'] })
  return (
    <>
      {total.data && total.data.total > 0 && <Totals of={total.data} />}
      <DataTable
        of={patients['patients.eg.list']}
        input={{ hid }}
        rowKey="id"
        live={['patients']}
        pageSize={50}
        name="eg"
        columns={columns}
        filters={['name', 'status', 'matched']}
        actions={(r) => (
          <Can code="patient:save">
            <Button size="small" onClick={() => setLinked(r)}>
              {r.pid ? t`改关联` : t`关联会员`}
            </Button>
            <Service of={r} />
          </Can>
        )}
        empty={{ text: t`还没有护眼用户。导入护眼设备导出的表格，姓名和手机号相同的会员会自动关联` }}
      />
      <Drawer
        title={linked && t`${linked.name} 是哪位会员`}
        open={linked !== undefined}
        onClose={() => setLinked(undefined)}
        size={460}
        destroyOnHidden
      >
        {linked && <LinkForm of={linked} done={() => setLinked(undefined)} />}
      </Drawer>
    </>
  )
}

function LinkForm({ of: user, done }: { of: EgPatient; done: () => void }) {
  const [pid, setPid] = useState<number | null>(user.pid)
  return (
    <Form
      of={patients['patients.eg.link']}
      fixed={{ id: user.id, pid }}
      invalidates={egStale}
      onLeave={done}
      onDone={() => (toast(t`已保存`, 'ok'), done())}
      fields={[
        {
          key: 'pid',
          label: '会员',
          span: 12,
          control: (_, id) => <PatientPicker id={id} chosen={pid} onChange={(to) => setPid(to ?? null)} />,
          hint: t`留空表示不是会员`,
        },
      ]}
    />
  )
}

const columns: ReadonlyArray<TableColumn<EgPatient>> = [
  nameColumn(),
  ageColumn(),
  mobileColumn(),
  { key: 'school', sort: false },
  { key: 'className', sort: false },
  { key: 'deviceNo', sort: false },
  { key: 'outdoorMinutes', sort: false, render: (r) => <Outdoor minutes={r.outdoorMinutes} /> },
  { key: 'nearMinutes', sort: false },
  { key: 'nearDistance', sort: false },
  { key: 'measuredOn', sort: false },
  memberColumn,
  { key: 'status', sort: false },
]
/** Minutes outdoors a day; under two hours is too few. */
const Outdoor = ({ minutes }: { minutes: number | null }) =>
  minutes === null ? (
    '—'
  ) : (
    <>
      {minutes} {minutes < 120 && <Badge tone="warn">{t`不足`}</Badge>}
    </>
  )

const Totals = ({ of: scope }: { of: OutOf<(typeof patients)['patients.eg.total']> }) => (
  <Figures
    items={[
      { label: '护眼用户', value: scope.total },
      { label: wordOf(egStates, egStates.is.served), value: scope.normal },
      { label: '已关联会员', value: scope.matched },
      {
        label: '户外不足',
        value: scope.outdoorShort,
        tone: scope.outdoorShort ? 'warn' : 'neutral',
        note: t`每日户外不满 2 小时`,
      },
    ]}
  />
)

/** Stops the service of a device, or takes it up again. */
function Service({ of: r }: { of: EgPatient }) {
  const { served, stopped } = egStates.is
  const stops = r.status === served
  const status = useSend(patients['eg.patient.status'], {
    invalidates: egStale,
    onSuccess: ({ status: now }) => toast(now === stopped ? t`已停止服务` : t`已恢复服务`, 'ok'),
  })
  const ask = async () => {
    if (!stops || (await confirm({ message: t`停止“${r.name}”的护眼服务？已有数据保留`, danger: true, ok: tr(wordOf(egStates, stopped)) })))
      status.mutate({ id: r.id, status: stops ? stopped : served })
  }
  return (
    <Button size="small" onClick={() => void ask()}>
      {stops ? tr(wordOf(egStates, stopped)) : t`恢复服务`}
    </Button>
  )
}
