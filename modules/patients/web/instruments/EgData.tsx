/** Users of eye-guardian devices: their averages, the member each is, the service; and users of the Eye-book. */
import { Button, Drawer, Segmented } from 'antd'
import { FileUp } from 'lucide-react'
import { useState } from 'react'
import {
  Badge,
  Can,
  Chart,
  DataTable,
  Figures,
  Form,
  Link,
  Panel,
  Screen,
  Until,
  confirm,
  t,
  toast,
  useCall,
  useGo,
  useSearch,
  useSend,
  useWho,
} from '#kernel/web/index.ts'
import { patients } from '../../contract/endpoints.ts'
import type { EgPatient, EyeBookUser } from '../../contract/shapes.links.ts'
import { ageColumn, mobileColumn, nameColumn } from '../list/columns.tsx'
import { PatientPicker } from '../picker/PatientPicker.tsx'

export default function EgData() {
  const go = useGo()
  const [search, setSearch] = useSearch()
  const tab = search.tab === 'book' ? 'book' : 'eg'
  return (
    <Screen
      fill
      actions={
        <>
          <Segmented
            aria-label={t`数据类型`}
            value={tab}
            options={[
              { value: 'eg', label: t`护眼设备` },
              { value: 'book', label: t`护眼本` },
            ]}
            onChange={(v) => setSearch({ tab: v === 'eg' ? undefined : v, page: undefined })}
          />
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

const egStale = [patients['patients.eg.list'], patients['patients.eg.total']]
function EgUsers() {
  const { hid } = useWho()
  const [linked, setLinked] = useState<EgPatient>()
  const total = useCall(patients['patients.eg.total'], {}, { live: ['patients'] })
  const status = useSend(patients['eg.patient.status'], {
    invalidates: egStale,
    onSuccess: ({ status: now }) => toast(now ? t`已停止服务` : t`已恢复服务`, 'ok'),
  })
  const ask = async (r: EgPatient) => {
    if (r.status === 1 || (await confirm({ message: t`停止“${r.name}”的护眼服务？已有数据保留`, danger: true, ok: t`停止服务` })))
      status.mutate({ id: r.id, status: r.status === 0 ? 1 : 0 })
  }
  return (
    <>
      {total.data && total.data.total > 0 && (
        <Figures
          items={[
            { label: '护眼用户', value: total.data.total },
            { label: '正常', value: total.data.normal },
            { label: '已关联会员', value: total.data.matched },
            {
              label: '户外不足',
              value: total.data.outdoorShort,
              tone: total.data.outdoorShort ? 'warn' : 'neutral',
              note: t`每日户外不满 2 小时`,
            },
          ]}
        />
      )}
      <DataTable
        of={patients['patients.eg.list']}
        input={{ hid }}
        rowKey="id"
        live={['patients']}
        pageSize={50}
        name="eg"
        columns={[
          nameColumn(),
          ageColumn(),
          mobileColumn(),
          { key: 'school', sort: false },
          { key: 'className', sort: false },
          { key: 'deviceNo', sort: false },
          {
            key: 'outdoorMinutes',
            sort: false,
            render: (r) =>
              r.outdoorMinutes === null ? (
                '—'
              ) : (
                <>
                  {r.outdoorMinutes} {r.outdoorMinutes < 120 && <Badge tone="warn">{t`不足`}</Badge>}
                </>
              ),
          },
          { key: 'nearMinutes', sort: false },
          { key: 'nearDistance', sort: false },
          { key: 'measuredOn', sort: false },
          {
            key: 'patientName',
            sort: false,
            render: (r) =>
              r.pid ? <Link to={`/patients/detail/${r.pid}/home`}>{r.patientName}</Link> : <span className="soft">{t`未关联`}</span>,
          },
          { key: 'status', sort: false },
        ]}
        filters={['name', 'status', 'matched']}
        actions={(r) => (
          <Can code="patient:save">
            <Button size="small" onClick={() => setLinked(r)}>
              {r.pid ? t`改关联` : t`关联会员`}
            </Button>
            <Button size="small" onClick={() => void ask(r)}>
              {r.status === 0 ? t`停止服务` : t`恢复服务`}
            </Button>
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

function LinkForm({ of, done }: { of: EgPatient; done: () => void }) {
  const [pid, setPid] = useState<number | null>(of.pid)
  return (
    <Form
      of={patients['patients.eg.link']}
      fixed={{ id: of.id, pid }}
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

const bookStale = [patients['patients.eye-book.users'], patients['patients.eye-book.charts']]
function BookUsers() {
  const charts = useCall(patients['patients.eye-book.charts'], {}, { live: ['patients'] })
  const unbind = useSend(patients['patients.eye-book.unbind'], { invalidates: bookStale, onSuccess: () => toast(t`已解绑`, 'ok') })
  const ask = async (r: EyeBookUser) => {
    if (await confirm({ message: t`解绑护眼本用户 ${r.eyeBookId}？`, danger: true, ok: t`解绑` })) unbind.mutate({ id: r.id })
  }
  return (
    <>
      <Until of={charts}>
        {charts.data && charts.data.total > 0 && (
          <Panel title={t`近 12 个月`} note={t`用户 ${charts.data.total} · 已绑定 ${charts.data.bound}`}>
            <Chart
              label={t`护眼本新用户和新绑定`}
              height={150}
              option={(c) => ({
                grid: { left: 36, right: 12, top: 12, bottom: 24 },
                xAxis: { type: 'category', data: charts.data.months.map((m) => m.month.slice(2)) },
                yAxis: { type: 'value', minInterval: 1 },
                tooltip: { trigger: 'axis' },
                series: [
                  { type: 'bar', name: t`新用户`, data: charts.data.months.map((m) => m.users), itemStyle: { color: c.line } },
                  { type: 'bar', name: t`新绑定`, data: charts.data.months.map((m) => m.bound), itemStyle: { color: c.primary } },
                ],
              })}
            />
          </Panel>
        )}
      </Until>
      <DataTable
        of={patients['patients.eye-book.users']}
        rowKey="id"
        live={['patients']}
        name="book"
        columns={[
          { key: 'eyeBookId', sort: false },
          { key: 'name', sort: false },
          { key: 'phone', sort: false },
          {
            key: 'patientName',
            sort: false,
            render: (r) =>
              r.pid ? <Link to={`/patients/detail/${r.pid}/home`}>{r.patientName}</Link> : <span className="soft">{t`未关联`}</span>,
          },
          { key: 'at', sort: false },
          { key: 'boundAt', sort: false },
        ]}
        filters={['name', 'bound']}
        actions={(r) =>
          r.pid && (
            <Can code="patient:save">
              <Button size="small" onClick={() => void ask(r)}>{t`解绑`}</Button>
            </Can>
          )
        }
        empty={{ text: t`还没有护眼本用户。家长在护眼本中关联本院后出现在这里` }}
      />
    </>
  )
}
