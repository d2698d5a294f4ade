import { Button, Modal } from 'antd'
import { useState } from 'react'
import { Can, Chart, DataTable, Form, Panel, Until, confirm, t, toast, useCall, useSend, type OutOf } from '#kernel/web/index.ts'
import { patients } from '../../contract/endpoints.ts'
import type { EyeBookUser } from '../../contract/shapes.links.ts'
import { memberColumn } from '../list/columns.tsx'
import { PatientPicker } from '../picker/PatientPicker.tsx'

const bookStale = [patients['patients.eye-book.users'], patients['patients.eye-book.charts']]
/** Users of the Eye-book and the member each is. */
export function BookUsers() {
  const charts = useCall(patients['patients.eye-book.charts'], {}, { live: ['patients'] })
  const unbind = useSend(patients['patients.eye-book.unbind'], { invalidates: bookStale, onSuccess: () => toast(t`已解绑`, 'ok') })
  const [binding, setBinding] = useState<EyeBookUser>()
  const ask = async (r: EyeBookUser) => {
    if (await confirm({ message: t`解绑护眼本用户 ${r.eyeBookId}？`, danger: true, ok: t`解绑` })) unbind.mutate({ id: r.id })
  }
  return (
    <>
      <Until of={charts}>
        {charts.data && charts.data.total > 0 && (
          <Panel title={t`近 12 个月`} note={t`用户 ${charts.data.total} · 已绑定 ${charts.data.bound}`}>
            <Months of={charts.data.months} />
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
          memberColumn,
          { key: 'at', sort: false },
          { key: 'boundAt', sort: false },
        ]}
        filters={['name', 'bound']}
        actions={(r) => (
          <Can code="patient:save">
            {r.pid ? (
              <Button size="small" onClick={() => void ask(r)}>{t`解绑`}</Button>
            ) : (
              <Button size="small" onClick={() => setBinding(r)}>{t`绑定会员`}</Button>
            )}
          </Can>
        )}
        empty={{ text: t`还没有护眼本用户。家长在护眼本中关联本院后出现在这里` }}
      />
      <Modal
        title={t`绑定护眼本用户 ${binding?.eyeBookId ?? ''}`}
        open={binding !== undefined}
        footer={null}
        onCancel={() => setBinding(undefined)}
        destroyOnHidden
        width={520}
      >
        {binding && <Bind of={binding} close={() => setBinding(undefined)} />}
      </Modal>
    </>
  )
}

/** Ties a user of the Eye-book to a member: for the first time, or to the right one after it was parted from a wrong one. */
function Bind({ of: user, close }: { of: EyeBookUser; close: () => void }) {
  return (
    <Form
      of={patients['patients.v1.relevance']}
      fixed={{ eyeBookId: user.eyeBookId, ...(user.phone ? { phone: user.phone } : {}), ...(user.name ? { name: user.name } : {}) }}
      fields={[
        {
          key: 'pid',
          span: 12,
          control: (form, id) => (
            <PatientPicker
              id={id}
              autoFocus
              allowNew={false}
              chosen={typeof form.values.pid === 'number' ? form.values.pid : undefined}
              onChange={(pid) => form.set('pid', pid)}
            />
          ),
        },
      ]}
      rules={({ pid }) => (pid ? [] : [{ field: 'pid', sentence: t`请选择会员` }])}
      saveLabel={t`绑定`}
      invalidates={bookStale}
      onDone={() => (toast(t`已绑定`, 'ok'), close())}
      onLeave={close}
    />
  )
}

const Months = ({ of: months }: { of: OutOf<(typeof patients)['patients.eye-book.charts']>['months'] }) => (
  <Chart
    label={t`护眼本新用户和新绑定`}
    height={150}
    option={(c) => ({
      grid: { left: 36, right: 12, top: 12, bottom: 24 },
      xAxis: { type: 'category', data: months.map((m) => m.month.slice(2)) },
      yAxis: { type: 'value', minInterval: 1 },
      tooltip: { trigger: 'axis' },
      series: [
        { type: 'bar', name: t`新用户`, data: months.map((m) => m.users), itemStyle: { color: c.line } },
        { type: 'bar', name: t`新绑定`, data: months.map((m) => m.bound), itemStyle: { color: c.primary } },
      ],
    })}
  />
)
